"""The files of a server, asked for ahead. A server of our own answers; connections are counted."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.unit.cfengine.server.dialogs import CLIENT_KEY, SERVER_KEY, LocalServer

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.net import remote_files
from duckrow.cfengine.net.connection import (
    CHANGED,
    Broken,
    Connection,
    Refused,
    Where,
    open_connection,
)
from duckrow.cfengine.net.frames import REFUSED, frame
from duckrow.cfengine.net.keys import Keys, private_text
from duckrow.cfengine.net.own_endpoint import own_endpoint
from duckrow.cfengine.net.remote_files import RemoteFiles
from duckrow.machine.files.facts import FileFacts
from duckrow.machine.tls_stream import Stream
from duckrow.source.short_digest import short_md5

RULES = """
body server control {{ allowconnects => {{ "127.0.0.1" }}; allowallconnects => {{ "127.0.0.1" }}; }}
bundle server rules {{ access: "{path}" admit_ips => {{ "127.0.0.1" }}; }}
"""


class Site:
    """A server with data, and a client that notes what it asks for ahead."""

    def __init__(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (top / "server").mkdir()
        self.data = top / "data"
        self.data.mkdir()
        self.server = LocalServer(top / "server", RULES.format(path=self.data))
        self.server.trust(CLIENT_KEY)
        self.keys = Keys(str(top / "client"))
        self.keys.trust("root", SERVER_KEY.public_key())
        Path(self.keys.private_file).write_bytes(private_text(CLIENT_KEY))
        self.connections: list[Connection] = []
        monkeypatch.setattr(
            "duckrow.cfengine.net.connection.connect_socket", lambda *_, **__: self.server.connect()
        )

    def connect(self) -> Connection:
        log = Log("nothing")
        endpoint = own_endpoint(self.keys, None, None, log, print)
        assert endpoint is not None
        found = open_connection(Where("127.0.0.1", "1", "root"), endpoint, self.keys, log)
        assert found is not None
        self.connections.append(found)
        return found

    def files(self, *, takes_contents: bool = True) -> RemoteFiles:
        return RemoteFiles(self.connect(), self.connect, takes_contents=takes_contents)

    def write(self, count: int, size: int = 9) -> dict[str, bytes]:
        """Write files; return their contents by path."""
        found = {}
        for number in range(count):
            path = self.data / f"file{number}"
            found[str(path)] = (b"%d quack " % number * size)[:size]
            path.write_bytes(found[str(path)])
        return found


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    found = Site(tmp_path, monkeypatch)
    yield found
    for each in found.connections:
        each.close()
    found.server.join()


def everything(_path: str, _facts: FileFacts) -> bool:
    return True


def content(files: RemoteFiles, path: str) -> bytes:
    facts = files.facts(path)
    assert facts is not None
    return b"".join(files.content(path, facts))


def test_contents_arrive_in_any_order(site: Site) -> None:
    written = site.write(1000)
    files = site.files()
    files.expect(written, everything)
    for path in reversed(written):
        assert content(files, path) == written[path]
    assert len(site.connections) == 1


def test_a_content_is_used_once(site: Site) -> None:
    [path] = site.write(1)
    files = site.files()
    files.expect([path], everything)
    assert content(files, path) == b"0 quack 0"
    # A file that changed meanwhile, with the same facts.
    Path(path).write_bytes(b"1 quack 1")
    facts = files.facts(path)
    assert facts is not None
    os.utime(path, (1, facts.mtime_ns // 10**9))
    assert content(files, path) == b"1 quack 1"


@pytest.mark.parametrize("is_other", [True, False])
def test_a_comparison_with_the_old_file_says_nothing_about_the_new_one(
    site: Site, *, is_other: bool
) -> None:
    [path] = written = site.write(1)
    files = site.files()
    files.expect(written, lambda *_: short_md5(b"other" if is_other else written[path]))
    assert content(files, path) == written[path]
    assert files.differs(path, lambda: short_md5(written[path])) is False
    assert content(files, path) == written[path]
    assert files.differs(path, lambda: short_md5(b"damaged")) is True


def test_only_files_that_differ_are_asked_for(site: Site) -> None:
    written = site.write(50)
    files = site.files()

    def plan(path: str, _facts: FileFacts) -> bytes | bool | None:
        number = int(path.rpartition("file")[2])
        return (True, short_md5(written[path]), short_md5(b"other"), None)[number % 4]

    files.expect(written, plan)
    for number, path in enumerate(written):
        assert files.facts(path) is not None
        if number % 4 in (1, 2):
            assert files.differs(path, lambda: pytest.fail("it is known")) is (number % 4 == 2)
        if number % 4 in (0, 2):
            assert content(files, path) == written[path]
    asked = {
        path
        for path in written
        if any(line.rstrip().endswith(f"GET {path}") for line in site.server.lines)
    }
    assert asked == {path for number, path in enumerate(written) if number % 4 in (0, 2)}


def test_a_trial_asks_for_no_content(site: Site) -> None:
    written = site.write(3)
    files = site.files(takes_contents=False)
    files.expect(written, everything)
    assert all(files.facts(path) for path in written)
    assert not files._wanted
    assert not files._contents


@pytest.mark.parametrize("size", [9, 90])
def test_a_file_that_is_refused_does_not_keep_others_away(site: Site, size: int) -> None:
    written = site.write(30, size)
    away = list(written)[7]
    files = site.files()
    files.expect(written, everything)
    assert files.facts(away) is not None
    Path(away).unlink()
    for path, expected in written.items():
        if path == away:
            with pytest.raises((Refused, Broken)):
                content(files, path)
        else:
            assert content(files, path) == expected
    assert 1 < len(site.connections) < 5


def test_what_waits_to_be_used_has_a_limit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_files, "_MOST_BYTES", 10_000)
    written = site.write(100, 3_000)
    files = site.files()
    files.expect(written, everything)
    for number, path in enumerate(written):
        if number % 3:  # others are skipped, and their contents are of no use
            assert content(files, path) == written[path]
            assert sum(map(len, files._contents.values())) <= 10_000
    assert len(site.connections) == 1


def test_large_files_are_not_asked_for_ahead(site: Site) -> None:
    written = site.write(3, remote_files.SMALL + 1)
    files = site.files()
    files.expect(written, everything)
    for path, expected in written.items():
        assert files.facts(path) is not None
        assert not files._contents
        assert content(files, path) == expected


def test_the_next_promise_does_not_get_what_the_last_one_expected(site: Site) -> None:
    written = site.write(2000)
    connection = site.connect()
    first = RemoteFiles(connection, site.connect, takes_contents=True)
    first.expect(written, everything)
    assert first.facts(next(iter(written))) is not None
    second = RemoteFiles(connection, site.connect, takes_contents=True)
    second.expect(written, everything)
    for path, expected in written.items():
        assert content(second, path) == expected
    assert len(site.connections) == 1
    assert len(first._facts) < 1000


def test_a_missing_file_has_no_facts(site: Site) -> None:
    files = site.files()
    missing = f"{site.data}/missing"
    files.expect([missing, "x" * 5000], everything)
    assert files.facts(missing) is None
    assert files.facts("x" * 5000) is None


class Fed(Stream):
    """A server that says given bytes, in records of any size, and then hangs up."""

    __slots__ = ("_dice", "_said")

    def __init__(self, said: bytes, dice: random.Random) -> None:
        self._left = bytearray()
        self.address = "127.0.0.1"
        self._said = said
        self._dice = dice

    def send(self, data: bytes | memoryview) -> None:
        pass

    def close(self) -> None:
        pass

    def _read(self, most: int) -> bytes:
        size = min(most, self._dice.choice((1, 7, 60, 2048, 16_384)))
        found, self._said = self._said[:size], self._said[size:]
        return found


def test_whatever_a_server_says_is_understood_or_ends_the_connection() -> None:
    dice = random.Random(11)
    contents = {f"/file{number}": b"quack" * (number * 30 + 1) for number in range(40)}
    stats = {
        path: frame(b"OK: 0 420 0 0 0 %d 1 2 3 0 7 1 64" % len(content)) + frame(b"OK:")
        for path, content in contents.items()
    }
    # The facts of all files, then each content with the facts behind it.
    whole = b"".join(stats.values())
    whole += b"".join(contents[path] + stats[path] for path in contents)
    places = [0, len(whole) // 2, *range(0, len(whole), 997)]
    outcomes: dict[str, int] = {}
    for number in range(600):
        said = bytearray(whole)
        for _ in range(number % 4):
            at = dice.choice(places) + dice.randrange(60)
            kind = dice.randrange(4)
            if kind == 0:
                said[at : at + 1] = bytes((dice.randrange(256),))
            elif kind == 1:
                del said[at : at + dice.randrange(9)]
            elif kind == 2:
                said[at:at] = dice.choice((frame(REFUSED), CHANGED.ljust(2048, b"\0"), b"t 9\0"))
            else:
                del said[at:]
        peer = Fed(bytes(said), dice)
        connection = Connection(peer, Where("h", "1", "root"), 3, "key", Log("nothing"))
        files = RemoteFiles(connection, lambda: None, takes_contents=True)
        files.expect(contents, everything)
        outcome = "all"
        for path, content_of_path in contents.items():
            try:
                facts = files.facts(path)
                if facts is None or not facts.is_file:
                    outcome = "no facts"
                    continue
                found = b"".join(files.content(path, facts))
            except (Broken, Refused):
                outcome = "ended"
                break
            # A byte of a content may be another one: TLS answers for that, not the protocol.
            assert len(found) == facts.size
            if number % 4 == 0:
                assert found == content_of_path
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    assert outcomes["all"] >= 150
    assert outcomes["ended"] > 100
