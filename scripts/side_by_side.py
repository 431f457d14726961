"""Entries of the plain rulebook, beside the official rules and the Oracle texts of the cards that their questions name.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/side_by_side.py 702.19b 702.19c

For whoever edits a chapter. The official edition in use and the cards are those of the home folder.
"""

import argparse
from collections.abc import Iterator

from index.cards.store import CardStore
from index.errors import JudgeError
from index.records import PlainEntry, Rulebook
from judge.library import Library
from judge.lookup.cards import CardReader


def side_by_side(entry: PlainEntry, rulebook: Rulebook, cards: CardReader | None) -> Iterator[str]:
    """The lines of one entry: the official text, ours, and each question with its answer and its cards."""
    rule = rulebook.by_id.get(entry.number)
    yield f"=== {entry.number}"
    official = (
        [rule.text or rule.heading, *rule.examples] if rule and rulebook.edition.official else ["(not installed)"]
    )
    yield from (f"OFFICIAL: {text}" for text in official)
    yield from (f"OURS: {text}" for text in (entry.plain, *entry.examples) if text)
    told: set[str] = set()
    for question, answer in zip(entry.questions, entry.answers, strict=True):
        yield f"Q: {question}"
        yield f"A: {answer}"
        for named in cards.named_in(question) if cards else ():
            for read in named.cards:
                if read.card.name not in told:
                    told.add(read.card.name)
                    text = read.card.text.replace("\n", " / ")
                    yield f"    {read.card.name}, {read.card.type_line}: {text}"


def main() -> None:
    """Print the entries that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="+", metavar="RULE", help="a number such as 702.19b")
    numbers = parser.parse_args().rules
    library = Library.at_home()
    entries, store = library.plain.by_number, CardStore.at(library.home)
    try:
        rulebook = library.rulebook()
        cards = None if store.empty else CardReader.from_store(store, rulebook)
        for number in numbers:
            if number not in entries:
                parser.error(f"found no rule {number} in the plain rulebook; expected a number such as 702.19b.")
            print("\n".join(side_by_side(entries[number], rulebook, cards)), end="\n\n")
    except JudgeError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
