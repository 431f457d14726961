"""An official edition → index/models/fingerprints.npz: run it when the plain rulebook is keyed to a newer edition.

python -m index.make.fingerprint FILE
"""

import sys
from pathlib import Path

from index.plain.fingerprints import FILE, Fingerprints, write_fingerprints
from index.rules.read import read_document


def main(file: str) -> None:
    """Write the fingerprints of an official edition in the checkout."""
    prints = Fingerprints.of_rules([rule for rule in read_document(file).rules if rule.text])
    write_fingerprints(Path(__file__).parents[1] / "models" / FILE, prints)


if __name__ == "__main__":
    main(sys.argv[1])
