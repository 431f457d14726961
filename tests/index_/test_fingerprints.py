"""index/rules/history/fingerprints.py: the same rule is recognized, another one is not."""

from pathlib import Path

import numpy as np
import pytest
from paths import official_edition

from index.plain.chapters import KEYED_TO, read_plain
from index.plain.keyed_edition import FILE, shipped_fingerprints, write_fingerprints
from index.rules.history.fingerprints import Fingerprints, similarity, sketches, words_hash
from index.rules.read import read_document

ANT = "An ant that carries a leaf may not carry a second leaf, unless the leaf is smaller than the ant itself."


def test_references_case_and_stops_do_not_count() -> None:
    assert words_hash("See rule 702.19b, Ants.") == words_hash("see rule 613 ants")
    assert words_hash("See rule 702.19b, Ants.") != words_hash("See rule 702.19b, Bees.")


def test_similarity_follows_the_share_of_words() -> None:
    changed, other = ANT.replace("second leaf", "third leaf"), "Bees dance in front of the hive when the day begins."
    alike = similarity(sketches([ANT]), sketches([ANT, changed, other]))[0]
    assert alike[0] == 1
    assert 0.6 < alike[1] < 0.95
    assert alike[2] < 0.15


def test_a_text_without_words_has_a_sketch() -> None:
    assert sketches([""]).shape == (1, 64)
    assert sketches([]).shape == (0, 64)


def test_written_fingerprints_come_back(tmp_path: Path) -> None:
    prints = Fingerprints(("800.1", "800.2"), (2**64 - 1, 7), sketches([ANT, "Bees."]))
    write_fingerprints(tmp_path / FILE, prints)
    with np.load(tmp_path / FILE, allow_pickle=False) as saved:
        assert list(saved["numbers"]) == ["800.1", "800.2"]
        assert [int(each) for each in saved["hashes"]] == [2**64 - 1, 7]
        assert (saved["sketches"] == prints.sketches).all()


@pytest.mark.official
def test_the_shipped_ones_are_those_of_the_keyed_edition() -> None:
    """Fails when the plain rulebook was keyed anew and `python -m index.make.fingerprint FILE` not run."""
    book = read_document(official_edition(KEYED_TO))
    official = Fingerprints.of_rules([rule for rule in book.rules if rule.text])
    shipped = shipped_fingerprints()
    assert (shipped.numbers, shipped.hashes) == (official.numbers, official.hashes)
    assert (shipped.sketches == official.sketches).all()


def test_every_fingerprint_has_a_plain_entry() -> None:
    assert set(shipped_fingerprints().numbers) - read_plain().by_number.keys() == set()
