"""The client's side of TLS beside servers that send something else, stop, or hang up."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

pytest.importorskip("cryptography")

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from duckrow.cfengine.net.keys import make_key, private_text
from duckrow.machine.peer_certificate import certificate_text
from duckrow.machine.tls_client import ClientEndpoint, ServerPeer, names_suites
from duckrow.machine.tls_stream import connect_socket

KEY = make_key()
PASSPHRASE = b"quack"
Talk = Callable[[socket.socket], None]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    certificate, key = tmp_path / "own.crt", tmp_path / "own.priv"
    certificate.write_bytes(certificate_text(KEY))
    key.write_bytes(private_text(KEY))
    return str(certificate), str(key)


@pytest.fixture
def serve() -> Iterator[Callable[[Talk], str]]:
    """Serve one connection in a thread; return the port."""
    started: list[tuple[socket.socket, Thread]] = []

    def start(talk: Talk) -> str:
        listening = socket.create_server(("127.0.0.1", 0))

        def run() -> None:
            channel, _ = listening.accept()
            with channel:
                channel.settimeout(20)
                try:
                    talk(channel)
                except OSError:
                    return  # the client has gone

        thread = Thread(target=run, daemon=True)
        thread.start()
        started.append((listening, thread))
        return str(listening.getsockname()[1])

    yield start
    for listening, thread in started:
        thread.join(20)
        listening.close()
        assert not thread.is_alive()


def over_tls(files: tuple[str, str], talk: Callable[[ssl.SSLSocket], None]) -> Talk:
    def run(channel: socket.socket) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
        with context.wrap_socket(channel, server_side=True) as secured:
            talk(secured)

    return run


def meet(files: tuple[str, str], port: str, seconds: float = 20.0) -> ServerPeer:
    endpoint = ClientEndpoint()
    assert endpoint.show(*files, PASSPHRASE)
    return endpoint.shake_hands(connect_socket("127.0.0.1", port, seconds))


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\0" * 4000,
        os.urandom(4000),
        b"\x15\x03\x03\x00\x02\x02\x28",  # an alert: the handshake failed
        b"\x16\x03\x03\xff\xff",  # a record that is too long
        b"\x16\x03\x03\x40\x00cut",
    ],
)
def test_a_server_that_does_not_speak_tls(
    serve: Callable[[Talk], str], files: tuple[str, str], answer: bytes
) -> None:
    def talk(channel: socket.socket) -> None:
        channel.recv(4096)
        channel.sendall(answer)

    with pytest.raises(ConnectionError, match=r"\w"):
        meet(files, serve(talk))


def test_a_silent_server_is_given_up(serve: Callable[[Talk], str], files: tuple[str, str]) -> None:
    def talk(channel: socket.socket) -> None:
        while channel.recv(4096):
            pass

    with pytest.raises(TimeoutError):
        meet(files, serve(talk), 0.2)


def test_a_server_that_sends_a_byte_now_and_then_is_given_up(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    def talk(channel: socket.socket) -> None:
        channel.recv(4096)
        channel.sendall(b"\x16\x03\x03\x40\x00")  # a record of 16 KiB begins
        while True:
            channel.sendall(b"x")
            sleep(0.05)

    with pytest.raises(TimeoutError):
        meet(files, serve(talk), 0.5)


def test_a_line_has_the_time_of_one_read(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    def talk(secured: ssl.SSLSocket) -> None:
        while True:
            secured.sendall(b"x")
            sleep(0.05)

    peer = meet(files, serve(over_tls(files, talk)), 0.5)
    with pytest.raises(TimeoutError):
        peer.receive_line(1023)
    peer.close()


def test_a_server_that_falls_silent_is_given_up(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    def talk(secured: ssl.SSLSocket) -> None:
        secured.sendall(b"qua")
        while secured.recv(4096):
            pass

    peer = meet(files, serve(over_tls(files, talk)), 0.3)
    with pytest.raises(TimeoutError):
        peer.receive_exactly(5)
    peer.close()


def test_a_server_that_takes_nothing_is_given_up(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    given_up = Event()

    def talk(_secured: ssl.SSLSocket) -> None:
        given_up.wait(20)

    peer = meet(files, serve(over_tls(files, talk)), 0.3)
    with pytest.raises(TimeoutError):
        peer.send(b"quack" * 10_000_000)  # more than the kernel stores
    given_up.set()
    peer.close()


def test_a_server_that_takes_nothing_is_not_waited_for_at_the_end(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    gone = Event()

    def talk(_secured: ssl.SSLSocket) -> None:
        gone.wait(20)

    peer = meet(files, serve(over_tls(files, talk)), 0.3)
    with pytest.raises(TimeoutError):
        peer.send(b"quack" * 10_000_000)
    peer.limit(10_000)
    peer.close()
    gone.set()


@pytest.mark.parametrize("is_polite", [True, False])
def test_the_end_of_the_connection(
    serve: Callable[[Talk], str], files: tuple[str, str], is_polite: bool
) -> None:
    def talk(secured: ssl.SSLSocket) -> None:
        secured.sendall(b"quack")
        if is_polite:
            secured.unwrap()

    peer = meet(files, serve(over_tls(files, talk)))
    assert peer.receive_exactly(5) == b"quack"
    assert peer.receive(1) == b""
    assert peer.receive_many(1) == b""
    with pytest.raises(ConnectionResetError):
        peer.receive_exactly(1)
    peer.close()


def test_records_that_are_there_are_received_together(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    data = os.urandom(300_000)

    def talk(secured: ssl.SSLSocket) -> None:
        for at in range(0, len(data), 2048):
            secured.sendall(data[at : at + 2048])
        secured.recv(1)

    peer = meet(files, serve(over_tls(files, talk)))
    found = [peer.receive_many(5)]
    while sum(map(len, found)) < len(data):
        found.append(peer.receive_many(65_536))
        assert 0 < len(found[-1]) <= 65_536
    assert b"".join(found) == data
    assert len(found) < len(data) / 2048
    peer.give_back(b"quack")
    assert peer.receive(3) + peer.receive_exactly(2) == b"quack"
    peer.close()


def test_bytes_that_were_given_back_come_before_those_of_the_next_record(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    def talk(secured: ssl.SSLSocket) -> None:
        secured.sendall(b"quack")
        secured.recv(1)

    peer = meet(files, serve(over_tls(files, talk)))
    peer.give_back(b"x" * 20_000)  # more than a record has
    found = b""
    while len(found) < 20_005:
        found += peer.receive_many(65_536)
    assert found == b"x" * 20_000 + b"quack"
    peer.close()


def test_a_record_that_is_damaged_is_an_error(
    serve: Callable[[Talk], str], files: tuple[str, str]
) -> None:
    def talk(channel: socket.socket) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files)
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        secured = context.wrap_bio(incoming, outgoing, server_side=True)
        while True:
            try:
                secured.do_handshake()
                break
            except ssl.SSLWantReadError:
                channel.sendall(outgoing.read())
                incoming.write(channel.recv(65_536))
        secured.write(b"quack")
        secured.write(b"quack")
        found = bytearray(outgoing.read())
        found[-1] ^= 1
        channel.sendall(found)
        channel.recv(1)

    peer = meet(files, serve(talk))
    assert peer.receive_exactly(5) == b"quack"
    with pytest.raises(ConnectionError, match=r"decryption failed|bad record mac"):
        peer.receive_exactly(5)
    peer.close()


def test_a_server_without_a_certificate_has_none(serve: Callable[[Talk], str]) -> None:
    from duckrow.cfengine.values.public_key import read_certificate

    def talk(channel: socket.socket) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers("aNULL:@SECLEVEL=0")
        with context.wrap_socket(channel, server_side=True) as secured:
            secured.recv(1)

    endpoint = ClientEndpoint(ciphers="aNULL:@SECLEVEL=0")
    peer = endpoint.shake_hands(connect_socket("127.0.0.1", serve(talk), 20))
    assert peer.certificate == b""
    with pytest.raises(ValueError, match="element"):
        read_certificate(peer.certificate)
    peer.close()


def test_what_is_shown(files: tuple[str, str], tmp_path: Path) -> None:
    certificate, key = files
    other = tmp_path / "other.crt"
    other.write_bytes(certificate_text(make_key()))
    endpoint = ClientEndpoint()
    assert not endpoint.show(str(tmp_path / "missing"), key, PASSPHRASE)
    assert not endpoint.show(certificate, str(tmp_path / "missing"), PASSPHRASE)
    assert not endpoint.show(str(other), key, PASSPHRASE)
    assert endpoint.show(certificate, key, PASSPHRASE)
    with pytest.raises(ValueError, match="key values mismatch"):
        endpoint.show_content(other.read_bytes(), key, PASSPHRASE)
    # Other tools write the key in another form.
    content = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    Path(key).write_bytes(content)
    assert endpoint.show(certificate, key, PASSPHRASE)


def test_suites_of_tls_1_3_are_recognized() -> None:
    assert names_suites("AES256-SHA:TLS_AES_128_GCM_SHA256")
    assert not names_suites("AES256-SHA")
    assert not names_suites(None)
