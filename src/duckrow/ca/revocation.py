"""Revoke certificates, remove the files of nodes, and keep revocation lists valid."""

from __future__ import annotations

from contextlib import suppress

from cryptography.x509.oid import ExtensionOID

from duckrow.ca.crl import is_due, is_revoked, make_crl, number_of
from duckrow.ca.directory import (
    CRLS,
    INFRA_CRLS,
    INFRA_SERIALS,
    INVENTORY,
    REQUESTS,
    ROOT_KEY,
    SIGNED,
)
from duckrow.ca.errors import NotFoundError
from duckrow.ca.inventory import entries_in, live_serials
from duckrow.ca.names import is_valid_name
from duckrow.ca.pem import crls_in, crls_to_pem, key_in
from duckrow.ca.signer import check_chain, common_name, crl_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cryptography import x509

    from duckrow.ca.authority import Authority
    from duckrow.ca.pem import PrivateKey

    Crl = x509.CertificateRevocationList


def revoke(authority: Authority, name: str) -> list[int]:
    """Revoke all live certificates of a node; return the serial numbers that are new in the list.

    After a renewal a node has several, so the inventory counts, and the file in `signed` too.
    """
    with authority.directory.lock():
        added = _revoke(authority, name)
    if added:
        numbers = ", ".join(map(str, added))
        authority.log("notice", f"revoked the certificates of {name} with the numbers {numbers}")
    return added


def _revoke(authority: Authority, name: str) -> list[int]:
    directory = authority.directory
    serials = live_serials(directory.read_or_empty(INVENTORY), name, authority.now())
    certificate = authority.certificate(name)
    if certificate is not None:
        serials.append(certificate.serial_number)
    if not serials:
        if authority.request_pem(name) is not None:
            raise NotFoundError(
                f"Could not revoke unsigned csr for {name}",
                hint=f"duckrow ca clean {name} removes the request",
            )
        raise NotFoundError(
            f"Could not find certificate for {name}", hint="duckrow ca list --all shows all names"
        )
    added = _add_to_list(authority, CRLS, dict.fromkeys(serials))
    infra = directory.read_or_empty(INFRA_SERIALS).split()
    of_servers = [each for each in dict.fromkeys(serials) if str(each).encode() in infra]
    if of_servers and directory.exists(INFRA_CRLS):
        _add_to_list(authority, INFRA_CRLS, of_servers)
    return added


def _add_to_list(authority: Authority, name: str, serials: Collection[int]) -> list[int]:
    """Add serial numbers to a list; return those that it did not have."""
    crls = _crls(authority, name)
    signer = authority.signer
    old = crl_of(signer.certificate, crls)
    added = [each for each in serials if old is None or not is_revoked(old, each)]
    if added:
        new = make_crl(signer.certificate, signer.key, authority.now(), old, added=added)
        authority.directory.write(name, crls_to_pem(_replaced(crls, new)))
    return added


def _crls(authority: Authority, name: str) -> list[Crl]:
    return crls_in(authority.directory.read(name), authority.directory.path_of(name))


def _replaced(crls: Sequence[Crl], new: Crl) -> list[Crl]:
    """Return the lists with a new one in the place of that of the same issuer."""
    found = [new if each.issuer == new.issuer else each for each in crls]
    return found if any(each is new for each in found) else [new, *found]


def clean(authority: Authority, name: str) -> None:
    """Revoke the certificates of a node and remove its files."""
    found = False
    with authority.directory.lock():
        with suppress(NotFoundError):  # a request without a certificate
            found = bool(_revoke(authority, name))
        for below in (SIGNED, REQUESTS):
            if is_valid_name(name):
                found |= authority.directory.remove(f"{below}/{name}.pem")
    if not found:
        raise NotFoundError(
            f"Could not find files to clean for {name}", hint="duckrow ca list --all shows names"
        )
    authority.log("notice", f"cleaned files related to {name}")


def refresh_if_due(authority: Authority, *, is_forced: bool = False) -> list[str]:
    """Renew the lists that are due; return the names of their issuers.

    A server calls this daily. Serial numbers of certificates that had expired when the old list was
    made leave it; those that expired later stay once more, since a clock that is wrong today would
    drop certificates that are valid tomorrow. The list of the root is renewed only where its key
    is; else `expirations` warns.
    """
    renewed: list[str] = []
    now = authority.now()
    with authority.directory.lock():
        entries = entries_in(authority.directory.read_or_empty(INVENTORY))
        for name in (CRLS, INFRA_CRLS):
            if not authority.directory.exists(name):
                continue
            crls = _crls(authority, name)
            for issuer, key in _issuers(authority):
                old = crl_of(issuer, crls)
                if old is not None and not is_due(old, now) and not is_forced:
                    continue
                gone: set[int] = set()
                if old is not None and issuer is authority.signer.certificate:
                    known = min(now, old.last_update_utc)
                    gone = {each.serial for each in entries if each.not_after < known}
                crls = _replaced(crls, make_crl(issuer, key, now, old, dropped=gone))
                authority.directory.write(name, crls_to_pem(crls))
                renewed.append(common_name(issuer))
    for each in dict.fromkeys(renewed):
        authority.log("notice", f"renewed the CRL of {each}")
    return list(dict.fromkeys(renewed))


def update_crls(authority: Authority, content: bytes, path: str) -> list[str]:
    """Take newer lists of the authorities above this one; return the names of their issuers.

    The list of this authority itself is never replaced. The whole chain is checked before anything
    is written.
    """
    incoming = crls_in(content, path)
    for each in incoming:
        _check_whole(each)
    updated: list[str] = []
    with authority.directory.lock():
        signer = authority.signer
        for name in (CRLS, INFRA_CRLS):
            if not authority.directory.exists(name):
                continue
            before = crls = _crls(authority, name)
            for issuer in signer.chain()[1:]:
                old, new = crl_of(issuer, crls), crl_of(issuer, incoming)
                if new is not None and (old is None or number_of(new) > number_of(old)):
                    crls = _replaced(crls, new)
                    updated.append(common_name(issuer))
            if crls is not before:
                check_chain(signer, crls, authority.now())
                authority.directory.write(name, crls_to_pem(crls))
    names = list(dict.fromkeys(updated))
    for name in names:
        authority.log("notice", f"Updating CRL for issuer {name}.")
    return names


def _check_whole(crl: Crl) -> None:
    """Reject a list that names only changes, or not the key that signed it."""
    oids = {each.oid for each in crl.extensions}
    if ExtensionOID.DELTA_CRL_INDICATOR in oids:
        raise InputError("Cannot support delta CRL.")
    if ExtensionOID.AUTHORITY_KEY_IDENTIFIER not in oids:
        raise InputError(
            "One or more submitted CRLs do not have an authority key identifier.",
            hint=f"ask {common_name(crl)} for a CRL with this extension",
        )


def _issuers(authority: Authority) -> list[tuple[x509.Certificate, PrivateKey]]:
    """Return the authorities of the chain whose keys are in the directory."""
    signer = authority.signer
    found = [(signer.certificate, signer.key)]
    root = root_key(authority)
    if root is not None:
        found += [
            (each, root) for each in signer.chain()[1:] if each.public_key() == root.public_key()
        ]
    return found


def root_key(authority: Authority) -> PrivateKey | None:
    """Return the key of the root, if it is in the directory."""
    try:
        content = authority.directory.read(ROOT_KEY)
    except (FileNotFoundError, InputError):
        return None
    return key_in(content, authority.directory.path_of(ROOT_KEY))
