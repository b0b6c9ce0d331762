"""Certificates between a client and the root: revoked, expired, or trusted no more."""

from __future__ import annotations

import asyncio
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from tests.unit.server.running import RunningServer
from tests.unit.server.test_vanished_files import client_of, settings_of

from duckrow.ca.pem import make_key
from duckrow.ca.revocation import revoke
from duckrow.machine.tls import verified_chain
from duckrow.puppet.settings.settings import Settings
from duckrow.server.http.clients import Clients
from duckrow.server.http.exchange import Client, Refusal
from duckrow.server.http.proxies import Proxies
from duckrow.server.http.tls import Certificates, why_not_now
from duckrow.server.log import Log

NOW = datetime.now(UTC)


class Holder:
    """A name with a key and a certificate of its issuer."""

    def __init__(self, name: str, issuer: Holder | None = None, *, is_ca: bool = True) -> None:
        key = make_key("ec", 0, "prime256v1")
        assert isinstance(key, EllipticCurvePrivateKey)
        self.key = key
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.text = name
        self.issuer = issuer or self
        self.is_ca = is_ca
        self.certificate = self.certify()

    def certify(self, days: int = 9) -> x509.Certificate:
        """Return a certificate that ends in some days."""
        builder = (
            x509.CertificateBuilder(self.issuer.name, self.name, self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW - timedelta(days=30))
            .not_valid_after(NOW + timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=self.is_ca, path_length=None), critical=True)
        )
        if not self.is_ca:
            names = x509.SubjectAlternativeName([x509.DNSName(self.text)])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self.issuer.key, hashes.SHA256())

    def crl(self, *revoked: x509.Certificate) -> bytes:
        """Return a CRL as PEM."""
        builder = x509.CertificateRevocationListBuilder(
            self.name, NOW - timedelta(days=1), NOW + timedelta(days=9)
        )
        for each in revoked:
            entry = x509.RevokedCertificateBuilder(each.serial_number, NOW)
            builder = builder.add_revoked_certificate(entry.build())
        return builder.sign(self.key, hashes.SHA256()).public_bytes(Encoding.PEM)

    def key_pem(self) -> bytes:
        return self.key.private_bytes(
            Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()
        )


def pem(*certificates: x509.Certificate) -> bytes:
    return b"".join(each.public_bytes(Encoding.PEM) for each in certificates)


class Pond:
    """A root, an authority below it, a server and a client; their files."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.root = Holder("root")
        self.middle = Holder("middle", self.root)
        self.server = Holder("localhost", self.middle, is_ca=False)
        self.huey = Holder("huey.lab", self.middle, is_ca=False)
        self.lines: list[str] = []
        self.write("server.pem", pem(self.server.certificate, self.middle.certificate))
        self.write("server.key", self.server.key_pem())
        self.write("huey.key", self.huey.key_pem())
        self.write("huey.pem", pem(self.huey.certificate))
        self.write("trust.pem", pem(self.middle.certificate, self.root.certificate))
        self.write("ca.pem", pem(self.middle.certificate, self.root.certificate))
        self.write("crl.pem", self.root.crl() + self.middle.crl())

    def write(self, name: str, content: bytes) -> None:
        (self.directory / name).write_bytes(content)

    def certificates(self, checks: str = "chain") -> Certificates:
        paths = {"hostcert": "server.pem", "hostprivkey": "server.key"}
        paths |= {"localcacert": "ca.pem", "hostcrl": "crl.pem"}
        given = {name: f"{self.directory}/{path}" for name, path in paths.items()}
        settings = Settings({**given, "certificate_revocation": checks})
        return Certificates(settings, None, Log(write=self.lines.append))

    def client_context(self, version: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.maximum_version = version
        context.load_verify_locations(self.directory / "trust.pem")
        context.load_cert_chain(self.directory / "huey.pem", self.directory / "huey.key")
        return context


def meet(
    certificates: Certificates, context: ssl.SSLContext, session: ssl.SSLSession | None = None
) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    """Let a client shake hands with the server; return both ends, that of the server first."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = certificates.context.wrap_bio(up, down, server_side=True)
    client = context.wrap_bio(down, up, server_hostname="localhost", session=session)
    for each in (client, server, client, server, client):
        try:
            each.do_handshake()
        except ssl.SSLWantReadError:
            continue
    server.write(b"quack")
    assert client.read(5) == b"quack"
    return server, client


def who(certificates: Certificates, server: ssl.SSLObject) -> Client:
    chain = verified_chain(server)
    return certificates.client_of(chain[0], *chain[1:])


@pytest.fixture
def pond(tmp_path: Path) -> Pond:
    return Pond(tmp_path)


def test_a_certificate_of_an_authority_that_is_revoked_is_revoked(pond: Pond) -> None:
    certificates = pond.certificates()
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    assert not certificates.is_revoked(huey)
    assert why_not_now(huey, time()) is None
    pond.write("crl.pem", pond.root.crl(pond.middle.certificate) + pond.middle.crl())
    certificates.look_again()
    assert certificates.is_revoked(huey)


@pytest.mark.parametrize(
    ("checks", "authority", "is_trusted"),
    [
        ("chain", "middle", False),
        ("chain", "root", False),
        ("leaf", "middle", False),
        ("leaf", "root", True),
        ("false", "middle", True),
    ],
)
def test_nobody_is_let_in_whose_authority_has_no_crl(
    pond: Pond, checks: str, authority: str, is_trusted: bool
) -> None:
    certificates = pond.certificates(checks)
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    assert certificates.why_not_trusted(huey) is None
    pond.write("crl.pem", pond.root.crl() if authority == "middle" else pond.middle.crl())
    why = (
        None
        if is_trusted
        else (
            "cannot tell whether the certificate of huey.lab is revoked: "
            f"{pond.directory}/crl.pem has no CRL of {authority}"
        )
    )
    assert pond.certificates(checks).why_not_trusted(huey) == why


def test_a_crl_that_another_authority_has_signed_does_not_count(pond: Pond) -> None:
    pond.write("crl.pem", pond.root.crl() + Holder("middle").crl())
    certificates = pond.certificates()
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    assert (certificates.why_not_trusted(huey) or "").endswith("has no CRL of middle")


@pytest.mark.parametrize("checks", ["chain", "leaf", "false"])
def test_nobody_comes_back_when_the_crl_of_one_authority_vanishes(pond: Pond, checks: str) -> None:
    pond.write("crl.pem", pond.root.crl() + pond.middle.crl(pond.huey.certificate))
    certificates = pond.certificates(checks)
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    pond.write("crl.pem", pond.root.crl())
    certificates.look_again()
    assert certificates.why_not_trusted(huey) == "the certificate of huey.lab is revoked"
    assert [line for line in pond.lines if "crl.pem has no CRL of middle any more" in line]
    pond.write("crl.pem", pond.middle.crl() + pond.root.crl())
    certificates.look_again()
    assert certificates.why_not_trusted(huey) is None


@pytest.mark.parametrize("days", [-2, 2])
def test_an_authority_that_only_the_client_sends_must_be_valid(pond: Pond, days: int) -> None:
    pond.write("ca.pem", pem(pond.root.certificate))
    pond.write("huey.pem", pem(pond.huey.certificate, pond.middle.certify(days)))
    certificates = pond.certificates()
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    assert (why_not_now(huey, time()) is None) is (days > 0)


def test_a_renewed_authority_counts_though_the_client_sends_the_old_one(pond: Pond) -> None:
    pond.write("huey.pem", pem(pond.huey.certificate, pond.middle.certify(-2)))
    certificates = pond.certificates()
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    assert why_not_now(huey, time()) is None


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_connection_before_a_new_authority_is_not_resumed(
    pond: Pond, version: ssl.TLSVersion
) -> None:
    certificates = pond.certificates()
    context = pond.client_context(version)
    _, before = meet(certificates, context)
    server, _ = meet(certificates, context, before.session)
    assert who(certificates, server).name == "huey.lab"
    other = Holder("other")
    pond.write("ca.pem", pem(other.certificate))
    pond.write("crl.pem", other.crl())
    certificates.look_again()
    with pytest.raises(ssl.SSLCertVerificationError):
        meet(certificates, context, before.session)


def test_a_client_of_an_authority_that_is_trusted_no_more_is_refused(pond: Pond) -> None:
    certificates = pond.certificates()
    server, _ = meet(certificates, pond.client_context())
    pond.write("ca.pem", pem(Holder("other").certificate))
    certificates.look_again()
    with pytest.raises(Refusal, match=r"huey.lab comes from no authority"):
        who(certificates, server)


def test_a_revocation_counts_while_the_certificate_does_not_fit_its_key(
    stopped: RunningServer,
) -> None:
    stopped.add_node("louie.lab")
    lines: list[str] = []
    certificates = Certificates(settings_of(stopped), stopped.authority, Log(write=lines.append))
    louie = client_of(stopped, certificates, "louie.lab")
    version = certificates.version
    key = make_key("ec", 0, "prime256v1")
    content = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (stopped.directory / "ssl/private_keys/localhost.pem").write_bytes(content)
    revoke(stopped.authority, "louie.lab")
    certificates.look_again()
    assert certificates.is_revoked(louie)
    assert certificates.version > version
    assert not certificates.crls_have_changed()
    assert [line for line in lines if "with its key" in line]


RAW: Any = SimpleNamespace(remote="127.0.0.1", headers={}, transport=None)


def clients_of(pond: Pond, certificates: Certificates) -> Clients:
    site: Any = SimpleNamespace(
        log=Log(write=pond.lines.append), auth_conf=SimpleNamespace(proxies=Proxies())
    )
    return Clients(site, certificates)


def test_a_client_that_is_revoked_during_a_request_is_refused_at_the_next(
    pond: Pond, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates = pond.certificates()
    is_revoked = Certificates.is_revoked

    def and_then_the_watchdog_reads_crls(self: Certificates, client: Client) -> bool:
        found = is_revoked(self, client)
        pond.write("crl.pem", pond.root.crl() + pond.middle.crl(pond.huey.certificate))
        self.look_again()
        return found

    monkeypatch.setattr(Certificates, "is_revoked", and_then_the_watchdog_reads_crls)
    clients = clients_of(pond, certificates)
    huey = who(certificates, meet(certificates, pond.client_context())[0])
    connection: Any = SimpleNamespace(is_known=True, client=huey, checked=0, is_last=False)
    first = asyncio.run(clients.find(RAW, connection))
    assert first is not None
    assert first.der == huey.der
    with pytest.raises(Refusal, match=r"huey.lab is revoked"):
        asyncio.run(clients.find(RAW, connection))
    assert connection.is_last


def test_a_connection_does_not_outlive_the_trust_in_its_authority(pond: Pond) -> None:
    certificates = pond.certificates()
    clients = clients_of(pond, certificates)
    tls = meet(certificates, pond.client_context())[0]
    transport = SimpleNamespace(get_extra_info=lambda _name: tls)
    raw: Any = SimpleNamespace(remote="127.0.0.1", headers={}, transport=transport)
    connection: Any = SimpleNamespace(is_known=False, client=None, checked=0, is_last=False)
    first = asyncio.run(clients.find(raw, connection))
    assert first is not None
    assert first.name == "huey.lab"
    assert asyncio.run(clients.find(raw, connection)) is first
    pond.write("ca.pem", pem(Holder("other").certificate))
    certificates.look_again()
    with pytest.raises(Refusal, match=r"huey.lab comes from no authority"):
        asyncio.run(clients.find(raw, connection))
    assert connection.is_last


def test_an_issuer_with_a_key_of_an_unknown_kind_is_passed_over(pond: Pond) -> None:
    der = pond.middle.certify().public_bytes(Encoding.DER)
    known, other = bytes.fromhex("06072a8648ce3d0201"), bytes.fromhex("06072a8648ce3d027f")
    assert der.count(known) == 1  # the kind of an elliptic curve's key
    huey = pond.huey.certificate.public_bytes(Encoding.DER)
    client = pond.certificates().client_of(huey, der.replace(known, other))
    assert client.issuers[0] == pond.middle.certificate.public_bytes(Encoding.DER)
