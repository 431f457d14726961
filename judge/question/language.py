"""A question → whether it is in another language than English, with words of the game that are the same there."""

from collections.abc import Iterable

from index.words import each_word, letter_runs

LEAST = 2
# Everyday words of German, French, Spanish, Italian, and Portuguese that aren't English words as well.
FOREIGN = each_word(
    "und ist ich nicht ein eine einen der das mit wenn kann wird wie auf mein meine hat oder von beim "
    "une est que puis je les des avec dans peut quand mon ma qui sur comment "
    "una puede puedo los las cuando mi como tiene "
    "il che può posso quando mio mia della gli sono "
    "uma pode meu minha não quem tem"
)


def is_foreign(question: str, keywords: Iterable[str]) -> bool:
    """Whether at least two words are of another language, and one of the others is among the keywords."""
    words = frozenset(letter_runs(question.casefold()))
    return len(words & FOREIGN) >= LEAST and not (words - FOREIGN).isdisjoint(keywords)
