"""How often the open part of an answer settles a question: a sheet for readers, and the table of their grades.

    python -m eval.studies.glance QUESTIONS --sheet FILE [--sample 100]
    python -m eval.studies.glance GRADES...

The sheet shows each question with what the page shows of its answer without a click: the answer to a question about the
same case, the steps of a sequence, the text of the named cards, the fitting rulings, and the open rules. It holds
official text where an official edition is in use, so keep it to yourself. A file of grades has the columns `id` and
`grade`, one of GRADES for each question; the first two files are two readers who did not see each other's grades.
Prints Markdown.
"""

import argparse
import csv
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from eval.questions.read import read_questions
from eval.records import Question
from index.errors import JudgeError, QuestionSetError
from judge.judge import Judge
from judge.library import Library
from judge.records import Answer, Citation

GRADES = ("settled", "in part", "not settled", "misleads")
SAMPLE = 100
SEED = 0


def drawn(questions: Sequence[Question], size: int = SAMPLE) -> list[Question]:
    """A sample of the answerable questions, always the same, in the order of the set."""
    answerable = [question for question in questions if question.deciding]
    places = random.Random(SEED).sample(range(len(answerable)), min(size, len(answerable)))
    return [answerable[place] for place in sorted(places)]


def sheet(judge: Judge, questions: Sequence[Question]) -> str:
    """The questions with what is open of their answers, as Markdown."""
    return "\n\n".join(
        "\n".join([f"## {question.id}", question.question, "", *open_part(judge.ask(question.question))])
        for question in questions
    )


def open_part(answer: Answer) -> Iterator[str]:
    """What is shown of an answer without a click, line by line."""
    yield f"State: {answer.state}{', most likely' if answer.most_likely else ''}. {answer.message}".rstrip()
    if answer.same_case:
        yield f"In a case like this: {answer.same_case.question} — {answer.same_case.answer}"
    for named in answer.open_cards:
        card = named.cards[0].card
        yield f"Card, {card.name} ({card.type_line}): {card.text}"
    for ruling in answer.rulings:
        yield f"Ruling, {ruling.card} ({ruling.ruling.date}): {ruling.ruling.text}"
    for citation in answer.citations:
        if citation.opened or citation.rule.id in answer.steps:
            yield from _open_rule(citation)


def _open_rule(citation: Citation) -> Iterator[str]:
    yield f"Rule {citation.rule.number} ({citation.role}): {citation.rule.text}"
    if citation.plain:
        yield f"  In plain words: {citation.plain}"
    if citation.matched.kind in ("example", "question", "glossary"):
        answer = citation.matched.answer if citation.matched.near else ""
        yield f"  Matched {citation.matched.kind}: {citation.matched.text} {answer}".rstrip()
    for sentence in citation.key_sentences:
        yield f"  Marked: {sentence}"


def read_grades(path: Path) -> dict[str, str]:
    """The grade of every question by its id.

    Raises QuestionSetError for a grade that is none of GRADES.
    """
    with path.open(encoding="utf-8", newline="") as file:
        grades = {row["id"]: row["grade"] for row in csv.DictReader(file)}
    for id, grade in grades.items():
        if grade not in GRADES:
            raise QuestionSetError(
                f'{path}: found the grade "{grade}" for {id}, expected one of {", ".join(GRADES)}; correct the file.'
            )
    return grades


def table(readers: Sequence[Mapping[str, str]]) -> str:
    """The share of each grade by reader, over the questions that all graded, and how far the first two agree."""
    ids = sorted(set.intersection(*(set(reader) for reader in readers)))
    lines = ["| grade | " + " | ".join(f"reader {at}" for at in range(1, len(readers) + 1)) + " |"]
    lines.append("| --- |" + " --- |" * len(readers))
    for grade in GRADES:
        shares = (sum(reader[id] == grade for id in ids) for reader in readers)
        lines.append(f"| {grade} | " + " | ".join(map(str, shares)) + " |")
    lines.append(f"\n{len(ids)} questions.")
    if len(readers) > 1:
        from sklearn.metrics import cohen_kappa_score

        first, second = ([reader[id] for id in ids] for reader in readers[:2])
        kappa = cohen_kappa_score(first, second, labels=list(GRADES))
        both = sum(a == b == "settled" for a, b in zip(first, second, strict=True))
        lines.append(f"Settled by both readers: {both}. Agreement (Cohen's kappa): {kappa:.2f}.")
    return "\n".join(lines)


def main() -> None:
    """Write a sheet, or print the table of grades."""
    parser = argparse.ArgumentParser(prog="python -m eval.studies.glance")
    parser.add_argument("files", nargs="+", help="a question set, or with no --sheet files of grades")
    parser.add_argument("--sheet", type=Path, help="the Markdown file to write")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many questions to draw")
    asked = parser.parse_args()
    try:
        if asked.sheet:
            questions = drawn(read_questions(asked.files[0]), asked.sample)
            asked.sheet.write_text(sheet(Library.at_home().judge(), questions) + "\n", "utf-8")
        else:
            print(table([read_grades(Path(file)) for file in asked.files]))
    except JudgeError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
