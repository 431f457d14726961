"""An official edition → index/models/fingerprints.npz: run it when the plain rulebook is keyed to a newer edition.

python -m index.make.fingerprint FILE                      key the plain rulebook to this edition
python -m index.make.fingerprint FILE --confirm 702.19b…   our wording of these rules still fits their text in FILE

A wording whose official text changed stays out of date until it is confirmed; `judge rules check` lists those.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from index.plain.align import align_plain
from index.plain.chapters import read_plain
from index.plain.keyed_edition import FILE, shipped_fingerprints, write_fingerprints
from index.records import PlainRulebook, Rulebook
from index.rules.history.fingerprints import Fingerprints, words_hash
from index.rules.read import read_document

MODELS = Path(__file__).parents[1] / "models"


def keyed_anew(rulebook: Rulebook, known: Fingerprints) -> Fingerprints:
    """The fingerprints of an edition, whose numbers the plain rulebook has now; what was to confirm still is.

    A number that is new is taken to be worded for this edition.
    """
    prints = Fingerprints.of_rules([rule for rule in rulebook.rules if rule.text])
    before = known.read_for
    written_for = (before.get(number, words) for number, words in zip(prints.numbers, prints.hashes, strict=True))
    return replace(prints, written_for=tuple(written_for))


def confirmed(plain: PlainRulebook, rulebook: Rulebook, known: Fingerprints, numbers: list[str]) -> Fingerprints:
    """The fingerprints where our wording of these rules, numbered as in the edition, fits their text there."""
    entries = align_plain(plain, rulebook, known)
    read_for = {entries[number].number: words_hash(rulebook.by_id[number].text) for number in numbers}
    return replace(known, written_for=tuple({**known.read_for, **read_for}[number] for number in known.numbers))


def main() -> None:
    """Write the fingerprints of an official edition in the checkout."""
    arguments = argparse.ArgumentParser(description="Make the fingerprints of an official edition.")
    arguments.add_argument("file", metavar="FILE")
    arguments.add_argument("--confirm", nargs="+", default=[], metavar="NUMBER")
    options = arguments.parse_args()
    rulebook, known = read_document(options.file), shipped_fingerprints()
    made = confirmed(read_plain(), rulebook, known, options.confirm) if options.confirm else keyed_anew(rulebook, known)
    write_fingerprints(MODELS / FILE, made)


if __name__ == "__main__":
    main()
