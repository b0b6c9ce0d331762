"""Make a new authority, or import an external one, with the certificate of its server."""

from __future__ import annotations

from datetime import UTC, datetime

from cryptography import x509

from duckrow.ca.authority import Authority
from duckrow.ca.certificates import Issue, issue_authority
from duckrow.ca.crl import make_crl
from duckrow.ca.directory import (
    CERTIFICATES,
    CRLS,
    INFRA_CRLS,
    INFRA_NODES,
    INFRA_SERIALS,
    INVENTORY,
    KEY,
    PUBLIC,
    PUBLIC_KEY,
    ROOT_KEY,
    SECRET,
    SERIAL,
)
from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import (
    certificates_in,
    certificates_to_pem,
    crls_in,
    crls_to_pem,
    key_in,
    key_to_pem,
    public_key_to_pem,
)
from duckrow.ca.requests import make_request
from duckrow.ca.rules import YEAR
from duckrow.ca.serial import serial_text
from duckrow.ca.signer import Signer, check_chain, crl_of
from duckrow.machine.paths import read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckrow.ca.directory import CaDirectory
    from duckrow.ca.pem import PrivateKey

CA_TTL = 15 * YEAR
_REPLACE = (
    "If you would really like to replace your CA, please delete the existing files first. Note "
    "that any certificates that were issued by this CA will become invalid if you replace it!"
)


class Server:
    """The server whose certificate a new authority signs first: its names and its files."""

    __slots__ = ("alt_names", "extensions", "host_files", "name")

    def __init__(
        self,
        name: str,
        alt_names: Sequence[str],
        host_files: HostFiles,
        extensions: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.alt_names = list(alt_names) or ["DNS:puppet"]
        self.host_files = host_files
        self.extensions = extensions


def set_up(
    directory: CaDirectory,
    server: Server,
    *,
    ca_name: str,
    root_ca_name: str,
    new_key: Callable[[], PrivateKey],
    now: datetime | None = None,
) -> Authority:
    """Make a root, an authority below it that signs, and the certificate of the server."""
    time = now or datetime.now(UTC)
    _check_new(directory, server)
    root_key, key = new_key(), new_key()
    root = issue_authority(Issue(None, root_key, 1, time, CA_TTL), root_ca_name, root_key)
    certificate = issue_authority(Issue(root, root_key, 2, time, CA_TTL), ca_name, key)
    crls = [make_crl(certificate, key, time), make_crl(root, root_key, time)]
    signer = Signer([certificate, root], key, directory.path_of(CERTIFICATES))
    return _write(directory, signer, crls, server, new_key, time, root_key)


def import_authority(
    directory: CaDirectory,
    server: Server,
    *,
    bundle: str,
    key: str,
    crl_chain: str,
    new_key: Callable[[], PrivateKey],
    now: datetime | None = None,
) -> Authority:
    """Make an authority of files that an external one issued, after a check of the whole chain."""
    time = now or datetime.now(UTC)
    certificates = certificates_in(_content(bundle), bundle)
    signer = Signer(certificates, key_in(_content(key), key), bundle)
    if not _may_sign(signer.certificate):
        raise InputError(
            f"cannot use {bundle}: the certificate of the key is not that of an authority",
            hint="the issuer has to sign it with basicConstraints CA:TRUE",
        )
    crls = crls_in(_content(crl_chain), crl_chain)
    if crl_of(signer.certificate, crls) is None:
        crls = [make_crl(signer.certificate, signer.key, time), *crls]
    check_chain(signer, crls, time)
    _check_new(directory, server)
    return _write(directory, signer, crls, server, new_key, time)


def _may_sign(certificate: x509.Certificate) -> bool:
    try:
        found = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    except x509.ExtensionNotFound:
        return False
    return found.value.ca


def _write(
    directory: CaDirectory,
    signer: Signer,
    crls: Sequence[x509.CertificateRevocationList],
    server: Server,
    new_key: Callable[[], PrivateKey],
    now: datetime,
    root_key: PrivateKey | None = None,
) -> Authority:
    """Write all files; the certificates come last, so that a cut setup is no authority."""
    key, lists = server.host_files.key_of(server.name) or new_key(), crls_to_pem(crls)
    request = make_request(server.name, key, server.alt_names, server.extensions)
    directory.make()
    server.host_files.write_keys(server.name, key)
    with directory.lock():
        if root_key is not None:
            directory.write(ROOT_KEY, key_to_pem(root_key), SECRET)
        directory.write(KEY, key_to_pem(signer.key), SECRET)
        directory.write(PUBLIC_KEY, public_key_to_pem(signer.key.public_key()))
        for name, content in (
            (CRLS, lists),
            (INFRA_CRLS, lists),
            (INFRA_NODES, b""),
            (INFRA_SERIALS, b""),
            (INVENTORY, b""),
            (SERIAL, serial_text(1).encode()),
            (CERTIFICATES, certificates_to_pem(_signing_first(signer))),
        ):
            directory.write(name, content, PUBLIC)
    authority = Authority(directory, now=lambda: now)
    certificate = authority.sign_own(request, is_client_of_ca=True)
    server.host_files.write_certificate(server.name, certificate)
    server.host_files.write_authority(authority.certificate_pem("ca") or b"", lists)
    return Authority(directory)


def _signing_first(signer: Signer) -> list[x509.Certificate]:
    """Return the bundle as agents expect it: the certificate that signs, then its issuers."""
    chain = signer.chain()
    return [*chain, *(each for each in signer.bundle if each not in chain)]


def _check_new(directory: CaDirectory, server: Server) -> None:
    """Reject a directory that already holds an authority, and a server with a certificate."""
    names = (CERTIFICATES, KEY, CRLS, SERIAL, INVENTORY, ROOT_KEY)
    found = [directory.path_of(name) for name in names if directory.exists(name)]
    found += server.host_files.existing(server.name)
    if found:
        what = "; ".join(f"Existing file at '{path}'" for path in found)
        raise InputError(what, hint=_REPLACE)


def _content(path: str) -> bytes:
    try:
        return read_bytes(path, 1 << 26)
    except OSError as error:
        raise InputError(f"Could not read file '{path}': {reason(error)}") from None
