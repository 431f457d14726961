"""index/cards/rulings.py: the ruling nearest to the question stands first."""

from collections.abc import Sequence

from index.cards.records import Ruling
from index.cards.rulings import is_older, nearest_rulings
from index.records import Edition

SOUP, TEA, CAKE = (
    Ruling("2029-01-05", "A spoon answers soup."),
    Ruling("2031-02-03", "Tea is no spell."),
    Ruling("2030-01-01", "Cake is a permanent."),
)
RULINGS = (SOUP, TEA, CAKE)


def test_without_a_question_the_newest_stands_first() -> None:
    assert nearest_rulings(RULINGS, " ") == [TEA, CAKE, SOUP]
    assert nearest_rulings(RULINGS, "is a plane a creature") == [TEA, CAKE, SOUP]
    assert nearest_rulings((), "soup?") == []


def test_shared_words_come_first() -> None:
    assert nearest_rulings(RULINGS, "may the spoon answer my soup") == [SOUP, TEA, CAKE]


def test_another_nearness() -> None:
    def by_length(question: str, texts: Sequence[str]) -> list[float]:
        return [float(len(text)) for text in texts]

    assert nearest_rulings(RULINGS, "x", by_length) == [SOUP, CAKE, TEA]


def test_older_than_the_edition() -> None:
    edition = Edition("2030-06-01", "ours", "2030-06-01", official=True)
    assert [is_older(each, edition) for each in RULINGS] == [True, False, True]
    assert not is_older(SOUP, Edition("x", "undated", "", official=True))
