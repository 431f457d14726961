"""eval/verdicts.py and eval/scores/agreement.py: what is shown of written answers, and how many verdicts agree."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from own_rules import ToyJudge
from scripted_writer import Json, Said, ScriptedServer, data_of, message, reply, scripted, step

from eval.questions.shipped import load_questions
from eval.records import Question
from eval.scores.agreement import ModelGrader, grades_by_hand
from eval.verdicts import as_lines, measure_written, summarize_written, written_table
from index.errors import QuestionSetError
from index.rules.numbers import is_number
from judge.writer.client import HttpClient
from judge.writer.writer import Writer

GOOD, BAD = step("900.1a", "the kite comes down"), step("900.1a", "the kite goes home")
REPLIES = {
    "kite one?": message(reply(GOOD, BAD, verdict="No.")),
    "kite two?": message(reply(GOOD, step("900.2", "wind blows until it doesn't"), verdict="Yes.")),
    "kite three?": message(reply(BAD)),
    "kite four?": message(reply(decided=False, verdict="")),
    "kite five?": Said(status=401),
}
QUESTIONS = [Question(f"q{at}", asked, (("900.1a",),), verdict="No, it falls.") for at, asked in enumerate(REPLIES)]


def script(request: Json) -> Said:
    """The reply to a question; as a grader, whether an answer begins like the reference."""
    data = data_of(request)
    if "reference" in data:
        return message({"same": data["reference"].startswith(data["answer"].rstrip("."))})
    return REPLIES[data["question"]]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server that writes and grades."""
    with scripted() as server:
        server.script = script
        yield server


def test_the_figures_of_five_questions(server: ScriptedServer, tmp_path: Path) -> None:
    ticks = iter(range(100))
    grader = ModelGrader(HttpClient(replace(server.endpoint, model="grader")))
    done: list[tuple[int, int]] = []
    rows = measure_written(
        QUESTIONS, ToyJudge(), Writer.at(server.endpoint), grader, lambda *each: done.append(each), lambda: next(ticks)
    )
    summary = summarize_written(rows)
    assert summary == {
        "questions": 5, "shown": 0.4, "undecided": 0.2, "withheld": 0.2, "failed": 0.2, "steps_dropped": 0.4,
        "quotes": 3, "quotes_exact": 1.0, "graded": 2, "agreement": 0.5, "ms_p50": 1000.0, "ms_p95": 1000.0,
        "tokens_read": 480, "tokens_written": 120,
    }  # fmt: skip
    assert done[-1] == (5, 5)
    assert "| quotes exact | 1.000 |\n" in written_table(summary)
    assert "| ms p50 | 1,000 |\n" in written_table(summary)
    lines = [json.loads(line) for line in as_lines(rows).splitlines()]
    assert [line["state"] for line in lines] == ["shown", "shown", "withheld", "undecided", "failed"]
    lines[1]["agrees"] = True
    path = tmp_path / "graded.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    by_hand = measure_written(QUESTIONS, ToyJudge(), Writer.at(server.endpoint), grades_by_hand(path))
    assert [row.agrees for row in by_hand] == [True, True, None, None, None]


def test_without_anything_shown_there_are_no_shares(server: ScriptedServer) -> None:
    summary = summarize_written(measure_written(QUESTIONS[4:], ToyJudge(), Writer.at(server.endpoint)))
    assert (summary["steps_dropped"], summary["quotes_exact"], summary["agreement"]) == (None, None, None)
    assert "| agreement | – |" in written_table(summary)


def test_what_cannot_be_measured_is_refused(server: ScriptedServer, tmp_path: Path) -> None:
    with pytest.raises(QuestionSetError, match='found 1 questions without a "verdict", such as q0'):
        measure_written([replace(QUESTIONS[0], verdict="")], ToyJudge(), Writer.at(server.endpoint))
    (tmp_path / "no.jsonl").write_text("[]\n", "utf-8")
    for name in ("no.jsonl", "none.jsonl"):
        with pytest.raises(QuestionSetError, match=f"{name}: found no grades"):
            grades_by_hand(tmp_path / name)


@pytest.mark.parametrize("said", [Said(status=500), message("same"), message({"same": "yes"})], ids=str)
def test_a_grader_that_says_nothing_grades_nothing(server: ScriptedServer, said: Said) -> None:
    server.says(said)
    assert ModelGrader(HttpClient(server.endpoint))("a?", "No.", "No.") is None


def test_the_shipped_questions_have_verdicts() -> None:
    questions = load_questions("verdicts")
    assert len(questions) == len({question.question for question in questions}) == 150
    assert all(question.verdict.endswith(".") and question.deciding for question in questions)
    assert all(is_number(number) for question in questions for number in question.numbers)
    assert {question.category for question in questions} >= {
        "keywords",
        "layers",
        "combat",
        "stack",
        "multiplayer",
        "slang",
    }
