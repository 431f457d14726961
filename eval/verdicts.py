"""Questions with reference verdicts, a judge and its writer → what is shown of what is written, and how right it is."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TypedDict

import numpy as np

from eval.records import Question
from eval.scores.agreement import SameRuling
from index.errors import QuestionSetError
from index.progress import Progress
from judge.judge import MOST_CITED, Answerer
from judge.records import Answer, Written
from judge.writer.writer import Writer


@dataclass(frozen=True)
class WrittenRow:
    """One question with what was written, the seconds it took, how many of its quotes are exact, and its grade."""

    question: Question
    written: Written
    seconds: float
    exact: int
    agrees: bool | None = None


class WrittenSummary(TypedDict):
    """What `judge eval --writer --json` prints.

    Shares of the questions by state; shares of the steps that were dropped, of the shown quotes that are exact, and of
    the graded verdicts that agree with the reference, None where there is none; milliseconds; tokens of all questions.
    """

    questions: int
    shown: float
    undecided: float
    withheld: float
    failed: float
    steps_dropped: float | None
    quotes: int
    quotes_exact: float | None
    graded: int
    agreement: float | None
    ms_p50: float
    ms_p95: float
    tokens_read: int
    tokens_written: int


def measure_written(
    questions: Sequence[Question],
    judge: Answerer,
    writer: Writer,
    grade: SameRuling | None = None,
    on_progress: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
    k: int = MOST_CITED,
) -> list[WrittenRow]:
    """Ask every question with k rules at most and have its answer written; the time is that of writing alone.

    Raises QuestionSetError where a question has no reference verdict.
    """
    if without := [question.id for question in questions if not question.verdict]:
        raise QuestionSetError(
            f'found {len(without)} questions without a "verdict", such as {without[0]}; expected one in each; add it.'
        )
    rows = []
    for done, question in enumerate(questions, 1):
        answer = judge.ask(question.question, k)
        start = clock()
        answer = writer.write_now(answer, judge)
        rows.append(_row(question, answer, clock() - start, judge, grade))
        if on_progress:
            on_progress(done, len(questions))
    return rows


def _row(question: Question, answer: Answer, seconds: float, judge: Answerer, grade: SameRuling | None) -> WrittenRow:
    written = answer.written
    if written is None:
        raise QuestionSetError(f"{question.id}: found no written answer; expected one in some state; ask again.")
    exact = sum(
        any(step.quote in text for text in _texts(step.kind, step.source, answer, judge)) for step in written.steps
    )
    agrees = grade(question.question, question.verdict, written.verdict) if grade and written.verdict else None
    return WrittenRow(question, written, seconds, exact, agrees)


def _texts(kind: str, source: str, answer: Answer, judge: Answerer) -> list[str]:
    """The texts of a rule or a card, from where the judge has them and not from what was sent."""
    if kind == "rule":
        rule = judge.reader.rulebook.by_id[source]
        return [rule.text, *rule.examples, judge.reader.plain(source)]
    cards = [read for named in answer.cards for read in named.cards if read.card.name == source]
    faces = ["\n".join(filter(None, (x.type_line, x.stats, x.text))) for read in cards for x in read.card.faces]
    return [*faces, *(ruling.text for read in cards for ruling in read.rulings)]


def summarize_written(rows: Sequence[WrittenRow]) -> WrittenSummary:
    """The figures of a measurement."""
    states = [row.written.state for row in rows]
    quotes, dropped = sum(len(row.written.steps) for row in rows), sum(row.written.dropped for row in rows)
    graded = [row.agrees for row in rows if row.agrees is not None]
    p50, p95 = np.percentile([row.seconds * 1000 for row in rows], [50, 95])
    return WrittenSummary(
        questions=len(rows),
        shown=states.count("shown") / len(rows),
        undecided=states.count("undecided") / len(rows),
        withheld=states.count("withheld") / len(rows),
        failed=states.count("failed") / len(rows),
        steps_dropped=_share(dropped, quotes + dropped),
        quotes=quotes,
        quotes_exact=_share(sum(row.exact for row in rows), quotes),
        graded=len(graded),
        agreement=_share(sum(graded), len(graded)),
        ms_p50=float(p50),
        ms_p95=float(p95),
        tokens_read=sum(row.written.tokens_read for row in rows),
        tokens_written=sum(row.written.tokens_written for row in rows),
    )


def written_table(summary: WrittenSummary) -> str:
    """The figures as a Markdown table."""
    rows = [f"| {name.replace('_', ' ')} | {_shown(name, value)} |" for name, value in summary.items()]
    return "\n".join(["| figure | value |", "| --- | --- |", *rows])


def _shown(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if name.startswith("ms_") else f"{value:.3f}"
    return "–" if value is None else f"{value:,}"


def _share(some: int, of: int) -> float | None:
    return some / of if of else None


def as_lines(rows: Sequence[WrittenRow]) -> str:
    """One JSON object for each question; `agrees` may be filled in by hand and read again."""
    lines = []
    for row in rows:
        written = asdict(row.written)
        asked = {"id": row.question.id, "question": row.question.question, "reference": row.question.verdict}
        lines.append({**written, **asked, "seconds": round(row.seconds, 3), "exact": row.exact, "agrees": row.agrees})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
