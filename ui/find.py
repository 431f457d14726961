"""What someone types into the search of the rulebook → the rules, headings and glossary entries that it may mean."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from index.records import GlossaryEntry, Rule, Rulebook

MOST_FOUND = 20
LONGEST_QUERY = 200
LEAST_ALIKE = 80.0
SHORTEST_MISSPELT = 4
NUMBER = re.compile(r"(?:rule|cr)?\s*(\d{1,3}(?:\.\d*[a-z]{0,2})?)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class Finds:
    """What was found: by number, by heading, by glossary term; `misspelt` when only near spellings were found."""

    query: str
    rules: tuple[Rule, ...] = ()
    headings: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    misspelt: bool = False


def find(rulebook: Rulebook, query: str, most: int = MOST_FOUND) -> Finds:
    """The rules whose number begins like the query, the headings and the terms that hold its words, best first.

    Where there are none, those that are spelt nearly like it. No more of a query is read than LONGEST_QUERY.
    """
    asked = " ".join(query[:LONGEST_QUERY].split()).casefold()
    number = NUMBER.fullmatch(asked)
    if number:
        return Finds(query, tuple(rule for rule in rulebook.rules if rule.number.startswith(number[1]))[:most])
    if not asked:
        return Finds(query)
    headings, terms = rulebook.titled, {entry.term: entry for entry in rulebook.glossary}
    by_title: dict[str, list[Rule]] = {}
    for rule in headings:
        by_title.setdefault(rule.heading, []).append(rule)
    titles, found = _best(by_title, asked), _best(terms, asked)
    misspelt = not titles and not found
    if misspelt:
        titles, found = _alike(by_title, asked), _alike(terms, asked)
    shown = [rule for title in titles for rule in by_title[title]]
    return Finds(
        query,
        headings=tuple(shown[:most]),
        glossary=tuple(terms[term] for term in found[:most]),
        misspelt=misspelt and bool(titles or found),
    )


def finds_json(finds: Finds) -> dict[str, Any]:
    """What was found, as programs read it."""
    return {
        "query": finds.query,
        "misspelt": finds.misspelt,
        "rules": [_rule_json(rule) for rule in finds.rules],
        "headings": [_rule_json(rule) for rule in finds.headings],
        "glossary": [
            {"term": entry.term, "senses": list(entry.senses), "see": list(entry.see)} for entry in finds.glossary
        ],
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {"rule": rule.number, "heading": rule.heading, "path": list(rule.path), "text": rule.text}


def _best(names: Iterable[str], asked: str) -> list[str]:
    """The names that begin with the query, then those in which a word does, then those that hold all its words."""
    ranked, beginnings = [], set(asked.split())
    for place, name in enumerate(names):
        low = name.casefold()
        words = re.findall(r"[\w']+", low)
        begins = all(any(word.startswith(each) for word in words) for each in beginnings)
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
    if len(asked) < SHORTEST_MISSPELT:
        return []
    from rapidfuzz import fuzz, process

    near = process.extract(asked, list(names), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=LEAST_ALIKE)
    return [name for name, _, _ in sorted(near, key=lambda each: (-each[1], each[2]))]
