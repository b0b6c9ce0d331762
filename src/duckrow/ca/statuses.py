"""The state of certificates and requests, as the reference's API and `puppetserver ca list` do."""

from __future__ import annotations

from datetime import timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from duckrow.ca.crl import is_due, is_revoked
from duckrow.ca.directory import CRLS, REQUESTS, SIGNED
from duckrow.ca.extensions import alt_names_of, authorization_of
from duckrow.ca.inventory import time_text
from duckrow.ca.names import is_valid_name
from duckrow.ca.pem import crls_in
from duckrow.ca.signer import common_name, crl_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from duckrow.ca.authority import Authority

SOON = timedelta(days=30)  # for the certificate of a node
SOON_FOR_CA = timedelta(days=365)  # a new CA takes long to distribute
_HASHES = {"SHA1": hashes.SHA1(), "SHA256": hashes.SHA256(), "SHA512": hashes.SHA512()}  # noqa: S303


class Status:
    """The state of one node: requested, signed or revoked; `not_after` is that of a certificate."""

    __slots__ = ("data", "name", "not_after", "state")

    def __init__(
        self, name: str, state: str, data: dict[str, object], not_after: datetime | None
    ) -> None:
        self.name = name
        self.state = state
        self.data = data
        self.not_after = not_after


def days_left(end: datetime, now: datetime) -> int:
    """Return how many days are left, a part of a day counted as one; negative after the end."""
    return -((now - end) // timedelta(days=1))


def status_of(authority: Authority, name: str) -> Status | None:
    """Return the state of a node; None if there is neither a request nor a certificate."""
    return _status(authority, authority.own_crl(), name)


def all_statuses(authority: Authority, state: str | None = None) -> list[Status]:
    """Return the states of all nodes, or of those in one state, by name; damaged files are logged.

    A node with a certificate and a new request counts as signed, as in the reference.
    """
    crl = authority.own_crl()
    names = set(authority.directory.names(REQUESTS))
    if state != "requested":
        names |= set(authority.directory.names(SIGNED))
    found = []
    for name in sorted(each for each in names if is_valid_name(each)):
        try:
            status = _status(authority, crl, name)
        except InputError as error:
            why = f": {error.why}" if error.why else ""
            authority.log("err", f"cannot show {name}: {error}{why}")
            continue
        if status is not None and state in (None, status.state):
            found.append(status)
    return found


def _status(
    authority: Authority, crl: x509.CertificateRevocationList | None, name: str
) -> Status | None:
    certificate = authority.certificate(name)
    if certificate is None:
        request = authority.request(name)
        if request is None:
            return None
        der = request.to_der()
        return Status(name, "requested", _data(name, "requested", request.extensions, der), None)
    is_bad = crl is not None and is_revoked(crl, certificate.serial_number)
    state = "revoked" if is_bad else "signed"
    der = certificate.public_bytes(Encoding.DER)
    data = _data(name, state, certificate.extensions, der)
    data["serial_number"] = certificate.serial_number
    data["not_before"] = time_text(certificate.not_valid_before_utc)
    data["not_after"] = time_text(certificate.not_valid_after_utc)
    return Status(name, state, data, certificate.not_valid_after_utc)


def _data(name: str, state: str, extensions: x509.Extensions, der: bytes) -> dict[str, object]:
    alt_names = alt_names_of(extensions)
    prints = {kind: _fingerprint(der, kind) for kind in _HASHES}
    return {
        "name": name,
        "state": state,
        "dns_alt_names": [each for each in alt_names if each.startswith("DNS:")],
        "subject_alt_names": alt_names,
        "authorization_extensions": authorization_of(extensions),
        "fingerprint": prints["SHA256"],
        "fingerprints": {**prints, "default": prints["SHA256"]},
    }


def _fingerprint(der: bytes, kind: str) -> str:
    digest = hashes.Hash(_HASHES[kind])
    digest.update(der)
    return digest.finalize().hex(":").upper()


def expirations(authority: Authority) -> dict[str, dict[str, str]]:
    """Return when the certificates and revocation lists of the authority expire, by name."""
    crls = crls_in(authority.crl_pem(), authority.directory.path_of(CRLS))
    return {
        "ca-certs": {
            common_name(each): time_text(each.not_valid_after_utc)
            for each in authority.signer.bundle
        },
        "crls": {
            common_name(each): time_text(each.next_update_utc)
            for each in crls
            if each.next_update_utc is not None
        },
    }


def warnings(authority: Authority, statuses: list[Status]) -> list[str]:
    """Return a warning for everything that expires soon, has expired, or lacks."""
    now = authority.now()
    found = []
    crls = crls_in(authority.crl_pem(), authority.directory.path_of(CRLS))
    for each in authority.signer.chain():
        name = common_name(each)
        if each.not_valid_after_utc - now < SOON_FOR_CA:
            found.append(f"the CA certificate {name} {_when(each.not_valid_after_utc, now)}")
        crl = crl_of(each, crls)
        if crl is None:
            found.append(f"the CRL of {name} lacks: agents that check the chain do not connect")
        elif crl.next_update_utc is not None and is_due(crl, now):
            found.append(f"the CRL of {name} {_when(crl.next_update_utc, now)}")
    found += [
        f"the certificate of {each.name} {_when(each.not_after, now)}"
        for each in statuses
        if each.state == "signed" and each.not_after is not None and each.not_after - now < SOON
    ]
    return found


def _when(end: datetime, now: datetime) -> str:
    days = days_left(end, now)
    verb = "expired" if end <= now else "expires"
    count = f"{abs(days)} day{'' if abs(days) == 1 else 's'}"
    return f"{verb} on {end:%Y-%m-%d}, " + (f"{count} ago" if end <= now else f"in {count}")
