"""judge/question.py: what is cleaned away, and which rule numbers a question names."""

import pytest

from judge.question import MOST, QuestionError, clean_question, numbers_in, says_something


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        pytest.param("702.19b", ["702.19b"], id="subrule"),
        pytest.param("704.5K?", ["704.5k"], id="capital letter"),
        pytest.param("cr 704.5k", ["704.5k"], id="cr"),
        pytest.param("CR704.5k", ["704.5k"], id="cr without a space"),
        pytest.param("What does 702.19. say?", ["702.19"], id="stop after it"),
        pytest.param("is 704.5aa real", ["704.5aa"], id="two letters"),
        pytest.param("“613.4c”", ["613.4c"], id="in quotes"),
        pytest.param("613", ["613"], id="chapter alone"),
        pytest.param(" 613? ", ["613"], id="chapter asked"),
        pytest.param("rule 613", ["613"], id="rule and chapter"),
        pytest.param("explain Rule #613.", ["613"], id="rule and sign"),
        pytest.param("rules 613.4c", ["613.4c"], id="rule and subrule"),
        pytest.param("see section 800", ["800"], id="section"),
        pytest.param("613.4c and 614.1", ["613.4c", "614.1"], id="two"),
        pytest.param("614.1, rule 613, and 614.1 again", ["614.1", "613"], id="each once, in order"),
        pytest.param("(702.19b/702.2b)", ["702.19b", "702.2b"], id="slash"),
        pytest.param("what changed in 2026", [], id="year"),
        pytest.param("2026", [], id="year alone"),
        pytest.param("rule 2026", [], id="rule and year"),
        pytest.param("I have 120 life, can I lose?", [], id="amount"),
        pytest.param("a 100/100 beetle", [], id="size"),
        pytest.param("version 1.702.19", [], id="version"),
        pytest.param("702.1999", [], id="too many digits"),
        pytest.param("702.19abc", [], id="too many letters"),
        pytest.param("overruled 613", [], id="rule inside a word"),
        pytest.param("", [], id="empty"),
    ],
)
def test_numbers(question: str, numbers: list[str]) -> None:
    assert numbers_in(question) == numbers


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
