"""The entries of a rules document → a Rulebook: every rule with its heading, its place and its links to other rules.

702.19   Trample          heading Trample, parent 702, children 702.19a …
702.19a  Trample is …     heading Trample, parent 702.19, refers to the numbers in its text
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from index.records import Edition, Entry, Rule, Rulebook
from index.rules.entries import SourceDocument
from index.rules.numbers import (
    chapter_number,
    is_chapter,
    is_subrule,
    numbers_referred_to,
    parent_number,
    section_digit,
)


@dataclass
class _Place:
    """An entry with its place while the tree is being built; all links are ids."""

    id: str
    entry: Entry
    parent: str | None
    heading: str
    path: tuple[str, ...]
    children: list[str] = field(default_factory=list)
    refers_to: list[str] = field(default_factory=list)
    referred_by: list[str] = field(default_factory=list)


def build_rulebook(document: SourceDocument, edition: Edition) -> Rulebook:
    """The rulebook of a document; rules keep their order, and a second rule with the same number gets the id `…#2`."""
    places = _places(document)
    _refer(places)
    rules = [
        Rule(
            id=place.id,
            number=place.entry.number,
            heading=place.heading,
            text=place.entry.text,
            examples=place.entry.examples,
            path=place.path,
            parent=place.parent,
            children=tuple(place.children),
            previous=places[position - 1].id if position else None,
            next=places[position + 1].id if position + 1 < len(places) else None,
            refers_to=tuple(place.refers_to),
            referred_by=tuple(place.referred_by),
        )
        for position, place in enumerate(places)
    ]
    return Rulebook(edition, tuple(rules), document.glossary)


def _places(document: SourceDocument) -> list[_Place]:
    places: list[_Place] = []
    latest: dict[str, _Place] = {}
    count: dict[str, int] = {}
    for entry in document.entries:
        number = entry.number
        count[number] = count.get(number, 0) + 1
        parent = latest.get(parent_number(number) or "")
        place = _Place(
            id=number if count[number] == 1 else f"{number}#{count[number]}",
            entry=entry,
            parent=parent.id if parent else None,
            heading="",
            path=_path(entry, parent, latest.get(chapter_number(number)), document.sections),
        )
        place.heading = _heading(entry, parent, latest.get(chapter_number(number)))
        if parent:
            parent.children.append(place.id)
        places.append(place)
        latest[number] = place
    return places


def _heading(entry: Entry, parent: _Place | None, chapter: _Place | None) -> str:
    """The nearest title: the entry's own, its rule's, its chapter's, or ""."""
    above = [place.entry.title for place in (parent, chapter) if place]
    return next((title for title in [entry.title, *above] if title), "")


def _path(entry: Entry, parent: _Place | None, chapter: _Place | None, sections: dict[str, str]) -> tuple[str, ...]:
    """All known titles, from the section down to the entry's own."""
    titles = [sections.get(section_digit(entry.number), "")]
    if not is_chapter(entry.number):
        titles.append(chapter.entry.title if chapter else "")
    if is_subrule(entry.number):
        titles.append(parent.entry.title if parent else "")
    return tuple(title for title in [*titles, entry.title] if title)


def _refer(places: Sequence[_Place]) -> None:
    """Link every rule with the other rules that its text and examples refer to, where they exist."""
    by_id = {place.id: place for place in places}
    for place in places:
        named = numbers_referred_to("\n".join((place.entry.text, *place.entry.examples)))
        for number in dict.fromkeys([*named, *place.entry.see]):
            if number in by_id and number != place.entry.number:
                place.refers_to.append(number)
                by_id[number].referred_by.append(place.id)
