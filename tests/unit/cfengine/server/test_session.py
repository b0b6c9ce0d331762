"""Requests and their replies, trusted and hostile clients."""

from __future__ import annotations

import hashlib
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.unit.cfengine.server.dialogs import CLIENT_KEY, Dialog, LocalServer

from duckrow.cfengine.net.frames import REFUSED, TERMINATOR, frame
from duckrow.cfengine.net.keys import make_key
from duckrow.cfengine.server import daemon

POLICY = """
body server control {
  allowusers => { "root" }; cfruncommand => "WORK/run with words"; TRUST
}
bundle server rules {
  access:
    "WORK/data" admit_ips => { "127.0.0.1" }, shortcut => "data";
    "WORK/data/secret" deny_ips => { "127.0.0.1" };
    "WORK/run" admit_ips => { "127.0.0.1" };
    "admitted_.*" resource_type => "bundle", admit_ips => { "127.0.0.1" };
    "value" resource_type => "literal", handle => "known", admit_ips => { "127.0.0.1" };
  roles:
    "role_.*" authorize => { "root" };
}
"""
STAT = b"SYNCH %d STAT "


@pytest.fixture
def server(tmp_path: Path) -> LocalServer:
    data = tmp_path / "data"
    data.mkdir()
    (data / "one").write_text("quack")
    (data / "empty").touch()
    (data / "large").write_bytes(bytes(range(256)) * 1000)
    (data / "secret").write_text("secret")
    (data / "dead").symlink_to("/no/such/file")
    (data / "out").symlink_to("/etc")
    (tmp_path / "elsewhere").write_text("elsewhere")
    program = tmp_path / "run"
    program.write_text('#!/bin/sh\necho "args: $*"\necho oops >&2\nexit 3\n')
    program.chmod(0o755)
    found = LocalServer(tmp_path, POLICY.replace("WORK", str(tmp_path)).replace("TRUST", ""))
    found.trust(CLIENT_KEY)
    return found


@pytest.fixture
def dialog(server: LocalServer) -> Iterator[Dialog]:
    found = Dialog(server)
    yield found
    found.close()


def stat(path: str) -> bytes:
    return STAT % time.time() + path.encode()


def test_version(dialog: Dialog) -> None:
    assert dialog.ask(b"VERSION") == b"OK: 3.21.0"


def test_stat(dialog: Dialog, tmp_path: Path) -> None:
    reply = dialog.ask(stat(f"{tmp_path}/data/one")).split()
    assert reply[0] == b"OK:"
    assert reply[1] == b"0"
    assert reply[6] == b"5"
    assert dialog.read() == b"OK:"
    assert dialog.ask(stat("data/one")).split()[:2] == [b"OK:", b"0"]
    assert dialog.read() == b"OK:"
    assert dialog.ask(stat("data")).split()[:2] == [b"OK:", b"2"]
    assert dialog.read() == b"OK:"
    assert dialog.ask(stat("data/dead")).split()[1] == b"1"
    assert dialog.read() == b"OK:/no/such/file"


def test_clocks_may_differ_by_an_hour(dialog: Dialog, tmp_path: Path) -> None:
    assert dialog.ask(b"SYNCH 5 STAT data/one").startswith(b"BAD: Clocks are too far unsync")


def test_content(dialog: Dialog, tmp_path: Path) -> None:
    for name in ("one", "empty", "large"):
        content = (tmp_path / "data" / name).read_bytes()
        dialog.peer.send(frame(f"GET 2048 {tmp_path}/data/{name}".encode()) + frame(b"VERSION"))
        assert dialog.peer.receive_exactly(len(content)) == content
        assert dialog.read() == b"OK: 3.21.0"


def test_digests(dialog: Dialog) -> None:
    digest = hashlib.md5(b"quack").digest()
    assert dialog.ask(b"MD5 data/one\0\0" + digest) == b"CFD_FALSE"
    assert dialog.ask(b"MD5 data/one\0\0" + bytes(16)) == b"CFD_TRUE"
    assert dialog.ask(b"MD5 data/one") == b"CFD_TRUE"
    assert dialog.ask(b"MD5 data/missing\0\0" + digest) == REFUSED


def test_directories(dialog: Dialog, tmp_path: Path) -> None:
    names = dialog.ask(b"OPENDIR data").split(b"\0")
    assert names[:2] == [b".", b".."]
    assert set(names) >= {b"one", b"empty", b"large", b"dead", TERMINATOR}
    many = tmp_path / "data" / "many"
    many.mkdir()
    for number in range(300):
        (many / f"a name of some length {number}").touch()
    found: list[bytes] = []
    dialog.peer.send(frame(b"OPENDIR data/many"))
    while TERMINATOR not in found:
        found += dialog.read().split(b"\0")
    assert len({name for name in found if name.startswith(b"a name")}) == 300


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "WORK/elsewhere",
        "WORK/data/secret",
        "WORK/data/../elsewhere",
        "WORK/data/../data/../elsewhere",
        "WORK/data/out/passwd",
        "data/../elsewhere",
        "data/../../etc/passwd",
        "data/out/passwd",
        "data/secret",
        "../elsewhere",
        "nothing/one",
        "one",
        "WORK/data/missing",
        "WORK/data/one/",
        "WORK/data/one/.",
        "//etc/passwd",
        "/proc/self/environ",
        "~root/.ssh",
        "data\\..\\elsewhere",
        "WORK/datax",
        "/",
        ".",
        "x" * 3900,
        "WORK/data/" + "y" * 300,
        "WORK/./elsewhere",
        "WORK//elsewhere",
        "WORK/data/dead/../../elsewhere",
        "data/./../elsewhere",
        "data//../elsewhere",
        "data/one/../../elsewhere",
        "data/out/../etc/passwd",
        "/proc/self/root/etc/passwd",
        "/dev/stdin",
        "data/\udcff\udcfe",
        "$(sys.workdir)/ppkeys/localhost.priv",
        "WORK/ppkeys/localhost.priv",
    ],
)
@pytest.mark.parametrize("command", ["STAT", "GET", "MD5", "OPENDIR"])
def test_path_tricks_are_refused(dialog: Dialog, tmp_path: Path, path: str, command: str) -> None:
    given = path.replace("WORK", str(tmp_path)).encode("utf-8", "surrogateescape")
    request = {
        "STAT": STAT % time.time() + given,
        "GET": b"GET 2048 " + given,
        "MD5": b"MD5 " + given + b"\0\0" + bytes(16),
        "OPENDIR": b"OPENDIR " + given,
    }[command]
    reply = dialog.ask(request)
    if command == "OPENDIR" and path.endswith("/secret"):
        # Its directory is served, and it is no directory itself.
        assert reply.startswith(b"BAD: cfengine, couldn't open dir")
    else:
        assert reply == REFUSED
    assert dialog.ask(b"VERSION") == b"OK: 3.21.0"


def test_the_log_says_which_rule_refused(dialog: Dialog, tmp_path: Path) -> None:
    assert dialog.ask(b"OPENDIR /etc") == REFUSED
    assert dialog.ask(stat("data/secret")) == REFUSED
    log = dialog.server.log
    assert "Access denied: no rule is about /etc/ or a directory above it" in log
    assert f"the rule for {tmp_path}/data/secret does not admit this client" in log


@pytest.mark.parametrize(
    "request_",
    [
        b"QUACK",
        b"GET",
        b"GET 2048",
        b"GET 5000 data/one",
        b"GET -1 data/one",
        b"GET 0 data/one",
        b"GET x data/one",
        b"SYNCH",
        b"SYNCH x STAT data/one",
        b"SYNCH --5 STAT data/one",
        b"SYNCH " + b"9" * 4000 + b" STAT data/one",
        b"SYNCH 12 LSTAT data/one",
        b"SYNCH 12 STAT ",
        b"OPENDIR",
        b"MD5",
        b"CONTEXT",
        b"VAR",
        b"SGET 2048 data/one",
        b"SSYNCH 16 x",
        b"SMD5 16 x",
        b"SVAR 16 x",
        b"version",
        b"VERSIONS",
        b"\xff\xfe",
        b" VERSION",
    ],
)
def test_a_bad_request_ends_the_connection(dialog: Dialog, request_: bytes) -> None:
    assert dialog.ask(request_) == b"BAD: Request denied"
    assert dialog.read() == b""


@pytest.mark.parametrize(
    "data",
    [
        b"t 0\0\0\0\0\0",
        b"t 4089\0\0",
        b"t 99999\0",
        b"t -5\0\0\0\0",
        b"x 7\0\0\0\0\0VERSION",
        b"T 7\0\0\0\0\0VERSION",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\0" * 16,
        b"\xff" * 4096,
    ],
)
def test_a_bogus_frame_ends_the_connection(dialog: Dialog, data: bytes) -> None:
    dialog.peer.send(data)
    assert dialog.read() == b""


@pytest.mark.parametrize("cut", [1, 7, 8, 9, 12])
def test_a_cut_frame_ends_the_connection(dialog: Dialog, cut: int) -> None:
    dialog.peer.send(frame(b"VERSION")[:cut])
    dialog.close()


def test_an_empty_request_is_ignored(dialog: Dialog) -> None:
    dialog.peer.send(frame(b"\0"))
    assert dialog.ask(b"VERSION") == b"OK: 3.21.0"


def test_a_stranger_learns_nothing(server: LocalServer) -> None:
    peer = server.shake_hands(make_key())
    peer.receive_line(999)
    peer.send(b"CFE_v3 cf-agent 3.21.0\nIDENTITY USERNAME=root\n")
    assert peer.receive(99) == b""
    server.join()
    assert "TRUST FAILED" in server.log


def test_a_key_counts_for_its_user_only(server: LocalServer) -> None:
    peer = server.shake_hands()
    peer.receive_line(999)
    peer.send(b"CFE_v3 cf-agent 3.21.0\nIDENTITY USERNAME=goose\n")
    assert peer.receive(99) == b""
    server.join()


def test_a_client_that_sends_a_byte_now_and_then_is_closed(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = Dialog(server)
    peer = server.shake_hands()
    peer.receive_line(999)
    peer.send(b"CFE")
    server._step(None)
    assert len(server._opening) == 1
    now = time.monotonic()
    monkeypatch.setattr("duckrow.cfengine.server.daemon.monotonic", lambda: now + 31)
    server._step(None)
    assert peer.receive(1) == b""
    assert "no key within 30 seconds" in server.log
    assert trusted.ask(b"VERSION") == b"OK: 3.21.0"
    trusted.close()
    assert not server._opening


def test_trustkeysfrom_stores_a_key(tmp_path: Path) -> None:
    text = POLICY.replace("TRUST", 'trustkeysfrom => { "127.0.0.1" };')
    server = LocalServer(tmp_path, text.replace("WORK", str(tmp_path)))
    Dialog(server).close()
    assert len(list((tmp_path / "ppkeys").glob("root-MD5=*.pub"))) == 1
    assert "Trusting new key" in server.log


@pytest.mark.parametrize(
    "lines",
    [
        b"",
        b"\n",
        b"CFE_v1 cf-agent 3.5.0\nIDENTITY USERNAME=root\n",
        b"CFE_v4 cf-agent 3.25.0\nIDENTITY USERNAME=root\n",
        b"CFE_v99999999999 x y\nIDENTITY USERNAME=root\n",
        b"CFE_v3\nIDENTITY USERNAME=../../root\n",
        b"CFE_v3 a b\nIDENTITY USERNAME=\n",
        b"CFE_v3 a b\nIDENTITY USERNAME\n",
        b"CFE_v3 a b\nHELLO\n",
        b"x" * 5000,
        b"CFE_v3 a b\n" + b"y" * 5000,
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_bad_openings_end_the_connection(server: LocalServer, lines: bytes) -> None:
    peer = server.shake_hands()
    peer.receive_line(999)
    if lines:
        peer.send(lines)
    else:
        peer.close()
    if lines:
        assert peer.receive(99) == b""
    server.join()


@pytest.mark.parametrize("data", [b"", b"x", b"t 24\0\0\0\0CAUTH 127.0.0.1 x root 0", b"\x16" * 99])
def test_what_is_no_tls_ends_the_connection(server: LocalServer, data: bytes) -> None:
    with server.connect() as channel:
        if data:
            channel.sendall(data)
        with suppress(OSError):  # the server may be quicker
            channel.shutdown(1)
        server.join()


def test_a_client_without_a_certificate_is_rejected(server: LocalServer) -> None:
    import ssl

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    channel = server.connect()
    with pytest.raises(OSError), context.wrap_socket(channel) as wrapped:  # noqa: PT011, PT012
        wrapped.recv(10)
        wrapped.recv(10)
    channel.close()
    server.join()


@pytest.mark.parametrize("user", ["goose"])
def test_rights_of_files_count_for_others_than_root(server: LocalServer, user: str) -> None:
    server.trust(CLIENT_KEY, user)
    path = Path(server._work) / "data" / "one"
    path.chmod(0o600)
    dialog = Dialog(server, user=user)
    assert dialog.ask(b"GET 2048 data/one") == REFUSED
    assert dialog.peer.receive_exactly(2048).rstrip(b"\0") == REFUSED
    path.chmod(0o644)
    dialog.peer.send(frame(b"GET 2048 data/one"))
    assert dialog.peer.receive_exactly(5) == b"quack"
    dialog.close()


# EXEC


def run(dialog: Dialog, words: bytes, *classes: bytes) -> list[bytes]:
    for each in (b"EXEC " + words, *classes, TERMINATOR):
        dialog.peer.send(frame(each))
    found: list[bytes] = []
    while True:
        line = dialog.read()
        if not line or line.rstrip(b"\0") == TERMINATOR:
            return found
        found.append(line)


def test_a_command_runs(dialog: Dialog, tmp_path: Path) -> None:
    title = f"cf-serverd executing cfruncommand: {tmp_path}/run with words"
    found = run(dialog, b" -D role_a,role_b -b admitted_x")
    assert found[0] == f"{title} -D role_a,role_b --bundlesequence admitted_x\n".encode()
    assert sorted(found[1:-1]) == [
        b"> args: with words -D role_a,role_b --bundlesequence admitted_x\n",
        b"> oops\n",
    ]
    assert found[-1] == b"(exit code: 3)\n"
    assert run(dialog, b"")[1:-1] != []


@pytest.mark.parametrize(
    ("words", "reply"),
    [
        (b"-D other", b"EXEC denied role activation"),
        (b"-D role_a,other", b"EXEC denied role activation"),
        (b"-D role_$(id)", b"EXEC denied role activation"),
        (b"-D role_a;id", b"EXEC denied role activation"),
        (b"-b other", b"EXEC denied bundle activation"),
        (b"-b admitted_`id`", b"EXEC denied bundle activation"),
        (b"-f /etc/passwd", b"EXEC denied: invalid arguments: -f /etc/passwd"),
        (b"; id", b"EXEC denied: invalid arguments: ; id"),
    ],
)
def test_commands_are_refused(dialog: Dialog, words: bytes, reply: bytes) -> None:
    found = run(dialog, words)
    assert len(found) == 1
    assert found[0].startswith(reply)
    assert dialog.ask(b"VERSION") == b"OK: 3.21.0"


def test_a_class_has_to_be_defined(dialog: Dialog) -> None:
    assert run(dialog, b"", b"no_such_class")[0].startswith(b"Hello  (127.0.0.1), nothing")
    assert run(dialog, b"", b"no_such_class linux")[-1] == b"(exit code: 3)\n"


def test_a_user_has_to_be_allowed(server: LocalServer) -> None:
    server.trust(CLIENT_KEY, "goose")
    dialog = Dialog(server, user="goose")
    dialog.peer.send(frame(b"EXEC "))
    assert dialog.read() == REFUSED
    assert "not allowed user: goose" in server.log
    dialog.close()


def test_values_and_queries(dialog: Dialog) -> None:
    assert dialog.ask(b"VAR known") == b"BAD: Not found"
    assert dialog.ask(b"VAR unknown") == REFUSED
    assert dialog.ask(b"QUERY delta 0") == REFUSED
    assert dialog.ask(b"CONTEXT .*") == REFUSED
    assert dialog.ask(b"COOKIE") == REFUSED
    dialog.peer.send(frame(b"SCALLBACK"))
    assert dialog.read() == b""


def test_an_address_may_come_again_after_a_thread_that_could_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = LocalServer(tmp_path, "bundle agent main { }\n")

    class NoThread:
        def __init__(self, **_: object) -> None:
            pass

        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    monkeypatch.setattr(daemon, "Thread", NoThread)
    monkeypatch.setattr(daemon, "address_of_peer", lambda _: "10.0.0.9")
    for _ in range(2):
        ours, theirs = socket.socketpair()
        server._admit(theirs)
        assert ours.recv(1) == b""
        ours.close()
    assert server.log.count("Cannot serve 10.0.0.9: can't start new thread") == 2
    assert "second simultaneous" not in server.log
