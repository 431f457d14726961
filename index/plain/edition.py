"""The plain rulebook → a Rulebook, so that there are rules to cite where no official edition is installed."""

from index.records import Edition, Entry, GlossaryEntry, PlainEntry, PlainRulebook, Rulebook
from index.rules.editions import PLAIN
from index.rules.entries import SourceDocument
from index.rules.rulebook import build_rulebook

SECTIONS = {
    "1": "Game Concepts",
    "2": "Parts of a Card",
    "3": "Card Types",
    "4": "Zones",
    "5": "Turn Structure",
    "6": "Spells, Abilities, and Effects",
    "7": "Additional Rules",
    "8": "Multiplayer Rules",
    "9": "Casual Variants",
}


def plain_rulebook(plain: PlainRulebook) -> Rulebook:
    """The plain rulebook as an unofficial edition whose texts are our wording."""
    name = f"Plain rulebook (our own words, numbers of {plain.keyed_to})"
    edition = Edition(id=PLAIN, name=name, effective=plain.keyed_to, official=False)
    glossary = tuple(GlossaryEntry(term.term, (term.plain,), term.see) for term in plain.terms)
    entries = tuple(_entry(entry) for entry in plain.entries)
    return build_rulebook(SourceDocument(plain.keyed_to, SECTIONS, entries, glossary), edition)


def _entry(entry: PlainEntry) -> Entry:
    return Entry(entry.number, entry.title, entry.plain, entry.examples, entry.see)
