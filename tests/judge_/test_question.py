"""judge/question/text.py: what is cleaned away."""

import pytest

from judge.question.text import MOST, QuestionError, clean_question, says_something


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        pytest.param("  does\t\thaste\r\nhelp? ", "does haste help?", id="white space"),
        pytest.param("a\x00b\x07c\x7fd", "a b c d", id="control characters"),
        pytest.param("\x1b[31mred", "[31mred", id="terminal colour"),
        pytest.param("one\u2028two\u2029three", "one two three", id="line separators"),
        pytest.param("half\ud83da letter", "half a letter", id="half a surrogate pair"),
        pytest.param("\x00\x01", "", id="nothing else"),
        pytest.param("“Löwe” 🪲", "“Löwe” 🪲", id="kept"),
        pytest.param("x" * MOST, "x" * MOST, id="longest"),
    ],
)
def test_cleaning(typed: str, cleaned: str) -> None:
    assert clean_question(typed) == cleaned


@pytest.mark.parametrize(("length", "said"), [(MOST + 1, "2,001"), (100_000, "100,000")])
def test_too_long(length: int, said: str) -> None:
    with pytest.raises(QuestionError, match=f"^the question has {said} characters, expected 2,000 at most; leave out"):
        clean_question("x" * length)


@pytest.mark.parametrize(
    ("question", "says"),
    [("haste?", True), ("Ω und ß, wie?", True), ("", False), ("?!", False), ("🪲🪲", False), ("7 x 4", False)],
)
def test_says_something(question: str, says: bool) -> None:
    assert says_something(question) is says
