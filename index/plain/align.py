"""The plain rulebook and an edition → the plain entry of each rule of the edition.

In the edition that the plain rulebook is keyed to, entries and rules with the same number belong together. In any
other edition, the aligner of editions finds them by the fingerprints of the texts that the entries were written for.
"""

from index.plain.edition import plain_rulebook
from index.plain.keyed_edition import shipped_fingerprints
from index.records import PlainEntry, PlainRulebook, Rulebook
from index.rules.history.align import Outline, align
from index.rules.history.fingerprints import Fingerprints


def align_plain(plain: PlainRulebook, rulebook: Rulebook, keyed: Fingerprints | None = None) -> dict[str, PlainEntry]:
    """The plain entry of each rule id that has one.

    `keyed` are the fingerprints of the official texts that the plain rulebook is keyed to, by default the shipped ones.
    """
    if not rulebook.edition.official or rulebook.edition.id == plain.keyed_to:
        return {entry.number: entry for entry in plain.entries if entry.number in rulebook.by_id}
    ours = Outline.of_fingerprints(plain_rulebook(plain), keyed or shipped_fingerprints())
    return {pair.new: plain.by_number[pair.old] for pair in align(ours, Outline.of_rulebook(rulebook))}
