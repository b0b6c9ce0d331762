"""A client and servers that refuse, change, cut or delay what they send."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("OpenSSL")

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.net.connection import (
    CHANGED,
    Broken,
    Connection,
    Refused,
    Where,
    open_connection,
)
from duckrow.cfengine.net.frames import REFUSED, TERMINATOR, frame
from duckrow.cfengine.net.keys import Keys, make_key, private_text
from duckrow.cfengine.net.own_endpoint import own_endpoint
from duckrow.cli.drop_ins.cf_agent import run_words
from duckrow.machine.tls_peers import Endpoint, Peer, TlsSettings
from duckrow.machine.tls_stream import limit_socket

SERVER_KEY, CLIENT_KEY = make_key(), make_key()
OPENING = b"CFE_v3 cf-serverd 3.21.0\n"
WELCOME = b"OK WELCOME USERNAME=root\n"
STAT = frame(b"OK: 0 420 0 0 0 5 1 2 3 0 7 1 64") + frame(b"OK:")
OTHER_STAT = frame(b"OK: 0 420 0 0 0 5 1 99 3 0 7 1 64") + frame(b"OK:")

Talk = Callable[[Peer], None]


class Scripted:
    """A server that says what a test tells it, on a port of its own."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = str(self._listening.getsockname()[1])
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        endpoint = Endpoint(TlsSettings(SERVER_KEY), is_server=True)
        while True:
            try:
                channel, _ = self._listening.accept()
            except OSError:
                return
            limit_socket(channel, 20)
            try:
                peer = endpoint.shake_hands(channel)
                self._talk(peer)
                peer.close()
            except OSError:
                channel.close()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(20)


@pytest.fixture
def serve() -> Iterator[Callable[[Talk], Scripted]]:
    found: list[Scripted] = []

    def start(talk: Talk) -> Scripted:
        found.append(Scripted(talk))
        return found[-1]

    yield start
    for each in found:
        each.close()


def welcomed(*replies: bytes) -> Talk:
    """Welcome a client, then answer each of its requests with the next reply."""

    def talk(peer: Peer) -> None:
        peer.send(OPENING)
        peer.receive_line(999)
        peer.receive_line(999)
        peer.send(WELCOME)
        for reply in replies:
            if not peer.receive(9999):
                return
            peer.send(reply)

    return talk


def connect(server: Scripted, work: Path, **settings: object) -> Connection | None:
    keys = Keys(str(work))
    keys.trust("root", SERVER_KEY.public_key())
    Path(keys.private_file).write_bytes(private_text(CLIENT_KEY))
    endpoint = own_endpoint(keys, None, None, Log("nothing"), print)
    assert endpoint is not None
    where = Where("127.0.0.1", server.port, "root", **settings)  # type: ignore[arg-type]
    return open_connection(where, endpoint, keys, Log("nothing"))


def connected(server: Scripted, work: Path) -> Connection:
    found = connect(server, work)
    assert found is not None
    return found


def content(serve: Callable[[Talk], Scripted], work: Path, *replies: bytes) -> bytes:
    """Return the content of a file of five bytes, as a scripted server sends it."""
    connection = connected(serve(welcomed(STAT, *replies)), work)
    try:
        facts = connection.stat("/a")
        assert facts is not None
        return b"".join(connection.content("/a", facts))
    finally:
        connection.close()


def test_a_confirmed_content_arrives(serve: Callable[[Talk], Scripted], tmp_path: Path) -> None:
    assert content(serve, tmp_path, b"quack" + STAT) == b"quack"


@pytest.mark.parametrize(
    "reply",
    [
        b"quack" + OTHER_STAT,
        b"quack" + frame(REFUSED),
        frame(REFUSED),
        frame(REFUSED) + REFUSED.ljust(2048, b"\0"),
        REFUSED.ljust(2048, b"\0"),
        CHANGED.ljust(2048, b"\0"),
        b"qua" + STAT,
        b"quack, quack" + STAT,
        b"quack",
        b"qua",
        b"",
    ],
)
def test_an_unconfirmed_content_is_no_content(
    serve: Callable[[Talk], Scripted], tmp_path: Path, reply: bytes
) -> None:
    with pytest.raises((Refused, Broken)):
        content(serve, tmp_path, *([reply] if reply else []))


def stat_of(size: int, *, mtime: int = 2, inode: int = 7) -> bytes:
    return frame(b"OK: 0 420 0 0 0 %d 1 %d 3 0 %d 1 64" % (size, mtime, inode)) + frame(b"OK:")


@pytest.mark.parametrize("size", [1, 5, 8, 12, 13, 29, 30, 31, 58, 59])
@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (frame(REFUSED), "refused to send"),
        (REFUSED.ljust(2048, b"\0"), "refused to send"),
        (CHANGED.ljust(2048, b"\0"), "changed while it was copied"),
    ],
)
def test_the_reason_why_a_small_file_does_not_come(
    serve: Callable[[Talk], Scripted], tmp_path: Path, size: int, reply: bytes, why: str
) -> None:
    connection = connected(serve(welcomed(stat_of(size), reply + frame(REFUSED))), tmp_path)
    facts = connection.stat("/a")
    assert facts is not None
    with pytest.raises(Refused, match=why):
        list(connection.content("/a", facts))


def test_the_facts_of_another_file_confirm_nothing(
    serve: Callable[[Talk], Scripted], tmp_path: Path
) -> None:
    """A file was emptied; the reply to STAT behind it is as long as its content was."""
    emptied = stat_of(0, mtime=99, inode=10)
    size = len(emptied)
    # Both files had the same size and were written in the same second.
    before, other = stat_of(size, inode=10), stat_of(size, inode=11)
    connection = connected(serve(welcomed(before, emptied + other)), tmp_path)
    facts = connection.stat("/a")
    assert facts is not None
    with pytest.raises(Refused, match="changed while it was copied"):
        list(connection.content("/a", facts))
    assert connection.is_broken  # which reply comes next is not known


SIZE = 100_000
LARGE = frame(b"OK: 0 420 0 0 0 %d 1 2 3 0 7 1 64" % SIZE) + frame(b"OK:")
BLOCKS = b"x" * 20 * 2048


@pytest.mark.parametrize(
    ("replies", "why"),
    [
        ([frame(REFUSED), LARGE], "refused to send"),
        ([frame(REFUSED) + REFUSED.ljust(2048, b"\0"), LARGE], "refused to send"),
        ([CHANGED.ljust(2048, b"\0"), LARGE], "changed while it was copied"),
        ([BLOCKS + CHANGED.ljust(2048, b"\0"), LARGE], "changed while it was copied"),
        ([BLOCKS + CHANGED[:9], CHANGED[9:].ljust(2039, b"\0"), LARGE], "changed while"),
    ],
)
def test_a_large_file_that_does_not_come_is_not_waited_for(
    serve: Callable[[Talk], Scripted], tmp_path: Path, replies: list[bytes], why: str
) -> None:
    def talk(peer: Peer) -> None:
        welcomed(LARGE)(peer)
        peer.receive(9999)
        for reply in replies:
            peer.send(reply)
        peer.receive(1)  # until the client goes

    connection = connect(serve(talk), tmp_path, seconds=1000.0)
    assert connection is not None
    facts = connection.stat("/a")
    assert facts is not None
    with pytest.raises(Refused, match=why):
        list(connection.content("/a", facts))
    connection.close()


def test_a_content_that_is_not_taken_ends_the_connection(
    serve: Callable[[Talk], Scripted], tmp_path: Path
) -> None:
    connection = connected(serve(welcomed(LARGE, b"x" * SIZE + LARGE)), tmp_path)
    facts = connection.stat("/a")
    assert facts is not None
    pieces = connection.content("/a", facts)
    next(pieces)
    del pieces
    assert connection.is_broken
    with pytest.raises(Broken):
        connection.stat("/b")


@pytest.mark.parametrize("size", [1, 59, 60, 2047, 2048, 2049, 65_536, SIZE])
@pytest.mark.parametrize("record", [37, 2048, 16_384])
def test_content_of_any_size_arrives_in_records_of_any_size(
    serve: Callable[[Talk], Scripted], tmp_path: Path, size: int, record: int
) -> None:
    data = (b"quack BAD: " * (size // 11 + 1))[:size]
    stat = frame(b"OK: 0 420 0 0 0 %d 1 2 3 0 7 1 64" % size) + frame(b"OK:")

    def talk(peer: Peer) -> None:
        welcomed(stat)(peer)
        peer.receive(9999)
        for at in range(0, size, record):
            peer.send(data[at : at + record])
        peer.send(stat)

    connection = connected(serve(talk), tmp_path)
    facts = connection.stat("/a")
    assert facts is not None
    assert b"".join(connection.content("/a", facts)) == data
    connection.close()


def test_a_list_of_names_has_an_end(serve: Callable[[Talk], Scripted], tmp_path: Path) -> None:
    whole = connected(serve(welcomed(frame(b"huey\0dewey\0" + TERMINATOR))), tmp_path)
    assert whole.names("/a") == ["huey", "dewey"]
    whole.close()
    middle = frame(b"BAD: \0" + TERMINATOR + b"\0", b"m") + frame(b"louie\0" + TERMINATOR)
    strange = connected(serve(welcomed(frame(b"huey\0", b"m") + middle)), tmp_path)
    assert strange.names("/a") == ["huey", "BAD: ", "louie"]
    strange.close()
    cut = connected(serve(welcomed(frame(b"huey\0dewey\0"))), tmp_path)
    with pytest.raises(Refused):
        cut.names("/a")
    cut.close()


def test_a_restricted_key_is_the_only_one(
    serve: Callable[[Talk], Scripted], tmp_path: Path
) -> None:
    assert connect(serve(welcomed()), tmp_path, restricted=["MD5=00"]) is None


@pytest.mark.parametrize(
    "lines",
    [
        b"",
        b"HTTP/1.1 400 Bad Request\r\n",
        b"CFE_v1 cf-serverd 3.5.0\n",
        b"x" * 5000,
        OPENING + b"BAD: go away\n",
    ],
)
def test_bad_openings(serve: Callable[[Talk], Scripted], tmp_path: Path, lines: bytes) -> None:
    def talk(peer: Peer) -> None:
        if lines:
            peer.send(lines)

    assert connect(serve(talk), tmp_path) is None


def test_a_silent_server_is_given_up(serve: Callable[[Talk], Scripted], tmp_path: Path) -> None:
    def talk(peer: Peer) -> None:
        peer.receive(1)

    assert connect(serve(talk), tmp_path, seconds=0.5) is None


POLICY = """
body common control { bundlesequence => { "main" }; }
body copy_from remote { source => "/a"; servers => { "127.0.0.1" }; portnumber => "PORT"; }
bundle agent main { files: "TARGET" copy_from => remote; }
"""


def run_copy(server: Scripted, work: Path, text: str) -> None:
    """Run an agent that copies from a server to `target`."""
    keys = work / "ppkeys"
    keys.mkdir(mode=0o700)
    (keys / "localhost.priv").write_bytes(private_text(CLIENT_KEY))
    Keys(str(work)).trust("root", SERVER_KEY.public_key())
    policy = work / "copy.cf"
    policy.write_text(text.replace("PORT", server.port).replace("TARGET", str(work / "target")))
    policy.chmod(0o600)
    assert run_words(["-w", str(work), "-KI", "-f", str(policy)]) == 0


def copy(server: Scripted, work: Path, more: str = "") -> Path:
    """Run an agent that copies a file over an old one; return the path."""
    target = work / "target"
    target.write_text("old")
    os.utime(target, (1, 1))
    run_copy(server, work, POLICY + more)
    return target


@pytest.mark.parametrize("reply", [b"qua", b"quack" + OTHER_STAT, frame(REFUSED), CHANGED])
def test_the_old_file_stays(
    serve: Callable[[Talk], Scripted],
    tmp_path: Path,
    reply: bytes,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = copy(serve(welcomed(STAT, reply)), tmp_path)
    assert "Failed to copy file '/a' from '127.0.0.1'" in capsys.readouterr().out
    assert target.read_text() == "old"
    assert not list(tmp_path.glob("*target*.*"))


@pytest.mark.parametrize("seconds", ["0", "1", "99999999999"])
def test_any_default_timeout(
    serve: Callable[[Talk], Scripted], tmp_path: Path, seconds: str
) -> None:
    more = f'body agent control {{ default_timeout => "{seconds}"; }}'
    assert copy(serve(welcomed(STAT, b"quack" + STAT)), tmp_path, more).read_text() == "quack"


TREE = """
body common control { bundlesequence => { "main" }; }
body copy_from remote {
  source => "/a"; servers => { "127.0.0.1" }; portnumber => "PORT"; timeout => "1";
  purge => "true"; missing_ok => "true";
}
body depth_search all { depth => "inf"; }
body classes outcome { promise_kept => { "kept" }; repair_failed => { "failed" }; }
bundle agent main {
  files: "TARGET" copy_from => remote, depth_search => all, classes => outcome;
  reports: "$(with)" with => join(",", classesmatching("kept|failed"));
}
"""
DIRECTORY = frame(b"OK: 2 493 0 0 0 4096 1 2 3 0 7 1 64") + frame(b"OK:")
NAMES = frame(b"".join(b"f%d\0" % number for number in range(9)) + TERMINATOR + b"\0")


@pytest.mark.parametrize(
    ("answered", "is_silent", "connections"),
    [
        ("nothing", True, 1),
        ("nothing", False, 1),
        ("names", True, 2),
        ("names", False, 2),
        ("facts", True, 3),  # a first file may have become shorter
    ],
)
def test_a_server_that_breaks_off_is_not_asked_for_each_file(
    serve: Callable[[Talk], Scripted],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    answered: str,
    connections: int,
    *,
    is_silent: bool,
) -> None:
    met: list[Peer] = []

    def talk(peer: Peer) -> None:
        met.append(peer)
        welcomed()(peer)
        while asked := peer.receive(9999):
            if b"GET" in asked or answered == "nothing":
                break
            if b"OPENDIR" in asked:
                peer.send(NAMES)
            elif b"/a/f" not in asked:
                peer.send(DIRECTORY)
            elif answered == "facts":
                peer.send(STAT * asked.count(b"SYNCH"))
            else:
                break
        if is_silent:
            peer.receive(9999)

    target = tmp_path / "target"
    target.mkdir()
    (target / "surplus").touch()
    run_copy(serve(talk), tmp_path, TREE)
    printed = capsys.readouterr().out
    assert printed.endswith("R: failed\n")
    assert ("Connection error when checking 'f" in printed) is (answered != "nothing")
    assert (target / "surplus").exists()
    assert len(met) == connections


class Recording:
    """A peer that notes what is sent to it, and answers each request with the same reply."""

    address = "127.0.0.1"

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.left = b""

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def receive(self, most: int) -> bytes:
        found, self.left = self.left[:most], self.left[most:]
        return found or frame(b"CFD_TRUE")

    def give_back(self, data: bytes) -> None:
        self.left = data + self.left


@pytest.mark.parametrize("length", range(50, 90, 7))
def test_no_request_is_split_between_records(length: int) -> None:
    peer = Recording()
    connection = Connection(peer, Where("h", "1", "root"), 3, "key", Log())  # type: ignore[arg-type]
    request = frame(b"x" * length)
    found: list[tuple[str, bool]] = []

    def read(path: str) -> None:
        found.append((path, connection.read_differs()))

    for number in range(1000):
        connection.ask_later(request, read, str(number))
    for _ in range(1000):
        connection.read_next()
    assert found == [(str(number), True) for number in range(1000)]
    assert b"".join(peer.sent) == request * 1000
    assert len(peer.sent) < 20  # several travel together
    # A record of TLS holds 16 KiB; the reference hangs up where one ends inside a head.
    assert all(len(each) <= 1 << 14 and not len(each) % (length + 8) for each in peer.sent)


def test_urgent_requests_come_first_and_what_is_asked_at_once_behind_those_that_are_sent() -> None:
    peer = Recording()
    connection = Connection(peer, Where("h", "1", "root"), 3, "key", Log())  # type: ignore[arg-type]
    read: list[str] = []

    def note(path: str) -> None:
        connection.read_differs()
        read.append(path)

    for name in ("a", "b"):
        connection.ask_later(frame(name.encode()), note, name)
    connection.ask_later(frame(b"c"), note, "c", is_urgent=True)
    connection.read_next()
    assert (peer.sent, read) == ([frame(b"c") + frame(b"a") + frame(b"b")], ["c"])
    connection.ask_later(frame(b"d"), note, "d")
    assert connection.differs("/x", b"0" * 16)
    assert read == ["c", "a", "b"]
    assert len(peer.sent) == 2
    connection.forget_later()
    connection.finish()
    assert read == ["c", "a", "b"]
