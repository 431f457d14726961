"""ui/server/memory.py: freed memory goes back to the system, and libraries load when they are needed."""

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


def test_a_library_is_loaded_by_whoever_needs_it() -> None:
    done = subprocess.run([sys.executable, "-c", LATER], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["{'name': ['kite', nan], 'chance': [0.5, None]} True", "True True"]
