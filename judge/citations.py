"""An answer or a rule → the JSON that programs read (see the README for its shape)."""

from dataclasses import asdict
from typing import Any

from index.records import Edition, Rule
from judge.judge import Judge
from judge.records import Answer, Citation


def to_json(answer: Answer) -> dict[str, Any]:
    """An answer as programs read it, without the cards that its question names."""
    return {
        "question": answer.question,
        "edition": edition_json(answer.edition),
        "answered": answer.answered,
        "confidence": round(answer.confidence, 3),
        "message": answer.message,
        "citations": [_citation_json(citation) for citation in answer.citations],
    }


def rule_json(judge: Judge, rule: Rule) -> dict[str, Any]:
    """The document that `judge rule --json` prints."""
    return {
        "rule": rule.number,
        "heading": rule.heading,
        "path": list(rule.path),
        "text": rule.text,
        "examples": list(rule.examples),
        "plain": judge.plain(rule.id),
        "parent": rule.parent,
        "children": list(rule.children),
        "previous": rule.previous,
        "next": rule.next,
        "refers_to": list(rule.refers_to),
        "referred_by": list(rule.referred_by),
        "edition": edition_json(judge.edition),
    }


def edition_json(edition: Edition) -> dict[str, Any]:
    """An edition as programs read it."""
    return asdict(edition)


def _citation_json(citation: Citation) -> dict[str, Any]:
    rule = citation.rule
    return {
        "rule": rule.number,
        "heading": rule.heading,
        "text": rule.text,
        "plain": citation.plain,
        "examples": list(rule.examples),
        "role": citation.role,
        "matched": {"kind": citation.matched.kind, "text": citation.matched.text},
        "score": citation.score,
    }
