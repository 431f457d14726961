"""A judge → the same one, with all loaded that its first questions would wait for."""

from typing import TYPE_CHECKING

from judge.judge import Judge
from judge.question.cross_encoder import shipped_cross_encoder

if TYPE_CHECKING:
    from judge.judge import Answerer
    from judge.records import Answer

# Misspelled, so that the dictionaries are needed; long, so that the encoder has the memory for most questions.
QUESTION = (
    "When my creature with deathtuch and trample attacks and is blocked by two creatures, how do I assign its combat "
    "damage, and how much of it is left for the player, step by step?"
)


def warm_up(judge: "Answerer") -> "Answer":
    """Load the encoders, the names of the cards, the vectors of their rulings, and the dictionaries; an answer."""
    answer = judge.ask(QUESTION)
    if isinstance(judge, Judge):
        judge.rulings.encoder.encode([QUESTION])
    shipped_cross_encoder().load()
    return answer
