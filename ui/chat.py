"""A judge → the steps of the web chat, as plain functions from conversation to conversation."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from index.errors import JudgeError
from index.records import Edition
from index.text import whole_letters
from judge.prompts import too_long
from judge.question import MOST, QuestionError
from ui import words
from ui.actions import actions_html, meant_html
from ui.browse import branch_html, found_html
from ui.cards import cards_html
from ui.feedback import MOST_RULES, Said, deciding_of, edition_of
from ui.install import Installation
from ui.marks import Marks
from ui.markup import edition_line, safe
from ui.panel import missing_rule_html, rule_html, term_html
from ui.parts import Parts, Report
from ui.render import answer_html, error_html, question_html
from ui.suggest import next_questions

if TYPE_CHECKING:
    from judge.judge import Judge

Turn = dict[str, str]
Step = tuple[str, list[Turn]]

TURNS_KEPT = 20
LONGEST_TALK = 1_000_000
LONGEST_EDITION = 40
LONGEST_SEARCH = 100
SHOWN_OF_TOO_LONG = 200


class Chat:
    """What the page does; it holds the judge in use, which an uploaded rules file replaces.

    A turn is `{"question": "…", "answer": "<div…", "edition": "2026-08-07"}`; the answer is "" while it is being looked
    up, the edition is the one that a shared link named, else "".
    """

    def __init__(self, judge: "Judge", parts: Parts | None = None) -> None:
        self.parts = parts or Parts()
        self.installation = Installation(self.use)
        self.use(judge)

    def use(self, judge: "Judge") -> None:
        """Answer by this judge from now on; what the page needs of its edition is read first."""
        marks = Marks.from_rulebook(judge.rulebook)
        self.judge, self.marks = judge, marks

    def take(self, question: str, turns: list[Turn], edition: str = "") -> Step:
        """A question → an empty box and the conversation with it; one that is too long stays in the box."""
        asked = whole_letters(question).strip()
        if not asked:
            return "", turns
        turn = {"question": asked, "answer": "", "edition": whole_letters(edition[:LONGEST_EDITION])}
        if len(asked) > MOST:
            refusal = error_html(too_long(len(asked), MOST), again=False)
            turn |= {"question": f"{asked[:SHOWN_OF_TOO_LONG]} …", "answer": refusal}
        return asked if turn["answer"] else "", _newest([*turns, turn])

    def answer(self, box: str, turns: list[Turn]) -> Step:
        """The conversation with every open question answered; after a problem the question is in the box again."""
        done: list[Turn] = []
        for turn in turns:
            if not turn["answer"]:
                try:
                    turn = {**turn, "answer": self._answer_html(turn, [each["question"] for each in done])}
                except JudgeError as error:
                    turn = {**turn, "answer": error_html(str(error), not isinstance(error, QuestionError))}
                    box = box or turn["question"]
            done.append(turn)
        return box, done

    def _answer_html(self, turn: Turn, earlier: Sequence[str]) -> str:
        answer = self.judge.ask(turn["question"], earlier=earlier)
        above = other_edition(turn["edition"], answer.edition) + meant_html(self.judge.mended(answer.question))
        if self.parts.named:
            above += cards_html(self.parts.named(self.judge, answer.question), answer.edition)
        return answer_html(answer, above, self.marks, actions_html(answer, next_questions(answer, self.judge)))

    def fail(self, box: str, turns: list[Turn]) -> Step:
        """The conversation after a crash or a full queue."""
        kept = [turn if turn["answer"] else {**turn, "answer": error_html(words.FAILED)} for turn in turns]
        return box or (turns[-1]["question"] if turns else ""), kept

    def rule(self, number: str) -> str:
        """The rule panel's HTML."""
        try:
            rule = self.judge.find(number[:LONGEST_SEARCH])
        except JudgeError as error:
            return missing_rule_html(str(error))
        return rule_html(rule, self.judge.plain(rule.id), self.judge.rulebook, self.marks)

    def term(self, term: str) -> str:
        """What the glossary says of a term, "" where it has none."""
        entry = self.marks.explanation(term)
        return term_html(entry, self.marks) if entry else ""

    def branch(self, number: str) -> str:
        """The rules of a chapter, for the Rules tab."""
        return branch_html(self.judge.rulebook, number)

    def found(self, query: str) -> str:
        """What a search of the Rules tab finds."""
        return found_html(self.judge.rulebook, query[:LONGEST_SEARCH], self.marks)

    def feedback(self, said: dict[str, Any]) -> str:
        """Keep what a reader says of an answer; returns what to tell him."""
        if self.parts.feedback is None:
            return words.NO_FEEDBACK
        if str(said["edition"]) != self.judge.rulebook.edition.id:
            return words.FEEDBACK_OTHER.format(edition=str(said["edition"])[:LONGEST_EDITION])
        verdict, rule = str(said["verdict"]), str(said["rule"])[:LONGEST_SEARCH].strip()
        try:
            named = self.judge.find(rule).number if verdict == "wrong-rule" else ""
            cited = [self.judge.find(str(number)[:LONGEST_SEARCH]).number for number in said["cited"][:MOST_RULES]]
            deciding = deciding_of(verdict, cited, named)
            edition = edition_of(self.judge.rulebook.edition)
            self.parts.feedback.keep(
                Said(whole_letters(str(said["question"])), edition, verdict, tuple(cited), deciding)
            )
        except JudgeError as error:
            return str(error)
        return words.FEEDBACK_KEPT

    def upload(self, path: Path) -> None:
        """Start to install a rules file, which is read at once; `installation` says how far it is."""
        install, data = self.parts.install, path.read_bytes()
        self._start(install and (lambda report: install(data, path.name, report)))

    def fetch(self) -> None:
        """Start to install the text from the publisher's page."""
        self._start(self.parts.fetch)

    def _start(self, work: "Callable[[Report], Judge] | None") -> None:
        if not self.plain_only:
            self.installation.refuse(words.ALREADY_INSTALLED)
        elif work is None:
            self.installation.refuse(words.NO_WEB)
        else:
            self.installation.start(work)

    @property
    def plain_only(self) -> bool:
        """True while no official text is in use."""
        return not self.judge.rulebook.edition.official

    def head(self) -> str:
        """The page's title and the edition in use."""
        line = safe(edition_line(self.judge.rulebook.edition))
        return f"<header><h1>{escape(words.TITLE)}</h1><p>{line}</p></header>"


def saved(turns: object) -> list[Turn]:
    """The turns that a browser kept, without what is none of ours."""
    kept = turns if isinstance(turns, list) else []
    return [
        {name: str(turn.get(name, "")) for name in ("question", "answer", "edition")}
        for turn in kept
        if isinstance(turn, dict) and turn.keys() >= {"question", "answer"}
    ]


def _newest(turns: list[Turn]) -> list[Turn]:
    """The last turns, as many as a browser sends back with the next question."""
    kept, length = list[Turn](), 0
    for turn in reversed(turns[-TURNS_KEPT:]):
        length += len(turn["answer"])
        if kept and length > LONGEST_TALK:
            break
        kept.insert(0, turn)
    return kept


def other_edition(linked: str, edition: Edition) -> str:
    """What is said above an answer whose link was made from another edition."""
    if linked in ("", edition.id):
        return ""
    return f'<p class="label">{safe(words.OTHER_EDITION.format(linked=linked, here=edition.id))}</p>'


def messages(turns: list[Turn]) -> list[dict[str, Any]]:
    """The turns as gr.Chatbot takes them."""
    shown: list[dict[str, Any]] = []
    for turn in turns:
        shown.append({"role": "user", "content": question_html(turn["question"])})
        answer = turn["answer"] or f'<div class="answer pending"><p>{escape(words.SEARCHING)}</p></div>'
        shown.append({"role": "assistant", "content": answer})
    return shown
