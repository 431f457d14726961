"""The steps of the web chat, as plain functions from conversation to conversation."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index.errors import JudgeError
from index.rules.decode import whole_letters
from index.words import shortened
from judge.messages import too_long
from judge.question.text import MOST, QuestionError
from ui import strings
from ui.html.answer import answer_html, pending_html, problem_html, question_html, without_waiting
from ui.html.highlight import Highlighter
from ui.html.page import header_html
from ui.html.rule import missing_rule_html, rule_html, term_html
from ui.html.rules_tab import branch_html, found_html
from ui.page.as_of import AsOf, split_mark
from ui.page.features import PageFeatures, Report
from ui.page.install import Installation
from ui.page.writings import Writings
from ui.state.feedback import MOST_RULES, FeedbackEntry, deciding_of, edition_of

if TYPE_CHECKING:
    from judge.judge import Answerer
    from judge.lookup.reader import RuleReader

Turn = dict[str, str]
ChatStep = tuple[str, list[Turn]]

TURNS_KEPT = 20
LONGEST_CONVERSATION = 1_000_000
LONGEST_EDITION = 40
LONGEST_SEARCH = 100
SHOWN_OF_TOO_LONG = 200


class Chat:
    """What the page does; it holds the judge in use, which an uploaded rules file replaces.

    A turn is `{"question": "…", "answer": "<div…", "edition": "2026-08-07"}`; the answer is "" while it is being looked
    up, the edition is the one that a shared link named, else "".
    """

    def __init__(self, judge: "Answerer", features: PageFeatures | None = None) -> None:
        self.features = features or PageFeatures()
        self.as_of = AsOf(self.features.past)
        self.installation = Installation(self.use)
        self.writings = Writings() if self.features.writer else None
        self.use(judge)

    def use(self, judge: "Answerer") -> None:
        """Use this judge from now on, once its edition's links are ready."""
        highlighter = Highlighter.from_rulebook(judge.reader.rulebook)
        self.judge, self.highlighter = self.features.watched(judge), highlighter

    def take(self, question: str, turns: list[Turn], edition: str = "") -> ChatStep:
        """A question → an empty box and the conversation with it; one that is too long stays in the box."""
        asked = whole_letters(question).strip()
        if not asked:
            return "", turns
        turns = [{**each, "answer": without_waiting(each["answer"])} for each in turns]
        turn = {"question": asked, "answer": "", "edition": whole_letters(edition[:LONGEST_EDITION])}
        if len(asked) > MOST:
            refusal = problem_html(too_long(len(asked), MOST), again=False)
            turn |= {"question": shortened(asked, SHOWN_OF_TOO_LONG), "answer": refusal}
        return asked if turn["answer"] else "", _newest([*turns, turn])

    def answer(self, box: str, turns: list[Turn], write: bool = False) -> ChatStep:
        """The conversation with every open question answered; after a problem the question returns to the box.

        With `write` each answer has a place for the written one, which `written` fills.
        """
        done: list[Turn] = []
        for turn in turns:
            if not turn["answer"]:
                try:
                    turn = {**turn, "answer": self._answer_html(turn, [each["question"] for each in done], write)}
                except JudgeError as error:
                    turn = {**turn, "answer": problem_html(str(error), not isinstance(error, QuestionError))}
                    box = box or turn["question"]
            done.append(turn)
        return box, done

    def _answer_html(self, turn: Turn, earlier: Sequence[str], write: bool) -> str:
        judge = self.as_of.judge(turn["edition"], self.judge)
        answer = judge.ask(turn["question"], earlier=earlier)
        if judge is not self.judge:
            return self.as_of.answer_html(answer, frozenset(judge.reader.rulebook.by_id))
        writing = self.writings.begin(answer, turn["edition"]) if write and self.writings else ""
        return answer_html(answer, self.highlighter, turn["edition"], writing)

    async def written(self, writing: str) -> str:
        """The message of an answer with its written part, "" where nobody waits for it any more."""
        found = self.writings and self.writings.take(writing)
        if not found or not self.features.writer:
            return ""
        answer = await self.features.writer.write(found.answer, self.judge)
        return answer_html(answer, self.highlighter, found.linked_edition)

    def fail(self, box: str, turns: list[Turn]) -> ChatStep:
        """The conversation after a crash or a full queue."""
        kept = [turn if turn["answer"] else {**turn, "answer": problem_html(strings.FAILED)} for turn in turns]
        return box or (turns[-1]["question"] if turns else ""), kept

    def rule(self, asked: str) -> str:
        """The rule panel's HTML, of a number or of one in another edition: `702.19b@2024-03-08`.

        After `702.19b/` stand words that are marked in the rule.
        """
        wanted, _, marked = asked.partition("/")
        number, edition = split_mark(wanted[:LONGEST_SEARCH])
        here = self.reader.edition.id
        if edition and edition != here:
            return self.as_of.rule(number, edition[:LONGEST_EDITION], self.judge)
        try:
            rule = self.reader.find(number)
        except JudgeError as error:
            return missing_rule_html(str(error))
        highlighter = self.highlighter.for_sentences((marked,) if marked else ())
        return rule_html(rule, self.reader, highlighter, self.as_of.life(here, rule.id))

    def term(self, term: str) -> str:
        """What the glossary says of a term, "" where it has none."""
        entry = self.highlighter.explanation(term)
        return term_html(entry, self.highlighter) if entry else ""

    def branch(self, number: str) -> str:
        """The rules of a chapter, for the Rules tab."""
        return branch_html(self.reader.rulebook, number)

    def found(self, query: str) -> str:
        """What a search of the Rules tab finds."""
        return found_html(self.reader.rulebook, query[:LONGEST_SEARCH], self.highlighter)

    def feedback(self, said: dict[str, Any]) -> str:
        """Save the feedback on an answer, with the edition that it was given by; returns the message for the reader."""
        if self.features.feedback is None:
            return strings.NO_FEEDBACK
        reader = self.as_of.reader(str(said["edition"])[:LONGEST_EDITION], self.reader)
        if reader is None:
            return strings.FEEDBACK_OTHER.format(edition=str(said["edition"])[:LONGEST_EDITION])
        verdict, rule = str(said["verdict"]), str(said["rule"])[:LONGEST_SEARCH].strip()
        try:
            named = reader.find(rule).number if verdict == "wrong-rule" else ""
            cited = [reader.find(str(number)[:LONGEST_SEARCH]).number for number in said["cited"][:MOST_RULES]]
            deciding = deciding_of(verdict, cited, named)
            edition = edition_of(reader.edition)
            self.features.feedback.keep(
                FeedbackEntry(whole_letters(str(said["question"])), edition, verdict, tuple(cited), deciding)
            )
        except JudgeError as error:
            return str(error)
        return strings.FEEDBACK_KEPT

    def prepare(self, edition: str) -> dict[str, str | bool]:
        """Get an edition ready that a reader has chosen; what is said meanwhile, and whether that is over."""
        return self.as_of.prepare(edition[:LONGEST_EDITION], self.judge)

    def upload(self, path: Path) -> None:
        """Start to install a rules file, which is read at once; `installation` says how far it is."""
        install, data = self.features.install, path.read_bytes()
        self._start(install and (lambda report: install(data, path.name, report)))

    def fetch(self) -> None:
        """Start to download and install the publisher's text."""
        self._start(self.features.fetch)

    def _start(self, work: "Callable[[Report], Answerer] | None") -> None:
        if not self.plain_only:
            self.installation.refuse(strings.ALREADY_INSTALLED)
        elif work is None:
            self.installation.refuse(strings.NO_WEB)
        else:
            self.installation.start(work)

    @property
    def reader(self) -> "RuleReader":
        """The rules of the edition in use."""
        return self.judge.reader

    @property
    def plain_only(self) -> bool:
        """True while no official text is in use."""
        return not self.reader.edition.official

    def head(self) -> str:
        """The page's title and the edition in use."""
        return header_html(self.reader.edition)


def saved(turns: object) -> list[Turn]:
    """The turns that a browser saved; anything else is dropped."""
    kept = turns if isinstance(turns, list) else []
    read = [
        {name: str(turn.get(name, "")) for name in ("question", "answer", "edition")}
        for turn in kept
        if isinstance(turn, dict) and turn.keys() >= {"question", "answer"}
    ]
    return [{**turn, "answer": without_waiting(turn["answer"])} for turn in read]


def _newest(turns: list[Turn]) -> list[Turn]:
    """The last turns, as many as a browser sends back with the next question."""
    kept, length = list[Turn](), 0
    for turn in reversed(turns[-TURNS_KEPT:]):
        length += len(turn["answer"])
        if kept and length > LONGEST_CONVERSATION:
            break
        kept.insert(0, turn)
    return kept


def messages(turns: list[Turn]) -> list[dict[str, Any]]:
    """The turns as gr.Chatbot takes them."""
    shown: list[dict[str, Any]] = []
    for turn in turns:
        shown.append({"role": "user", "content": question_html(turn["question"])})
        shown.append({"role": "assistant", "content": turn["answer"] or pending_html()})
    return shown
