"""judge/question/unknown_words.py: invented words, and words that only look invented."""

import pytest

from index.plain.chapters import read_plain
from index.words import stems
from judge.question.unknown_words import Vocabulary


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The words of the plain rulebook."""
    texts = [text for entry in read_plain().entries for text in (entry.title, entry.plain, *entry.questions)]
    return Vocabulary(tuple({word for words in stems(texts) for word in words}))


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("is stormkiss a mana ability", ("stormkiss",)),
        ("zorp nibble quandle fritz", ("zorp", "quandle")),
        ("does it still have Stormkiss", ()),  # a name
        ("does tramples damge carry ovr", ()),  # typos
        ("my sideways cards, when do they get turned back up", ()),
        ("can i gobble xq ab", ()),  # too short to tell
        ("what if the fnarzle happens twice, the fnarzle", ("fnarzle",)),
        ("does deathtouch work with trample", ()),
    ],
)
def test_unknown_words(vocabulary: Vocabulary, question: str, unknown: tuple[str, ...]) -> None:
    assert vocabulary.unknown_words(question) == unknown
