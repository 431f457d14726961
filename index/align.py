"""The plain rulebook and an edition → which plain entry says which of the edition's rules.

In the edition that the plain rulebook is keyed to, a number is a number. In any other edition, chapters and titled
rules are found again by their title, and rules with a text by their fingerprint: the same words under the same title,
then texts that are like enough there, or nearly the same anywhere. A rule that is like none is left out rather than
attached to a wrong one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from index.fingerprints import Fingerprints, Sketches, likeness, shipped_fingerprints, sketches, words_hash
from index.plain_edition import plain_rulebook
from index.records import PlainEntry, PlainRulebook, Rule, Rulebook

LIKE_UNDER_ITS_TITLE = 0.5
LIKE_ANYWHERE = 0.9
FOR_THE_TITLE = 0.2
FOR_THE_NUMBER = 0.04

Pair = tuple[str, str]


def align(plain: PlainRulebook, rulebook: Rulebook, keyed: Fingerprints | None = None) -> dict[str, PlainEntry]:
    """The plain entry of each rule id that has one.

    `keyed` are the fingerprints of the official texts that the plain rulebook is keyed to, by default the shipped ones.
    """
    if not rulebook.edition.official or rulebook.edition.id == plain.keyed_to:
        return {entry.number: entry for entry in plain.entries if entry.number in rulebook.by_id}
    ours, prints = plain_rulebook(plain), keyed or shipped_fingerprints()
    pairs = dict(_same_titles(plain, ours, rulebook))
    pairs |= _same_words(ours, rulebook, prints)
    pairs |= _like_words(ours, rulebook, prints, pairs)
    return {rule: plain.by_number[number] for rule, number in pairs.items() if number in plain.by_number}


def _same_titles(plain: PlainRulebook, ours: Rulebook, theirs: Rulebook) -> Iterator[Pair]:
    """Chapters and titled rules with those of the same title: the same number, the same chapter, or the only one."""
    titled = [ours.by_id[entry.number] for entry in plain.entries if entry.title]
    by_number = {(rule.number, _title(rule)): rule.number for rule in titled}
    by_titles = {_titles(rule): rule.number for rule in titled}
    counts = Counter(_title(rule) for rule in titled)
    by_title = {_title(rule): rule.number for rule in titled if counts[_title(rule)] == 1}
    taken: set[str] = set()
    for rule in theirs.rules:
        if rule.text:
            continue
        same = by_number.get((rule.number, _title(rule))), by_titles.get(_titles(rule)), by_title.get(_title(rule))
        number = next((each for each in same if each), None)
        if number and number not in taken and ("." in number) == ("." in rule.number):
            taken.add(number)
            yield rule.id, number


def _same_words(ours: Rulebook, theirs: Rulebook, keyed: Fingerprints) -> dict[str, str]:
    """Rules with the same words under the same title; of several, first the one with the same number."""
    waiting: dict[tuple[str, int], list[str]] = defaultdict(list)
    for number, words in zip(keyed.numbers, keyed.hashes, strict=True):
        if number in ours.by_id:
            waiting[_title(ours.by_id[number]), words].append(number)
    pairs = {}
    for rule in theirs.rules:
        numbers = waiting[_title(rule), words_hash(rule.text)] if rule.text else []
        if numbers:
            number = rule.number if rule.number in numbers else numbers[0]
            numbers.remove(number)
            pairs[rule.id] = number
    return pairs


def _like_words(ours: Rulebook, theirs: Rulebook, keyed: Fingerprints, pairs: dict[str, str]) -> dict[str, str]:
    """The rules that are left, one with one, the likest first."""
    taken = set(pairs.values())
    rules = [rule for rule in theirs.rules if rule.text and rule.id not in pairs]
    rows = [row for row, number in enumerate(keyed.numbers) if number in ours.by_id and number not in taken]
    free = [ours.by_id[keyed.numbers[row]] for row in rows]
    found: dict[str, str] = {}
    for rule, other in _likest(rules, free, sketches([rule.text for rule in rules]), keyed.sketches[rows]):
        if rule.id not in found and other.number not in taken:
            found[rule.id] = other.number
            taken.add(other.number)
    return found


def _likest(
    rules: Sequence[Rule], others: Sequence[Rule], some: Sketches, known: Sketches
) -> Iterator[tuple[Rule, Rule]]:
    """The pairs that are like enough, best first."""
    if not rules or not others:
        return
    alike = likeness(some, known)
    same_title = np.array([_title(rule) for rule in rules])[:, None] == np.array([_title(rule) for rule in others])
    same_number = np.array([rule.number for rule in rules])[:, None] == np.array([rule.number for rule in others])
    enough = (alike >= LIKE_ANYWHERE) | (same_title & (alike >= LIKE_UNDER_ITS_TITLE))
    score = alike + FOR_THE_TITLE * same_title + FOR_THE_NUMBER * same_number
    ones, twos = np.nonzero(enough)
    for at in np.lexsort((twos, ones, -score[ones, twos])):
        yield rules[ones[at]], others[twos[at]]


def _title(rule: Rule) -> str:
    return rule.heading.casefold()


def _titles(rule: Rule) -> tuple[str, ...]:
    """The titles of a rule's place below its section, which a part of a document may lack."""
    return tuple(title.casefold() for title in rule.path[1:])
