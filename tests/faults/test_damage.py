"""Every file of the home folder flipped, cut, missing or of another version; a full disk; a read-only home."""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from paths import ROOT
from small_cards import as_lines, plain_lines
from small_plain import PLAIN_ENTRIES
from small_rules import SMALL_RULES

from index.cards.store import CardStore, add_files
from index.errors import CardError, JudgeError
from index.plain.align import align_plain as align
from index.records import PlainRulebook
from index.rules.editions import choose, install, load_edition
from index.rules.read import read_bytes
from index.search.build import prepare_search
from judge.lookup.card_repair import CardRepair
from judge.lookup.cards import CardFinder
from ui.state.feedback import Feedback, FeedbackEntry

EDITION, QUESTION = "2030-01-01", "does trample go over?"
# In the tests three files for each kind of damage; `make chaos` takes all, so many times.
PER_FILE, MOST = int(os.environ.get("DAMAGES", "1")), None if "DAMAGES" in os.environ else 3
REPAIR = "card repair"
REBUILT = ("indexes", "embeddings")
BOUND = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.getuid() == 0 else ()
LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
from ui.cli import main
sys.exit(main(sys.argv[2:]))
"""


def whole_home(home: Path) -> Path:
    """A home folder with everything that may be in one."""
    rulebook = read_bytes(SMALL_RULES.encode(), "small.txt")
    install(home, rulebook)
    choose(home, EDITION)
    cards = home.parent / "cards.jsonl"
    cards.write_bytes(as_lines(plain_lines()))
    add_files(home, [cards])
    searched(home)
    Feedback.at(home).keep(FeedbackEntry("first?", EDITION, "right"))
    return home


def searched(home: Path) -> list[str]:
    """The rules that a question finds."""
    rulebook = load_edition(home, EDITION)
    entries = align(PlainRulebook(EDITION, PLAIN_ENTRIES), rulebook)
    return [hit.rule for hit in prepare_search(rulebook, entries, BagOfWords(), home).search(QUESTION).hits]


def named(home: Path) -> list[str]:
    """The cards that a question names."""
    finder = CardFinder(CardStore.at(home), CardRepair(home))
    rulebook = read_bytes(SMALL_RULES.encode(), "small.txt")
    return [card.card.name for each in finder.named_in("What does [[Spoon]] do?", rulebook) for card in each.cards]


def flipped(data: bytes, chance: random.Random) -> bytes:
    """With one to eight flipped bits."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut(data: bytes, chance: random.Random) -> bytes:
    """Without its end."""
    return data[: chance.randrange(len(data))]


def other(data: bytes, chance: random.Random) -> bytes:
    """As another version, or another program, may have written it."""
    return chance.choice((b"", b"{}", b"[]", b'{"format": 99}', b"SQLite format 3\0" + data[:200], b"PK\3\4", data * 2))


DAMAGES: dict[str, Callable[[bytes, random.Random], bytes] | None] = {
    "flipped": flipped,
    "cut": cut,
    "another version": other,
    "missing": None,
    "a folder": None,
    "a link to itself": None,
}


def damage(path: Path, kind: str, chance: random.Random) -> None:
    """Damage a file."""
    work = DAMAGES[kind]
    if work:
        path.write_bytes(work(path.read_bytes(), chance))
        return
    path.unlink()
    if kind == "a folder":
        path.mkdir()
    elif kind == "a link to itself":
        path.symlink_to(path)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder that nothing happened to."""
    return whole_home(tmp_path_factory.mktemp("good") / "home")


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Path:
    """A copy of it to damage."""
    shutil.copytree(good, tmp_path / "copy")
    return tmp_path / "copy"


def outcome(use: Callable[[], object]) -> str:
    """What a use of the home folder gives as text, or the one line by which it is refused."""
    try:
        return f"gave {use()}"
    except JudgeError as error:
        assert "\n" not in str(error) and "Traceback" not in str(error)
        return f"refused: {error}"


def uses(home: Path) -> dict[str, Callable[[], object]]:
    """Each part of the home folder, used."""
    return {
        "editions": lambda: len(load_edition(home, EDITION).rules),
        "indexes": lambda: searched(home),
        "embeddings": lambda: searched(home),
        "cards": lambda: named(home),
        "state.sqlite": lambda: [each.question for each in Feedback.at(home).all()],
    }


@pytest.mark.parametrize("kind", DAMAGES)
def test_each_damaged_file_is_rebuilt_or_named(good: Path, tmp_path: Path, kind: str, tried: Counter[str]) -> None:
    chance, right = random.Random(2026), {name: outcome(use) for name, use in uses(good).items()}
    files = [path.relative_to(good) for path in sorted(good.rglob("*")) if path.is_file()]
    used = [path for path in files if path.parts[0] in right]
    assert {path.parts[0] for path in used} == right.keys()
    for number, path in enumerate(chance.sample(used * PER_FILE, MOST or len(used) * PER_FILE)):
        copy, part = tmp_path / str(number), path.parts[0]
        shutil.copytree(good, copy)
        damage(copy / path, kind, chance)
        tried["damaged parts"] += 1
        found = outcome(uses(copy)[part])
        wait_for_repairs()
        if part in REBUILT:
            assert found == right[part], path
        elif found != right[part]:
            assert found.startswith("refused: ") or found in harmless(part), f"{path}: {found}"


def wait_for_repairs() -> None:
    """Wait until damaged cards are made again."""
    for thread in threading.enumerate():
        if thread.name == REPAIR:
            thread.join()


def harmless(part: str) -> tuple[str, ...]:
    """What a part may give that is empty or gone; whatever else differs would be a wrong answer."""
    return {"state.sqlite": ("gave []",), "cards": ("gave []",)}.get(part, ())


@pytest.mark.parametrize("part", ["editions", "cards", "state.sqlite"])
def test_what_cannot_be_read_is_named(copy: Path, part: str, tried: Counter[str]) -> None:
    path = next(each for each in sorted(copy.rglob("*")) if each.is_file() and each.relative_to(copy).parts[0] == part)
    path.write_bytes(b"nothing that we wrote")
    tried["damaged parts"] += 1
    if part == "cards":
        assert CardStore.at(copy).card("Spoon").name == "Spoon"  # the copy of a file is needed for repairs alone
        CardStore.at(copy).path.write_bytes(b"nothing that we wrote")
        with pytest.raises(CardError, match=r"cards\.sqlite"):
            CardStore.at(copy).card("Spoon")
    else:
        found = outcome(uses(copy)[part])
        assert found.startswith("refused: ") and part in found


def judged(home: Path, *arguments: str, room: int = 1 << 40) -> tuple[int, str]:
    """The exit code and the line of a command with so much room for each file, which permissions bind for root too."""
    command = [*BOUND, sys.executable, "-c", LIMITED, str(room), *arguments]
    environment = {**os.environ, "JUDGE_HOME": str(home), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
    return done.returncode, done.stderr.strip()


@pytest.fixture
def document(tmp_path: Path) -> Iterator[Path]:
    """A rules document."""
    path = tmp_path / "rules.txt"
    path.write_text(SMALL_RULES, "utf-8")
    yield path


def test_a_full_disk_has_one_clear_line(tmp_path: Path, document: Path, copy: Path, tried: Counter[str]) -> None:
    code, line = judged(tmp_path / "new", "rules", "add", str(document), room=500)
    assert code == 1 and "\n" not in line
    assert line.startswith(f"judge: cannot write to {tmp_path / 'new'} (") and line.endswith("set JUDGE_HOME to one.")
    cards = tmp_path / "more.jsonl"
    cards.write_bytes(as_lines(plain_lines()))
    code, line = judged(copy, "cards", "add", str(cards), room=8192)
    assert code == 1 and "\n" not in line and "cannot write" in line
    assert CardStore.at(copy).card("Spoon").name == "Spoon"
    assert [path for path in copy.rglob("*.unfinished")] == []
    tried["commands"] += 2


def test_a_read_only_home_is_read_and_has_one_clear_line(document: Path, copy: Path, tried: Counter[str]) -> None:
    for path in [copy, *copy.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        assert judged(copy, "rule", "702.19") == (0, "")
        code, line = judged(copy, "rules", "add", str(document))
        assert (code, line.count("\n")) == (1, 0)
        assert line.startswith(f"judge: cannot write to {copy}")
        assert "(Permission denied)" in line
        assert judged(copy, "feedback", "export", str(document.parent / "set.jsonl")) == (0, "")
        tried["commands"] += 3
    finally:
        for path in [copy, *copy.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)


def test_what_may_not_be_read_is_named(copy: Path, tried: Counter[str]) -> None:
    (copy / "editions" / EDITION / "rulebook.json").chmod(0)
    (copy / "state.sqlite").chmod(0)
    code, line = judged(copy, "rule", "702.19")
    assert (code, line.count("\n")) == (1, 0) and EDITION in line
    code, line = judged(copy, "feedback", "export", str(copy / "set.jsonl"))
    assert (code, line.count("\n")) == (1, 0) and "state.sqlite" in line
    tried["commands"] += 2


def test_a_home_that_cannot_be_written_has_one_clear_line(tmp_path: Path, document: Path, tried: Counter[str]) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("a file where the home folder would be")
    code, line = judged(in_the_way / "home", "rules", "add", str(document))
    assert code == 1 and "\n" not in line and "expected a folder that you may write to; set JUDGE_HOME to one." in line
    answer = outcome(lambda: Feedback.at(in_the_way / "home").keep(FeedbackEntry("kite?", EDITION, "right")))
    assert answer.startswith("refused: cannot write to") and json.dumps(answer)
    tried["commands"] += 2
