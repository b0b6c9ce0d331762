"""Commands and faults: what was acknowledged is stored, or a message says that it is lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.faults.machine.isolation import isolated, mount_scratch
from tests.faults.server.test_stores import fill_up
from tests.unit.server.running import RunningServer
from tests.unit.store.payloads import report

from duckrow.store.database.sqlite import SqliteDatabase

pytestmark = pytest.mark.faults

JSON = {"Content-Type": "application/json"}
PATH = "/pdb/cmd/v1?command=store_report&version=8&certname=huey.lab"


class Commands:
    """Sends reports with versions of their own, and remembers what was answered."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self.acknowledged: set[str] = set()
        self.refused: dict[str, str] = {}

    def send(self, start: int, count: int, is_over: Event | None = None) -> None:
        """Send reports until the last one, or until the server does not answer."""
        with closing(self._server.connection("localhost")) as connection:
            for number in range(start, start + count):
                if is_over is not None and is_over.is_set():
                    return
                # Random texts, which cannot be compressed.
                version = f"{number}-{random.Random(number).randbytes(2000).hex()}"
                body = json.dumps(report("huey.lab", configuration_version=version))
                try:
                    reply = self._server.ask("POST", PATH, body, JSON, over=connection)
                except OSError:
                    return
                if reply.status == 200:
                    self.acknowledged.add(version)
                else:
                    self.refused[version] = f"{reply.status} {reply.text}"

    def stored(self) -> set[str]:
        """Return the versions of the reports in the store, of which the server need not run."""
        database = SqliteDatabase(f"{self._server.directory}/var/duckrow/store.db", print)
        with database.reading(60) as session:
            rows = session.execute("SELECT configuration_version FROM reports").fetchall()
            check = session.execute("PRAGMA integrity_check").fetchone()
        database.close()
        assert check == ("ok",)
        return {str(row[0]) for row in rows}


def children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in found]


def web_process_of(server: RunningServer) -> int:
    """Return the process that has the store open."""
    for pid in children_of(server.process.pid):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            if link.exists() and link.readlink().name == "store.db":
                return pid
    raise AssertionError("no process has the store open")


@pytest.mark.parametrize("turn", range(5))
def test_a_killed_server_has_every_acknowledged_command(tmp_path: Path, turn: int) -> None:
    server = RunningServer(tmp_path)
    with server:
        commands = Commands(server)
        threads = [
            Thread(target=commands.send, args=(number * 100_000, 100_000)) for number in range(8)
        ]
        for thread in threads:
            thread.start()
        while len(commands.acknowledged) < 50 + 60 * turn:
            assert threads[0].is_alive()
            time.sleep(0.01)
        for pid in (*children_of(server.process.pid), server.process.pid):
            os.kill(pid, signal.SIGKILL)
        for thread in threads:
            thread.join()
    assert commands.refused == {}
    assert commands.acknowledged <= commands.stored()


def test_a_web_process_that_is_killed_is_replaced_and_loses_nothing(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    with server:
        commands = Commands(server)
        for turn in range(3):
            sender = Thread(target=commands.send, args=(turn * 100_000, 100_000))
            sender.start()
            while len(commands.acknowledged) < 30 * (turn + 1):
                assert sender.is_alive()
                time.sleep(0.01)
            os.kill(web_process_of(server), signal.SIGKILL)
            sender.join()
        server.wait_for("the web process ended", 3)
        commands.send(900_000, 1)
    assert len(commands.acknowledged) > 90
    assert commands.acknowledged <= commands.stored()


def test_a_full_disk_refuses_commands_and_loses_none(tmp_path: Path) -> None:
    def body() -> None:
        server = RunningServer(tmp_path)
        var = tmp_path / "var"
        var.mkdir()
        mount_scratch(str(var), "8m")
        with server:
            commands = Commands(server)
            commands.send(0, 20)
            fill_up(var / "full")
            commands.send(100, 20)
            assert commands.refused
            for text in commands.refused.values():
                assert text.startswith("503 the command cannot be stored")
            (var / "full").unlink()
            before = len(commands.acknowledged)
            commands.send(200, 20)
            assert len(commands.acknowledged) == before + 20
        assert commands.acknowledged <= commands.stored()

    isolated(body, mounts=True)


def test_a_damaged_store_is_set_aside_while_the_server_runs(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    with server:
        commands = Commands(server)
        commands.send(0, 30)
        path = tmp_path / "var/duckrow/store.db"
        # Merge the log, so that the damage is in what the server reads.
        merge = f"import sqlite3; c = sqlite3.connect('{path}'); c.execute('PRAGMA wal_checkpoint')"
        subprocess.run(["python3", "-c", merge], check=True)
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))
        # The server has pages in memory: a new process finds the damage.
        os.kill(web_process_of(server), signal.SIGKILL)
        server.wait_for("the web process ended")
        again = Commands(server)
        again.send(1000, 10)
        assert len(again.acknowledged) == 10
        server.wait_for(r"store\.db is damaged .* renamed to .*store\.db\.bad-")
    assert again.acknowledged <= again.stored()
    assert list(path.parent.glob("store.db.bad-*"))
