"""A real language model as the writer, end to end: one that is far too small, so that nothing of it may get through.

Needs the model's file, which JUDGE_TEST_MODEL names (docs/writer.md says where it is from), and llama.cpp.
"""

import os
from pathlib import Path

import pytest

from eval.questions.shipped import VERDICTS, load_questions
from eval.verdicts import measure_written
from index.records import PlainRulebook, Rulebook
from index.search.search import Search
from judge.judge import Judge
from judge.writer.endpoint import Endpoint
from judge.writer.writer import Writer

QUESTIONS = 2


@pytest.fixture
def model() -> Path:
    """The model's file; skips the test where there is none."""
    pytest.importorskip("xllamacpp", reason="llama.cpp is missing; pip install 'rules-judge[studies]'")
    file = Path(os.environ.get("JUDGE_TEST_MODEL", ""))
    if not file.is_file():
        pytest.skip("the model is missing; set JUDGE_TEST_MODEL to a GGUF file")
    return file


@pytest.mark.slow
def test_a_tiny_model_shows_nothing_unproven(
    model: Path, search: Search, rulebook: Rulebook, plain: PlainRulebook
) -> None:
    from eval.studies.writer import RULES, SECONDS, serving

    judge = Judge.from_rulebooks(rulebook, plain, search)
    with serving(model) as address:
        endpoint = Endpoint.named(address, model.stem, {}, offline=True)
        assert endpoint is not None
        writer = Writer(Writer.at(endpoint).client, seconds=SECONDS)
        rows = measure_written(load_questions(VERDICTS)[:QUESTIONS], judge, writer, k=RULES)
    assert len(rows) == QUESTIONS
    for row in rows:
        assert row.written.state in ("shown", "undecided", "withheld", "failed")
        assert row.exact == len(row.written.steps)
        assert bool(row.written.steps) == (row.written.state == "shown")
