"""The certificate that shows the key of this host: a cache beside the key."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from errno import EACCES
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("OpenSSL")

from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from OpenSSL import SSL

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.net.keys import Keys, digest, make_key, private_text
from duckrow.cfengine.net.own_endpoint import own_endpoint
from duckrow.cfengine.values.public_key import read_certificate
from duckrow.machine.peer_certificate import certificate_text, make_certificate
from duckrow.machine.tls_client import ClientEndpoint
from duckrow.machine.tls_peers import Endpoint, TlsSettings
from duckrow.machine.tls_stream import connect_socket, limit_socket

OWN, OTHER, SERVER = make_key(), make_key(), make_key()


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    (tmp_path / "ppkeys").mkdir(mode=0o700)
    found = Keys(str(tmp_path))
    Path(found.private_file).write_bytes(private_text(OWN))
    return found


class OneMeeting:
    """A server that shakes hands once, and remembers the key of its client."""

    def __init__(self, lowest: str | None = None, ciphers: str | None = None) -> None:
        self.key = ""
        self._endpoint = Endpoint(TlsSettings(SERVER, lowest, ciphers), is_server=True)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = str(self._listening.getsockname()[1])
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        channel, _ = self._listening.accept()
        limit_socket(channel, 20)
        try:
            peer = self._endpoint.shake_hands(channel)
            self.key = digest(read_certificate(peer.certificate))
            peer.send(b"quack\n")
            peer.receive(1)
            peer.close()
        except OSError:
            channel.close()

    def close(self) -> None:
        self._thread.join(20)
        self._listening.close()


def meeting_of(
    endpoint: ClientEndpoint | Endpoint | None, server: OneMeeting | None = None
) -> tuple[str, str, str]:
    """Return the key that a server sees, the one that the client sees, and the cipher."""
    assert endpoint is not None
    server = server or OneMeeting()
    peer = endpoint.shake_hands(connect_socket("127.0.0.1", server.port, 20))
    assert peer.receive_line(99) == b"quack"
    seen, cipher = digest(read_certificate(peer.certificate)), peer.cipher
    peer.close()
    server.close()
    return server.key, seen, cipher


def endpoint_of(
    keys: Keys, lowest: str | None = None, ciphers: str | None = None
) -> tuple[ClientEndpoint | Endpoint | None, list[str]]:
    said: list[str] = []
    log = Log("info", said.append)
    return own_endpoint(keys, lowest, ciphers, log, log.error), said


def check_meeting(keys: Keys) -> None:
    found, said = endpoint_of(keys)
    assert said == []
    seen = meeting_of(found)
    assert seen[:2] == (digest(OWN.public_key()), digest(SERVER.public_key()))


def test_the_certificate_is_made_once(keys: Keys) -> None:
    check_meeting(keys)
    file = Path(keys.certificate_file)
    assert file.stat().st_mode & 0o777 == 0o600
    content = file.read_bytes()
    check_meeting(keys)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    "content", [b"", b"quack", certificate_text(OTHER), certificate_text(OWN)[:500]]
)
def test_another_certificate_is_replaced(keys: Keys, content: bytes) -> None:
    file = Path(keys.certificate_file)
    file.write_bytes(content)
    check_meeting(keys)
    assert file.read_bytes() != content


@pytest.mark.parametrize("years", [-2, 2])
def test_an_old_certificate_is_made_again(keys: Keys, years: int) -> None:
    check_meeting(keys)
    file = Path(keys.certificate_file)
    now = file.stat().st_mtime
    os.utime(file, (now, now + years * 366 * 86400))
    check_meeting(keys)
    assert abs(file.stat().st_mtime - now) < 86400


def test_a_certificate_that_cannot_be_written_is_made_for_the_run(keys: Keys) -> None:
    file = Path(keys.certificate_file)
    file.mkdir()  # nothing can replace it
    (file / "x").touch()
    check_meeting(keys)
    assert file.is_dir()


def test_a_key_with_the_old_passphrase(keys: Keys) -> None:
    how = BestAvailableEncryption(b"Cfengine passphrase")
    text = OWN.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, how)
    Path(keys.private_file).write_bytes(text)
    check_meeting(keys)
    check_meeting(keys)


def test_another_key_has_another_certificate(keys: Keys) -> None:
    check_meeting(keys)
    Path(keys.private_file).write_bytes(private_text(OTHER))
    found, _ = endpoint_of(keys)
    assert meeting_of(found)[0] == digest(OTHER.public_key())


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "No such file"), (b"quack", "no RSA key"), (private_text(OWN)[:900], "no RSA key")],
)
def test_without_a_key_the_log_says_why(keys: Keys, content: bytes | None, why: str) -> None:
    check_meeting(keys)
    Path(keys.private_file).unlink()
    if content is not None:
        Path(keys.private_file).write_bytes(content)
    found, said = endpoint_of(keys)
    assert found is None
    assert why in said[0]
    assert "please create one using cf-key" in said[1]


def test_a_key_that_tls_does_not_take(keys: Keys) -> None:
    Path(keys.private_file).write_bytes(private_text(make_key(1024)))
    found, said = endpoint_of(keys)
    if found is None:  # as the library was built
        assert "TLS cannot use the key of this host, of 1024 bits: " in said[0]


def test_ciphers(keys: Keys) -> None:
    found, said = endpoint_of(keys, ciphers="AES256-GCM-SHA384")
    assert meeting_of(found)[2] == "TLSv1.2 AES256-GCM-SHA384"
    found, said = endpoint_of(keys, ciphers="TLS_AES_128_GCM_SHA256")
    assert meeting_of(found)[2] == "TLSv1.3 TLS_AES_128_GCM_SHA256"
    for each in ("quack", "quack:TLS_QUACK"):
        found, said = endpoint_of(keys, ciphers=each)
        assert found is None
        assert "No valid ciphers in the cipher list" in said[0]


def test_the_ciphers_of_the_reference_without_tls_1_3(keys: Keys) -> None:
    found, _ = endpoint_of(keys)
    server = OneMeeting(ciphers="AES256-GCM-SHA384:AES256-SHA")
    assert meeting_of(found, server)[2] == "TLSv1.2 AES256-GCM-SHA384"


def test_the_lowest_version(keys: Keys) -> None:
    found, _ = endpoint_of(keys, lowest="1.3")
    assert meeting_of(found)[2].startswith("TLSv1.3 ")
    server = OneMeeting(ciphers="AES256-GCM-SHA384")  # without suites of 1.3
    assert found is not None
    with pytest.raises(ConnectionError, match="protocol version"):
        found.shake_hands(connect_socket("127.0.0.1", server.port, 20))
    server.close()


@pytest.mark.parametrize("lowest", ["1.4", "TLSv1.3"])
def test_a_lowest_version_that_means_nothing(keys: Keys, lowest: str) -> None:
    found, said = endpoint_of(keys, lowest=lowest)
    assert f"Unrecognized requested minimum TLS version '{lowest}'" in said[0]
    assert meeting_of(found)[2].startswith("TLSv1.3 ")


def test_a_host_without_files_in_memory(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(_name: str) -> int:
        raise PermissionError(EACCES, os.strerror(EACCES))

    monkeypatch.setattr("duckrow.machine.tls_client.memfd_create", reject)
    check_meeting(keys)
    file = Path(keys.certificate_file)
    file.unlink()
    file.mkdir()  # nothing can replace it
    found, said = endpoint_of(keys)
    assert found is None
    assert "memfd_create: Permission denied" in said[0]


def test_a_server_begins_no_second_handshake(keys: Keys) -> None:
    """A certificate of the second one would be compared with nothing."""
    found, _ = endpoint_of(keys)
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_max_proto_version(SSL.TLS1_2_VERSION)
    context.use_certificate(make_certificate(SERVER))
    context.use_privatekey(SERVER)
    listening = socket.create_server(("127.0.0.1", 0))
    errors: list[object] = []

    def serve() -> None:
        channel, _ = listening.accept()
        limit_socket(channel, 20)
        connection = SSL.Connection(context, channel)
        connection.set_accept_state()
        try:
            connection.do_handshake()
            connection.renegotiate()
            connection.do_handshake()
            connection.recv(1)
        except SSL.Error as error:
            errors.append(error)
        channel.close()

    thread = Thread(target=serve, daemon=True)
    thread.start()
    assert found is not None
    port = str(listening.getsockname()[1])
    client = found.shake_hands(connect_socket("127.0.0.1", port, 20))
    with pytest.raises(ConnectionError):
        client.receive_exactly(1)
    client.close()
    thread.join(20)
    listening.close()
    assert "no renegotiation" in str(errors)


def test_a_run_with_a_certificate_imports_no_library_for_keys(keys: Keys) -> None:
    check_meeting(keys)
    code = """if True:
        import sys
        from duckrow.cfengine.evaluation.messages.log import Log
        from duckrow.cfengine.net.connections import Connections
        from duckrow.cfengine.net.keys import Keys
        from duckrow.cfengine.net.own_endpoint import own_endpoint
        assert own_endpoint(Keys(sys.argv[1]), None, None, Log(), print) is not None
        print({"cryptography", "OpenSSL", "ssl", "hashlib", "re"} & set(sys.modules))
    """
    work = str(Path(keys.directory).parent)
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, work], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


def test_without_the_library_the_log_says_what_to_install(
    keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    found, said = endpoint_of(keys)
    assert found is None
    assert "try: pip install 'duckrow[cfengine]'" in said[-1]
