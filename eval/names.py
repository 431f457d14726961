"""The systems that a report holds side by side, the judge first."""

OURS = "judge"
SYSTEMS = (OURS, "bm25", "dense", "rrf")
