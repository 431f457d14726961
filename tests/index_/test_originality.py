"""scripts/originality.py: runs of words in common, by hand."""

import pytest
from originality import SharedPhrase, pieces, runs

OFFICIAL = pieces(["The old bee flies home when the day ends.", "A kite"], 4)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So the old bee flies home, when night falls.", ["the old bee flies home when"]),
        ("The old bee walks home when the day ends", ["home when the day ends"]),
        ("Bees fly home when the day begins.", ["home when the day"]),
        ("A bee is old.", []),
        ("", []),
    ],
)
def test_the_longest_runs(text: str, found: list[str]) -> None:
    assert [run.words for run in runs("1.1", text, OFFICIAL, 4)] == found


def test_a_quoted_phrase_is_told() -> None:
    [run] = runs("1.1", 'It says "the old bee flies home".', OFFICIAL, 4)
    assert run.quoted
    [run] = runs("1.1", "It says the old bee flies home.", OFFICIAL, 4)
    assert not run.quoted


def test_what_is_too_long() -> None:
    assert [SharedPhrase("1.1", "", length, False).too_long for length in (9, 10)] == [False, True]
    assert [SharedPhrase("1.1", "", length, True).too_long for length in (12, 13)] == [False, True]
