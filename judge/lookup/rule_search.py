"""What someone types into the search of the rulebook → the rules, headings and glossary entries that it may mean."""

from collections.abc import Iterable
from dataclasses import dataclass

from index.records import GlossaryEntry, Rule, Rulebook
from index.rules.numbers import number_prefix
from index.words import near_spellings, words_of

MOST_FOUND = 20
LONGEST_QUERY = 200
LEAST_ALIKE, MOST_NEAR = 80.0, 5
SHORTEST_MISSPELLED = 4


@dataclass(frozen=True)
class RuleMatches:
    """What was found: by number, by heading, by glossary term; `misspelled` when only near spellings were found."""

    query: str
    rules: tuple[Rule, ...] = ()
    headings: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    misspelled: bool = False


def search_rules(rulebook: Rulebook, query: str, most: int = MOST_FOUND) -> RuleMatches:
    """The rules whose number begins like the query, the headings and the terms that hold its words, best first.

    Where there are none, those that are spelled nearly like it. Only the first LONGEST_QUERY characters are read.
    """
    asked = " ".join(query[:LONGEST_QUERY].split()).casefold()
    number = number_prefix(asked)
    if number:
        return RuleMatches(query, tuple(rule for rule in rulebook.rules if rule.number.startswith(number))[:most])
    if not asked:
        return RuleMatches(query)
    headings, terms = rulebook.titled, {entry.term: entry for entry in rulebook.glossary}
    by_title: dict[str, list[Rule]] = {}
    for rule in headings:
        by_title.setdefault(rule.heading, []).append(rule)
    titles, found = _best(by_title, asked), _best(terms, asked)
    misspelled = not titles and not found
    if misspelled:
        titles, found = _alike(by_title, asked), _alike(terms, asked)
    shown = [rule for title in titles for rule in by_title[title]]
    return RuleMatches(
        query,
        headings=tuple(shown[:most]),
        glossary=tuple(terms[term] for term in found[:most]),
        misspelled=misspelled and bool(titles or found),
    )


def _best(names: Iterable[str], asked: str) -> list[str]:
    """The names that begin with the query, then those in which a word does, then those that hold all its words."""
    ranked, beginnings = [], set(asked.split())
    for place, name in enumerate(names):
        low = name.casefold()
        words = words_of(low)
        begins = all(any(word.letters.startswith(each) for word in words) for each in beginnings)
        if low == asked:
            rank = 0
        elif low.startswith(asked):
            rank = 1
        elif asked in low and begins:
            rank = 2
        elif begins:
            rank = 3
        else:
            continue
        ranked.append((rank, place, name))
    return [name for _, _, name in sorted(ranked)]


def _alike(names: Iterable[str], asked: str) -> list[str]:
    if len(asked) < SHORTEST_MISSPELLED:
        return []
    return near_spellings(asked, names, LEAST_ALIKE, MOST_NEAR)
