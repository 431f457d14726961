"""The shipped plain rulebook, index/plain/chapters, against the official edition that it is keyed to."""

import gzip
import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from paths import ROOT, SHARED, SharedFile, official_edition
from rapidfuzz import fuzz, process

import index.plain.chapters
from index.plain.chapters import KEYED_TO, read_chapter_file, read_plain
from index.records import PlainRulebook, Rulebook
from index.rules.read import read_document

FILES = sorted((Path(index.plain.chapters.__file__).parent / "chapters").glob("[0-9]*.md"))

LEFT_OUT: set[str] = set()
CARD_NAME = re.compile(r"\[\[([^\[\]]+)\]\]")
IN_BRACKETS = re.compile(r"\[([^\]]*)\]")
SENTENCES = re.compile(r"""["“(]?[A-Z0-9{+\-−].*[.!?]["”)]?""")
CLAUSE = re.compile(r"(?<=[.;:,!])\s")
LONGEST_ANSWER = 30
LONGEST_VERDICT = 16
LEAST_ALIKE = 92  # in percent, by the words in any order


@pytest.fixture(scope="module")
def shipped() -> PlainRulebook:
    """All chapters."""
    return read_plain()


@pytest.fixture(scope="module")
def official(shared: SharedFile) -> Rulebook:
    """The edition whose numbers the plain rulebook has."""
    return read_document(shared(f"cr/MagicCompRules-{KEYED_TO.replace('-', '')}.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_is_readable(path: Path) -> None:
    assert re.fullmatch(r"\d{3}\.md", path.name)
    assert read_chapter_file(path)[0].number == path.stem


def test_every_section_has_rules(shipped: PlainRulebook) -> None:
    numbers = [entry.number for entry in shipped.entries if "." in entry.number]
    assert len(numbers) >= 150
    assert {number[0] for number in numbers} == set("123456789")
    assert len(numbers) == len(set(numbers))


def test_no_wording_is_that_of_the_neighbour(shipped: PlainRulebook) -> None:
    same = [(one.number, two.number) for one, two in pairwise(shipped.entries) if one.plain and one.plain == two.plain]
    assert same == []


def test_every_number_is_official_and_in_its_order(shipped: PlainRulebook, official: Rulebook) -> None:
    place = {rule.id: position for position, rule in enumerate(official.rules)}
    assert [entry.number for entry in shipped.entries if entry.number not in place] == []
    assert [
        (one.number, two.number) for one, two in pairwise(shipped.entries) if place[one.number] > place[two.number]
    ] == []


def test_no_rule_of_a_chapter_is_missing(shipped: PlainRulebook, official: Rulebook) -> None:
    chapters = {entry.number for entry in shipped.entries if "." not in entry.number}
    wanted = {rule.number for rule in official.rules if rule.number[:3] in chapters}
    assert wanted - shipped.by_number.keys() - LEFT_OUT == set()


def test_every_see_number_exists(shipped: PlainRulebook, official: Rulebook) -> None:
    seen = [(entry.number, number) for entry in shipped.entries for number in entry.see]
    seen += [(term.term, number) for term in shipped.terms for number in term.see]
    assert [(where, number) for where, number in seen if number not in official.by_id] == []


def test_every_glossary_term_has_a_meaning(shipped: PlainRulebook, official: Rulebook) -> None:
    assert {term.term for term in shipped.terms} == {entry.term for entry in official.glossary}
    assert [term.term for term in shipped.terms if len(term.plain.split()) < 3] == []


def test_every_rule_has_a_wording_and_nearly_every_one_its_questions(shipped: PlainRulebook) -> None:
    rules = [entry for entry in shipped.entries if "." in entry.number]
    assert [entry.number for entry in rules if len(entry.plain.split()) < 4] == []
    few = [entry.number for entry in rules if len(entry.questions) < 2]
    assert len(few) < 0.05 * len(rules)
    assert sum(len(entry.questions) for entry in rules) > 20_000


def test_no_question_stands_twice_under_a_rule(shipped: PlainRulebook) -> None:
    twice = [entry.number for entry in shipped.entries if len(set(entry.questions)) < len(entry.questions)]
    assert twice == []


def answers_of(shipped: PlainRulebook) -> list[tuple[str, str, str]]:
    """Every answer with the number of its rule, and without the numbers in brackets."""
    return [
        (entry.number, answer, IN_BRACKETS.sub("", answer).strip())
        for entry in shipped.entries
        for answer in entry.answers
    ]


def test_every_question_has_an_answer(shipped: PlainRulebook) -> None:
    unanswered = [entry.number for entry in shipped.entries if "" in entry.answers or not entry.answers]
    assert [number for number in unanswered if shipped.by_number[number].questions] == []


def test_answers_are_short_sentences(shipped: PlainRulebook) -> None:
    answers = answers_of(shipped)
    assert [number for number, _, text in answers if len(text.split()) > LONGEST_ANSWER] == []
    assert [text for _, _, text in answers if not SENTENCES.fullmatch(text)] == []


def test_answers_begin_with_the_verdict(shipped: PlainRulebook) -> None:
    answers = answers_of(shipped)
    late = [text for _, _, text in answers if len(CLAUSE.split(text, maxsplit=1)[0].split()) > LONGEST_VERDICT]
    assert len(late) <= 0.002 * len(answers)


def test_rules_that_answers_name_exist(shipped: PlainRulebook) -> None:
    named = [
        (number, other.strip())
        for number, answer, _ in answers_of(shipped)
        for listed in IN_BRACKETS.findall(answer)
        for other in re.split("[,;]", listed)
    ]
    assert len(named) > 1000
    assert [(number, other) for number, other in named if other not in shipped.by_number] == []


def test_questions_of_a_rule_are_different_situations(shipped: PlainRulebook) -> None:
    alike = []
    for entry in shipped.entries:
        sorted_words = [" ".join(sorted(question.lower().split())) for question in entry.questions]
        ratios = process.cdist(sorted_words, sorted_words, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
        alike += [(entry.questions[one], entry.questions[two]) for one, two in np.argwhere(np.triu(ratios, 1))]
    assert alike == []


@pytest.mark.official
def test_cards_that_questions_name_in_double_brackets_exist(shipped: PlainRulebook, shared: SharedFile) -> None:
    with gzip.open(shared("cards/cards.jsonl.gz"), "rt", encoding="utf-8") as lines:
        cards = [json.loads(line)["name"].casefold() for line in lines]
    faces = [face for card in cards for face in card.split(" // ")]
    first_words = [re.split("[ ,]", face, maxsplit=1)[0] for face in faces]  # Toggo for Toggo, Goblin Weaponsmith
    names = {*cards, *faces, *first_words}
    questions = [question for entry in shipped.entries for question in entry.questions]
    named = [name for question in questions for name in CARD_NAME.findall(question)]
    assert len(named) > 2000
    assert [name for name in named if name.casefold() not in names] == []


@pytest.mark.official
def test_no_long_run_of_official_words_in_any_edition() -> None:
    official_edition(KEYED_TO)
    editions = sorted(SHARED.glob("cr/MagicCompRules-*.txt"))
    command = [sys.executable, "scripts/originality.py", *map(str, editions)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    assert re.search(r"^\d+ runs of 9 words or more, 0 of them too long$", checked.stdout, re.MULTILINE)
