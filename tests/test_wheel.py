"""The package as a user installs it: a wheel, in an environment of its own, from which a question is answered."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from paths import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment's folder of programs, with the wheel installed and our own environment's dependencies."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a build leaves files behind, which the next one would take in
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__"))
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*build, str(source)], check=True)
    [wheel] = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=False)
    packages = next(environment.glob("lib/python*/site-packages"))
    # A path in a .pth file is searched, but the .pth files there are not read: the checkout itself stays unknown.
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", "utf-8")
    install = [sys.executable, "-m", "pip", "--python", str(environment), "install", "-q", "--no-deps"]
    subprocess.run([*install, "--force-reinstall", str(wheel)], check=True)
    return environment / "bin"


def _run(program: Path, *arguments: str, home: Path) -> str:
    own = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    settings = {**own, "JUDGE_HOME": str(home), "JUDGE_OFFLINE": "1"}
    done = subprocess.run([program, *arguments], cwd=home, env=settings, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.slow
def test_the_wheel_answers_a_question(installed: Path, tmp_path: Path) -> None:
    where = _run(installed / "python", "-c", "import index; print(index.__file__)", home=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)
    asked = "deathtouch and trample together, how much goes through"
    answer = json.loads(_run(installed / "judge", "ask", asked, "--json", home=tmp_path))
    assert answer["state"] == "answered"
    assert answer["citations"][0]["rule"] == "702.2c"


@pytest.mark.slow
def test_the_wheel_holds_what_the_page_and_the_report_need(installed: Path, tmp_path: Path) -> None:
    script = (
        "from importlib.resources import files\n"
        "for package, name in (('ui', 'html/templates/answer.html'), ('ui', 'static'), ('eval.report', 'templates'),"
        " ('eval.questions', 'sets/kinds.jsonl'), ('index', 'models/minilm.onnx'), ('index', 'models/reranker.npz'),"
        " ('index.plain', 'chapters/702.md'), ('index.cards.names', 'words.txt')):\n"
        "    path = files(package) / name\n"
        "    print(name, path.is_file() or any(path.iterdir()))\n"
    )
    lines = _run(installed / "python", "-c", script, home=tmp_path).splitlines()
    assert [line for line in lines if not line.endswith(" True")] == []
    assert len(lines) == 8
