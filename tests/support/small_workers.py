"""Judges that other processes can open: of kites, and one whose process dies of a question."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from own_rules import OFFICIAL, PLAIN, ToyJudge

from judge.judge import MOST_CITED
from judge.records import Answer


def toy_judge(edition: str) -> ToyJudge:
    """The toy judge of an edition."""
    return ToyJudge(next(each for each in (OFFICIAL, PLAIN) if each.id == edition))


@dataclass
class MortalJudge(ToyJudge):
    """Its process ends at "die", and at "die once" where the file `died` is not there yet."""

    died: Path = Path()

    def ask(self, question: str, k: int = MOST_CITED, earlier: Sequence[str] = ()) -> Answer:
        """A canned answer, or the end."""
        if question == "die" or (question == "die once" and not self.died.exists()):
            self.died.touch()
            os._exit(1)
        return super().ask(question, k, earlier)


def mortal_judge(died: Path, edition: str) -> MortalJudge:
    """A mortal judge."""
    return MortalJudge(toy_judge(edition).edition, died=died)
