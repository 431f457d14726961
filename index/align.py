"""The plain rulebook and an edition → which plain entry says which of the edition's rules.

In the edition that the plain rulebook is keyed to, a number is a number. In any other edition, chapters and titled
rules are found again by their title, and the entries below them by their letter, but only where both have the same
letters there: what may have moved is left out rather than attached to the wrong rule.
"""

from collections.abc import Sequence

from index.records import PlainEntry, PlainRulebook, Rule, Rulebook


def align(plain: PlainRulebook, rulebook: Rulebook) -> dict[str, PlainEntry]:
    """The plain entry of each rule id that has one."""
    if not rulebook.edition.official or rulebook.edition.id == plain.keyed_to:
        return {entry.number: entry for entry in plain.entries if entry.number in rulebook.by_id}
    aligned: dict[str, PlainEntry] = {}
    below = _children(plain)
    chapters = {rule.heading.casefold(): rule for rule in rulebook.rules if rule.is_chapter}
    for entry in plain.entries:
        chapter = chapters.get(entry.title.casefold()) if "." not in entry.number else None
        if chapter:
            _align_below(entry, chapter, below, rulebook, aligned)
    return aligned


def _align_below(
    entry: PlainEntry,
    rule: Rule,
    below: dict[str, list[PlainEntry]],
    rulebook: Rulebook,
    aligned: dict[str, PlainEntry],
) -> None:
    aligned[rule.id] = entry
    ours = below.get(entry.number, [])
    theirs = [rulebook.by_id[child] for child in rule.children]
    same = [_tail(one.number) for one in ours] == [_tail(one.number) for one in theirs]
    titled = {one.heading.casefold(): one for one in theirs if not one.text}
    for one in ours:
        match = titled.get(one.title.casefold()) if one.title else _same_tail(one, theirs) if same else None
        if match:
            _align_below(one, match, below, rulebook, aligned)


def _children(plain: PlainRulebook) -> dict[str, list[PlainEntry]]:
    below: dict[str, list[PlainEntry]] = {}
    for entry in plain.entries:
        if "." in entry.number:
            digits = entry.number.rstrip("abcdefghijklmnopqrstuvwxyz")
            parent = digits if digits != entry.number else entry.number.partition(".")[0]
            below.setdefault(parent, []).append(entry)
    return below


def _tail(number: str) -> str:
    return number.partition(".")[2].lstrip("0123456789") or number.partition(".")[2]


def _same_tail(entry: PlainEntry, rules: Sequence[Rule]) -> Rule | None:
    return next((rule for rule in rules if _tail(rule.number) == _tail(entry.number) and rule.text), None)
