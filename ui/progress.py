"""Progress bars in the terminal, and a judge that shows one while its index is built."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from index.encoder.encoder import Encoder
from index.progress import Progress
from judge.judge import Judge
from judge.library import Library


@contextmanager
def progress_bar(title: str, unit: str = " texts") -> Iterator[Progress]:
    """A function of (done, total) that draws a bar on standard error; it draws nothing while the total is 0."""
    from tqdm import tqdm

    interval = 0.2 if sys.stderr.isatty() else 10.0
    bars: list[tqdm[NoReturn]] = []

    def show(done: int, total: int) -> None:
        if total and not bars:
            bars.append(tqdm(total=total, desc=title, unit=unit, leave=False, mininterval=interval))
        for bar in bars:
            bar.total = total
            bar.update(done - bar.n)

    try:
        yield show
    finally:
        for bar in bars:
            bar.close()


def open_judge(library: Library, encoder: Encoder, edition: str | None = None) -> Judge:
    """The judge of an edition, by default of the one in use."""
    with progress_bar("Preparing the index") as show:
        return library.judge(edition, encoder, show)
