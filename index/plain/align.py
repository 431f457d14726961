"""The plain rulebook and an edition → the plain entry of each rule of the edition.

In the edition that the plain rulebook is keyed to, entries and rules with the same number belong together. In any
other edition, chapters and titled rules are matched by title, and rules with a text by fingerprint: first the same
words under the same title, then similar texts under the same title or nearly identical ones anywhere. A rule that is
similar to none has no entry, which is better than a wrong one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from index.plain.edition import plain_rulebook
from index.plain.fingerprints import Fingerprints, Sketches, shipped_fingerprints, similarity, sketches, words_hash
from index.records import PlainEntry, PlainRulebook, Rule, Rulebook
from index.rules.numbers import is_chapter

SIMILAR_UNDER_SAME_TITLE = 0.5
SIMILAR_ANYWHERE = 0.9
SAME_TITLE_BONUS = 0.2
SAME_NUMBER_BONUS = 0.04

# The id of a rule in the edition, and the number of the plain entry that belongs to it.
NumberPair = tuple[str, str]


def align(plain: PlainRulebook, rulebook: Rulebook, keyed: Fingerprints | None = None) -> dict[str, PlainEntry]:
    """The plain entry of each rule id that has one.

    `keyed` are the fingerprints of the official texts that the plain rulebook is keyed to, by default the shipped ones.
    """
    if not rulebook.edition.official or rulebook.edition.id == plain.keyed_to:
        return {entry.number: entry for entry in plain.entries if entry.number in rulebook.by_id}
    ours, fingerprints = plain_rulebook(plain), keyed or shipped_fingerprints()
    pairs = dict(_pairs_by_title(plain, ours, rulebook))
    pairs |= _pairs_by_words(ours, rulebook, fingerprints)
    pairs |= _pairs_by_similarity(ours, rulebook, fingerprints, pairs)
    return {rule: plain.by_number[number] for rule, number in pairs.items() if number in plain.by_number}


def _pairs_by_title(plain: PlainRulebook, ours: Rulebook, theirs: Rulebook) -> Iterator[NumberPair]:
    """Chapters and titled rules with the same title: of the same number, in the same chapter, or the only one."""
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
        if number and number not in taken and is_chapter(number) == rule.is_chapter:
            taken.add(number)
            yield rule.id, number


def _pairs_by_words(ours: Rulebook, theirs: Rulebook, keyed: Fingerprints) -> dict[str, str]:
    """Rules with the same words under the same title; of several, the one with the same number first."""
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


def _pairs_by_similarity(
    ours: Rulebook, theirs: Rulebook, keyed: Fingerprints, pairs: dict[str, str]
) -> dict[str, str]:
    """The remaining rules, paired one to one, the most similar first."""
    taken = set(pairs.values())
    rules = [rule for rule in theirs.rules if rule.text and rule.id not in pairs]
    rows = [row for row, number in enumerate(keyed.numbers) if number in ours.by_id and number not in taken]
    free = [ours.by_id[keyed.numbers[row]] for row in rows]
    found: dict[str, str] = {}
    for rule, other in _similar_pairs(rules, free, sketches([rule.text for rule in rules]), keyed.sketches[rows]):
        if rule.id not in found and other.number not in taken:
            found[rule.id] = other.number
            taken.add(other.number)
    return found


def _similar_pairs(
    rules: Sequence[Rule], others: Sequence[Rule], some: Sketches, known: Sketches
) -> Iterator[tuple[Rule, Rule]]:
    """The pairs that are similar enough, best first."""
    if not rules or not others:
        return
    shares = similarity(some, known)
    same_title = np.array([_title(rule) for rule in rules])[:, None] == np.array([_title(rule) for rule in others])
    same_number = np.array([rule.number for rule in rules])[:, None] == np.array([rule.number for rule in others])
    enough = (shares >= SIMILAR_ANYWHERE) | (same_title & (shares >= SIMILAR_UNDER_SAME_TITLE))
    score = shares + SAME_TITLE_BONUS * same_title + SAME_NUMBER_BONUS * same_number
    rows, columns = np.nonzero(enough)
    for at in np.lexsort((columns, rows, -score[rows, columns])):
        yield rules[rows[at]], others[columns[at]]


def _title(rule: Rule) -> str:
    return rule.heading.casefold()


def _titles(rule: Rule) -> tuple[str, ...]:
    """The titles above and of a rule, without its section, which a partial document may lack."""
    return tuple(title.casefold() for title in rule.path[1:])
