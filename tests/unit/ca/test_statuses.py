from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.unit.ca.making import Log, alt_names, csr, unknown

from duckrow.ca.authority import Authority
from duckrow.ca.crl import LIFE
from duckrow.ca.revocation import revoke
from duckrow.ca.statuses import all_statuses, days_left, expirations, status_of, warnings


def test_a_request_and_a_certificate_have_the_fields_of_the_reference(
    authority: Authority,
) -> None:
    role = unknown("1.3.6.1.4.1.34380.1.3.13", b"\x0c\x04duck")
    authority.rules.allow_authorization_extensions = True
    authority.receive("huey.lab", csr("huey.lab", [role, alt_names("huey.lab")]))
    requested = status_of(authority, "huey.lab")
    assert requested is not None
    common = ["name", "state", "dns_alt_names", "subject_alt_names", "authorization_extensions"]
    common += ["fingerprint", "fingerprints"]
    assert list(requested.data) == common
    assert requested.data["state"] == "requested"
    assert requested.data["authorization_extensions"] == {"pp_auth_role": "duck"}
    certificate = authority.sign("huey.lab")
    signed = status_of(authority, "huey.lab")
    assert signed is not None
    assert list(signed.data) == [*common, "serial_number", "not_before", "not_after"]
    assert signed.data["serial_number"] == certificate.serial_number == 2
    assert signed.data["dns_alt_names"] == ["DNS:huey.lab"]
    assert str(signed.data["not_after"]).endswith("UTC")
    prints = signed.data["fingerprints"]
    assert isinstance(prints, dict)
    assert list(prints) == ["SHA1", "SHA256", "SHA512", "default"]
    assert prints["default"] == prints["SHA256"] == signed.data["fingerprint"]


def test_states_are_listed_by_name(authority: Authority) -> None:
    for name in ("louie.lab", "dewey.lab", "huey.lab"):
        authority.receive(name, csr(name))
    authority.sign("louie.lab")
    authority.sign("dewey.lab")
    revoke(authority, "dewey.lab")
    assert [(each.name, each.state) for each in all_statuses(authority)] == [
        ("dewey.lab", "revoked"),
        ("huey.lab", "requested"),
        ("louie.lab", "signed"),
        ("pond.lab", "signed"),
    ]
    assert [each.name for each in all_statuses(authority, "requested")] == ["huey.lab"]
    assert status_of(authority, "quack.lab") is None


def test_a_damaged_file_is_named_and_does_not_hide_the_others(
    authority: Authority, log: Log, tmp_path: Path
) -> None:
    (tmp_path / "ca" / "signed" / "huey.lab.pem").write_text("quack")
    (tmp_path / "ca" / "requests" / "dewey.lab.pem").write_text("quack")
    assert [each.name for each in all_statuses(authority)] == ["pond.lab"]
    assert "cannot show huey.lab: Could not detect any certs within" in log.texts
    assert "cannot show dewey.lab: Could not parse the certificate request" in log.texts


def test_days_are_rounded_up() -> None:
    now = datetime(2026, 11, 16, tzinfo=UTC)
    assert days_left(now + timedelta(days=90), now) == 90
    assert days_left(now + timedelta(days=89, seconds=1), now) == 90
    assert days_left(now - timedelta(days=3), now) == -3


def test_expirations(authority: Authority) -> None:
    found = expirations(authority)
    names = ["Puppet CA: pond.lab", "Puppet Root CA: quack"]
    assert list(found["ca-certs"]) == names
    assert list(found["crls"]) == names
    assert found["crls"][names[0]].endswith("UTC")


def warnings_after(authority: Authority, time: timedelta) -> str:
    now = datetime.now(UTC) + time
    authority.now = lambda: now
    return "\n".join(warnings(authority, all_statuses(authority)))


def test_warnings_come_before_anything_expires(authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    authority.sign("huey.lab", 90 * 86_400)
    assert warnings_after(authority, timedelta()) == ""
    text = warnings_after(authority, timedelta(days=70))
    assert text.startswith("the certificate of huey.lab expires on ")
    assert text.endswith(", in 20 days")
    assert ", 10 days ago" in warnings_after(authority, timedelta(days=100))
    assert "the CRL of Puppet CA: pond.lab expires on" in warnings_after(authority, LIFE * 0.7)
    text = warnings_after(authority, timedelta(days=14 * 365 + 5))
    assert "the CA certificate Puppet CA: pond.lab expires on" in text
    assert "the CA certificate Puppet Root CA: quack expires on" in text


def test_a_list_that_lacks_is_a_warning(authority: Authority, tmp_path: Path) -> None:
    path = tmp_path / "ca" / "ca_crl.pem"
    end = b"-----END X509 CRL-----\n"
    path.write_bytes(path.read_bytes().split(end)[0] + end)
    assert "the CRL of Puppet Root CA: quack lacks" in warnings_after(authority, timedelta())
