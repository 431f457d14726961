"""The labeled pairs → one table: the precision and the recall of recognizing questions about the same case.

    python -m eval.studies.same_case

The `test` half is measured with the shipped model; no typical question of it was learned from. Prints Markdown.
"""

from collections.abc import Sequence

from eval.examples import open_search
from eval.fitting.same_case import LabeledPair, cosines, log_odds, shipped_pairs
from eval.records import Flags
from judge.answer.case_features import NAMES, CaseFeatures
from judge.answer.linear_model import shipped_model
from judge.answer.same_case import FILE, CaseMatcher
from judge.library import Library

HEAD = "| pairs | all | same case | shown | of these the same | precision | recall |"
RULE = "| --- | --- | --- | --- | --- | --- | --- |"


def row(title: str, pairs: Sequence[LabeledPair], shown: Flags) -> str:
    """One row of the table; `shown` says which pairs pass."""
    same, passed = sum(pair.same for pair in pairs), int(shown.sum())
    right = sum(pair.same for pair, passes in zip(pairs, shown, strict=True) if passes)
    figures = f"{right / passed:.3f} | {right / same:.3f}" if passed and same else " | "
    return f"| {title} | {len(pairs)} | {same} | {passed} | {right} | {figures} |"


def table(pairs: Sequence[LabeledPair], shown: Flags) -> str:
    """All pairs, then those that were found by searching and those that were written."""
    lines = [HEAD, RULE, row("all", pairs, shown)]
    for source in ("found", "written"):
        rows = [at for at, pair in enumerate(pairs) if pair.source == source]
        lines.append(row(source, [pairs[at] for at in rows], shown[rows]))
    return "\n".join(lines)


def main() -> None:
    """Print the table of each half."""
    rulebook, search = open_search(Library.at_home())
    matcher = CaseMatcher(CaseFeatures.from_search(search.likelihood, rulebook), shipped_model(FILE, NAMES))
    for split in ("dev", "test"):
        pairs = shipped_pairs(split)
        shown = log_odds(matcher, pairs, cosines(pairs, search.encoder)) >= 0
        print(f"{split}\n\n{table(pairs, shown)}\n")


if __name__ == "__main__":
    main()
