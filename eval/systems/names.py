"""The names of the systems that a report holds side by side, the judge first."""

SYSTEMS = ("judge", "bm25", "dense", "rrf")
