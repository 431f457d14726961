"""A rulebook and a question set → a BEIR folder: corpus.jsonl, queries.jsonl and qrels/test.tsv."""

import json
from collections.abc import Sequence, Set
from pathlib import Path

from eval.records import Question
from eval.report.export import ReportError, escape_id, write_file
from eval.scores.measures import DECIDING_GAIN, SUPPORTING_GAIN, finds, only_supporting
from index.records import Rule, Rulebook

HEADER = "query-id\tcorpus-id\tscore\n"


def write_beir(folder: str | Path, rulebook: Rulebook, questions: Sequence[Question], headings: Set[str]) -> None:
    """Write the folder: every rule is a document, every answerable question a query.

    BEIR has no alternatives: rules that say the same thing are judged one by one, and so are the subrules of a heading.
    The corpus is the text of the edition in use and subject to its license. Raises ReportError when the folder cannot
    be written.
    """
    folder = Path(folder)
    try:
        (folder / "qrels").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReportError(f"{folder}: cannot be created ({error.strerror}); name a new folder.") from error
    answerable = [question for question in questions if question.deciding]
    lines = [
        f"{escape_id(question.id)}\t{number}\t{gain}\n"
        for question in answerable
        for number, gain in judgments(question, rulebook, headings).items()
    ]
    write_file(folder / "corpus.jsonl", _json_lines(documents(rulebook)))
    write_file(
        folder / "queries.jsonl", _json_lines([{"_id": escape_id(q.id), "text": q.question} for q in answerable])
    )
    write_file(folder / "qrels" / "test.tsv", (HEADER + "".join(lines)).encode("utf-8"))


def documents(rulebook: Rulebook) -> list[dict[str, str]]:
    """One document per number, with title, text and examples; two rules with the same number share a document."""
    bodies: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for rule in rulebook.numbered:
        titles.setdefault(rule.number, rule.heading)
        bodies.setdefault(rule.number, []).append(_body(rule))
    return [{"_id": number, "title": titles[number], "text": "\n".join(bodies[number])} for number in bodies]


def judgments(question: Question, rulebook: Rulebook, headings: Set[str]) -> dict[str, int]:
    """Every number that finds a deciding or supporting rule of the question, with its gain."""
    wanted = {number: SUPPORTING_GAIN for number in only_supporting(question)}
    wanted |= {number: DECIDING_GAIN for item in question.deciding for number in item}
    gains: dict[str, int] = {}
    for number, gain in wanted.items():
        for each in _finding(number, rulebook, headings):
            gains[each] = max(gain, gains.get(each, 0))
    return gains


def _finding(number: str, rulebook: Rulebook, headings: Set[str]) -> list[str]:
    """The numbers that find a number, in the order of the rulebook."""
    if number not in headings:
        return [number]
    return list(dict.fromkeys(rule.number for rule in rulebook.numbered if finds(rule.number, number, headings)))


def _body(rule: Rule) -> str:
    return "\n".join([rule.text or rule.heading, *rule.examples])


def _json_lines(rows: Sequence[dict[str, str]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")
