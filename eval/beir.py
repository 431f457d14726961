"""A rulebook and a question set → a BEIR folder: corpus.jsonl, queries.jsonl and qrels/test.tsv."""

import json
import re
from collections.abc import Sequence, Set
from pathlib import Path

from eval.export import ReportError, word, write_file
from eval.measures import DECIDING_GAIN, SUPPORTING_GAIN, found, only_supporting
from eval.records import Question
from index.records import Rule, Rulebook

HEADER = "query-id\tcorpus-id\tscore\n"


def write_beir(folder: str | Path, rulebook: Rulebook, questions: Sequence[Question], headings: Set[str]) -> None:
    """Write the folder: every rule as a document, every question that rules decide as a query.

    BEIR knows no alternatives: numbers that say the same are judged one by one, and so are a heading's subrules. The
    corpus is the text of the edition in use and stays where it may be. Raises ReportError when it cannot be written.
    """
    folder = Path(folder)
    try:
        (folder / "qrels").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReportError(f"{folder}: cannot be made ({error.strerror}); name a new folder.") from error
    decided = [question for question in questions if question.deciding]
    judged = [
        f"{word(question.id)}\t{number}\t{gain}\n"
        for question in decided
        for number, gain in gains(question, rulebook, headings).items()
    ]
    write_file(folder / "corpus.jsonl", _lines(documents(rulebook)))
    write_file(folder / "queries.jsonl", _lines([{"_id": word(q.id), "text": q.question} for q in decided]))
    write_file(folder / "qrels" / "test.tsv", (HEADER + "".join(judged)).encode("utf-8"))


def documents(rulebook: Rulebook) -> list[dict[str, str]]:
    """One document a number: title and text with the examples; two rules of one number stand in one."""
    bodies: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for rule in rulebook.numbered:
        titles.setdefault(rule.number, rule.heading)
        bodies.setdefault(rule.number, []).append(_body(rule))
    return [{"_id": number, "title": titles[number], "text": "\n".join(bodies[number])} for number in bodies]


def gains(question: Question, rulebook: Rulebook, headings: Set[str]) -> dict[str, int]:
    """Every number that finds something the question wants, with what it is worth."""
    wanted = {number: SUPPORTING_GAIN for number in only_supporting(question)}
    wanted |= {number: DECIDING_GAIN for item in question.deciding for number in item}
    worth: dict[str, int] = {}
    for number, gain in wanted.items():
        for each in _finding(number, rulebook, headings):
            worth[each] = max(gain, worth.get(each, 0))
    return worth


def _finding(number: str, rulebook: Rulebook, headings: Set[str]) -> list[str]:
    if number not in headings:
        return [number]
    chapter = re.match(r"\d+", number)
    near = [rule.number for rule in rulebook.numbered if chapter and rule.number.startswith(chapter[0])]
    return list(dict.fromkeys(each for each in near if found(each, number, headings)))


def _body(rule: Rule) -> str:
    return "\n".join([rule.text or rule.heading, *rule.examples])


def _lines(rows: Sequence[dict[str, str]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")
