"""A rulebook and the plain rulebook → passages: every text that a question may match, each with its rule.

A rule 702.19b with one example, a plain wording and two typical questions makes five passages:
its text under "Keyword Abilities › Trample", the example, the plain wording and the two questions.
"""

from collections.abc import Iterator, Mapping, Sequence

from index.records import GlossaryEntry, Passage, PlainEntry, Rule, Rulebook
from index.undecided import Undecided

SEPARATOR = " › "


def make_passages(
    rulebook: Rulebook, plain: Mapping[str, PlainEntry], undecided: Sequence[Undecided] = ()
) -> list[Passage]:
    """The passages of a rulebook in its order; `plain` gives the plain entry of a rule's id where there is one.

    The questions that no rule decides come last.
    """
    passages = [
        passage for rule in rulebook.rules for passage in _of_rule(rule, plain.get(rule.id), rulebook.edition.official)
    ]
    for entry in rulebook.glossary:
        passages.extend(_of_term(entry, rulebook))
    for kind in undecided:
        passages.extend(Passage(kind.title, "undecided", question) for question in kind.questions)
    return passages


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


def searched_text(passage: Passage) -> str:
    """What is encoded and indexed of a passage: its context before its text."""
    return f"{passage.context}: {passage.text}" if passage.context else passage.text
