"""The deployment of `deploy/` on this computer: two judges, nginx, and PostgreSQL from Debian's packages.

    JUDGE_HOME=FOLDER .venv/bin/python scripts/stack.py --port 8080

serves it until interrupted. Tests and `scripts/chaos.py` start it too, and kill its parts.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from postgres import Postgres, free_port, postgres

ROOT = Path(__file__).resolve().parent.parent
CONFIGURATION = ROOT / "deploy" / "nginx.conf"
NGINX = "/usr/sbin/nginx"
A_JUDGE = (sys.executable, "-m", "ui.cli", "serve", "--offline", "--log", "--port")
NAMES = ("judge.example", "127.0.0.1")
READY = "The judge is ready"
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


@dataclass
class JudgeProcess:
    """One judge, which can be killed and started again at the same port."""

    command: Sequence[str]
    log: Path
    environment: Mapping[str, str]
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[str] | None" = None

    def begin(self) -> None:
        """Start it; `wait` says when it is ready."""
        command = [*self.command, str(self.port), *(part for name in NAMES for part in ("--allow-host", name))]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "JUDGE_OFFLINE": "1", **self.environment}
        with self.log.open("a") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def wait(self) -> None:
        """Wait until it answers.

        Raises ChildProcessError where it ends before.
        """
        assert self.process and self.process.stdout
        if not any(line.startswith(READY) for line in self.process.stdout):
            raise ChildProcessError(self.log.read_text("utf-8")[-2000:])

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it; its exit code."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        code = self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()
        self.process = None
        return code


@dataclass(frozen=True)
class Stack:
    """A running deployment, reached at `url`, also by the name judge.example."""

    url: str
    judges: tuple[JudgeProcess, ...]
    database: Postgres

    def errors(self) -> list[str]:
        """What the judges logged besides requests and answers."""
        lines = [line for judge in self.judges for line in judge.log.read_text("utf-8").splitlines()]
        return [line for line in lines if '"event": "request"' not in line and '"event": "answer"' not in line]


def configuration(port: int, judges: Sequence[int], folder: Path) -> str:
    """Nginx's configuration of `deploy/`, with the addresses and folders of this computer."""
    text = CONFIGURATION.read_text("utf-8").replace("listen 8080;", f"listen 127.0.0.1:{port};")
    for number, judge in enumerate(judges, 1):
        text = text.replace(f"judge-{number}:7860", f"127.0.0.1:{judge}")
    paths = "".join(f"    {name}_temp_path {folder}/{name};\n" for name in FOLDERS)
    here = f"http {{\n    access_log off;\n{paths}"
    user = "user root;\n" if os.getuid() == 0 else ""
    return f"{user}pid {folder}/nginx.pid;\ndaemon off;\n{text.replace('http {', here, 1)}"


@contextmanager
def proxied(port: int, judges: Sequence[int], folder: Path) -> Iterator[None]:
    """Nginx before the judges, until the block ends."""
    file, log = folder / "nginx.conf", folder / "nginx.log"
    file.write_text(configuration(port, judges, folder), "utf-8")
    command = [NGINX, "-p", str(folder), "-e", str(log), "-c", str(file)]
    subprocess.run([*command, "-t", "-q"], check=True)
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def stack(command: Sequence[str] = A_JUDGE, port: int = 0) -> Iterator[Stack]:
    """The whole deployment, until the block ends; each judge is started with the command and its port."""
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix="judge-stack-") as name, postgres() as database:
        folder = Path(name)
        environment = {"JUDGE_DATABASE": database.url}
        judges = tuple(JudgeProcess(command, folder / f"judge-{number}.log", environment) for number in (1, 2))
        try:
            for judge in judges:
                judge.begin()
            for judge in judges:
                judge.wait()
            with proxied(port, [judge.port for judge in judges], folder):
                yield Stack(f"http://127.0.0.1:{port}", judges, database)
        finally:
            for judge in judges:
                judge.end(signal.SIGTERM)


def main() -> None:
    """Serve until interrupted."""
    options = argparse.ArgumentParser(description="Two judges, nginx and PostgreSQL.")
    options.add_argument("--port", type=int, default=8080)
    with stack(port=options.parse_args().port) as running:
        print(f"Ready: {running.url} as {NAMES[0]}, PostgreSQL at {running.database.url}", flush=True)
        try:
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    main()
