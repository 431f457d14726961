"""Answers and rules as JSON: one definition of each shape for the command, HTTP, MCP and the docs.

AnswerDocument.of(answer).model_dump()
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Literal

from pydantic import Field

from index.records import PassageKind, Rule
from index.rules.numbers import number_of_id
from judge.card_documents import CardRulingDocument, NamedCardsDocument
from judge.card_documents import EditionDocument as EditionDocument
from judge.card_documents import JsonDocument as JsonDocument
from judge.lookup.reader import RuleReader
from judge.lookup.rule_search import RuleMatches
from judge.records import Answer, Citation, Role, SameCase, State, Written, WrittenState, WrittenStep


class MatchedDocument(JsonDocument):
    """The passage that brought a rule into the answer."""

    kind: PassageKind | Literal["number", "step"]
    text: str
    answer: str = Field("", description="the answer to a typical question, empty where there is none")
    near: bool = Field(
        True, description="false for a typical question too different from yours for its answer to apply"
    )


class CitationDocument(JsonDocument):
    """One cited rule."""

    rule: str = Field(description="its number, such as 702.19b")
    heading: str
    text: str = Field(description="the text of the edition in use")
    plain: str = Field(description="our wording, empty where there is none")
    examples: list[str]
    role: Role
    matched: MatchedDocument
    score: float = Field(description="between 0 and 1; the best rule has 1")
    opened: bool = Field(description="whether the page shows the rule unfolded")
    key_sentences: list[str] = Field(description="the sentences of `text` and `plain` that answer the question")
    chance: float = Field(description="the calibrated chance that the rule decides the question, between 0 and 1")
    plain_outdated: bool = Field(description="true where the official text changed since `plain` was confirmed")
    reworded_since: str = Field(description="the edition before, where it had other words there; empty otherwise")

    @classmethod
    def of(cls, citation: Citation) -> "CitationDocument":
        """A citation as programs read it."""
        rule = citation.rule
        return cls(
            rule=rule.number,
            heading=rule.heading,
            text=rule.text,
            plain=citation.plain,
            examples=list(rule.examples),
            role=citation.role,
            matched=MatchedDocument(**asdict(citation.matched)),
            score=citation.score,
            opened=citation.opened,
            key_sentences=list(citation.key_sentences),
            chance=citation.chance,
            plain_outdated=citation.plain_outdated,
            reworded_since=citation.reworded_since,
        )


class SameCaseDocument(JsonDocument):
    """A typical question that asks about the same case, with its answer."""

    question: str
    answer: str
    rule: str = Field(description="the number of the cited rule that it belongs to")

    @classmethod
    def of(cls, same_case: SameCase) -> "SameCaseDocument":
        """A same case as programs read it."""
        return cls(question=same_case.question, answer=same_case.answer, rule=number_of_id(same_case.rule))


class WrittenStepDocument(JsonDocument):
    """One sentence of a written answer with its checked quote."""

    says: str
    rule: str = Field(description="the number of the quoted rule, empty where a card is quoted")
    card: str = Field(description="the name of the quoted card, empty where a rule is quoted")
    quote: str = Field(description="words of that rule or card, as they stand there")
    sentences: str = Field(description="the whole sentences in which the words stand")

    @classmethod
    def of(cls, step: WrittenStep) -> "WrittenStepDocument":
        """A step as programs read it."""
        is_rule = step.kind == "rule"
        rule, card = (number_of_id(step.source), "") if is_rule else ("", step.source)
        return cls(says=step.says, rule=rule, card=card, quote=step.quote, sentences=step.sentences)


class WrittenDocument(JsonDocument):
    """What a language model wrote from the rules of an answer, as far as it could be checked."""

    state: WrittenState = Field(
        description="`shown`; `undecided`: it says that these rules don't decide it; `withheld`: nothing of it could "
        "be checked; `failed`: it gave no reply"
    )
    model: str
    address: str = Field(description="where the question was sent")
    verdict: str
    steps: list[WrittenStepDocument]
    missing: str = Field(description="what it says is missing where these rules don't decide it")
    dropped: int = Field(description="how many of its steps had no valid quote")
    problem: str = Field(description="why there is no reply")
    tokens_read: int
    tokens_written: int

    @classmethod
    def of(cls, written: Written) -> "WrittenDocument":
        """A written answer as programs read it."""
        steps = [WrittenStepDocument.of(step) for step in written.steps]
        return cls(**{**{name: getattr(written, name) for name in cls.model_fields}, "steps": steps})


class AnswerDocument(JsonDocument):
    """What `judge ask --json` prints: a cited answer."""

    question: str = Field(description="the question as asked")
    corrected: str = Field(description="the question as searched for, empty where nothing was misspelled")
    edition: EditionDocument
    state: State
    answered: bool = Field(description="true when the state is `answered`")
    most_likely: bool = Field(description="true when the first rule most likely decides it, but not surely")
    confidence: float = Field(description="between 0 and 1; the judge answers from 0.5")
    message: str
    same_case: SameCaseDocument | None = Field(description="the answer of a typical question about the same case")
    steps: list[str] = Field(description="the numbers of the first citations where they are the steps of a sequence")
    steps_of: str = Field(description="what the steps are the steps of, empty where there are none")
    citations: list[CitationDocument]
    rulings: list[CardRulingDocument] = Field(description="official rulings of the named cards that fit the question")
    cards: list[NamedCardsDocument] = Field(description="the cards that the question names, where cards were added")
    next_questions: list[str] = Field(description="typical questions of the cited rules")
    written: WrittenDocument | None = Field(description="the written answer, null where no writer was asked")

    @classmethod
    def of(cls, answer: Answer) -> "AnswerDocument":
        """An answer as programs read it."""
        return cls(
            question=answer.question,
            corrected=answer.corrected,
            edition=EditionDocument.of(answer.edition),
            state=answer.state,
            answered=answer.answered,
            most_likely=answer.most_likely,
            confidence=round(answer.confidence, 3),
            message=answer.message,
            same_case=SameCaseDocument.of(answer.same_case) if answer.same_case else None,
            steps=list(map(number_of_id, answer.steps)),
            steps_of=answer.steps_of,
            citations=[CitationDocument.of(citation) for citation in answer.citations],
            rulings=[CardRulingDocument.of(each, answer.edition) for each in answer.rulings],
            cards=[NamedCardsDocument.of(named, answer.edition) for named in answer.cards],
            next_questions=list(answer.next_questions),
            written=WrittenDocument.of(answer.written) if answer.written else None,
        )


class RuleDocument(JsonDocument):
    """What `judge rule --json` prints: one rule in its place; other rules are given by their ids."""

    rule: str
    heading: str
    path: list[str]
    text: str
    examples: list[str]
    plain: str
    parent: str | None
    children: list[str]
    previous: str | None
    next: str | None
    refers_to: list[str]
    referred_by: list[str]
    edition: EditionDocument

    @classmethod
    def of(cls, rule: Rule, reader: RuleReader) -> "RuleDocument":
        """A rule as programs read it."""
        return cls(
            rule=rule.number,
            heading=rule.heading,
            path=list(rule.path),
            text=rule.text,
            examples=list(rule.examples),
            plain=reader.plain(rule.id),
            parent=rule.parent,
            children=list(rule.children),
            previous=rule.previous,
            next=rule.next,
            refers_to=list(rule.refers_to),
            referred_by=list(rule.referred_by),
            edition=EditionDocument.of(reader.edition),
        )


class RuleMatchDocument(JsonDocument):
    """One rule that a search found."""

    rule: str
    heading: str
    path: list[str]
    text: str


class TermMatchDocument(JsonDocument):
    """One glossary entry that a search found."""

    term: str
    senses: list[str]
    see: list[str] = Field(description="the numbers of the rules that it names")


class RuleMatchesDocument(JsonDocument):
    """What a search of numbers, headings and glossary found, best first."""

    query: str
    misspelt: bool = Field(description="true when nothing has the words, and these are spelled nearly like them")
    rules: list[RuleMatchDocument] = Field(description="where the query is a number or the beginning of one")
    headings: list[RuleMatchDocument]
    glossary: list[TermMatchDocument]

    @classmethod
    def of(cls, matches: RuleMatches) -> "RuleMatchesDocument":
        """What a search found, as programs read it."""
        terms = [
            TermMatchDocument(term=each.term, senses=list(each.senses), see=list(each.see)) for each in matches.glossary
        ]
        return cls(
            query=matches.query,
            misspelt=matches.misspelled,
            rules=_rule_matches(matches.rules),
            headings=_rule_matches(matches.headings),
            glossary=terms,
        )


class EditionsDocument(JsonDocument):
    """The editions that are installed and the one that answers."""

    in_use: EditionDocument
    editions: list[str] = Field(description="the ids of all editions that are installed")


class ErrorDocument(JsonDocument):
    """A problem, in one line."""

    error: str


def _rule_matches(rules: Iterable[Rule]) -> list[RuleMatchDocument]:
    return [
        RuleMatchDocument(rule=rule.number, heading=rule.heading, path=list(rule.path), text=rule.text)
        for rule in rules
    ]
