"""The rulings of a card and a question → the rulings, most relevant first."""

from collections.abc import Callable, Sequence

from index.cards.records import Ruling
from index.records import Edition

# A question and texts → how relevant each text is to the question.
Nearness = Callable[[str, Sequence[str]], Sequence[float]]


def by_words(question: str, texts: Sequence[str]) -> list[float]:
    """How relevant texts are by the words that they share with the question (BM25)."""
    from index.search.bm25 import score_few

    return score_few(question, texts)


def nearest_rulings(rulings: Sequence[Ruling], question: str, nearness: Nearness = by_words) -> list[Ruling]:
    """The rulings, most relevant first; newest first where they are equal or there is no question."""
    newest = sorted(rulings, key=lambda ruling: ruling.text)
    newest.sort(key=lambda ruling: ruling.date, reverse=True)
    if not question.strip() or len(newest) < 2:
        return newest
    scores = nearness(question, [ruling.text for ruling in newest])
    return [newest[place] for place in sorted(range(len(newest)), key=lambda place: (-scores[place], place))]


def is_older(ruling: Ruling, edition: Edition) -> bool:
    """Whether a ruling is older than the edition: the rules may have changed since."""
    return bool(edition.effective) and ruling.date < edition.effective
