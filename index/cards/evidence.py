"""A card and an edition's titles → the rules that the card's own words lead to: keywords, actions, abilities, types."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from index.cards.names import base_of
from index.cards.records import Card, Clue, ClueKind, Face
from index.records import Rulebook

ACTIONS, KEYWORDS, TYPES, CARDS = "701.", "702.", "3", " cards"  # "Saga Cards" are a subtype
CHAPTER_ABILITY = re.compile(r"[IVX, ]+ — ")
REMINDER = re.compile(r"\s*\([^()]*\)")
LONGEST_WORDS = 60
# How a keyword stands on a card: in a list of keywords, or given to something.
GIVEN = r"(?:^|, |; |\b(?:has|have|gains?|with|and|or|loses?|without|also|has neither|can't have or gain)\s+)"
# Keywords that are written in more ways than their title.
FORMS = {
    "landwalk": r"(?:\w+ )?\w*walk",
    "cycling": r"(?:basic )?\w*cycling",
    "protection": r"protection from",
    "offering": r"\w+ offering",
    "affinity": r"affinity for",
    "daybound and nightbound": r"(?:day|night)bound",
    "counter": r"counter(?:s|ed)?(?= (?:target|that|it|this|up to|all|each|a spell|by|unless))|be countered",
    "tap and untap": r"(?:un)?taps?",
    "hexproof": r"hexproof(?: from)?",
    "umbra armor": r"(?:umbra|totem) armor",
}
COST = r"(?:\{[^}]+\}|(?:Sacrifice|Pay|Discard|Exile|Remove|Tap|Untap|Put|Return|Reveal|Mill) )[^.:\"]*"
MANA = r"[Aa]dd (?:\{|one mana|two mana|three mana|an amount|X mana|that much|mana|an additional)"
TRIGGER = r"(?:When|Whenever|At the beginning|At end) "
# Title of the rule (the first that the edition has) and the words on the card that lead there, one line at a time.
WORDINGS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (titles, re.compile(pattern))
    for titles, pattern in (
        (("loyalty abilities",), r"^\[?[+−–-]?[\dX]+\]?: "),
        (("mana abilities",), rf"^{COST}: (?!.*\btarget\b).*?{MANA}|{TRIGGER}[^.\"]*for mana[^.]*{MANA}"),
        (("activating activated abilities", "activated abilities"), rf"(?:^|— |\"|“){COST}: "),
        (("handling triggered abilities", "triggered abilities"), rf"(?:^|— |\"|“|\. ){TRIGGER}[^,.]*"),
        (("replacement effects",), r"\bIf [^.]* would [^.]* instead|\binstead\b|\bskips? (?:that|your|their|the)\b|"
         r"\bAs (?:this|[A-Z])[^.]* enters\b|\benters? (?:the battlefield )?(?:tapped|with|as a)\b"),
        (("prevention effects",), r"\b[Pp]revent\b[^.]*damage"),
        (("copying objects",), r"\bcop(?:y|ies) (?:of\b|that\b|target\b|it\b|this\b|the\b)|\ba copy\b"),
        (("tokens",), r"\btokens?\b"),
        (("counters",), r"[+−-]\d/[+−-]\d counters?|\b\w+ counters? (?:on|from|among)\b"),
        (("interaction of continuous effects",), r"\bloses? all[^.]*abilities|\b(?:is|are|becomes?) (?:a |an )?[^.]*"
         r"in addition to|\bbase power and toughness\b|\b(?:is|are|become)s? (?:a )?\d/\d\b"),
        (("continuous effects",), r"\bgets? [+−-][\dX]+/[+−-][\dX]+|\bgains? control\b"),
        (("costs",), r"\b(?:additional|alternative|rather than pay|without paying)\b[^.]*cost|"
         r"\bcosts? \{[^}]+\} (?:more|less)"),
        (("linked abilities",), r"\bexiled (?:with|by) (?:this|it)\b|\bthe (?:chosen|named) "),
        (("power/toughness",), r"\bpower (?:and toughness are each|is) equal\b"),
        (("emblems",), r"\bemblem\b"),
        (("damage",), r"\bdeals? [^.]*damage\b"),
        (("targets",), r"\btargets?\b"),
    )
)  # fmt: skip
STATIC = ("handling static abilities", "static abilities")


@dataclass(frozen=True)
class RuleTitles:
    """The numbers of an edition's titled rules by their titles in small letters, chapter by chapter."""

    actions: dict[str, str]
    keywords: dict[str, str]
    types: dict[str, str]
    chapters: dict[str, str]

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "RuleTitles":
        """Read the titles of keywords, keyword actions, card types and chapters."""
        titled = [(rule.heading.casefold(), rule.number) for rule in rulebook.rules if not rule.number[-1].isalpha()]
        # The first rule of a title has it: 702.1 is not yet a keyword but goes under its chapter's title.
        chapters = {title: number for title, number in reversed(titled) if "." not in number}
        below = [(title, number) for title, number in titled if "." in number and title not in chapters]
        actions = {
            title: number for title, number in titled if number.startswith(ACTIONS) and title != "keyword actions"
        }
        keywords = {title: number for title, number in below if number.startswith(KEYWORDS)}
        types = {base_of(title): number for title, number in chapters.items() if number.startswith(TYPES)}
        types |= {title.removesuffix(CARDS): number for title, number in chapters.items() if title.endswith(CARDS)}
        return cls(actions, keywords, types, chapters)


def evidence(card: Card, titles: RuleTitles) -> list[Clue]:
    """What a card says about the rules, each rule once; keywords first, then actions, abilities and types."""
    clues = [clue for face in card.faces for clue in _of_face(face, titles)]
    order: tuple[ClueKind, ...] = ("keyword", "action", "ability", "type")
    first = {(clue.kind, clue.rule): clue for clue in reversed(clues)}
    return sorted(first.values(), key=lambda clue: (order.index(clue.kind), _sortable(clue.rule)))


def terms(clues: list[Clue]) -> str:
    """The rules' words of clues as one text to search with."""
    return " ".join(dict.fromkeys(clue.term for clue in clues))


def _of_face(face: Face, titles: RuleTitles) -> Iterator[Clue]:
    lines = [line.strip() for line in REMINDER.sub("", face.text).split("\n")]
    text = "\n".join(lines)
    for title, number in _standing_in(text, titles.keywords):
        form = FORMS.get(title, re.escape(title).replace(r"\ ", " "))
        yield from _clue("keyword", title, number, re.search(rf"{GIVEN}({form})\b", text, re.IGNORECASE | re.MULTILINE))
    for title, number in _standing_in(text, titles.actions):
        form = FORMS.get(title, rf"{re.escape(title)}(?:s|es|ed|d|ing)?")
        yield from _clue("action", title, number, re.search(rf"\b({form})\b", text, re.IGNORECASE))
    for line in lines:
        yield from _abilities(line, face, titles)
    for word in dict.fromkeys(re.findall(r"[A-Za-z]+", face.type_line)):
        rule = titles.types.get(base_of(word))
        if rule:
            yield Clue("type", word.casefold(), word, rule)


def _standing_in(text: str, titles: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The titles that a text may hold, with their numbers: most it does not, and a look for them is slow."""
    small = text.casefold()
    return ((title, number) for title, number in titles.items() if title in FORMS or title in small)


def _abilities(line: str, face: Face, titles: RuleTitles) -> Iterator[Clue]:
    """The kinds of ability and effect in one line; a line of a permanent that is none of the others is static."""
    kinds = 0
    for names, wording in WORDINGS:
        title = next((name for name in names if name in titles.chapters), "")
        found = wording.search(line)
        if found and title:
            kinds += "abilities" in title
            yield from _clue("ability", title, titles.chapters[title], found)
    title = next((name for name in STATIC if name in titles.chapters), "")
    permanent = not {"Instant", "Sorcery"} & set(face.type_line.split())
    keyword = line.casefold().startswith(tuple(titles.keywords))
    other = kinds or keyword or CHAPTER_ABILITY.match(line)
    if title and permanent and not other and line.endswith("."):
        yield Clue("ability", title, _short(line), titles.chapters[title])


def _clue(kind: ClueKind, term: str, rule: str, found: re.Match[str] | None) -> Iterator[Clue]:
    if found:
        words = found[1] if found.re.groups else found[0]
        yield Clue(kind, term, _short(words), rule)


def _short(words: str) -> str:
    words = words.strip(' .:"“—,')
    return words if len(words) <= LONGEST_WORDS else words[:LONGEST_WORDS].rsplit(" ", 1)[0] + " …"


def _sortable(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))
