"""judge/documents.py: the documents that `--json` prints, key by key."""

import json
from dataclasses import replace
from typing import Any

import pytest
from own_rules import MATCHED_EXAMPLE, OFFICIAL, PLAIN, ToyJudge, answer, cite

from index.records import Edition, PlainRulebook, Rulebook
from index.search.search import Search
from judge.documents import AnswerDocument, EditionDocument, RuleDocument
from judge.judge import Judge
from judge.records import Answer


@pytest.fixture(scope="module")
def judge(rulebook: Rulebook, plain: PlainRulebook, search: Search) -> Judge:
    """A judge over our small rules."""
    return Judge.from_rulebooks(rulebook, plain, search)


def to_json(answer: Answer) -> dict[str, Any]:
    """What `judge ask --json` prints."""
    return AnswerDocument.of(answer).model_dump()


def rule_json(judge: Judge, number: str) -> dict[str, Any]:
    """What `judge rule --json` prints."""
    return RuleDocument.of(judge.reader.find(number), judge.reader).model_dump()


def test_an_answer() -> None:
    found = answer(citations=[cite("900.1a", matched=MATCHED_EXAMPLE), cite("900.2", "supports")])
    document = to_json(replace(found, confidence=0.91234))
    assert list(document) == [
        "question", "corrected", "edition", "state", "answered", "most_likely", "confidence", "message",
        "same_case", "steps", "steps_of", "citations", "rulings", "cards", "next_questions", "written",
    ]  # fmt: skip
    assert document["question"] == "Does my kite stay up?"
    assert (document["state"], document["answered"], document["confidence"]) == ("answered", True, 0.912)
    assert (document["message"], document["corrected"], document["cards"]) == ("", "", [])
    assert document["same_case"] is None
    first, second = document["citations"]
    assert first == {
        "rule": "900.1a",
        "heading": "Kites",
        "text": "A kite goes up while {T} & <wind> last. See rule 900.2.",
        "plain": "No wind, no kite: it comes down <at once>.",
        "examples": [
            "Ann flies a kite. The wind stops.\nThe kite comes down.",
            "Bob owns two kites and flies one.",
        ],
        "role": "decides",
        "matched": {
            "kind": "example",
            "text": "Ann flies a kite. The wind stops.\nThe kite comes down.",
            "answer": "",
            "near": True,
        },
        "score": 0.5,
        "opened": True,
        "key_sentences": [],
        "chance": 1.0,
        "plain_outdated": False,
        "reworded_since": "",
    }
    assert (second["rule"], second["role"], second["matched"]["kind"]) == ("900.2", "supports", "rule")


def test_a_repeated_number_is_shown_without_its_mark() -> None:
    assert to_json(answer(citations=[cite("900.2a#2")]))["citations"][0]["rule"] == "900.2a"


def test_a_declined_answer() -> None:
    document = to_json(ToyJudge().ask("weather?"))
    assert (document["state"], document["answered"]) == ("declined", False)
    assert document["message"] == "No rule here decides that. Name the toy and who holds it."
    assert [each["rule"] for each in document["citations"]] == ["900.2"]


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        (
            OFFICIAL,
            {
                "id": "2031-05-01",
                "name": "Rules of the Toy Table",
                "effective": "2031-05-01",
                "official": True,
                "partial": False,
            },
        ),
        (PLAIN, {"id": "plain", "name": "Plain rulebook", "effective": "", "official": False, "partial": False}),
    ],
    ids=["official", "plain"],
)
def test_an_edition(edition: Edition, expected: dict[str, object]) -> None:
    assert EditionDocument.of(edition).model_dump() == expected


@pytest.mark.parametrize("asked", ["702.19b", "how much tramples over a chump blocker", "beetle", "🪲", "702.77q"])
def test_every_answer_keeps_the_contract(judge: Judge, asked: str) -> None:
    document = to_json(judge.ask(asked))
    assert json.loads(json.dumps(document)) == document
    assert 0 <= document["confidence"] <= 1
    assert type(document["answered"]) is bool
    assert document["edition"]["official"] is True
    for each in document["citations"]:
        assert list(each) == [
            "rule", "heading", "text", "plain", "examples", "role", "matched", "score", "opened",
            "key_sentences", "chance", "plain_outdated", "reworded_since",
        ]  # fmt: skip
        assert each["role"] in ("decides", "supports")
        assert each["matched"]["kind"] in ("rule", "example", "plain", "question", "glossary", "number")
        assert list(each["matched"]) == ["kind", "text", "answer", "near"]
        assert 0 <= each["score"] <= 1


def test_a_rule(judge: Judge) -> None:
    document = rule_json(judge, "702.19b")
    assert document == {
        "rule": "702.19b",
        "heading": "Trample",
        "path": ["Additional Rules", "Keyword Abilities", "Trample"],
        "text": judge.reader.rulebook.by_id["702.19b"].text,
        "examples": list(judge.reader.rulebook.by_id["702.19b"].examples),
        "plain": "Kill the blockers first; what is left hits the player.",
        "parent": "702.19",
        "children": [],
        "previous": "702.19a",
        "next": "702.19c",
        "refers_to": ["510.1c", "702.2b", "704.5g"],
        "referred_by": ["510.1c", "702.2b"],
        "edition": EditionDocument.of(judge.reader.edition).model_dump(),
    }
    assert len(document["examples"]) == 2


def test_the_first_chapter(judge: Judge) -> None:
    document = rule_json(judge, "100")
    assert (document["parent"], document["previous"], document["next"], document["text"]) == (None, None, "100.1", "")
    assert document["children"] == ["100.1"]
