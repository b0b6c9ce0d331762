"""Copies from a server that is killed, to a disk that is full; clocks that jump between hosts."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.conformance.cfengine.net.laboratory import OURS, Host, Server, free_port, trust
from tests.faults.machine.isolation import isolated, mount_scratch

pytestmark = pytest.mark.faults

RULES = """
body server control {{ port => "{port}"; bindtointerface => "127.0.0.1"; {more} }}
bundle server rules {{ access: "{path}" admit_ips => {{ "127.0.0.1" }}; }}
"""
COPY = """
body common control {{ bundlesequence => {{ "main" }}; }}
body copy_from remote
{{
      source => "{source}"; servers => {{ "127.0.0.1" }}; portnumber => "{port}";
      compare => "digest"; timeout => "20";
}}
bundle agent main {{ files: "{target}" copy_from => remote; }}
"""
LARGE = 64 << 20


def written_by(pid: int) -> int:
    """Return how many bytes a process has written."""
    words = Path(f"/proc/{pid}/io").read_text().split()
    return int(words[words.index("wchar:") + 1])


class Site:
    """A server with data, a client, and a policy that copies."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.server = Host(directory / "server", OURS)
        self.client = Host(directory / "client", OURS)
        trust(self.server, self.client)
        self.data = directory / "data"
        self.data.mkdir()
        self.port = free_port()
        self.running: Server | None = None

    def serve(self, more: str = "", *options: str) -> Server:
        text = RULES.format(port=self.port, path=self.data, more=more)
        self.running = Server(self.server, text, self.port, *options)
        return self.running

    def copy(self, source: Path, target: Path) -> str:
        return COPY.format(source=source, target=target, port=self.port)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path)
    yield found
    if found.running is not None and found.running.process.poll() is None:
        found.running.stop()


def test_a_server_that_is_killed_leaves_the_old_file(site: Site) -> None:
    source, target = site.data / "large", site.directory / "to/target"
    target.parent.mkdir()
    source.write_bytes(os.urandom(1 << 20) * (LARGE >> 20))
    target.write_text("old")
    server = site.serve()
    path = site.client.policy("client.cf", site.copy(source, target))
    agent = subprocess.Popen(
        [str(OURS / "cf-agent"), "-KI", "-f", str(path)],
        env=site.client.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # The server is killed while the copy is on its way: something has arrived, but not all.
    end = time.monotonic() + 60
    while written_by(agent.pid) < LARGE // 16:
        assert time.monotonic() < end
        assert agent.poll() is None
        time.sleep(0.001)
    server.process.kill()
    server.process.wait(60)
    output, _ = agent.communicate(timeout=120)
    assert target.read_text() == "old", output
    assert list(target.parent.iterdir()) == [target]
    assert "error:" in output
    site.serve()
    site.client.agent(site.copy(source, target))
    assert target.stat().st_size == LARGE


def test_a_disk_that_is_full_leaves_the_old_file(site: Site) -> None:
    source, scratch = site.data / "large", site.directory / "scratch"
    source.write_bytes(os.urandom(4 << 20))
    scratch.mkdir()
    target = scratch / "target"

    def body() -> None:
        mount_scratch(str(scratch), "1m")
        target.write_text("old")
        output = site.client.agent(site.copy(source, target))
        assert "No space left on device" in output
        assert target.read_text() == "old"
        assert os.listdir(scratch) == ["target"]

    site.serve()
    isolated(body, mounts=True)


def test_many_hostile_dialogs_leave_nothing_open(tmp_path: Path) -> None:
    from tests.unit.cfengine.server.dialogs import CLIENT_KEY, Dialog, LocalServer

    work = tmp_path / "work"
    work.mkdir()
    server = LocalServer(work, RULES.format(port=1, path=tmp_path, more=""))
    server.trust(CLIENT_KEY)
    descriptors = len(os.listdir("/proc/self/fd"))
    for number in range(200):
        if number % 4 == 0:
            server.connect().close()
        elif number % 4 == 1:
            peer = server.shake_hands()
            peer.send(b"CFE_v3 a b\nIDENTITY USERNAME=/\n")
            peer.close()
        else:
            dialog = Dialog(server)
            if number % 4 == 2:
                dialog.peer.send(b"GET / HTTP/1.1\r\n\r\n")
            else:
                dialog.peer.send(b"t 99\0\0\0\0cut")
            dialog.peer.close()
    server.join()
    server.channels.clear()
    assert not server._open
    assert not server._opening
    assert len(os.listdir("/proc/self/fd")) <= descriptors
    assert "fault in duckrow" not in server.log


@pytest.mark.parametrize("hours", [-30, 30])
def test_clocks_that_jump_do_not_disturb_meetings(tmp_path: Path, hours: int) -> None:
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.state import State
    from duckrow.cfengine.net.lastseen import LastSeen

    state = State(str(tmp_path), Log("nothing", lambda _: None))
    seen = LastSeen(state)
    now = 1_800_000_000
    for each in (now, now + 300, now + 300 + hours * 3600, now + 600):
        seen.note("192.0.2.1", "MD5=a", is_incoming=True, now=each)
    [meeting] = seen.meetings()
    assert meeting.time == now + 600
    assert seen.faults() == []
    state.close()
