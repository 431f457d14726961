"""ui/html/highlight.py: numbers, terms and the question's words in a text; hostile text stays text."""

import re
from html import unescape

import pytest

from index.records import Edition, GlossaryEntry, Rule, Rulebook
from ui.html.highlight import Highlighter

RULES = tuple(Rule(f"9{i:02}.1", f"9{i:02}.1", "Kite", "Each card." if i else "Tangled lines.") for i in range(40))
TERMS = (
    GlossaryEntry("Card", ("What one holds.",)),
    GlossaryEntry("Tangled Line", ("A knot; see rule 901.1.",), ("901.1",)),
    GlossaryEntry("Line", ("A string.",)),
    GlossaryEntry("Kite", ("It flies.",)),
)
BOOK = Rulebook(Edition("x", "x", "", True), (*RULES, Rule("902", "902", "Wind", "")), TERMS)
MARKS = Highlighter.from_rulebook(BOOK)


def test_everyday_terms_are_left_alone() -> None:
    assert sorted(entry.term for entry in MARKS.links.terms.values()) == ["Kite", "Line", "Tangled Line"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("See 901.1, 999.9 and 902.", 'See <a class="ref" href="#rule-901.1">901.1</a>, 999.9 and 902.'),
        ("Rule 902 says", 'Rule <a class="ref" href="#rule-902">902</a> says'),
        ("901.1b or 901.12 or $901.1.5", "901.1b or 901.12 or $901.1.5"),
        ("A card.", "A card."),
    ],
)
def test_known_numbers_are_links(text: str, html: str) -> None:
    assert MARKS.html(text) == html


def test_the_longest_term_is_explained_once() -> None:
    html = MARKS.html("Tangled lines, tangled lines, a line.")
    links = re.findall(r'<a class="term" href="([^"]+)">([^<]+)</a>', html)
    assert links == [("#term-Tangled%20Line", "Tangled lines"), ("#term-Line", "line")]


def test_words_of_the_question_are_marked_by_stem() -> None:
    html = MARKS.for_question("what about flying?").html("It flies, or it fly, what.")
    assert html == "It <mark>flies</mark>, or it <mark>fly</mark>, what."
    assert MARKS.for_question("lines").html("a line") == 'a <a class="term" href="#term-Line"><mark>line</mark></a>'


def test_hostile_text_is_shown_as_it_is() -> None:
    text = "<script>alert(1)</script> & \u202e <b>line</b>\n\n# {T} {<i>}"
    html = MARKS.for_question("script alert line").html(text)
    assert "<script" not in html
    assert "\n" not in html
    # What would turn the direction of the text is left out.
    assert unescape(re.sub(r"<[^>]+>", "", html)) == text.replace("\u202e", "")


def test_explanations_are_found_by_the_term() -> None:
    entry = MARKS.explanation("tangled lines")
    assert entry is not None
    assert entry.senses == ("A knot; see rule 901.1.",)
    assert MARKS.explanation("nothing") is None


def test_a_key_sentence_stands_out_with_what_is_in_it() -> None:
    marks = MARKS.for_question("flying").for_sentences(("Not there.", "See 901.1 & fly."))
    html = marks.html("A card. See 901.1 & fly. Line.")
    link = '<a class="ref" href="#rule-901.1">901.1</a>'
    line = '<a class="term" href="#term-Line">Line</a>'
    assert html == f'A card. <mark class="key">See {link} &amp; <mark>fly</mark>.</mark> {line}.'
    assert "key" not in marks.html("Another text.")
