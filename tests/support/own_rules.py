"""Seven little rules of our own and a judge that knows them: no official text, no index, no model."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import sleep

from index.errors import JudgeError
from index.records import Edition, GlossaryEntry, PlainEntry, Rule, Rulebook
from judge.answer.suggest import next_questions
from judge.judge import MOST_CITED
from judge.lookup.cards import CardFinder
from judge.lookup.reader import RuleReader
from judge.question.spelling import KeywordSpelling
from judge.records import Answer, Citation, Matched, Role

OFFICIAL = Edition("2031-05-01", "Rules of the Toy Table", "2031-05-01", official=True)
PLAIN = Edition("plain", "Plain rulebook", "", official=False)
SLOW = 1.5

RULES: tuple[Rule, ...] = (
    Rule("900", "900", "Toys", "", path=("Toys",), children=("900.1", "900.2"), next="900.1"),
    Rule(
        "900.1",
        "900.1",
        "Kites",
        "",
        path=("Toys", "Kites"),
        parent="900",
        children=("900.1a", "900.1b"),
        previous="900",
        next="900.1a",
    ),
    Rule(
        "900.1a",
        "900.1a",
        "Kites",
        "A kite goes up while {T} & <wind> last. See rule 900.2.",
        examples=("Ann flies a kite. The wind stops.\nThe kite comes down.", "Bob owns two kites and flies one."),
        path=("Toys", "Kites"),
        parent="900.1",
        previous="900.1",
        next="900.1b",
        refers_to=("900.2",),
    ),
    Rule(
        "900.1b",
        "900.1b",
        "Kites",
        "A torn kite stays on the ground.",
        path=("Toys", "Kites"),
        parent="900.1",
        previous="900.1a",
        next="900.2",
    ),
    Rule(
        "900.2",
        "900.2",
        "Wind",
        "Wind blows until it doesn't.\n\n*It* is not counted.",
        path=("Toys", "Wind"),
        parent="900",
        children=("900.2a",),
        previous="900.1b",
        next="900.2a",
        referred_by=("900.1a",),
    ),
    Rule(
        "900.2a",
        "900.2a",
        "Wind",
        "A long gust, " + "whoosh" * 60 + ", counts once.",
        path=("Toys", "Wind"),
        parent="900.2",
        previous="900.2",
        next="900.2a#2",
    ),
    Rule("900.2a#2", "900.2a", "Wind", "A second gust.", path=("Toys", "Wind"), parent="900.2", previous="900.2a"),
)
WORDING = {"900.1a": "No wind, no kite: it comes down <at once>.", "900.2": "Wind ends when it ends."}
QUESTIONS = {"900.1a": ("may <my> kite fly at night?", "what if the wind stops?"), "900.2": ("does wind <stop>?",)}
TERMS = (GlossaryEntry("Wind", ("Moving <air>; see rule 900.2.",), ("900.2",)),)
BY_ID = {rule.id: rule for rule in RULES}
MATCHED_EXAMPLE = Matched("example", RULES[2].examples[0])


def cite(number: str, role: Role = "decides", matched: Matched | None = None) -> Citation:
    """One of our rules as a citation."""
    matched = matched or Matched("rule", BY_ID[number].text)
    return Citation(BY_ID[number], role, matched, 0.5, WORDING.get(number, ""), opened=role == "decides")


def answer(
    question: str = "Does my kite stay up?",
    citations: Sequence[Citation] = (),
    edition: Edition = OFFICIAL,
    answered: bool = True,
    message: str = "",
) -> Answer:
    """An answer with our rules."""
    return Answer(question, edition, "answered" if answered else "declined", 0.9, tuple(citations), message)


def read(edition: Edition = OFFICIAL) -> RuleReader:
    """Our rules to look up; those of the plain rulebook are worded by their own text."""
    wording = WORDING if edition.official else {rule.id: rule.text for rule in RULES}
    entries = {
        number: PlainEntry(number, "", wording.get(number, ""), QUESTIONS.get(number, ()))
        for number in {*wording, *QUESTIONS}
    }
    return RuleReader(Rulebook(edition, RULES, TERMS), entries)


@dataclass
class ToyJudge:
    """Answers with the kite rules; "weather" is declined, "broken" is a problem, "slow" takes its time.

    `asked` and `earlier` keep what it was asked; `cards` recognizes cards in a question.
    """

    edition: Edition = OFFICIAL
    cards: CardFinder | None = None
    asked: list[str] = field(default_factory=list)
    earlier: tuple[str, ...] = ()

    @property
    def reader(self) -> RuleReader:
        """Our rules."""
        return read(self.edition)

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """A canned answer that fits the question."""
        self.asked.append(question)
        self.earlier = tuple(earlier)
        if "slow" in question:
            sleep(SLOW)
        if "broken" in question:
            raise JudgeError("found a broken toy, expected a whole one; mend it <first>.")
        found, reader = self._answer(question, k), self.reader
        return replace(
            found,
            corrected=KeywordSpelling.from_rulebook(reader.rulebook, reader.plain).corrected(question),
            cards=self.cards.named_in(question, reader.rulebook) if self.cards else (),
            next_questions=next_questions(found, reader),
        )

    def find_rules(self, wanted: Sequence[str]) -> tuple[Rule, ...]:
        """The rules of these numbers."""
        return tuple(BY_ID[number] for number in wanted if number in BY_ID)

    def _answer(self, question: str, k: int) -> Answer:
        if "weather" in question:
            declined = "No rule here decides that. Name the toy and who holds it."
            return answer(question, [cite("900.2", "supports")], self.edition, False, declined)
        shown = [
            cite("900.1a", matched=MATCHED_EXAMPLE),
            cite("900.2", "supports", Matched("question", "does wind <stop>?")),
            cite("900.2a", "supports"),
        ]
        if not self.edition.official:
            shown = [replace(each, plain=each.rule.text) for each in shown]
        return answer(question, shown[:k], self.edition)
