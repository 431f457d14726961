"""A card and the titles of an edition → the rules that the card involves: keywords, actions, abilities, types."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from index.cards.records import Card, Face, RuleLink, RuleLinkKind
from index.records import Rulebook
from index.rules.numbers import chapter_number, is_chapter, is_subrule, number_key, section_digit
from index.words import base_of, shortened

ACTIONS, KEYWORDS, TYPES, CARDS = "701", "702", "3", " cards"  # "Saga Cards" are a subtype
CHAPTER_ABILITY = re.compile(r"[IVX, ]+ — ")
REMINDER = re.compile(r"\s*\([^()]*\)")
LONGEST_WORDS = 60
# How a keyword is written on a card: in a list of keywords, or as something gained.
GIVEN = r"(?:^|, |; |\b(?:has|have|gains?|with|and|or|loses?|without|also|has neither|can't have or gain)\s+)"
# Keywords that are written in other ways than their title.
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
# Titles of rules, of which the first in the edition counts, and the words on one line of a card that involve it.
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
    """The numbers of the titled rules of an edition by their titles in lowercase, for some chapters each."""

    actions: dict[str, str]
    keywords: dict[str, str]
    types: dict[str, str]
    chapters: dict[str, str]

    @classmethod
    def from_rulebook(cls, rulebook: Rulebook) -> "RuleTitles":
        """Read the titles of keywords, keyword actions, card types and chapters."""
        titled = [(rule.heading.casefold(), rule.number) for rule in rulebook.rules if not is_subrule(rule.number)]
        # The first rule with a title counts: 702.1 has the title of its chapter and is not a keyword.
        chapters = {title: number for title, number in reversed(titled) if is_chapter(number)}
        rules = [(title, number) for title, number in titled if not is_chapter(number)]
        actions = {title: number for title, number in rules if chapter_number(number) == ACTIONS}
        actions.pop("keyword actions", None)
        keywords = {
            title: number for title, number in rules if chapter_number(number) == KEYWORDS and title not in chapters
        }
        types = {base_of(title): number for title, number in chapters.items() if section_digit(number) == TYPES}
        types |= {title.removesuffix(CARDS): number for title, number in chapters.items() if title.endswith(CARDS)}
        return cls(actions, keywords, types, chapters)


def rule_links_of(card: Card, titles: RuleTitles) -> list[RuleLink]:
    """The rules that a card involves, each once: keywords, then actions, abilities and types."""
    rule_links = [rule_link for face in card.faces for rule_link in _of_face(face, titles)]
    order: tuple[RuleLinkKind, ...] = ("keyword", "action", "ability", "type")
    first = {(rule_link.kind, rule_link.rule): rule_link for rule_link in reversed(rule_links)}
    return sorted(first.values(), key=lambda rule_link: (order.index(rule_link.kind), number_key(rule_link.rule)))


def terms(rule_links: list[RuleLink]) -> str:
    """The terms of rule links as one text to search for."""
    return " ".join(dict.fromkeys(rule_link.term for rule_link in rule_links))


def _of_face(face: Face, titles: RuleTitles) -> Iterator[RuleLink]:
    lines = [line.strip() for line in REMINDER.sub("", face.text).split("\n")]
    text = "\n".join(lines)
    for title, number in _candidates(text, titles.keywords):
        form = FORMS.get(title, re.escape(title).replace(r"\ ", " "))
        yield from _rule_link(
            "keyword", title, number, re.search(rf"{GIVEN}({form})\b", text, re.IGNORECASE | re.MULTILINE)
        )
    for title, number in _candidates(text, titles.actions):
        form = FORMS.get(title, rf"{re.escape(title)}(?:s|es|ed|d|ing)?")
        yield from _rule_link("action", title, number, re.search(rf"\b({form})\b", text, re.IGNORECASE))
    for line in lines:
        yield from _abilities(line, face, titles)
    for word in dict.fromkeys(re.findall(r"[A-Za-z]+", face.type_line)):
        rule = titles.types.get(base_of(word))
        if rule:
            yield RuleLink("type", word.casefold(), word, rule)


def _candidates(text: str, titles: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The titles that a text can contain, with their numbers: few of them, so the slow search is for few."""
    small = text.casefold()
    return ((title, number) for title, number in titles.items() if title in FORMS or title in small)


def _abilities(line: str, face: Face, titles: RuleTitles) -> Iterator[RuleLink]:
    """The kinds of ability and effect in one line; a line of a permanent that has no other kind is static."""
    kinds = 0
    for names, wording in WORDINGS:
        title = next((name for name in names if name in titles.chapters), "")
        found = wording.search(line)
        if found and title:
            kinds += "abilities" in title
            yield from _rule_link("ability", title, titles.chapters[title], found)
    title = next((name for name in STATIC if name in titles.chapters), "")
    permanent = not {"Instant", "Sorcery"} & set(face.type_line.split())
    keyword = line.casefold().startswith(tuple(titles.keywords))
    other = kinds or keyword or CHAPTER_ABILITY.match(line)
    if title and permanent and not other and line.endswith("."):
        yield RuleLink("ability", title, _short(line), titles.chapters[title])


def _rule_link(kind: RuleLinkKind, term: str, rule: str, found: re.Match[str] | None) -> Iterator[RuleLink]:
    if found:
        words = found[1] if found.re.groups else found[0]
        yield RuleLink(kind, term, _short(words), rule)


def _short(words: str) -> str:
    return shortened(words.strip(' .:"“—,'), LONGEST_WORDS)
