"""judge/writer: a server that misbehaves in every way we could think of, asked over HTTP; what is shown is proven."""

from collections.abc import Iterator
from functools import partial

import pytest
from misbehaviors import EACH, GIVEN, KINDS, TEXTS, Misbehavior, misbehaviors
from own_rules import ToyJudge
from scripted_writer import ScriptedServer, scripted
from terminals import pipe, written

from index.rules.numbers import numbers_claimed
from judge.documents import AnswerDocument
from judge.records import Answer
from judge.writer.writer import Writer
from ui.html.markdown import discord, markdown
from ui.html.view import AnswerView
from ui.terminal.answer import write_answer

pytestmark = pytest.mark.patient

JUDGE = ToyJudge()
ASKED = JUDGE.ask("Does my kite stay up?")
WITHOUT = written(pipe(), partial(write_answer, answer=ASKED))
CASES = list(misbehaviors())
NUMBERS = {*GIVEN, "900", "900.1", "9"}


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    """One server for all cases."""
    with scripted() as server:
        yield server


def answered(server: ScriptedServer, case: Misbehavior) -> Answer:
    """The answer with what a fresh writer makes of a case."""
    server.says(case.said)
    return Writer(Writer.at(server.endpoint).client, seconds=0.05 if case.said.gate else 10, pause=0).write_now(
        ASKED, JUDGE
    )


def test_there_are_more_than_500_cases_of_more_than_12_kinds() -> None:
    assert len(KINDS) >= 12
    assert len(CASES) == EACH * len(KINDS) > 500
    assert len(set(map(repr, CASES))) == len(CASES)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_unproven_is_shown(server: ScriptedServer, kind: str) -> None:
    for case in (case for case in CASES if case.kind == kind):
        answer = answered(server, case)
        assert answer.written is not None, case
        assert len(answer.written.steps) == (case.shown or 0), case
        assert (answer.written.state == "shown") is (case.shown is not None), case
        for step in answer.written.steps:
            assert step.source in GIVEN, case
            assert any(step.quote in text for text in TEXTS[step.source]), case
        said = " ".join([answer.written.verdict, answer.written.missing, *(step.says for step in answer.written.steps)])
        assert set(numbers_claimed(said)) <= NUMBERS, case
        _check_faces(answer)


def _check_faces(answer: Answer) -> None:
    """The rules stand below, in every face, and nothing that the server itself said."""
    text = written(pipe(), partial(write_answer, answer=answer))
    document = AnswerDocument.of(answer).model_dump_json()
    view = AnswerView.of(answer)
    assert text.endswith(WITHOUT)
    assert AnswerDocument.model_validate_json(document).citations == AnswerDocument.of(ASKED).citations
    for shown in (text, document, markdown(view), discord(view)):
        assert not {word for word in ("sk-secret", "999.9", "elsewhere", "evil", "\x1b") if word in shown}
