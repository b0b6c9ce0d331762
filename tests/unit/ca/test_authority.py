from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.x509.oid import ExtendedKeyUsageOID
from tests.unit.ca.making import Log, alt_names, csr, new_key, openssl_verify, unknown

from duckrow.ca.authority import Authority
from duckrow.ca.certificates import Issue, issue_for_request
from duckrow.ca.directory import CaDirectory
from duckrow.ca.errors import NotFoundError, RejectedRequestError
from duckrow.ca.requests import read_request
from duckrow.ca.rules import Rules
from duckrow.ca.submission import submit
from duckrow.source.errors import InputError

PP_ROLE = "1.3.6.1.4.1.34380.1.1.13"


def test_a_request_is_stored_signed_and_removed(authority: Authority, tmp_path: Path) -> None:
    assert submit(authority, "huey.lab", csr("huey.lab")) is None
    assert authority.request_pem("huey.lab") == csr_on_disk(tmp_path, "huey.lab")
    certificate = authority.sign("huey.lab")
    assert authority.request_pem("huey.lab") is None
    assert authority.certificate("huey.lab") == certificate
    assert openssl_verify(tmp_path, "huey.lab") == "OK"


def csr_on_disk(root: Path, name: str) -> bytes:
    return (root / "ca" / "requests" / f"{name}.pem").read_bytes()


def test_a_certificate_has_the_fields_of_the_reference(authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab", [unknown(PP_ROLE)]))
    certificate = authority.sign("huey.lab")
    signer = authority.signer.certificate
    now = datetime.now(UTC)
    assert timedelta(0) <= now - timedelta(days=1) - certificate.not_valid_before_utc
    life = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert life == timedelta(days=5 * 365 + 1)
    assert isinstance(certificate.signature_hash_algorithm, hashes.SHA256)
    assert certificate.issuer == signer.subject
    found = {each.oid.dotted_string: each for each in certificate.extensions}
    assert found["2.5.29.19"].critical
    assert found["2.5.29.19"].value == x509.BasicConstraints(ca=False, path_length=None)
    assert found["2.5.29.37"].critical
    usages = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    assert found["2.5.29.37"].value == x509.ExtendedKeyUsage(usages)
    usage = found["2.5.29.15"]
    assert usage.critical
    assert isinstance(usage.value, x509.KeyUsage)
    assert usage.value.digital_signature
    assert usage.value.key_encipherment
    assert not usage.value.key_cert_sign
    comment = found["2.16.840.1.113730.1.13"].value
    assert isinstance(comment, x509.UnrecognizedExtension)
    assert comment.value[2:] == b"Puppet Server Internal Certificate"
    above = found["2.5.29.35"].value
    assert isinstance(above, x509.AuthorityKeyIdentifier)
    assert above.authority_cert_serial_number == signer.serial_number
    assert "2.5.29.14" in found
    role = found[PP_ROLE].value
    assert isinstance(role, x509.UnrecognizedExtension)
    assert role.value == b"\x0c\x05quack"
    assert found["2.5.29.17"].value == alt_names("huey.lab")[0]
    assert len(found) == 8


def test_the_alternative_names_of_a_request_are_kept_with_the_own_name(
    authority: Authority,
) -> None:
    authority.rules.allow_subject_alt_names = True
    authority.receive("huey.lab", csr("huey.lab", [alt_names("nest.lab")]))
    found = authority.sign("huey.lab").extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert found.value == alt_names("nest.lab", "huey.lab")[0]


def test_serial_and_inventory_are_the_references(authority: Authority, tmp_path: Path) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    certificate = authority.sign("huey.lab")
    assert (tmp_path / "ca" / "serial").read_text() == "0003"
    start, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    line = f"0x0002 {start:%Y-%m-%dT%H:%M:%S}UTC {end:%Y-%m-%dT%H:%M:%S}UTC /CN=huey.lab"
    assert (tmp_path / "ca" / "inventory.txt").read_text().splitlines()[1:] == [line]


def test_the_serial_is_used_up_before_the_certificate_exists(
    authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority.receive("huey.lab", csr("huey.lab"))

    def crash(_self: CaDirectory, name: str, content: bytes, mode: int = 0) -> None:
        if name == "serial":
            write(authority.directory, name, content)
        else:
            raise KeyboardInterrupt

    write = CaDirectory.write
    with monkeypatch.context() as patch:
        patch.setattr(CaDirectory, "write", crash)
        with pytest.raises(KeyboardInterrupt):
            authority.sign("huey.lab")
    assert (tmp_path / "ca" / "serial").read_text() == "0003"
    assert authority.certificate("huey.lab") is None
    assert authority.sign("huey.lab").serial_number == 3


def test_a_serial_from_an_old_backup_is_skipped(
    authority: Authority, log: Log, tmp_path: Path
) -> None:
    for name in ("huey.lab", "dewey.lab"):
        authority.receive(name, csr(name))
        authority.sign(name)
    (tmp_path / "ca" / "serial").write_text("0002")
    authority.receive("louie.lab", csr("louie.lab"))
    assert authority.sign("louie.lab").serial_number == 4
    assert "holds 0002, which a certificate has" in log.texts


def test_many_threads_never_share_a_serial(authority: Authority, tmp_path: Path) -> None:
    names = [f"duck{number}.lab" for number in range(12)]
    serials: list[int] = []

    def work(name: str) -> None:
        mine = Authority(CaDirectory(str(tmp_path / "ca")), Rules(autosign=True))
        certificate = submit(mine, name, csr(name))
        assert certificate is not None
        serials.append(certificate.serial_number)

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(serials) == list(range(2, 14))
    assert len((tmp_path / "ca" / "inventory.txt").read_text().splitlines()) == 13


@pytest.mark.parametrize("state", ["requested", "signed", "revoked"])
def test_a_second_request_is_rejected(authority: Authority, state: str) -> None:
    from duckrow.ca.revocation import revoke

    authority.receive("huey.lab", csr("huey.lab"))
    if state != "requested":
        authority.sign("huey.lab")
    if state == "revoked":
        revoke(authority, "huey.lab")
    words = f"huey.lab already has a {state} certificate; ignoring certificate request"
    with pytest.raises(RejectedRequestError, match=words):
        authority.receive("huey.lab", csr("huey.lab"))


def test_a_second_request_may_be_allowed(authority: Authority, log: Log) -> None:
    authority.rules.allow_duplicate_certs = True
    for _ in range(2):
        authority.receive("huey.lab", csr("huey.lab"))
        authority.sign("huey.lab")
    assert "already has a signed certificate; new certificate will overwrite it" in log.texts


def test_the_duplicate_is_found_before_the_wrong_name(authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    with pytest.raises(RejectedRequestError, match=r"huey.lab already has a requested"):
        authority.receive("dewey.lab", csr("huey.lab"))


def test_no_node_has_the_name_of_the_authority(tmp_path: Path) -> None:
    from tests.unit.ca.making import server_of

    from duckrow.ca.setup import set_up

    authority = set_up(
        CaDirectory(str(tmp_path / "ca")),
        server_of(tmp_path),
        ca_name="nest",
        root_ca_name="root",
        new_key=new_key,
    )
    with pytest.raises(RejectedRequestError, match="nest is the name of the CA itself"):
        authority.receive("nest", csr("nest"))


def test_without_a_request_nothing_is_signed(authority: Authority) -> None:
    with pytest.raises(NotFoundError, match=r"Could not find certificate request for huey.lab"):
        authority.sign("huey.lab")


@pytest.mark.parametrize("name", ["../ca_key", "..", "", "a/b", "HUEY.LAB", "\0"])
def test_no_name_leads_out_of_the_directory(authority: Authority, name: str) -> None:
    assert authority.certificate_pem(name) is None
    assert authority.request_pem(name) is None


@pytest.mark.parametrize(("is_allowed", "days"), [(False, 5 * 365 + 1), (True, 91)])
def test_a_certificate_is_short_only_if_it_may_be_renewed(
    is_allowed: bool, days: int, authority: Authority
) -> None:
    authority.rules.allow_auto_renewal = is_allowed
    attributes = {"1.3.6.1.4.1.34380.1.3.2": b"true"}
    authority.receive("huey.lab", csr("huey.lab", attributes=attributes))
    certificate = authority.sign("huey.lab")
    life = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert life == timedelta(days=days)


def test_a_renewal_has_the_same_key_and_extensions_and_a_new_serial(
    authority: Authority, tmp_path: Path
) -> None:
    authority.receive("huey.lab", csr("huey.lab", [unknown(PP_ROLE)]))
    old = authority.sign("huey.lab")
    new = authority.renew(old)
    assert new.serial_number == old.serial_number + 1
    assert new.public_key() == old.public_key()
    assert new.subject == old.subject
    assert list(new.extensions) == list(old.extensions)
    assert authority.certificate("huey.lab") == new
    assert openssl_verify(tmp_path, "huey.lab") == "OK"


def test_a_revoked_certificate_is_not_renewed(authority: Authority) -> None:
    from duckrow.ca.revocation import revoke

    authority.receive("huey.lab", csr("huey.lab"))
    old = authority.sign("huey.lab")
    revoke(authority, "huey.lab")
    with pytest.raises(RejectedRequestError, match="it is revoked"):
        authority.renew(old)


def test_the_certificate_of_another_authority_is_not_renewed(
    authority: Authority, tmp_path: Path
) -> None:
    from tests.unit.ca.making import new_authority

    other = new_authority(tmp_path / "other").certificate("pond.lab")
    assert other is not None
    with pytest.raises(RejectedRequestError, match="another CA has signed it"):
        authority.renew(other)


def test_a_name_that_another_program_signed_leads_out_of_no_directory(
    authority: Authority, tmp_path: Path
) -> None:
    signer = authority.signer
    request = read_request(csr("../x"))
    issue = Issue(signer.certificate, signer.key, 77, datetime.now(UTC), 86_400)
    with pytest.raises(RejectedRequestError, match="Subject hostname format is invalid"):
        authority.renew(issue_for_request(issue, request))
    assert not (tmp_path / "ca" / "x.pem").exists()


def test_an_expired_authority_signs_nothing(authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    authority.now = lambda: datetime.now(UTC) + timedelta(days=16 * 365)
    with pytest.raises(InputError, match=r"the CA certificate Puppet CA: pond.lab is not valid"):
        authority.sign("huey.lab")


def test_a_server_of_the_site_is_listed_by_its_serial(authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "ca" / "infra_inventory.txt").write_text("db.lab\n")
    for name in ("db.lab", "huey.lab"):
        authority.receive(name, csr(name))
        authority.sign(name)
    assert (tmp_path / "ca" / "infra_serials").read_text() == "2\n"


def test_a_subject_keeps_nothing_but_the_name(authority: Authority) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding

    words = {x509.NameOID.ORGANIZATION_NAME: "Scrooge", x509.NameOID.COMMON_NAME: "huey.lab"}
    name = x509.Name([x509.NameAttribute(oid, text) for oid, text in words.items()])
    builder = x509.CertificateSigningRequestBuilder().subject_name(name)
    content = builder.sign(new_key(), hashes.SHA256()).public_bytes(Encoding.PEM)
    authority.receive("huey.lab", content)
    assert authority.sign("huey.lab").subject.rfc4514_string() == "CN=huey.lab"
