"""ui/server/memory.py: freed memory goes back to the system, collections are short, libraries load when needed."""

import subprocess
import sys

import pytest

FREED = """
from pathlib import Path
from ui.server.memory import give_back, keep_few_heaps

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 1_000_000

keep_few_heaps()
blocks = [bytes(1000) for _ in range(200_000)]
last = blocks[-1]
full = held()
del blocks
give_back()
print(full - held())
"""

SETTLED = """
import gc, time, weakref
from ui.server import memory

class Judge:
    def __init__(self):
        self.rules, self.itself = [[number] for number in range(1_000_000)], self

def collected():
    start = time.perf_counter()
    gc.collect()
    return time.perf_counter() - start

memory.STILL_USED = 0.1
memory.settle_again()
first = Judge()
gone = weakref.ref(first)
before = collected()
memory.settle()
after = min(collected() for _ in range(3))
first = Judge()
gc.collect()
kept = gone() is not None
memory.settle_again()
for _ in range(100):
    if gone() is None:
        break
    time.sleep(0.1)
print(before > 5 * after, kept, gone() is None, first.itself is first)
"""

LATER = """
import sys
from io import BytesIO
from ui.server.memory import not_yet

with not_yet("pyarrow"):
    import pandas
assert "pyarrow" not in sys.modules
frame = pandas.DataFrame({"name": ["kite", None], "chance": pandas.array([0.5, None], dtype="Float64")})
again = pandas.read_parquet(BytesIO(frame.to_parquet(index=False)))
print(again.to_dict("list"), "pyarrow" in sys.modules)
with not_yet("pandas"):
    import pandas as loaded
print(loaded is pandas, sys.modules["pandas"] is pandas)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc keeps freed memory in this way")
def test_freed_memory_is_given_back_though_something_behind_it_is_still_held() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 150


def test_where_there_is_no_glibc_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.server.memory import give_back, keep_few_heaps

    monkeypatch.setattr(sys, "platform", "win32")
    keep_few_heaps()
    give_back()


def test_what_stays_is_collected_once_and_what_is_replaced_still_goes() -> None:
    done = subprocess.run([sys.executable, "-c", SETTLED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"] * 4


def test_gradio_makes_no_table_of_all_events(monkeypatch: pytest.MonkeyPatch) -> None:
    from ui.gradio_import import gr
    from ui.server.web import ENVIRONMENT

    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    with gr.Blocks() as page:
        gr.Textbox()
    queue = page.queue()._queue
    queue.events_recorded += 1000
    assert queue.ANALYTICS_MAX_EVENTS == 1
    assert queue.compute_analytics_summary([{"function": "answer", "process_time": 1.0}]) == {"functions": {}}


def test_a_library_is_loaded_by_whoever_needs_it() -> None:
    done = subprocess.run([sys.executable, "-c", LATER], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["{'name': ['kite', nan], 'chance': [0.5, None]} True", "True True"]
