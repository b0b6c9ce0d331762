"""What the server says about a certificate of its own that clients reject."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)
from tests.unit.server.running import COMMAND, RunningServer
from tests.unit.server.test_vanished_files import settings_of

from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import key_in
from duckrow.ca.requests import make_request
from duckrow.ca.revocation import clean, revoke
from duckrow.server.http.own_certificate import warn_of_own_certificate
from duckrow.server.http.tls import Certificates
from duckrow.server.log import Log
from duckrow.source.errors import InputError


def lines_about(server: RunningServer, *, has_authority: bool = True) -> list[str]:
    lines: list[str] = []
    log = Log(write=lines.append, has_times=False)
    authority = server.authority if has_authority else None
    warn_of_own_certificate(Certificates(settings_of(server), authority, log), log)
    return lines


def give(server: RunningServer, seconds: int) -> None:
    """Give the server a certificate that ends in some seconds, or has ended."""
    authority = server.authority
    clean(authority, "localhost")
    files = HostFiles(str(server.directory / "ssl"))
    key = files.key_of("localhost")
    assert key is not None
    certificate = authority.sign_own(make_request("localhost", key), seconds)
    files.write_certificate("localhost", certificate)


def test_a_good_certificate_needs_no_words(stopped: RunningServer) -> None:
    assert lines_about(stopped) == []
    assert lines_about(stopped, has_authority=False) == []


def test_a_revoked_certificate_is_named_and_the_hint_works(stopped: RunningServer) -> None:
    revoke(stopped.authority, "localhost")
    with stopped as server:
        found = server.wait_for(r"err: clients reject this server: (.*); try: (.*)")
    assert found[1] == "the certificate of localhost is revoked"
    conf = f"--confdir {stopped.directory}/conf"
    for line in found[2].split(" && "):
        words = shlex.split(line.replace("duckrow ca", f"{COMMAND} ca {conf}"))
        subprocess.run(words, check=True, capture_output=True)
    assert lines_about(stopped) == []
    with stopped as server:
        assert server.ask("GET", "/status/v1/simple").status == 200


def test_a_revocation_is_noticed_while_the_server_runs(stopped: RunningServer) -> None:
    with stopped as server:
        revoke(server.authority, "localhost")
        server.wait_for("clients reject this server: the certificate of localhost is revoked")


def test_an_expired_certificate_is_named_once_with_what_to_do(stopped: RunningServer) -> None:
    give(stopped, -3600)
    with stopped as server:
        server.wait_for("the certificate of localhost has expired: .*; try: duckrow ca renew")
        assert server.log.count("certificate of localhost") == 1
    words = [COMMAND, "ca", "renew", "localhost", "--confdir", f"{stopped.directory}/conf"]
    subprocess.run(words, check=True, capture_output=True)
    assert lines_about(stopped) == []


def test_a_certificate_that_ends_soon_is_a_warning(stopped: RunningServer) -> None:
    give(stopped, 86400)
    [line] = lines_about(stopped)
    assert line.startswith("warning: the certificate of this server, localhost, expires on 20")
    assert line.endswith("try: duckrow ca renew localhost\n")
    [line] = lines_about(stopped, has_authority=False)
    assert "try: duckrow ca clean localhost on the CA; here: rm" in line


def test_a_certificate_of_another_authority_is_named(
    stopped: RunningServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = RunningServer(tmp_path_factory.mktemp("other"))
    for name in ("certs/localhost.pem", "private_keys/localhost.pem"):
        content = (other.directory / "ssl" / name).read_bytes()
        (stopped.directory / "ssl" / name).write_bytes(content)
    [line] = lines_about(stopped)
    assert "clients reject this server: the certificate of localhost comes from no" in line


def test_a_key_with_a_password_is_named(stopped: RunningServer) -> None:
    path = stopped.directory / "ssl/private_keys/localhost.pem"
    key = key_in(path.read_bytes(), str(path))
    secret = BestAvailableEncryption(b"quack")
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, secret))
    with pytest.raises(InputError, match="it has a password") as caught:
        Certificates(settings_of(stopped), stopped.authority, Log())
    assert f"openssl pkey -in {path}" in caught.value.hint
