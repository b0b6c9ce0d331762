"""A file that vanishes while the server runs gives nobody more rights."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.server.running import RunningServer

from duckrow.ca.revocation import revoke
from duckrow.puppet.settings.settings import Settings
from duckrow.server.conf_d import AuthConf
from duckrow.server.http.exchange import Client, Refusal, Request
from duckrow.server.http.tls import Certificates
from duckrow.server.log import Log
from duckrow.source.errors import InputError

DENY = (
    'authorization: {version: 1, rules: [{match-request: {path: "/", type: path}, '
    'deny: "*", sort-order: 1, name: all}]}'
)


def settings_of(site: RunningServer, **more: str) -> Settings:
    path = site.directory
    given = {"confdir": f"{path}/conf", "ssldir": f"{path}/ssl", "cadir": f"{path}/ca"}
    return Settings({**given, "certname": "localhost", **more})


def client_of(site: RunningServer, certificates: Certificates, name: str) -> Client:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding

    pem = (site.directory / f"ssl/certs/{name}.pem").read_bytes()
    return certificates.client_of(x509.load_pem_x509_certificate(pem).public_bytes(Encoding.DER))


def test_nobody_comes_back_when_the_crl_vanishes(stopped: RunningServer) -> None:
    stopped.add_node("louie.lab")
    revoke(stopped.authority, "louie.lab")
    lines: list[str] = []
    certificates = Certificates(settings_of(stopped), stopped.authority, Log(write=lines.append))
    louie = client_of(stopped, certificates, "louie.lab")
    assert certificates.is_revoked(louie)
    (stopped.directory / "ca/ca_crl.pem").unlink()
    for _ in range(3):
        certificates.look_again()
    assert certificates.is_revoked(louie)
    assert len([line for line in lines if "ca_crl.pem does not exist" in line]) == 1


def test_a_server_does_not_start_without_a_crl(stopped: RunningServer) -> None:
    stopped.add_node("louie.lab")
    (stopped.directory / "ca/ca_crl.pem").unlink()
    with pytest.raises(InputError, match=r"ca_crl.pem does not exist") as caught:
        Certificates(settings_of(stopped), stopped.authority, Log())
    assert "certificate_revocation" in (caught.value.hint or "")
    settings = settings_of(stopped, certificate_revocation="false")
    certificates = Certificates(settings, stopped.authority, Log())
    assert not certificates.is_revoked(client_of(stopped, certificates, "louie.lab"))


def is_allowed(auth_conf: AuthConf) -> bool:
    client = Client("huey.lab", 1, {}, b"")
    try:
        auth_conf.check(Request("GET", "/puppet/v3/environments", client=client))
    except Refusal:
        return False
    return True


def test_the_rules_stay_when_auth_conf_vanishes(tmp_path: Path) -> None:
    file = tmp_path / "conf.d/auth.conf"
    file.parent.mkdir()
    lines: list[str] = []
    settings = Settings({"confdir": str(tmp_path), "cadir": str(tmp_path / "none/ca")})
    auth_conf = AuthConf(settings, Log(write=lines.append))
    assert is_allowed(auth_conf)
    file.write_text(DENY)
    auth_conf.look_again()
    assert not is_allowed(auth_conf)
    file.unlink()
    for _ in range(3):
        auth_conf.look_again()
    assert not is_allowed(auth_conf)
    assert len([line for line in lines if "the rules from before remain" in line]) == 1
    file.write_text(DENY.replace("deny", "allow"))
    auth_conf.look_again()
    assert is_allowed(auth_conf)
