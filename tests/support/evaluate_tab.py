"""A question set and a measuring for the Evaluate tab, over our toy rules."""

import json
from collections.abc import Callable, Sequence

from own_rules import OFFICIAL, read
from playwright.sync_api import Page, expect

from eval.measure import Measurement, ProgressBar
from eval.records import Question
from eval.run import run
from eval.scores.measures import heading_numbers
from eval.scores.summary import summarize
from judge.records import Ranking
from ui import strings

SET = "".join(
    json.dumps({"id": name, "question": f"{name} kite?", "deciding": deciding, "category": "toys"}) + "\n"
    for name, deciding in [("k1", ["900.1a"]), ("k2", ["900.2"]), ("k3", [])]
)
RANKED = {
    "judge": Ranking(("900.1a", "900.2a"), 0.8, "answered", 1),
    "bm25": Ranking(("900.2",)),
    "dense": Ranking(("900.2a",)),
    "rrf": Ranking(()),
}
Note = Callable[[str], None]


def toy(
    questions: Sequence[Question], systems: Sequence[str], edition: str, bar: ProgressBar, note: Note
) -> Measurement:
    """A measuring with the toy rules; each system finds the same for every question."""
    assert edition == OFFICIAL.id
    note("left out <nothing>")
    reader = read(OFFICIAL)
    with bar("Asking", " questions") as show:
        chosen = {name: (lambda question, k, name=name: RANKED[name]) for name in systems}
        runs = run(questions, chosen, heading_numbers(reader.rulebook), on_progress=show)
    return Measurement(reader, tuple(runs), summarize(runs, edition))


def choose(page: Page, content: str, name: str = "set.jsonl") -> None:
    """Open the tab and give it a file."""
    page.get_by_role("tab", name=strings.EVALUATE_TAB).click()
    page.get_by_label(strings.OWN_SET[0]).check()
    chooser = page.locator('#own-set input[type="file"]')
    chooser.set_input_files({"name": name, "mimeType": "application/jsonl", "buffer": content.encode()})
    expect(page.locator("#own-set")).to_contain_text(name.partition(".")[0])
