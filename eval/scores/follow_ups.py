"""Conversations → how often their last turns are rightly taken as follow-ups or as new questions, by who wrote them."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from eval.questions.dialogues import Turns
from eval.records import Array, FollowUps
from eval.scores.kinds import share_interval
from index.progress import Progress
from judge.judge import Judge
from judge.question.follow_up import is_follow_up, searched_pair

ALL = "all"


def taken_rightly(
    judge: Judge, conversations: Sequence[Turns], on_progress: Progress = lambda done, total: None
) -> Array:
    """For each conversation 1 where its last turn is rightly taken as a follow-up or as new, else 0."""
    search, right = judge.search, []
    find = partial(search.search, k=1)
    for done, each in enumerate(conversations, 1):
        pair = searched_pair(each.turns[-1], each.turns[-2], find, search.encoder)
        right.append(is_follow_up(pair, search.covered, judge.cross_encoder) == each.follow_up)
        on_progress(done, len(conversations))
    return np.array(right, np.float64)


def by_style(conversations: Sequence[Turns], right: Array) -> list[FollowUps]:
    """All conversations, then each style's; `right` is what `taken_rightly` found."""
    styles = np.array([each.style for each in conversations])
    parts = {ALL: np.ones(len(styles), bool)} | {style: styles == style for style in dict.fromkeys(styles.tolist())}
    return [_share(name, right[those]) for name, those in parts.items() if those.any()]


def _share(style: str, right: Array) -> FollowUps:
    count, total = int(right.sum()), len(right)
    return FollowUps(style=style, turns=total, right=count / total, interval=share_interval(count, total))
