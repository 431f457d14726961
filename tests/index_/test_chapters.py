"""index/plain/chapters.py: the format of a chapter, and every mistake with its file and line."""

from collections.abc import Callable, Sequence

import pytest

from index.errors import PlainError
from index.plain.chapters import LONGEST, read_chapter, read_terms
from index.records import PlainEntry, PlainTerm

CHAPTER = """# 800 Insects

## 800.1 Ant
Ants are many.
They march.

They carry.

- how many ants
  Ten. Ann counts them.
- do ants carry
Example: Ann counts ten ants.
Example: Bob counts none.
See: 801.1, 800.1a, 802

## 800.1a\r
A lost ant waits.
"""


def test_a_chapter() -> None:
    assert read_chapter("800.md", CHAPTER) == [
        PlainEntry("800", "Insects", ""),
        PlainEntry(
            "800.1",
            "Ant",
            "Ants are many. They march. They carry.",
            ("how many ants", "do ants carry"),
            ("Ann counts ten ants.", "Bob counts none."),
            ("801.1", "800.1a", "802"),
            ("Ten. Ann counts them.", ""),
        ),
        PlainEntry("800.1a", "", "A lost ant waits."),
    ]


def test_a_chapter_may_have_wording() -> None:
    assert read_chapter("800.md", "# 800 Insects\nAll about them.\n- what is this\n") == [
        PlainEntry("800", "Insects", "All about them.", ("what is this",), answers=("",))
    ]


def test_terms() -> None:
    text = "# Glossary\n\n## Ant, Queen\nThe mother\nof all.\nSee: 800.1, 802\n\n## Bee\nIt stings.\n"
    assert read_terms("glossary.md", text) == [
        PlainTerm("Ant, Queen", "The mother of all.", ("800.1", "802")),
        PlainTerm("Bee", "It stings."),
    ]


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        pytest.param(read_chapter, "", 'x.md:1: found "", expected "# 702', id="empty"),
        pytest.param(read_chapter, "\n# 800 Insects", 'x.md:1: found "", expected "# 702', id="late-title"),
        pytest.param(read_chapter, "# 800\n", 'x.md:1: found "# 800"', id="no-title"),
        pytest.param(
            read_chapter, "# 800 A\n\n## 801.1\nx", 'x.md:3: found "## 801.1", expected "## 800.1a"', id="other-chapter"
        ),
        pytest.param(read_chapter, "# 800 A\n# 801 B\n", 'x.md:2: found "# 801 B"', id="second-chapter"),
        pytest.param(read_chapter, "# 800 A\n### 800.1\nx", 'x.md:2: found "### 800.1"', id="third-level"),
        pytest.param(read_chapter, "# 800 A\n## 800.1A\nx", 'x.md:2: found "## 800.1A"', id="capital-letter"),
        pytest.param(read_chapter, "# 800 A\n## 800.1.\nx", 'x.md:2: found "## 800.1."', id="stop-after-the-number"),
        pytest.param(
            read_chapter, "# 800 A\n## 800.1\n\n- q\n", "x.md:2: 800.1 has a wording of 0 characters", id="no-wording"
        ),
        pytest.param(
            read_chapter,
            f"# 800 A\n## 800.1\n{'x' * (LONGEST + 1)}",
            f"x.md:2: 800.1 has a wording of {LONGEST + 1}",
            id="too-long",
        ),
        pytest.param(
            read_chapter, "# 800 A\n## 800.1\nx\n## 800.1\ny", "x.md:4: 800.1 is already at line 2", id="twice"
        ),
        pytest.param(
            read_chapter,
            "# 800 A\n## 800.1\nx\nSee: 801.1, ants",
            'x.md:4: found "ants" after See:',
            id="see-no-number",
        ),
        pytest.param(
            read_chapter,
            "# 800 A\n## 800.1\nx\n- q\ny",
            'x.md:5: found "y" after the questions',
            id="wording-after-questions",
        ),
        pytest.param(
            read_terms,
            "# G\n## Ant\n\n## Bee\nx",
            "x.md:2: Ant has a wording of 0 characters",
            id="term-without-wording",
        ),
        pytest.param(read_terms, "# G\n## Ant\nx\n## Ant\ny", "x.md:4: Ant is already at line 2", id="term-twice"),
        pytest.param(read_terms, "# G\n## Ant\nx\nSee: Bee", 'x.md:4: found "Bee" after See:', id="term-see"),
    ],
)
def test_mistakes(read: Callable[[str, str], Sequence[object]], text: str, said: str) -> None:
    with pytest.raises(PlainError) as caught:
        read("x.md", text)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_an_answer_stands_below_its_question() -> None:
    chapter = (
        "# 800 Insects\n\n## 800.1\nAnts are many.\n\n- how many ants\n- do ants carry\n  Yes. They carry leaves.\n"
    )
    entry = read_chapter("800.md", chapter)[1]
    assert (entry.questions, entry.answers) == (("how many ants", "do ants carry"), ("", "Yes. They carry leaves."))


def test_other_wordings_follow_the_typical_questions() -> None:
    chapter = (
        "# 800 Insects\n\n## 800.1\nAnts are many.\n\n- how many ants\n  Many.\nAlso asked:\n- ants, count?\n  A lot.\n"
    )
    entry = read_chapter("800.md", f"{chapter}See: 800.2\n")[1]
    assert entry.typical == ("how many ants",)
    assert (entry.questions, entry.answers) == (("how many ants", "ants, count?"), ("Many.", "A lot."))
    assert entry.see == ("800.2",)


@pytest.mark.parametrize(
    "lines", ["Also asked:\n", "- how many\nAlso asked:\n- count?\nAlso asked:\n"], ids=["first", "twice"]
)
def test_other_wordings_stand_once_below_the_typical_questions(lines: str) -> None:
    with pytest.raises(PlainError, match=r"800.md:\d+: found Also asked:, expected it once"):
        read_chapter("800.md", f"# 800 Insects\n\n## 800.1\nAnts are many.\n\n{lines}")


@pytest.mark.parametrize("lines", ["  Yes.\n", "- do ants carry\n  Yes.\n  No.\n"], ids=["no question", "two answers"])
def test_an_answer_without_its_question_is_refused(lines: str) -> None:
    with pytest.raises(PlainError, match=r"found the answer .*, expected one below a question"):
        read_chapter("800.md", f"# 800 Insects\n\n## 800.1\nAnts are many.\n\n{lines}")
