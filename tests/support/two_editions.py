"""Two editions of a little rules document of our own, with rules added, dropped, reworded and renumbered."""

from index.records import Rulebook
from index.rules.read import read_bytes

GLOSSARY = """
Glossary

Feather
What keeps a bird warm. See rule 801.2.

{term}
{sense}

Credits

Us
"""
OLDER = """
800. Birds
800.1. A bird has two wings, and it counts as one animal for every rule in this chapter.
800.1a A bird that sings may be heard by each player who is not asleep. See rule 801.1.
Example: A robin sings at dawn. Ann hears it and Bob, who is asleep, does not.
800.2. Owl
800.2a An owl hunts at night, and no other bird may hunt while it does.
800.2b An owl turns its head until it has seen every mouse on the field.
801. Nests
801.1. A nest holds as many eggs as its builder can keep warm.
801.2. A nest without a bird in it is empty, whatever else lies in it.
802. Cages
802.1. Nobody may put a bird into a cage against its will.
""" + GLOSSARY.format(term="Perch", sense="A place to sit.")
NEWER = """
800. Birds
800.1. A bird has two wings, and it counts as one animal for each rule in this chapter.
800.1a A bird that sings may be heard by each player who is not asleep. See rule 801.2.
Example: A robin sings at noon. Ann hears it and Bob, who is asleep, does not.
800.2. Gull
800.2a A gull steals from every other bird that carries a fish over the sea.
800.3. Owl
800.3a An owl hunts at night, and no other bird may hunt while it does.
800.3b An owl turns its head until it has seen every mouse on the field.
801. Nests
801.1. A nest is built by the bird that found the tree.
801.2. A nest holds as many eggs as its builder can keep warm.
801.3. A nest without a bird in it is empty, whatever else lies in it.
""" + GLOSSARY.format(term="Gull", sense="A bird that steals.")
HEAD = "{magic} Comprehensive Rules\n\nThese rules are effective as of {day}.\n\nIntroduction\n\nContents\n\n"
SECTIONS = "\n\n".join(
    f"{digit}. Part {digit}\n\n{digit}99. Rest of {digit}\n\n{digit}99.1. Nothing else." for digit in range(1, 10)
)


def document(day: str, body: str) -> str:
    """A complete document that takes effect on a day such as `May 1, 2031`."""
    rules, _, end = body.partition("\nGlossary\n")
    contents = "1. Part 1\n\n2. Part 2\n\nGlossary\n\nCredits\n\n"
    return f"{HEAD.format(magic='Bird', day=day)}{contents}{SECTIONS}\n{rules}\nGlossary\n{end}"


def edition(day: str, body: str) -> Rulebook:
    """The rulebook of a document."""
    return read_bytes(document(day, body).encode(), f"{day}.txt")


OLD_DAY, NEW_DAY = "January 1, 2030", "May 1, 2031"
