"""A throw-away PostgreSQL server for tests, on a socket in a directory of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

_SETTINGS = """
listen_addresses = ''
fsync = off
synchronous_commit = off
full_page_writes = off
shared_buffers = 32MB
max_connections = 50
"""


def binaries() -> Path | None:
    """Return the directory of PostgreSQL's programs; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if found:
        return found[-1].parent
    program = shutil.which("pg_ctl")
    return None if program is None else Path(program).resolve().parent


class PostgresServer:
    """A server; each test has a database of its own in it."""

    def __init__(self) -> None:
        programs = binaries()
        assert programs is not None
        self._programs = programs
        # A socket has a short path, and another user has to reach it.
        self.directory = Path(tempfile.mkdtemp(prefix="duckrow-pg-", dir="/tmp"))
        self._number = 0
        if os.geteuid() == 0:
            shutil.chown(self.directory, "postgres", "postgres")
        options = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-U", "duck"]
        self._run("initdb", "-D", f"{self.directory}/data", *options)
        with (self.directory / "data/postgresql.conf").open("a") as file:
            file.write(f"{_SETTINGS}unix_socket_directories = '{self.directory}'\n")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [f"{self._programs}/{program}", *arguments]
        if os.geteuid() == 0:
            command = [
                *("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"),
                *command,
            ]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.directory
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        log = f"{self.directory}/log"
        self._run("pg_ctl", "-D", f"{self.directory}/data", "-l", log, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", f"{self.directory}/data", "-m", mode, "-w", "stop")

    def new_database(self) -> str:
        """Return the address of a new database."""
        self._number += 1
        name = f"store{self._number}"
        self._run("createdb", "-h", str(self.directory), "-U", "duck", name)
        return f"postgresql://duck@/{name}?host={self.directory}"

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.directory)
