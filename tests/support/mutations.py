"""Good files and requests → damaged and hostile ones, drawn by Hypothesis; and what a reader may do with them."""

import os
import resource
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from index.errors import JudgeError

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
FAST = 25  # of a kind of which `make test` takes fewer, `make fuzz` takes fewer in proportion
MOST_SECONDS, MOST_MEGABYTES, LONGEST_PROBLEM = 20.0, 1000.0, 1500
TOKENS = (
    *(b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf0\x9f", b"\r", b"\x1a", b"\x85", "\u2028".encode()),
    *(b"[" * 200, b"{" * 200, b'{"a":' * 200, b'"', b"'", b",", b"\n", b"\\u0000", b"\\ud800", b"]", b"}"),
    *(b"1e999", b"NaN", b"-1", b"null", b"9" * 400, b"702.19b", b"999.99zzzz", b"Glossary\n", b"Credits\n"),
    *(b"=cmd|' /C calc'!A0", b"<script>", b"../../../etc/passwd", b"%s%n", b"\x1b[31m", "İı".encode(), "ﷺ".encode()),
)


def fuzzing(short: int) -> settings:
    """So many examples, always the same ones; where `FUZZ_EXAMPLES` is set, so many of a fast kind, always others."""
    ignored = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
    return settings(
        max_examples=EXAMPLES * min(short, FAST) // FAST or short,
        deadline=None,
        derandomize=not EXAMPLES,
        database=None,
        suppress_health_check=ignored,
        print_blob=True,
    )


@st.composite
def mutated(draw: st.DrawFn, seed: bytes) -> bytes:
    """A file with one to four damages: bits, spans lost, doubled, exchanged, cut, or hostile words put in."""
    data = seed
    for _ in range(draw(st.integers(1, 4))):
        first, second = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        short = min(second, first + draw(st.sampled_from((1, 4, 64, 1 << 20))))
        match draw(st.sampled_from(("bit", "lose", "repeat", "cut", "put", "replace", "swap"))):
            case "bit" if first < len(data):
                data = data[:first] + bytes([data[first] ^ (1 << draw(st.integers(0, 7)))]) + data[first + 1 :]
            case "lose":
                data = data[:first] + data[short:]
            case "repeat":
                data = data[:first] + data[first:short] * draw(st.sampled_from((2, 3, 50))) + data[short:]
            case "cut":
                data = data[:first]
            case "put":
                data = data[:first] + draw(st.sampled_from(TOKENS)) + data[first:]
            case "replace":
                data = data[:first] + draw(st.sampled_from(TOKENS)) + data[short:]
            case "swap":
                data = data[second:] + data[first:second] + data[:first]
    return data


def read_or_refused(read: Callable[[], Any]) -> Any:
    """What a reader gives, None where it refuses; fails for anything but one clear line, soon, in little memory.

    The time is that of the processor, since other work may keep it from this process for any time.
    """
    began, before = _processor_seconds(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = None
    try:
        found = read()
    except JudgeError as error:
        line = str(error)
        assert line and "\n" not in line and "Traceback" not in line, line
        assert len(line) <= LONGEST_PROBLEM, len(line)
    assert _processor_seconds() - began < MOST_SECONDS
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MOST_MEGABYTES
    return found


def _processor_seconds() -> float:
    """The processor time of this process and of those that it waited for."""
    return sum(os.times()[:4])
