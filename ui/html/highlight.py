"""A text of the rules → its HTML: numbers are links, terms are explained, the question's words and answer stand out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from index.records import GlossaryEntry, Rule, Rulebook
from index.words import each_word, spans_of_stems, stem, words_of
from ui.html.links import Link, Links
from ui.html.symbols import symbols

Span = tuple[int, int]

SHORTEST_HIGHLIGHTED = 3
STOP_WORDS = each_word(
    "a an and any are as at be been before but by can could did do does each for from gets get had has have he her him"
    " his how i if in into is it its just like many may me much must my no not of off on one or our out over say she so"
    " some such than that the their them then there these they this to too up us was we were what when where which"
    " while who whose why will with would yes you your work works working happen happens"
)


@dataclass(frozen=True)
class Highlighter:
    """What stands out in a text: an edition's numbers and terms, the stems of a question's words, whole sentences."""

    links: Links = field(default_factory=Links)
    stems: frozenset[str] = frozenset()
    sentences: tuple[str, ...] = ()

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "Highlighter":
        """Highlights the numbers and terms of an edition."""
        return cls(Links.from_rulebook(rulebook))

    def for_question(self, question: str) -> "Highlighter":
        """Highlights the words of a question, too."""
        stems = frozenset(stem(word.base) for word in words_of(question) if _is_keyword(word.letters))
        return replace(self, stems=stems)

    def without_question(self) -> "Highlighter":
        """Highlights no question's words."""
        return replace(self, stems=frozenset())

    def for_sentences(self, sentences: tuple[str, ...]) -> "Highlighter":
        """Highlights these sentences, too."""
        return replace(self, sentences=sentences)

    def without_terms(self) -> "Highlighter":
        """Explains no terms."""
        return replace(self, links=replace(self.links, terms={}))

    def html(self, text: str, rule: Rule | None = None) -> Markup:
        """The highlighted text; each term is explained once, the term that heads the rule not at all."""
        words, links = self.question_words(text), self.links.find(text, rule)
        start, end = self.key_sentence(text)
        before, key, after = (
            _with_links(text, span, links, words) for span in ((0, start), (start, end), (end, len(text)))
        )
        return Markup(f'{before}<mark class="key">{key}</mark>{after}' if key else before + after)

    def explanation(self, term: str) -> GlossaryEntry | None:
        """The glossary entry of a term."""
        return self.links.explanation(term)

    def key_sentence(self, text: str) -> Span:
        """Where one of the sentences stands in a text; an empty span where none does."""
        return next(((at, at + len(each)) for each in self.sentences if (at := text.find(each)) >= 0), (0, 0))

    def question_words(self, text: str) -> list[Span]:
        """Where the question's words stand in a text."""
        return spans_of_stems(text, self.stems) if self.stems else []


def _with_links(text: str, span: Span, links: Iterable[Link], words: list[Span]) -> str:
    """The HTML of a part of a text with the links and words that lie in it."""
    parts, (done, last) = list[str](), span
    for start, end, address in links:
        if done <= start and end <= last:
            parts.append(_with_words(text, done, start, words))
            inner, kind = _with_words(text, start, end, words), "term" if address.startswith("#term-") else "ref"
            parts.append(f'<a class="{kind}" href="{address}">{inner}</a>')
            done = end
    return "".join([*parts, _with_words(text, done, last, words)])


def _with_words(text: str, start: int, end: int, words: list[Span]) -> str:
    """The HTML of text[start:end] with the words that lie in it."""
    parts, done = list[str](), start
    for first, last in words:
        if start <= first and last <= end:
            parts += [symbols(text[done:first]), f"<mark>{symbols(text[first:last])}</mark>"]
            done = last
    return "".join([*parts, symbols(text[done:end])])


def _is_keyword(word: str) -> bool:
    return len(word) >= SHORTEST_HIGHLIGHTED and word.casefold() not in STOP_WORDS
