"""judge/past.py, judge/outdated.py and what a library says of several editions."""

from dataclasses import replace
from pathlib import Path

import pytest
from fake_encoder import BagOfWords
from two_editions import NEW_DAY, NEWER, OLD_DAY, OLDER, edition

from index.errors import EditionError
from index.make.fingerprint import confirmed, keyed_anew
from index.records import PlainEntry, PlainRulebook, Rulebook
from index.rules.history.fingerprints import Fingerprints
from judge.library import Library
from judge.lookup.reader import RuleReader
from judge.outdated import outdated_entries, questions_of
from judge.past import PastEditions

pytestmark = pytest.mark.patient

OLD, NEW = "2030-01-01", "2031-05-01"


@pytest.fixture
def past(home: Path) -> PastEditions:
    """Two editions, and an encoder that we can follow."""
    library = Library(home)
    for day, body in ((OLD_DAY, OLDER), (NEW_DAY, NEWER)):
        library.install(edition(day, body))
    return PastEditions(library, BagOfWords(), patience=60)


def test_what_was_installed_is_said(home: Path) -> None:
    library, book = Library(home), edition(OLD_DAY, OLDER)
    outcomes = [library.install(each) for each in (book, book, edition(OLD_DAY, NEWER))]
    assert outcomes == ["new", "same", "replaced"]
    (home / "editions" / OLD / "rulebook.json").write_text("{")
    assert library.install(book) == "new"


def test_rules_and_answers_of_an_older_edition(past: PastEditions) -> None:
    """An answer by the newest edition says which rule was reworded, one by the oldest can't; one judge is kept."""
    assert past.editions() == [OLD, NEW]
    assert past.today(OLD, "800.2a", NEW) == "800.3a"
    newest = past.judge(NEW)
    assert past.judge(NEW) is newest
    since = {number: newest.ask(number).citations[0].reworded_since for number in ("800.1", "800.3a")}
    assert since == {"800.1": OLD, "800.3a": ""}
    answer = past.judge(OLD).ask("800.1")
    assert (answer.edition.id, answer.citations[0].reworded_since) == (OLD, "")
    assert "every rule" in answer.citations[0].rule.text
    with pytest.raises(EditionError, match='found no edition "2001-01-01"'):
        past.judge("2001-01-01")


def test_readers_and_changes_are_kept_until_an_edition_changes(past: PastEditions) -> None:
    changes, reader = past.changes(), past.reader(NEW)
    assert past.changes(OLD, NEW) is changes
    assert past.reader(NEW) is reader
    past.library.install(edition(NEW_DAY, OLDER))
    assert past.changes().counts == {}
    assert past.reader(NEW).find("800.2a").text.startswith("An owl hunts")


def test_a_partial_edition_has_no_history(past: PastEditions) -> None:
    part = past.library.add(NEWER[NEWER.index("801. Nests") : NEWER.index("Glossary")].encode(), "nests.txt")
    assert past.editions() == [OLD, NEW]
    with pytest.raises(EditionError, match="found the edition partial-nests, expected a complete official one"):
        past.life(part.edition.id, "801.1")
    assert past.life(NEW, "801.2").since == OLD


def _plain(book: Rulebook) -> tuple[PlainRulebook, Fingerprints]:
    entries = (PlainEntry(rule.number, rule.heading, f"We say {rule.number}.", ("why?", "how?")) for rule in book.rules)
    return PlainRulebook(book.edition.id, tuple(entries)), Fingerprints.of_rules([r for r in book.rules if r.text])


def test_a_wording_is_out_of_date_until_it_is_confirmed() -> None:
    old, new = edition(OLD_DAY, OLDER), edition(NEW_DAY, NEWER)
    plain, prints = _plain(old)
    assert outdated_entries(RuleReader.from_rulebooks(old, plain, prints.read_for)) == []
    rekeyed = replace(plain, keyed_to=new.edition.id)
    keyed = keyed_anew(new, prints)
    found = outdated_entries(RuleReader.from_rulebooks(new, rekeyed, keyed.read_for))
    assert "800.1" in [each.rule.number for each in found]
    assert questions_of(found) == 2 * len(found)
    read = confirmed(rekeyed, new, keyed, ["800.1"])
    left = outdated_entries(RuleReader.from_rulebooks(new, rekeyed, read.read_for))
    assert [each.rule.number for each in found if each not in left] == ["800.1"]


def test_only_an_official_text_makes_a_wording_old() -> None:
    old = edition(OLD_DAY, OLDER)
    plain, prints = _plain(old)
    unofficial = replace(old, edition=replace(old.edition, official=False))
    stale = dict.fromkeys(prints.read_for, 7)
    assert not RuleReader.from_rulebooks(unofficial, plain, stale).is_outdated("800.1")
    assert RuleReader.from_rulebooks(old, plain, stale).is_outdated("800.1")
    assert not RuleReader.from_rulebooks(old, plain, stale).is_outdated("800.2")
