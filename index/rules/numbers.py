"""Rule numbers such as 702.19b: the only place that knows how they are written.

7           a section
702         a chapter of section 7
702.19      a rule of chapter 702
702.19b     a subrule of rule 702.19; after 702.19z comes 702.19aa
702.175#2   the id of the second rule that a document numbers 702.175
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from index.errors import RuleError

_CHAPTER = r"[0-9]{3}"
_DOTTED = rf"{_CHAPTER}\.[0-9]{{1,6}}[a-z]{{0,4}}"
_ANY = rf"{_CHAPTER}(?:\.[0-9]{{1,6}}[a-z]{{0,4}})?"
_PARTS = re.compile(rf"({_CHAPTER})(?:\.([0-9]{{1,6}})([a-z]{{0,4}}))?")
_LETTERS = re.compile("[a-z]+")

# The beginnings of lines and the cells of tables.
_CHAPTER_LINE = re.compile(rf"({_CHAPTER})\.\s*([^\d\s].*)")
_RULE_LINE = re.compile(rf"({_DOTTED})\.?(?:\s+|$|(?=[^\W\d_]|[“\"({{]))(.*)", re.DOTALL)
_SECTION_LINE = re.compile(r"([1-9])\.\s+(\S.*)")
_RULE_CELL = re.compile(rf"({_DOTTED})\.?")
_CELL = re.compile(rf"({_ANY}|[1-9])\.?")

# References in the text of a rule: "rules 601.2f–h and 509, “Declare Blockers Step,” and 702.19".
_RANGE = rf"[–—-](?:{_DOTTED}|[0-9]{{1,2}}[a-z]*\b|[a-z]+\b)"
_ENDS = rf"{_CHAPTER}(?![0-9])(?:\.[0-9]+[a-z]*)?(?:{_RANGE})?"
_BETWEEN = r"(?:,?\s+“[^”]{0,200}”)?(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|through|to)\s+)(?:rules?\s+)?"
_REFERENCES = re.compile(rf"\b[Rr]ules?\s+{_ENDS}(?:{_BETWEEN}{_ENDS})*|(?<![0-9]){_DOTTED}(?:{_RANGE})?")
_REFERENCE = re.compile(rf"({_CHAPTER})(?![0-9])(?:\.([0-9]+)([a-z]*))?(?:[–—-](?!{_CHAPTER})([0-9]*)([a-z]*))?")
_THREE_DIGITS = re.compile(_CHAPTER)
_QUOTED_TITLE = re.compile(r"“[^”]{0,200}”")
_LONE_NUMBER = re.compile(rf"\b{_ANY}\b")
_SHOWN = re.compile(rf"(?<![\w.])(rules? |section )?({_CHAPTER}(?:\.[0-9]+[a-z]{{0,2}})?)(?!\w|\.\d)", re.IGNORECASE)

# What a player types.
_ASKED_RULE = re.compile(rf"(?<![\d.])({_CHAPTER}\.[0-9]{{1,3}}[a-z]{{0,2}})(?!\w)", re.IGNORECASE)
_ASKED_CHAPTER = re.compile(rf"(?:\b(?:rules?|cr|chapter|section)\s*#?\s*)({_CHAPTER})(?!\w|\.\d)", re.IGNORECASE)
_ASKED_ALONE = re.compile(rf"\s*({_CHAPTER})\s*[.?!]?\s*")
_CLAIMED_RULE = re.compile(
    rf"(?<![\w.,])({_CHAPTER}\s?[.·]\s?[0-9]+[a-z]*|{_CHAPTER},[0-9]{{1,2}}(?![0-9])[a-z]*)", re.IGNORECASE
)
_CLAIMED_CHAPTER = re.compile(r"\b(?:rules?|cr|chapter|section)\s*#?\s*([0-9][0-9a-z]*)(?![.,·]?\w)", re.IGNORECASE)
_PREFIX = re.compile(r"(?:rule|cr)?\s*([0-9]{1,3}(?:\.[0-9]*[a-z]{0,2})?)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class NumberSpan:
    """A number in a text: its span, the number in lowercase, and whether the word `rule` or `section` precedes it."""

    start: int
    end: int
    number: str
    announced: bool


def is_number(text: str) -> bool:
    """Whether a text is the number of a chapter, a rule or a subrule and nothing else."""
    return _PARTS.fullmatch(text) is not None


def is_chapter(number: str) -> bool:
    """True for `702`, false for `702.19`."""
    return "." not in number


def is_subrule(number: str) -> bool:
    """True for `702.19b`, false for `702.19` and `702`."""
    return number[-1].isalpha()


def is_subrule_of(number: str, rule: str) -> bool:
    """True for `702.19b` and the rule `702.19`, false for `702.190`."""
    return number.startswith(rule) and _LETTERS.fullmatch(number, len(rule)) is not None


def section_digit(number: str) -> str:
    """The digit of the section that a number belongs to: 702.19b → 7."""
    return number[0]


def chapter_number(number: str) -> str:
    """The chapter that a number belongs to: 702.19b → 702."""
    return number.partition(".")[0]


def rule_number(number: str) -> str:
    """The number without the letters of a subrule: 702.19b → 702.19."""
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


def parent_number(number: str) -> str | None:
    """The number one level up: 702.19b → 702.19 → 702 → None."""
    if is_subrule(number):
        return rule_number(number)
    return None if is_chapter(number) else chapter_number(number)


def previous_number(number: str) -> str | None:
    """The number that comes right before another one in a document without gaps; None for a chapter.

    >>> [previous_number(each) for each in ("702.19b", "702.19p", "704.5aa", "702.19a", "702.19", "702.1")]
    ['702.19a', '702.19n', '704.5z', '702.19', '702.18', '702']
    """
    chapter, rule, _, letters = number_key(number)
    if rule < 0:
        return None
    if not letters:
        return f"{chapter:03}.{rule - 1}" if rule > 1 else f"{chapter:03}"
    whole = f"{chapter:03}.{rule}"
    if letters in ("a", "aa"):
        return whole if letters == "a" else f"{whole}z"
    used = "abcdefghijkmnpqrstuvwxyz"  # l and o look like digits
    at = used.find(letters[-1])
    return f"{whole}{letters[:-1]}{used[at - 1]}" if at > 0 else None


def number_of_id(rule_id: str) -> str:
    """The number of the rule with an id: 702.175#2 → 702.175."""
    return rule_id.partition("#")[0]


def number_key(number: str) -> tuple[int, int, int, str]:
    """The key that sorts numbers as the rules run: 701, 701.4, 701.4a, 701.4aa, 701.10.

    Raises RuleError for anything but a number.
    """
    match = _PARTS.fullmatch(number)
    if not match:
        raise RuleError(f'found "{number}", expected the number of a rule such as 613 or 702.19b; write it like that.')
    chapter, rule, letters = match.groups(default="")
    return int(chapter), int(rule or -1), len(letters), letters


def split_section_line(line: str) -> tuple[str, str] | None:
    """The digit and the title of a section's heading: "7. Additional Rules"."""
    return _split(_SECTION_LINE, line)


def split_chapter_line(line: str) -> tuple[str, str] | None:
    """The number and the title of a chapter's heading: "702. Keyword Abilities"."""
    return _split(_CHAPTER_LINE, line)


def split_rule_line(line: str) -> tuple[str, str] | None:
    """The number and the text of a line that begins with the number of a rule; the text may be empty.

    >>> split_rule_line("702.19b The attacker assigns…"), split_rule_line("702. Keyword Abilities")
    (('702.19b', 'The attacker assigns…'), None)
    """
    return _split(_RULE_LINE, line)


def rule_in_cell(cell: str) -> str | None:
    """The number of a rule or subrule that is all of a cell, with or without a period after it."""
    match = _RULE_CELL.fullmatch(cell)
    return match[1] if match else None


def number_in_cell(cell: str) -> str | None:
    """The number that is all of a cell: that of a section, a chapter, a rule or a subrule."""
    match = _CELL.fullmatch(cell)
    return match[1] if match else None


def numbers_referred_to(text: str) -> list[str]:
    """The numbers that the text of a rule refers to, in its order, each once; of a range its two ends.

    >>> numbers_referred_to("See rules 601.2f–h and 509, “Declare Blockers Step,” and 702.19.")
    ['601.2f', '601.2h', '509', '702.19']
    """
    if not _THREE_DIGITS.search(text):  # most texts refer to nothing, and this says so three times as fast
        return []
    found: dict[str, None] = {}
    for match in _REFERENCES.finditer(text):
        for chapter, rule, letters, last_rule, last_letters in _REFERENCE.findall(_QUOTED_TITLE.sub(" ", match[0])):
            found[f"{chapter}.{rule}{letters}" if rule else chapter] = None
            if rule and (last_rule or last_letters):
                found[f"{chapter}.{last_rule or rule}{last_letters}"] = None
    return list(found)


def mask_numbers(text: str) -> str:
    """The text with `#` in place of every number; the numbers that a rule refers to change between editions."""
    return _LONE_NUMBER.sub("#", text)


def numbers_shown(text: str) -> Iterator[NumberSpan]:
    """The numbers in a text that is shown to a player, which may become links to rules that exist."""
    for match in _SHOWN.finditer(text):
        yield NumberSpan(match.start(2), match.end(2), match[2].lower(), bool(match[1]))


def numbers_asked(question: str) -> list[str]:
    """The numbers that a player asks about, in their order, each once.

    >>> numbers_asked("cr 704.5K and rule 613, not 2000")
    ['704.5k', '613']
    """
    alone = _ASKED_ALONE.fullmatch(question)
    if alone:
        return [alone[1]]
    found = [match for form in (_ASKED_RULE, _ASKED_CHAPTER) for match in form.finditer(question)]
    return list(dict.fromkeys(match[1].lower() for match in sorted(found, key=lambda match: match.start(1))))


def numbers_claimed(text: str) -> list[str]:
    """All that could be taken for the number of a rule in a text that somebody else wrote, each once.

    What looks like a number but can't be one is among it.

    >>> numbers_claimed("Rule 702.19b and CR 70219, see 613 . 4, or rules 509.1a–c; deal 100 damage.")
    ['702.19b', '613.4', '509.1a', '70219', '509.1c']
    """
    plain = unicodedata.normalize("NFKC", text)
    found = [match[1] for form in (_CLAIMED_RULE, _CLAIMED_CHAPTER) for match in form.finditer(plain)]
    numbers = (re.sub(r"\s", "", each).replace(",", ".").replace("·", ".").lower() for each in found)
    return list(dict.fromkeys([*numbers, *numbers_referred_to(plain)]))


def number_prefix(query: str) -> str | None:
    """The number, or the beginning of one, that is all of a query: `70` for "rule 70", None for "trample"."""
    match = _PREFIX.fullmatch(query)
    return match[1].lower() if match else None


def _split(form: re.Pattern[str], line: str) -> tuple[str, str] | None:
    match = form.fullmatch(line)
    return (match[1], match[2]) if match else None
