"""The tables as lines for the terminal and as Markdown."""

from small_set import small_runs

from eval.report.previous_run import compare
from eval.report.tables import tables, to_markdown, to_text
from eval.scores.measures import heading_numbers
from eval.scores.summary import summarize
from index.records import Rulebook


def test_the_first_table_is_aligned(rulebook: Rulebook) -> None:
    lines = to_text(summarize(small_runs(rulebook), "2030-01-01")).split("\n")
    assert lines[0] == "3 questions (1 unanswerable), edition 2030-01-01"
    assert lines[2].split() == [
        *["hit@1", "hit@5", "hit@10", "all@5", "all@10", "recall@5", "recall@10", "mrr@10", "ndcg@10"],
        "ms_p50",
        "ms_p95",
    ]
    assert lines[3].split()[:4] == ["judge", "0.500", "1.000", "1.000"]
    assert lines[3].split()[-1] == "0.0"
    assert len({len(line) for line in lines[2:5]}) == 1


def test_every_part_has_a_table(rulebook: Rulebook) -> None:
    titles = [table.title for table in tables(summarize(small_runs(rulebook), "x"))]
    assert titles == [
        "Measures",
        "Intervals",
        "judge compared with",
        "Abstention",
        "By kind: judge",
        "By category",
        "By difficulty",
        "By style",
    ]


def test_a_row_for_each_kind(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "x")
    [table] = [table for table in tables(summary) if table.title == "By kind: judge"]
    assert table.head[:4] == ("", "questions", "answered", "interval")
    assert table.head[-4:] == ("shown", "hit@1", "hit@5", "AUROC")
    [row] = table.rows
    assert row[:8] == ("short", "2", "1.000", "0.342–1.000", "0.000", "0.000–0.658", "0.000", "0.000–0.658")
    assert row[-4:] == ("1.000", "0.500", "1.000", "1.000")
    summary["kinds"]["judge"][0] |= {"answerable": False, "shown": None, "hits": None, "auroc": None}
    [table] = [table for table in tables(summary) if table.title == "By kind: judge"]
    assert (table.rows[0][0], table.rows[0][-4:]) == ("short, unanswerable", ("–", "–", "–", "–"))


def test_parts_without_rows_have_no_table(rulebook: Rulebook) -> None:
    titles = [table.title for table in tables(summarize(small_runs(rulebook)[1:], "x"))]
    assert titles == ["Measures", "Intervals", "By category", "By difficulty", "By style"]


def test_missing_abstention_figures_are_dashes(rulebook: Rulebook) -> None:
    summary = summarize(small_runs(rulebook), "x")
    [table] = [table for table in tables(summary) if table.title == "Abstention"]
    assert table.rows == (("judge", "1.000", "1.000", "1.000", "0.111"),)
    summary["declining"]["judge"] |= {"auroc": None, "declined_right": None}
    [table] = [table for table in tables(summary) if table.title == "Abstention"]
    assert table.rows == (("judge", "1.000", "–", "–", "0.111"),)


def test_markdown_names_its_provenance_and_escapes(rulebook: Rulebook) -> None:
    runs = small_runs(rulebook)
    previous = {("judge", "q 1"): ("510.1c", "702.2b"), ("judge", "q2"): ()}
    summary = summarize(runs, "2030-01-01") | {"baseline": compare(runs, previous, heading_numbers(rulebook))}
    lines = to_markdown(summary, "version 9, 2030-02-02").split("\n")
    assert lines[0] == "3 questions (1 unanswerable), edition 2030-01-01; version 9, 2030-02-02."
    assert lines[2].startswith("**Measures.** ")
    assert lines[4].startswith("|  | hit@1 | hit@5 |")
    assert lines[5] == "| " + " | ".join(["---"] * 12) + " |"
    assert lines[6].startswith("| judge | 0.500 | 1.000 |")
    [worse] = [line for line in lines if line.startswith("| q 1 |")]
    assert worse == '| q 1 | 1 | 2 | 1.000 | 0.387 | Is <b>bold</b> & "brave" {enough} \\| $here? |'
    [better] = [line for line in lines if line.startswith("| q2 |")]
    assert better == "| q2 | – | 1 | 0.000 | 1.000 | And this? |"
    assert "Of 2 questions, 1 improved, 1 got worse and 0 stayed the same, by nDCG@10." in "\n".join(lines)
