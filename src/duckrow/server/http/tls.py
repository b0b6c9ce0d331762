"""The TLS of the server: its certificate, the authorities it trusts, and who is revoked.

Files are looked at again when they change, so that a renewed certificate and a revocation count at
once: new connections get a new context, and each request is compared with the CRLs. A file that
vanishes changes nothing: nobody who is revoked comes back. Nor does a file count that lacks the CRL
of an authority which had one, and nobody is let in whose authority has no CRL.
"""

from __future__ import annotations

from _thread import allocate_lock
from time import gmtime, strftime

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from duckrow.ca.extensions import extensions_of
from duckrow.ca.oids import names_with
from duckrow.ca.pem import certificates_in, crls_in
from duckrow.ca.permissions import who_may_use
from duckrow.ca.signer import common_name, crl_of, has_signed
from duckrow.machine.paths import read_bytes
from duckrow.machine.tls import TlsError, server_context
from duckrow.puppet.world import World
from duckrow.server.http.exchange import Client, Refusal
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.ca.authority import Authority
    from duckrow.machine.tls import Context
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.world import Stamp
    from duckrow.server.log import Log

    # CRLs, and whether one of them is that of an authority, as far as that was asked.
    Crls = tuple[list[x509.CertificateRevocationList], dict[x509.Certificate, bool]]

_LARGEST = 1 << 28


class Certificates:
    """The context of new connections, and the clients that are revoked."""

    __slots__ = (
        "_checks",
        "_crl_stamp",
        "_crls",
        "_lock",
        "_log",
        "_names",
        "_needs_crls",
        "_paths",
        "_stamps",
        "_trust",
        "_world",
        "has_authority",
        "version",
    )

    def __init__(self, settings: Settings, authority: Authority | None, log: Log) -> None:
        self._paths = _paths(settings, authority)
        self.has_authority = authority is not None
        self._checks = str(settings["certificate_revocation"])  # "chain", "leaf" or "false"
        # Whether a server may start without CRLs.
        self._needs_crls = self._checks != "false"
        self._names = names_with(str(settings["trusted_oid_mapping_file"]))
        self._log = log
        self._world = World()
        self._lock = allocate_lock()
        self._stamps = self._look()
        self._crl_stamp: Stamp | None = None
        # Threads read these while another one loads: each is replaced as a whole.
        self._crls: Crls = ([], {})
        self.version = 0  # grows after each change of the CRLs and of the authorities
        self._load_crls()
        self._trust = self._load_trust()

    @property
    def own_path(self) -> str:
        """The file of the certificate of this server."""
        return self._paths[0]

    @property
    def context(self) -> Context:
        """The context of a new connection.

        It is another one after each change, so that no client resumes what it began before.
        """
        return self._trust[0]

    def _look(self) -> tuple[Stamp | None, ...]:
        return tuple(map(self._world.stamp, self._paths))

    def look_again(self) -> None:
        """Read the files again if one has changed; keep the old ones if they cannot be used."""
        with self._lock:
            stamps = self._look()
            if stamps == self._stamps:
                return
            self._stamps = stamps
            errors: list[InputError] = []
            # A revocation counts also while a new certificate waits for its key.
            if stamps[3] != self._crl_stamp:
                try:
                    self._load_crls()
                except InputError as error:
                    errors.append(error)
            try:
                self._trust = self._load_trust()
                self.version += 1
            except InputError as error:
                errors.append(error)
            for each in errors:
                self._log("err", f"{each}; the server goes on with what it knows")
            if not errors:
                self._log("notice", "read certificates and CRLs again")

    def _load_crls(self) -> None:
        """Read the CRLs. Raises InputError."""
        found = self._read_crls(self._paths[3])
        self._expect_all(found)
        self._crls, self._crl_stamp = (found, {}), self._stamps[3]
        self.version += 1
        self._needs_crls = self._needs_crls or bool(found)

    def _expect_all(self, found: Sequence[x509.CertificateRevocationList]) -> None:
        """Reject CRLs without that of an authority which had one, and which is trusted still."""
        lost = {each.issuer for each in self._crls[0]}.difference(each.issuer for each in found)
        if not lost:
            return
        for authority in _authorities(self._paths[2]):
            if authority.subject in lost:
                raise InputError(
                    f"{self._paths[3]} has no CRL of {common_name(authority)} any more",
                    hint="put the CRLs of all authorities into the file",
                )

    def _load_trust(self) -> tuple[Context, list[x509.Certificate]]:
        """Return a context and the authorities that it trusts. Raises InputError."""
        certificate, key, authorities, _ = self._paths
        bundle = _authorities(authorities)
        try:
            return server_context(certificate, key, authorities), bundle
        except (OSError, TlsError) as error:
            if b"ENCRYPTED" in read_bytes(key, _LARGEST):
                raise InputError(
                    f"cannot use the key {key}: it has a password",
                    why="a server starts without anybody who could type it",
                    hint=f"openssl pkey -in {key} -out NEW writes it without one",
                ) from None
            raise InputError(
                f"cannot use the certificate {certificate} with its key: {reason(error)}",
                hint="duckrow ca setup makes an authority and the certificate of the server",
            ) from None

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

    def own(self) -> Client:
        """Return the certificate of this server, as clients see it. Raises Refusal, InputError."""
        path = self.own_path
        try:
            chain = certificates_in(read_bytes(path, _LARGEST), path)
        except OSError as error:
            raise InputError(f"cannot read {path}: {reason(error)}") from None
        return self.client_of(*(each.public_bytes(Encoding.DER) for each in chain))

    def client_of(self, der: bytes, *verified: bytes) -> Client:
        """Return who a certificate belongs to; `verified` is the chain that TLS has verified.

        Raises Refusal if the chain ends in no authority of this server.
        """
        certificate = x509.load_der_x509_certificate(der)
        extensions = extensions_of(certificate, self._names)
        name, serial = common_name(certificate), certificate.serial_number
        issuers = self._issuers(certificate, [*map(x509.load_der_x509_certificate, verified)])
        if issuers is None:
            what = f"the certificate of {name} comes from no authority in {self._paths[2]}"
            raise Refusal(403, what, None)
        chain = (certificate, *issuers)
        begin = max(each.not_valid_before_utc for each in chain).timestamp()
        end = min(each.not_valid_after_utc for each in chain).timestamp()
        above = tuple(each.public_bytes(Encoding.DER) for each in issuers)
        return Client(name, serial, extensions, der, begin, end, above)

    def _issuers(
        self, certificate: x509.Certificate, verified: list[x509.Certificate]
    ) -> list[x509.Certificate] | None:
        """Return the certificates above another one, up to a root of this server; None if none."""
        bundle = self._trust[1]
        known = {*bundle, *verified}
        found: list[x509.Certificate] = []
        while certificate.issuer != certificate.subject:
            above = [each for each in known.difference(found) if has_signed(each, certificate)]
            if not above:
                return None
            # A CA that was renewed is there twice.
            certificate = max(above, key=lambda each: each.not_valid_after_utc)
            found.append(certificate)
        return found if certificate in bundle else None

    def is_revoked(self, client: Client) -> bool:
        """Return whether an authority has revoked a certificate, or one that it comes from."""
        crls, _ = self._crls
        chain = [x509.load_der_x509_certificate(each) for each in (client.der, *client.issuers)]
        return any(
            crl.get_revoked_certificate_by_serial_number(each.serial_number) is not None
            for each in chain
            for crl in crls
            if crl.issuer == each.issuer
        )

    def why_not_trusted(self, client: Client) -> str | None:
        """Return why a certificate may be revoked; None if it is not."""
        if self.is_revoked(client):
            return f"the certificate of {client.name} is revoked"
        if self._checks == "false":
            return None
        crls, have_one = self._crls
        issuers = client.issuers[: 1 if self._checks == "leaf" else None]
        for issuer in map(x509.load_der_x509_certificate, issuers):
            if issuer not in have_one:
                have_one[issuer] = crl_of(issuer, crls) is not None
            if not have_one[issuer]:
                what = f"cannot tell whether the certificate of {client.name} is revoked"
                return f"{what}: {self._paths[3]} has no CRL of {common_name(issuer)}"
        return None

    def crls_have_changed(self) -> bool:
        """Return whether the file of CRLs is newer than what is known."""
        return self._world.stamp(self._paths[3]) != self._crl_stamp


def why_not_now(client: Client, now: float) -> str | None:
    """Return why a certificate is not valid at a moment; None if it is."""
    if client.begin <= now <= client.end:
        return None
    if now > client.end:
        state, when = "has expired", f"it was valid until {date_text(client.end)}"
    else:
        state, when = "is not yet valid", f"it is valid from {date_text(client.begin)}"
    here = f"the clock of the server says {date_text(now)}"
    return f"the certificate of {client.name} {state}: {when}, and {here}"


def date_text(seconds: float) -> str:
    """Return a moment as messages show it."""
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
        try:
            read_bytes(path, _LARGEST)
        except FileNotFoundError:
            raise InputError(
                f"the server has no certificate: {path} does not exist",
                hint="duckrow ca setup makes an authority and the certificate of the server",
            ) from None
        except OSError as error:
            raise InputError(
                f"cannot read {path}: {reason(error)}",
                why=who_may_use(path),
                hint="chown -R gives ssldir and cadir to the user of the server",
            ) from None
    if authority is None:
        return certificate, key, str(settings["localcacert"]), str(settings["hostcrl"])
    directory = authority.directory
    return certificate, key, directory.path_of("ca_crt.pem"), directory.path_of("ca_crl.pem")
