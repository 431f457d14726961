"""A rulebook and the plain rulebook → passages: every text that a question can match, each with its rule.

A rule 702.19b with one example, a plain wording and two typical questions makes five passages:
its text under "Keyword Abilities › Trample", the example, the plain wording and the two questions.
"""

import hashlib
import marshal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from index.plain.procedures import Procedure
from index.plain.unanswerable import UnanswerableKind
from index.records import GlossaryEntry, Passage, PlainEntry, Rule, Rulebook

SEPARATOR = " › "


def make_passages(
    rulebook: Rulebook, plain: Mapping[str, PlainEntry], unanswerable: Sequence[UnanswerableKind] = ()
) -> list[Passage]:
    """The passages of a rulebook in order; `plain` has plain entries by the ids of their rules.

    Unanswerable questions come last.
    """
    passages = [
        passage for rule in rulebook.rules for passage in _of_rule(rule, plain.get(rule.id), rulebook.edition.official)
    ]
    for entry in rulebook.glossary:
        passages.extend(_of_term(entry, rulebook))
    for kind in unanswerable:
        passages.extend(Passage(kind.title, "unanswerable", question) for question in kind.questions)
    return passages


def by_need_of_vector(passages: Sequence[Passage]) -> tuple[list[Passage], list[Passage]]:
    """The passages that are compared by their vectors, and those of which only the words count, each in order.

    The latter are official texts with a plain wording beside them: their vectors would add nothing to the ranking.
    """
    worded = {passage.rule for passage in passages if passage.kind == "plain"}
    parts: tuple[list[Passage], list[Passage]] = [], []
    for passage in passages:
        parts[passage.kind == "rule" and passage.rule in worded].append(passage)
    return parts


def _of_rule(rule: Rule, plain: PlainEntry | None, official: bool) -> Iterator[Passage]:
    context = SEPARATOR.join(rule.path[1:])
    if official and not rule.is_chapter:
        yield Passage(rule.id, "rule", rule.text or rule.heading, context)
    if plain and plain.plain:
        yield Passage(rule.id, "plain", plain.plain, context)
    for example in rule.examples:
        yield Passage(rule.id, "example", example, rule.heading)
    if plain:
        for question in plain.questions:
            yield Passage(rule.id, "question", question)


def _of_term(entry: GlossaryEntry, rulebook: Rulebook) -> Iterator[Passage]:
    target = next((number for number in entry.see if number in rulebook.by_id), None)
    if target is None:
        return
    rule = rulebook.by_id[target]
    if rule.is_chapter and rule.children:
        rule = rulebook.by_id[rule.children[0]]
    yield Passage(rule.id, "glossary", " ".join(entry.senses), entry.term)


def source_hash(
    rulebook: Rulebook,
    plain: Mapping[str, PlainEntry],
    unanswerable: Sequence[UnanswerableKind] = (),
    procedures: Sequence[Procedure] = (),
) -> str:
    """A hash of everything that an index is made from: another index can only come from another hash."""
    source = (
        rulebook.edition.official,
        _values(Rule, rulebook.rules),
        _values(GlossaryEntry, rulebook.glossary),
        list(plain),
        _values(PlainEntry, plain.values()),
        _values(UnanswerableKind, unanswerable),
        _values(Procedure, procedures),
    )
    # Version 0 of marshal writes the same bytes for equal values, and ten times as fast as JSON.
    return hashlib.sha256(marshal.dumps(source, 0)).hexdigest()


def searched_text(passage: Passage) -> str:
    """The text of a passage that is encoded and indexed: its context, then its text."""
    return f"{passage.context}: {passage.text}" if passage.context else passage.text


def _values(kind: Any, records: Iterable[object]) -> list[object]:
    """The values of records of one kind, field by field."""
    return list(map(attrgetter(*(each.name for each in fields(kind))), records))
