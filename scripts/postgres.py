"""A PostgreSQL server of Debian's packages in a folder of its own, which may be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
USER = "postgres"
LONGEST_START = 30


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass
class Postgres:
    """A server; PostgreSQL runs as no administrator, so another user runs it where we are one."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[str] | None" = None

    @property
    def url(self) -> str:
        """What `JUDGE_DATABASE` takes."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Make the cluster."""
        command = [_program("initdb"), "-D", str(self.folder / "data"), "-U", USER, "-A", "trust", "-N"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **_other_user())

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = ("-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}")
        command = [_program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, text=True, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **_other_user()
            )
        ready = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        deadline = time.monotonic() + LONGEST_START
        while subprocess.run(ready).returncode:
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """End the server and all its processes at once, as a power cut would."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
            time.sleep(0.1)


def _program(name: str) -> str:
    return str(PROGRAMS[-1].with_name(name))


def _other_user() -> dict[str, Any]:
    return {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that runs until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="judge-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, USER, USER)
    server = Postgres(folder)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
