"""What the tests share: a fake encoder, our small rules with some plain entries, their search, cards, an empty home."""

import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_cards import as_lines, plain_lines, written
from small_rules import SMALL_RULES
from small_site import Site, serving

from index.align import align
from index.cards.recognise import CardNames
from index.cards.store import CardStore, add_files
from index.document import read_bytes
from index.passages import make_passages, searched_text
from index.records import PlainEntry, PlainRulebook, Rulebook
from index.search import Search
from index.undecided import shipped_undecided
from index.vectors import Vectors

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DIMENSIONS = 4096
# Weights of the features that can be followed by eye, in place of the learnt ones.
EVEN = np.array([1, 1, 1.5, 0, 0, 0, 0, 0.5, 0.25], np.float32)
CHROMIUM = Path("/usr/bin/chromium")


class BagOfWords:
    """A fake encoder: a word is a place in the vector, so a cosine is the share of words that two texts have in common.

    `encoded` keeps every text that was asked for.
    """

    def __init__(self, name: str = "bag-of-words") -> None:
        self.name = name
        self.weights = hashlib.sha256(name.encode()).hexdigest()
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32, shape (texts, 4096); a text without words is a zero vector."""
        self.encoded.extend(texts)
        vectors = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                vectors[row, int(hashlib.sha256(word.encode()).hexdigest(), 16) % DIMENSIONS] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-9))
        return unit


PLAIN_ENTRIES = (
    PlainEntry("702", "Keyword Abilities", ""),
    PlainEntry("702.10", "Haste", "Haste lets the newcomer attack at once."),
    PlainEntry("702.10a", "", "A hasty newcomer is never dizzy.", ("can my new beetle attack at once",)),
    PlainEntry("702.19", "Trample", "Spare damage tramples over blockers."),
    PlainEntry("702.19a", "", "It has nothing to do when nobody blocks."),
    PlainEntry(
        "702.19b",
        "",
        "Kill the blockers first; what is left hits the player.",
        ("how much tramples over a chump blocker", "deathtouch with trample, one point each?"),
        ("Our own beetle tramples an ant.",),
        ("510.1c",),
    ),
    PlainEntry("702.19c", "", "No blocker left: everything hits the player."),
)


# A kind that is shipped, with questions of our own.
UNDECIDED = (replace(shipped_undecided()[0], questions=("who bakes the best bread", "which town has a baker")),)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that is not there yet; `judge` uses it, and no network."""
    folder = tmp_path / "home"
    monkeypatch.setenv("JUDGE_HOME", str(folder))
    monkeypatch.setenv("JUDGE_OFFLINE", "1")
    return folder


@pytest.fixture
def encoder() -> BagOfWords:
    """A fake encoder that has encoded nothing."""
    return BagOfWords()


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    """Our small rules as the official edition 2030-01-01."""
    return read_bytes(SMALL_RULES.encode(), "small.txt")


@pytest.fixture(scope="session")
def plain() -> PlainRulebook:
    """Seven plain entries keyed to our small rules."""
    return PlainRulebook("2030-01-01", PLAIN_ENTRIES)


@pytest.fixture(scope="session")
def search(rulebook: Rulebook, plain: PlainRulebook) -> Search:
    """The search over our small rules with their plain entries, by the fake encoder."""
    encoder = BagOfWords()
    passages = make_passages(rulebook, align(plain, rulebook), UNDECIDED)
    found = Search.from_passages(passages, encoder.encode([searched_text(each) for each in passages]), encoder)
    return replace(found, weights=EVEN)


@pytest.fixture(autouse=True, scope="module")
def pages_of_a_module() -> Iterator[None]:
    """A page is served for one module."""
    yield
    if pages := sys.modules.get("pages"):
        pages.stop_all()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One Chromium for all tests."""
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is missing")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(params=["desktop", "phone"])
def page(request: pytest.FixtureRequest, browser: "Browser") -> Iterator["Page"]:
    """A page of a fresh browser; fails on errors, on foreign requests and on sideways scrolling."""
    from pages import opened

    with opened(browser, request.param) as page:
        yield page


@pytest.fixture
def site() -> Iterator[Site]:
    """A server on a free port of this machine."""
    with serving() as served:
        yield served


@pytest.fixture
def card_store(home: Path, tmp_path: Path) -> CardStore:
    """A home folder with the cards that we made up."""
    add_files(home, [written(tmp_path, "cards.jsonl", as_lines(plain_lines()))])
    return CardStore.at(home)


@pytest.fixture(scope="session")
def card_names(tmp_path_factory: pytest.TempPathFactory) -> CardNames:
    """The names of the cards that we made up."""
    folder = tmp_path_factory.mktemp("names")
    add_files(folder / "home", [written(folder, "cards.jsonl", as_lines(plain_lines()))])
    return CardNames.from_store(CardStore.at(folder / "home"))
