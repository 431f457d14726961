"""A process that is killed at random moments while it writes: the last good state answers, and left-overs go."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from paths import ROOT

CRASHES = int(os.environ.get("CRASHES", "8"))  # `make chaos` takes 200
TASKS = ("rules", "cards", "index", "feedback")
SUPPORT = ROOT / "tests" / "support"


@pytest.mark.parametrize("task", TASKS)
def test_killed_at_random_moments(task: str, tmp_path: Path, tried: Counter[str]) -> None:
    trials = CRASHES // len(TASKS)
    command = [sys.executable, str(SUPPORT / "crashes.py"), task, str(trials), "2026", str(tmp_path / "trials")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, SUPPORT)))}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60 + 60 * trials)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["problems"] == []
    assert found["trials"] == trials and found["killed"] >= 1
    tried["crashes"] += found["trials"]
