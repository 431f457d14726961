"""What the tests share: markers, a fake encoder, our small rules with plain entries, their search, cards, a home."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import faults
import numpy as np
import pytest
from chromium import FOR_TESTS, find_browser, launch
from fake_encoder import BagOfWords
from paths import SharedFile, shared_file
from small_cards import as_lines, plain_lines, written
from small_plain import PLAIN_ENTRIES, UNANSWERABLE
from small_rules import SMALL_RULES
from small_site import Site, serving

from index.cards.names.recognize import CardNames
from index.cards.store import CardStore, add_files
from index.plain.align import align_plain
from index.records import PlainRulebook, Rulebook
from index.rules.read import read_bytes
from index.search.passages import make_passages, searched_text
from index.search.search import Search

if TYPE_CHECKING:
    from pages import Devices
    from playwright.sync_api import Browser, Page

# Weights of the features that can be followed by eye, in place of the learnt ones.
EVEN = np.array([1, 1, 1.5, 0, 0, 0, 0, 0.5, 0.25], np.float32)
BROWSER_TESTS = Path(__file__).parent / "browser"
FAULT_TESTS = Path(__file__).parent / "faults"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of the page `browser`, of faults `patient`, and those that read shared test data `official`."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if BROWSER_TESTS in item.path.parents or "browser" in fixtures:
            item.add_marker("browser")
        if FAULT_TESTS in item.path.parents:
            item.add_marker("patient")
        if "shared" in fixtures:
            item.add_marker("official")
        if "tried" in fixtures:
            item.add_marker("fault")


@pytest.fixture(scope="session")
def shared() -> SharedFile:
    """A function that returns a file in the shared test data, or skips the test if it is missing."""
    return shared_file


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that is not there yet; `judge` uses it, and no network."""
    folder = tmp_path / "home"
    monkeypatch.setenv("JUDGE_HOME", str(folder))
    monkeypatch.setenv("JUDGE_OFFLINE", "1")
    return folder


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """How often a test tries each fault; it has to be as often as docs/reliability.md says."""
    counts = Counter[str]()
    yield counts
    faults.keep(request.node.nodeid, counts)


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
    passages = make_passages(rulebook, align_plain(plain, rulebook), UNANSWERABLE)
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

    if not find_browser(FOR_TESTS):
        pytest.skip("Chromium is missing; scripts/install-system installs it")
    with sync_playwright() as playwright, launch(playwright.chromium, FOR_TESTS) as chromium:
        yield chromium


@pytest.fixture(scope="module")
def devices(browser: "Browser") -> Iterator["Devices"]:
    """The browser as a phone and as a desktop computer."""
    from pages import Devices

    found = Devices(browser)
    yield found
    found.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, devices: "Devices") -> Iterator["Page"]:
    """A page that fails on errors, foreign requests and sideways scrolling; on a desktop, or as marked."""
    from pages import DESKTOP, opened

    with opened(devices, getattr(request, "param", DESKTOP)) as page:
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
