"""Processes that die and deploys under load: no request fails."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from tests.unit.server.running import PATIENCE, RunningServer, messages

CHILDREN = "/proc/{0}/task/{0}/children"


def children(pid: int) -> list[int]:
    return [int(each) for each in Path(CHILDREN.format(pid)).read_text().split()]


def processes(server: RunningServer) -> tuple[int, list[int]]:
    """Return the web process, and the workers of the newest generation."""
    web, *generations = children(server.process.pid)
    return web, children(generations[-1]) if generations else []


def eventually(question: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not question():
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.fixture
def server(tmp_path: Path) -> RunningServer:
    running = RunningServer(tmp_path)
    running.add_node("huey.lab")
    return running


def test_workers_that_are_killed_are_replaced(server: RunningServer) -> None:
    with server:
        assert server.catalog("huey.lab").status == 200
        _, workers = processes(server)
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        assert server.catalog("huey.lab").status == 200
        server.wait_for("a compile worker ended by signal 9")
        eventually(lambda: len(processes(server)[1]) == 2)


def test_a_job_whose_worker_dies_goes_to_another_one(server: RunningServer) -> None:
    marker = server.directory / "marker"
    # The worker kills itself by the memory that it needs; here by the signal of a command.
    command = server.directory / "kill_parent"
    command.write_text(
        f"#!/bin/sh\nif [ -e {marker} ]; then echo alive; else touch {marker}; kill -9 $PPID; fi\n"
    )
    command.chmod(0o755)
    server.write("manifests/site.pp", f"notify {{ a: message => generate('{command}') }}")
    with server:
        assert messages(server.catalog("huey.lab")) == ["alive\n"]
        server.wait_for("a worker died while it compiled the catalog of huey.lab")


def test_a_job_that_kills_two_workers_is_refused(server: RunningServer) -> None:
    command = server.directory / "kill_parent"
    command.write_text("#!/bin/sh\nkill -9 $PPID\n")
    command.chmod(0o755)
    server.write("manifests/site.pp", f"notify {{ a: message => generate('{command}') }}")
    with server:
        reply = server.catalog("huey.lab")
        assert reply.status == 500
        assert reply.json()["message"] == (
            "Server Error: 2 workers died while they compiled the catalog on node huey.lab"
        )
        assert server.ask("GET", "/status/v1/simple").status == 200


def test_a_web_process_that_is_killed_is_replaced(server: RunningServer) -> None:
    with server:
        assert server.catalog("huey.lab").status == 200
        web, _ = processes(server)
        os.kill(web, signal.SIGKILL)
        # The socket is the parent's: the connection waits.
        assert messages(server.catalog("huey.lab", {"color": "blue"})) == ["huey.lab blue"]
        server.wait_for("the web process ended")


def test_children_end_with_a_parent_that_is_killed(server: RunningServer) -> None:
    with server:
        assert server.catalog("huey.lab").status == 200
        web, workers = processes(server)
        everybody = [*children(server.process.pid), *workers]
        assert web in everybody
        server.process.kill()
        server.process.wait()
        eventually(lambda: not any(Path(f"/proc/{pid}/exe").exists() for pid in everybody))


def test_a_deploy_under_load_fails_no_request(server: RunningServer) -> None:
    server.write("environment.conf", "environment_timeout = unlimited\n")
    stop = Event()

    def ask() -> list[int]:
        found = []
        connection = server.connection("huey.lab")
        while not stop.is_set():
            found.append(server.catalog("huey.lab", over=connection).status)
        connection.close()
        return found

    with server, ThreadPoolExecutor(3) as pool:
        assert server.catalog("huey.lab").status == 200
        futures = [pool.submit(ask) for _ in range(3)]
        server.write("manifests/site.pp", "notify { a: message => 'new' }")
        try:
            assert messages(server.catalog("huey.lab")) != ["new"]
            for count in (2, 3):
                server.process.send_signal(signal.SIGHUP)
                server.wait_for(f"generation {count} of the workers takes over")
            assert messages(server.catalog("huey.lab")) == ["new"]
        finally:
            stop.set()
        statuses = [status for future in futures for status in future.result(PATIENCE)]
        assert set(statuses) == {200}
        eventually(lambda: len(children(server.process.pid)) == 2)


def test_changed_files_lead_to_a_deploy(server: RunningServer) -> None:
    with server:
        assert server.catalog("huey.lab").status == 200
        server.write("manifests/site.pp", "notify { a: message => 'new' }")
        assert messages(server.catalog("huey.lab")) == ["new"]
        server.wait_for("generation 2 of the workers takes over")


def test_a_stop_answers_what_has_begun(server: RunningServer) -> None:
    started, go = server.directory / "started", server.directory / "go"
    command = server.directory / "wait"
    command.write_text(
        f"#!/bin/sh\ntouch {started}\nwhile [ ! -e {go} ]; do sleep 0.02; done\necho done\n"
    )
    command.chmod(0o755)
    server.write("manifests/site.pp", f"notify {{ a: message => generate('{command}') }}")
    with server, ThreadPoolExecutor(1) as pool:
        future = pool.submit(server.catalog, "huey.lab")
        eventually(started.exists)
        server.process.send_signal(signal.SIGTERM)
        server.wait_for("stopping")
        go.touch()
        assert messages(future.result(PATIENCE)) == ["done\n"]
        assert server.process.wait(PATIENCE) == 0


def test_a_status_check_does_not_wait_for_compiles(server: RunningServer) -> None:
    go = server.directory / "go"
    command = server.directory / "wait"
    command.write_text(f"#!/bin/sh\nwhile [ ! -e {go} ]; do sleep 0.02; done\n")
    command.chmod(0o755)
    server.write("manifests/site.pp", f"notify {{ a: message => generate('{command}') }}")
    with server, ThreadPoolExecutor(6) as pool:
        futures = [pool.submit(server.catalog, "huey.lab") for _ in range(6)]
        try:
            for _ in range(20):
                assert server.ask("GET", "/status/v1/simple").status == 200
            assert not any(future.done() for future in futures)
        finally:
            go.touch()
        assert {future.result(PATIENCE).status for future in futures} == {200}


def test_an_environment_that_is_replaced_during_a_compile(server: RunningServer) -> None:
    new, old = server.directory / "new", server.directory / "old"
    (new / "manifests").mkdir(parents=True)
    (new / "manifests/site.pp").write_text("notify { a: message => 'new' }")
    command = server.directory / "replace"
    command.write_text(
        f"#!/bin/sh\nmv {server.production} {old}\n(sleep 0.2; mv {new} {server.production}) "
        "> /dev/null 2>&1 &\n"
    )
    command.chmod(0o755)
    server.write("modules/pond/manifests/init.pp", "class pond { }")
    server.write("manifests/site.pp", f"generate('{command}')\ninclude pond")
    with server:
        assert messages(server.catalog("huey.lab")) == ["new"]


def test_a_deploy_counts_for_files_too(server: RunningServer) -> None:
    server.write("environment.conf", "environment_timeout = unlimited\n")
    path = "/puppet/v3/file_content/modules/pond/duck?environment=production"
    with server:
        assert server.ask("GET", path, node="huey.lab").status == 404
        server.write("modules/pond/files/duck", "quack")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("generation 2 of the workers takes over")
        reply = server.ask("GET", path, node="huey.lab")
        assert (reply.status, reply.body) == (200, b"quack")
