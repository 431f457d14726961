"""index/rules/official.py: our small document, and every official edition in the test data."""

import re
import time
from collections import Counter
from functools import cache

import pytest
from paths import shared_file
from small_rules import SMALL_RULES

from index.errors import DocumentError
from index.records import Rulebook
from index.rules.decode import decode
from index.rules.official import is_official, read_official
from index.rules.read import read_document

# file: (ISO date, numbered rules, examples, glossary entries, chapters), as the README of the data counts them
COUNTS = {
    "MagicCompRules-20181005.txt": ("2018-10-05", 2317, 243, 550, 130),
    "MagicCompRules-20191004.txt": ("2019-10-04", 2386, 248, 562, 132),
    "MagicCompRules-20201120.txt": ("2020-11-20", 2493, 254, 578, 133),
    "MagicCompRules-20210618.txt": ("2021-06-18", 2530, 260, 591, 133),
    "MagicCompRules-20221007.txt": ("2022-10-07", 2760, 270, 642, 140),
    "MagicCompRules-20221118.txt": ("2022-11-18", 2791, 271, 647, 141),
    "MagicCompRules-20231117.txt": ("2023-11-17", 2899, 276, 668, 142),
    "MagicCompRules-20240202.txt": ("2024-02-02", 2937, 276, 673, 143),
    "MagicCompRules-20240308.txt": ("2024-03-08", 2941, 276, 675, 144),
    "MagicCompRules-20240607.txt": ("2024-06-07", 2967, 278, 683, 144),
    "MagicCompRules-20240920.txt": ("2024-09-20", 3016, 279, 698, 144),
    "MagicCompRules-20241108.txt": ("2024-11-08", 3007, 272, 698, 144),
    "MagicCompRules-20250207.txt": ("2025-02-07", 3022, 274, 703, 144),
    "MagicCompRules-20250404.txt": ("2025-04-04", 3047, 275, 708, 145),
    "MagicCompRules-20250606.txt": ("2025-06-06", 3059, 275, 711, 145),
    "MagicCompRules-20251114.txt": ("2025-11-14", 3109, 276, 725, 146),
    "MagicCompRules-20260116.txt": ("2026-01-16", 3114, 276, 725, 146),
    "MagicCompRules-20260227.txt": ("2026-02-27", 3120, 276, 726, 146),
    "MagicCompRules-20260417.txt": ("2026-04-17", 3138, 277, 730, 147),
    "MagicCompRules-20260619.txt": ("2026-06-19", 3153, 277, 735, 147),
    "MagicCompRules-20260807.txt": ("2026-08-07", 3162, 277, 739, 147),
    "variants/MagicCompRules-20160930-utf16le.txt": ("2016-09-30", 2153, 241, 524, 129),
    "variants/MagicCompRules-20260417-crcrlf.txt": ("2026-04-17", 3138, 277, 730, 147),
    "variants/MagicCompRules-20260807-nbsp.txt": ("2026-08-07", 3162, 277, 739, 147),
}
# The one edition that numbers two rules alike.
TWICE = {"MagicCompRules-20240920.txt": ["702.175", "702.175a"]}
# The one cross reference to a rule that does not exist, in the editions 2023-11-17 to 2026-02-27.
DANGLING = {"110.10"}
SECONDS_PER_DOCUMENT = 0.5

pytestmark = pytest.mark.official
every_edition = pytest.mark.parametrize("file", COUNTS)


@cache
def edition(file: str) -> tuple[str, Rulebook]:
    """The decoded text and the rulebook of an edition of the test data."""
    path = shared_file(f"cr/{file}")
    return decode(path.read_bytes(), file), read_document(path)


def numbers_by_line(file: str) -> Counter[str]:
    """The numbers at the start of the lines of the text, found without the reader."""
    return Counter(re.findall(r"^\d{3}\.\d+[a-z]*", edition(file)[0], re.MULTILINE))


@every_edition
def test_counts(file: str) -> None:
    book = edition(file)[1]
    examples = sum(len(rule.examples) for rule in book.rules)
    chapters = len(book.rules) - len(book.numbered)
    assert (book.edition.id, len(book.numbered), examples, len(book.glossary), chapters) == COUNTS[file]
    assert not book.edition.partial


@every_edition
def test_numbers_are_those_at_the_start_of_the_lines(file: str) -> None:
    expected = numbers_by_line(file)
    assert Counter(rule.number for rule in edition(file)[1].numbered) == expected
    assert [number for number, count in expected.items() if count > 1] == TWICE.get(file, [])


@every_edition
def test_every_rule_has_its_own_subrules(file: str) -> None:
    book, numbers = edition(file)[1], numbers_by_line(file)
    expected = Counter(number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in numbers if number[-1].isalpha())
    expected += Counter(number[:3] for number in numbers if number[-1].isdigit())
    for number in TWICE.get(file, []):
        expected["702" if number[-1].isdigit() else number[:-1]] += 1
    found: Counter[str] = Counter()
    for rule in book.rules:
        found[rule.number] += len(rule.children)
    assert +found == expected


@every_edition
def test_texts_stand_in_the_document_character_for_character(file: str) -> None:
    text, book = edition(file)
    joined = "\n".join(line.strip() for line in text.split("\n"))
    starts = set(re.findall(r"^(\d{3}\.\d+[a-z]*)\.?\s*(.*)$", joined, re.MULTILINE))
    for rule in book.numbered:
        words = rule.text or rule.heading
        first = words.split("\n")[0]
        assert words in joined
        assert (rule.number, first) in starts
        assert all(f"Example: {example}\n" in joined for example in rule.examples)
    for entry in book.glossary:
        assert entry.senses
        assert all(sense in joined for sense in entry.senses)


@every_edition
def test_nothing_of_the_body_is_lost(file: str) -> None:
    text, book = edition(file)
    body = text[text.rindex("\n1. Game Concepts") : text.rindex("\nGlossary")]
    kept = len("".join(rule.text + "".join(rule.examples) for rule in book.rules))
    headings = len(re.findall(r"^\d{3}\. .*|^\d\. .*|^Example: |^\d{3}\.\d+[a-z]*", body, re.MULTILINE))
    written = re.sub(r"^(\d{3}\. .*|\d\. .*|Example: |\d{3}\.\d+[a-z]*\.?\s*)", "", body, flags=re.MULTILINE)
    titles = sum(len(rule.heading) for rule in book.numbered if not rule.text)
    assert headings
    assert len("".join(line.strip() for line in written.split("\n"))) == kept + titles - paragraph_breaks(book)


def paragraph_breaks(book: Rulebook) -> int:
    """The line ends inside texts and examples."""
    return sum(text.count("\n") for rule in book.rules for text in (rule.text, *rule.examples))


@every_edition
def test_the_references_exist(file: str) -> None:
    book = edition(file)[1]
    known = {rule.number for rule in book.rules}
    named = {number for entry in book.glossary for number in entry.see}
    for rule in book.rules:
        here = set(re.findall(r"(?<!\d)\d{3}\.\d+[a-z]*", "\n".join((rule.text, *rule.examples))))
        assert (here & known) - {rule.number} <= set(rule.refers_to)
        named |= here
    assert named - known <= DANGLING


@pytest.mark.timing
@every_edition
def test_reading_is_quick(file: str) -> None:
    path = shared_file(f"cr/{file}")
    spent = []
    for _ in range(3):
        start = time.process_time()
        read_document(path)
        spent.append(time.process_time() - start)
    assert min(spent) < SECONDS_PER_DOCUMENT


def test_the_small_document() -> None:
    document = read_official(SMALL_RULES, "small.txt")
    entries = {entry.number: entry for entry in document.entries}
    assert document.effective == "2030-01-01"
    assert document.sections["7"] == "Additional Rules"
    assert entries["613"].title == "Interaction of Continuous Effects"
    assert (entries["702.19"].title, entries["702.19"].text) == ("Trample", "")
    assert entries["903.2"].title == "Lone General Option"
    assert entries["704.5"].text == "What is tidied up:"
    assert entries["704.5aa"].text == "A beetle without legs is swept away. See rule 704."


def test_examples_and_paragraphs_of_the_small_document() -> None:
    entries = {entry.number: entry for entry in read_official(SMALL_RULES, "small.txt").entries}
    assert entries["205.2a"].text.split("\n")[1].startswith("A card printed before this list")
    assert entries["205.2a"].examples == ("An old card says “Summon Beetle.” Read it as a creature card.",)
    assert [example[:10] for example in entries["702.19b"].examples] == ["A 7/7 beet", "With death"]
    assert len(entries["613.7"].examples) == 2


@pytest.mark.parametrize(
    ("number", "start"), [("613.7", "Two effects"), ("702.19c", "If every")], ids=["stop missing", "stray stop"]
)
def test_slips_in_the_stops_are_tolerated(number: str, start: str) -> None:
    entries = {entry.number: entry for entry in read_official(SMALL_RULES, "small.txt").entries}
    assert entries[number].text.startswith(start)


def test_the_glossary_of_the_small_document() -> None:
    terms = {entry.term: entry for entry in read_official(SMALL_RULES, "small.txt").glossary}
    assert len(terms) == 8
    assert terms["Ability"].senses[0].startswith("The words on a card")
    assert terms["Ability"].see == ("603.1", "613.7", "702.1", "603")
    assert terms["Graveyard"].senses == (
        "The heap of one player.",
        "All the cards in that heap.\nSee rule 404, “Graveyard.”",
    )
    assert terms["State-Based Actions"].see == ("704.5a", "704.5g")
    assert terms["Beetle (Obsolete)"].see == ()


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("\n2. Parts of a Card\n205", "before its first rule"),
        ("\n702.19c", "after rule 702.19b"),
        ("\nLayer", "after rule 903.2a"),
        ("\nCredits\n\nWritten", "after rule 903.2a"),
    ],
    ids=["in the contents", "in the rules", "in the glossary", "before the credits"],
)
def test_a_document_that_is_cut_off_is_refused(end: str, words: str) -> None:
    cut = SMALL_RULES[: SMALL_RULES.index(end)]
    line = cut.rstrip().count("\n") + 1
    with pytest.raises(DocumentError, match=f"ends at line {line}, {words}, .* seems truncated, download it again"):
        read_official(cut, "small.txt")


def test_a_document_with_a_hole_is_refused() -> None:
    start, end = SMALL_RULES.rindex("\n404. Graveyard"), SMALL_RULES.rindex("\n5. Turn Structure")
    with pytest.raises(DocumentError, match=r"list chapter 404, and the text does not have it \(1 of 12 chapters"):
        read_official(SMALL_RULES[:start] + SMALL_RULES[end:], "small.txt")


def test_is_official() -> None:
    chapter = SMALL_RULES[SMALL_RULES.rindex("\n702. ") : SMALL_RULES.rindex("\n704. ")]
    assert is_official(SMALL_RULES)
    assert is_official(chapter)
    assert is_official("702.19a Trample matters.")
    assert not is_official("# Tournament rules\n\n1.1 Types\n\n100 players may enter.\n")
    assert not is_official("A list of prices\n100.50 euros for the one\nand less\nfor the other\n")
