"""Card files → index/cards/names/words.txt, the words of card names that no English dictionary has.

python -m index.make.card_words FILE...
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from spellchecker import SpellChecker

from index.cards.files import read_items
from index.cards.formats import read_item
from index.cards.records import FoundCard
from index.words import letter_runs

TARGET = Path(__file__).parents[1] / "cards" / "names" / "words.txt"
HEADER = "# Words of card names that no English dictionary has: a question may use them without being about nothing.\n"


def card_words(files: Sequence[Path]) -> list[str]:
    """The words in alphabetical order, in lowercase."""
    english = SpellChecker(language="en", distance=1)
    words = {word for name in _names(files) for word in letter_runs(name.casefold())}
    return sorted(word for word in words if len(word) > 2 and word not in english)


def _names(files: Sequence[Path]) -> Iterator[str]:
    for path in files:
        for item in read_items(path):
            for found in read_item(item, path.name)[1]:
                if isinstance(found, FoundCard):
                    yield found.card.name


def main(files: Sequence[str]) -> None:
    """Write the list in the checkout."""
    TARGET.write_text(HEADER + "".join(f"{word}\n" for word in card_words(list(map(Path, files)))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
