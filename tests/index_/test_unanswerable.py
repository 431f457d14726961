"""index/plain/unanswerable.py: the kinds of questions that no rule decides."""

import pytest

from index.errors import PlainError
from index.plain.unanswerable import UnanswerableKind, read_unanswerable, shipped_unanswerable

FILE = """# Title

A paragraph for people.

## Bread
The rules don't bake.
Ask a baker.

- who bakes best
- which flour

## Weather
Look out of the window.

- will it rain
"""


def test_kinds_with_their_reason_and_questions() -> None:
    assert read_unanswerable("u.md", FILE) == [
        UnanswerableKind("Bread", "The rules don't bake. Ask a baker.", ("who bakes best", "which flour")),
        UnanswerableKind("Weather", "Look out of the window.", ("will it rain",)),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## Bread\n- who", 'u.md: found "Bread" without a sentence that says why, expected both; write them.'),
        ("## Bread\nAsk a baker.", 'u.md: found "Bread" without questions after `- `, expected both; write them.'),
    ],
)
def test_what_lacks_something_is_named(text: str, message: str) -> None:
    with pytest.raises(PlainError) as error:
        read_unanswerable("u.md", text)
    assert str(error.value) == message


def test_the_shipped_kinds() -> None:
    kinds = shipped_unanswerable()
    questions = [question for kind in kinds for question in kind.questions]
    assert len(kinds) >= 12
    assert len(questions) == len(set(questions)) >= 500
