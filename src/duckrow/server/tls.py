"""The TLS of the server: its certificate, the authorities it trusts, and who is revoked.

Files are looked at again when they change, so that a renewed certificate and a revocation count at
once: new connections get a new context, and each request is compared with the CRLs. A file that
vanishes changes nothing: nobody who is revoked comes back.
"""

from __future__ import annotations

from _thread import allocate_lock
from time import gmtime, strftime

from cryptography import x509

from duckrow.ca.oids import names_with
from duckrow.ca.pem import certificates_in, crls_in
from duckrow.ca.signer import common_name
from duckrow.ca.trusted import trusted_of
from duckrow.machine.paths import exists, read_bytes
from duckrow.machine.tls import TlsError, choose_context, server_context
from duckrow.puppet.world import World
from duckrow.server.exchange import Client
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.machine.tls import Context
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.world import Stamp
    from duckrow.server.log import Log

_LARGEST = 1 << 28


class Certificates:
    """The context of new connections, and the clients that are revoked."""

    __slots__ = (
        "_bundle",
        "_crl_stamp",
        "_crls",
        "_current",
        "_lock",
        "_log",
        "_names",
        "_needs_crls",
        "_paths",
        "_stamps",
        "_world",
        "context",
        "version",
    )

    def __init__(self, settings: Settings, authority: Authority | None, log: Log) -> None:
        self._paths = _paths(settings, authority)
        # Whether a server may start without CRLs.
        self._needs_crls = str(settings["certificate_revocation"]) != "false"
        self._names = names_with(str(settings["trusted_oid_mapping_file"]))
        self._log = log
        self._world = World()
        self._lock = allocate_lock()
        self._stamps: tuple[Stamp | None, ...] = ()
        self._crl_stamp: Stamp | None = None
        self._crls: list[x509.CertificateRevocationList] = []
        self._bundle: list[x509.Certificate] = []
        self.version = 0  # grows with each change of the CRLs
        self._current = self._load()
        self.context = self._load()
        choose_context(self.context, lambda: self._current)

    def look_again(self) -> None:
        """Read the files again if one has changed; keep the old ones if they cannot be used."""
        with self._lock:
            stamps = tuple(map(self._world.stamp, self._paths))
            if stamps == self._stamps:
                return
            try:
                self._current = self._load()
            except InputError as error:
                self._stamps = stamps
                self._log("err", f"{error}; the server goes on with what it knows")
            else:
                self._log("notice", "read certificates and CRLs again")

    def _load(self) -> Context:
        certificate, key, authorities, crls = self._paths
        stamps = tuple(map(self._world.stamp, self._paths))
        found, bundle = self._read_crls(crls), _authorities(authorities)
        try:
            context = server_context(certificate, key, authorities)
        except (OSError, TlsError) as error:
            raise InputError(
                f"cannot use the certificate {certificate} with its key: {reason(error)}",
                hint="duckrow ca setup makes an authority and the certificate of the server",
            ) from None
        self._crls, self._stamps, self._crl_stamp = found, stamps, stamps[3]
        self._bundle = bundle
        self._needs_crls = self._needs_crls or bool(found)
        self.version += 1
        return context

    def _read_crls(self, path: str) -> list[x509.CertificateRevocationList]:
        """Return the CRLs of a file. Raises InputError; also if there is none and one is needed."""
        try:
            return crls_in(read_bytes(path, _LARGEST), path)
        except FileNotFoundError:
            if not self._needs_crls:
                return []
            raise InputError(
                f"cannot tell which certificates are revoked: {path} does not exist",
                hint="copy the CRL of the authority to this path, or set "
                "certificate_revocation = false in puppet.conf",
            ) from None
        except OSError as error:
            raise InputError(f"cannot read the CRLs {path}: {reason(error)}") from None

    def client_of(self, der: bytes) -> Client:
        """Return who a verified certificate belongs to."""
        certificate = x509.load_der_x509_certificate(der)
        extensions = trusted_of(certificate, self._names)["extensions"]
        assert isinstance(extensions, dict)
        begin, end = self._times(certificate)
        name, serial = common_name(certificate), certificate.serial_number
        return Client(name, serial, extensions, der, begin, end)

    def _times(self, certificate: x509.Certificate) -> tuple[float, float]:
        """Return from when to when a certificate and its issuers are valid."""
        begin, end = certificate.not_valid_before_utc, certificate.not_valid_after_utc
        for _ in self._bundle:  # a chain has no more
            if certificate.issuer == certificate.subject:
                break
            above = [each for each in self._bundle if each.subject == certificate.issuer]
            if not above:
                break
            # A CA that was renewed is there twice.
            certificate = max(above, key=lambda each: each.not_valid_after_utc)
            begin = max(begin, certificate.not_valid_before_utc)
            end = min(end, certificate.not_valid_after_utc)
        return begin.timestamp(), end.timestamp()

    def is_revoked(self, client: Client) -> bool:
        """Return whether the authority has revoked a certificate."""
        issuer = x509.load_der_x509_certificate(client.der).issuer
        return any(
            each.get_revoked_certificate_by_serial_number(client.serial) is not None
            for each in self._crls
            if each.issuer == issuer
        )

    def crls_have_changed(self) -> bool:
        """Return whether the file of CRLs is newer than what is known."""
        return self._world.stamp(self._paths[3]) != self._crl_stamp


def why_not_now(client: Client, now: float) -> str | None:
    """Return why a certificate is not valid at a moment; None if it is."""
    if client.begin <= now <= client.end:
        return None
    if now > client.end:
        state, when = "has expired", f"it was valid until {_date(client.end)}"
    else:
        state, when = "is not yet valid", f"it is valid from {_date(client.begin)}"
    here = f"the clock of the server says {_date(now)}"
    return f"the certificate of {client.name} {state}: {when}, and {here}"


def _date(seconds: float) -> str:
    return strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))


def _authorities(path: str) -> list[x509.Certificate]:
    """Return the certificates of the authorities. Raises InputError."""
    try:
        return certificates_in(read_bytes(path, _LARGEST), path)
    except OSError as error:
        raise InputError(f"cannot read the certificates {path}: {reason(error)}") from None


def _paths(settings: Settings, authority: Authority | None) -> tuple[str, str, str, str]:
    certificate, key = str(settings["hostcert"]), str(settings["hostprivkey"])
    for path in (certificate, key):
        if not exists(path):
            raise InputError(
                f"the server has no certificate: {path} does not exist",
                hint="duckrow ca setup makes an authority and the certificate of the server",
            )
    if authority is None:
        return certificate, key, str(settings["localcacert"]), str(settings["hostcrl"])
    directory = authority.directory
    return certificate, key, directory.path_of("ca_crt.pem"), directory.path_of("ca_crl.pem")
