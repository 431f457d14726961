"""Plain entries for our small rules, and two questions that no rule answers."""

from dataclasses import replace

from index.plain.unanswerable import shipped_unanswerable
from index.records import PlainEntry

PLAIN_ENTRIES = (
    PlainEntry("702", "Keyword Abilities", ""),
    PlainEntry("702.10", "Haste", "Haste lets the newcomer attack at once."),
    PlainEntry("702.10a", "", "A hasty newcomer is never dizzy.", ("can my new beetle attack at once",)),
    PlainEntry("702.19", "Trample", "Spare damage tramples over blockers."),
    PlainEntry("702.19a", "", "It has nothing to do when nobody blocks."),
    PlainEntry(
        "702.19b",
        "",
        "Kill the blockers first; what is left hits the player.",
        ("how much tramples over a chump blocker", "deathtouch with trample, one point each?"),
        ("Our own beetle tramples an ant.",),
        ("510.1c",),
    ),
    PlainEntry("702.19c", "", "No blocker left: everything hits the player."),
)


# A kind that is shipped, with questions of our own.
UNANSWERABLE = (replace(shipped_unanswerable()[0], questions=("who bakes the best bread", "which town has a baker")),)
