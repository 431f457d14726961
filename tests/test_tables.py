"""The tables as lines for the terminal and as Markdown."""

from small_set import small_runs

from eval.baseline import compare
from eval.measures import headings
from eval.summary import summarise
from eval.tables import tables, to_markdown, to_text
from index.records import Rulebook


def test_the_first_table_is_aligned(rulebook: Rulebook) -> None:
    lines = to_text(summarise(small_runs(rulebook), "2030-01-01")).split("\n")
    assert lines[0] == "3 questions (1 of them to decline), edition 2030-01-01"
    assert lines[2].split() == [
        *["hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10"],
        "ms_p50",
        "ms_p95",
    ]
    assert lines[3].split()[:4] == ["judge", "0.500", "1.000", "1.000"]
    assert lines[3].split()[-1] == "0.0"
    assert len({len(line) for line in lines[2:5]}) == 1


def test_every_part_has_its_table(rulebook: Rulebook) -> None:
    titles = [table.title for table in tables(summarise(small_runs(rulebook), "x"))]
    assert titles == ["Measures", "Intervals", "judge against", "Declining", "By category", "By difficulty", "By style"]


def test_a_part_without_rows_has_none(rulebook: Rulebook) -> None:
    titles = [table.title for table in tables(summarise(small_runs(rulebook)[1:], "x"))]
    assert titles == ["Measures", "Intervals", "By category", "By difficulty", "By style"]


def test_declining_is_said_with_what_is_missing(rulebook: Rulebook) -> None:
    summary = summarise(small_runs(rulebook), "x")
    [table] = [table for table in tables(summary) if table.title == "Declining"]
    assert table.rows == (("judge", "1.000", "1.000", "1.000", "0.111"),)
    summary["declining"]["judge"] |= {"auroc": None, "declined_right": None}
    [table] = [table for table in tables(summary) if table.title == "Declining"]
    assert table.rows == (("judge", "1.000", "–", "–", "0.111"),)


def test_markdown_says_when_and_escapes(rulebook: Rulebook) -> None:
    runs = small_runs(rulebook)
    earlier = {("judge", "q 1"): ("510.1c", "702.2b"), ("judge", "q2"): ()}
    summary = summarise(runs, "2030-01-01") | {"baseline": compare(runs, earlier, headings(rulebook))}
    lines = to_markdown(summary, "version 9, 2030-02-02").split("\n")
    assert lines[0] == "3 questions (1 of them to decline), edition 2030-01-01; version 9, 2030-02-02."
    assert lines[2].startswith("**Measures.** ")
    assert lines[4].startswith("|  | hit@1 | hit@5 |")
    assert lines[5] == "| " + " | ".join(["---"] * 12) + " |"
    assert lines[6].startswith("| judge | 0.500 | 1.000 |")
    [worse] = [line for line in lines if line.startswith("| q 1 |")]
    assert worse == '| q 1 | 1 | 2 | 1.000 | 0.387 | Is <b>bold</b> & "brave" {enough} \\| $here? |'
    [better] = [line for line in lines if line.startswith("| q2 |")]
    assert better == "| q2 | – | 1 | 0.000 | 1.000 | And this? |"
    assert "Of 2 questions 1 got better, 1 worse, 0 stayed, by nDCG@10." in "\n".join(lines)
