"""eval/systems/fusion.py: reciprocal rank fusion, by hand."""

import pytest

from eval.systems.fusion import reciprocal_rank


@pytest.mark.parametrize(
    ("rankings", "fused"),
    [
        pytest.param([[7, 3], [3]], [(3, 1.5), (7, 1.0)], id="two-rankings"),
        pytest.param([[5, 2], [2, 5]], [(2, 1.5), (5, 1.5)], id="ties-by-row"),
        pytest.param([[4, 9], []], [(4, 1.0), (9, 0.5)], id="an-empty-ranking"),
        pytest.param([], [], id="none"),
    ],
)
def test_fused(rankings: list[list[int]], fused: list[tuple[int, float]]) -> None:
    assert reciprocal_rank(rankings, constant=0) == fused


def test_the_constant_is_60() -> None:
    assert reciprocal_rank([[8], [1, 8]]) == [(8, 1 / 61 + 1 / 62), (1, 1 / 61)]
