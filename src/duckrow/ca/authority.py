"""The certificate authority: what a node or an operator can ask it.

Every change holds the lock of the directory, and reads the files again under it: other processes
may have changed them. `log` gets a level and a message.
"""

from __future__ import annotations

from datetime import UTC, datetime

from duckrow.ca.certificates import Issue, issue_for_request, renewed
from duckrow.ca.checks import check_request
from duckrow.ca.crl import is_revoked
from duckrow.ca.directory import (
    CERTIFICATES,
    CRLS,
    INFRA_NODES,
    INFRA_SERIALS,
    INVENTORY,
    KEY,
    REQUESTS,
    SERIAL,
    SIGNED,
    CaDirectory,
)
from duckrow.ca.errors import NotFoundError, RejectedRequestError
from duckrow.ca.inventory import Entry, appended, serials_in, time_text
from duckrow.ca.names import check_name, is_valid_name
from duckrow.ca.pem import PublicKey, certificates_in, certificates_to_pem, crls_in
from duckrow.ca.requests import Request, read_request
from duckrow.ca.rules import Rules
from duckrow.ca.serial import next_free, serial_in, serial_text
from duckrow.ca.signer import Signer, common_name, crl_of, issuer_of, load_signer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography import x509


def _no_log(_level: str, _message: str) -> None:
    pass


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Authority:
    """An authority on the files of a directory."""

    __slots__ = ("_seen", "_signer", "directory", "log", "now", "rules")

    def __init__(
        self,
        directory: CaDirectory,
        rules: Rules | None = None,
        log: Callable[[str, str], None] = _no_log,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.directory = directory
        self.rules = rules or Rules()
        self.log = log
        self.now = now
        self._seen: tuple[bytes, bytes] | None = None
        self._signer: Signer | None = None

    @property
    def signer(self) -> Signer:
        """The certificates and the key; they are parsed again when their files change."""
        self.directory.check_complete()
        seen = self.directory.read(CERTIFICATES), self.directory.read(KEY)
        if self._signer is None or self._seen != seen:
            self._signer, self._seen = load_signer(self.directory), seen
        return self._signer

    def certificate_pem(self, name: str) -> bytes | None:
        """Return the certificate of a node in PEM; for `ca`, those of the authority."""
        return self._read(CERTIFICATES) if name == "ca" else self._read_of(SIGNED, name)

    def request_pem(self, name: str) -> bytes | None:
        """Return the request of a node in PEM."""
        return self._read_of(REQUESTS, name)

    def crl_pem(self) -> bytes:
        """Return the revocation lists of all authorities in PEM."""
        return self.directory.read(CRLS)

    def certificate(self, name: str) -> x509.Certificate | None:
        """Return the certificate of a node."""
        content = self._read_of(SIGNED, name)
        path = self.directory.path_of(f"{SIGNED}/{name}.pem")
        return None if content is None else certificates_in(content, path)[0]

    def request(self, name: str) -> Request | None:
        """Return the request of a node."""
        content = self._read_of(REQUESTS, name)
        return None if content is None else read_request(content)

    def own_crl(self) -> x509.CertificateRevocationList | None:
        """Return the revocation list that this authority has signed."""
        crls = crls_in(self.crl_pem(), self.directory.path_of(CRLS))
        return crl_of(self.signer.certificate, crls)

    def receive(self, name: str, content: bytes) -> Request:
        """Check and store the request of a node. Raises RejectedRequestError."""
        request = read_request(content)
        with self.directory.lock():
            self._check_duplicate(request.name)
            check_name(request.name, name)
            if request.name == common_name(self.signer.certificate):
                what = f"{name} is the name of the CA itself"
                raise RejectedRequestError(what)
            self.directory.make()  # puppetserver ca setup makes no directory for requests
            self.directory.write(f"{REQUESTS}/{name}.pem", request.to_pem())
        return request

    def _check_duplicate(self, name: str) -> None:
        if not is_valid_name(name):
            return  # there can be no file of this name, and none is looked for
        if (certificate := self.certificate(name)) is not None:
            crl = self.own_crl()
            is_bad = crl is not None and is_revoked(crl, certificate.serial_number)
            state = "revoked" if is_bad else "signed"
        elif self.request_pem(name) is not None:
            state = "requested"
        else:
            return
        if not self.rules.allow_duplicate_certs:
            what = f"{name} already has a {state} certificate; ignoring certificate request"
            hint = f"duckrow ca clean {name} removes it"
            raise RejectedRequestError(what, hint=hint)
        self.log(
            "info", f"{name} already has a {state} certificate; new certificate will overwrite it"
        )

    def sign(
        self, name: str, ttl: int | None = None, *, judged: Request | None = None
    ) -> x509.Certificate:
        """Check the stored request of a node and sign it.

        If another request has taken the place of the `judged` one, neither is signed.
        """
        with self.directory.lock():
            request = self.request(name)
            if request is None:
                raise NotFoundError(
                    f"Could not find certificate request for {name}",
                    hint="duckrow ca list shows the requests",
                )
            if judged is not None and request.to_pem() != judged.to_pem():
                what = f"another request of {name} has come meanwhile; neither is signed"
                raise RejectedRequestError(what)
            check_request(request, name, self.rules)
            if ttl is None:
                can_renew = self.rules.allow_auto_renewal and request.can_renew
                ttl = self.rules.auto_renewal_cert_ttl if can_renew else self.rules.ca_ttl
            certificate = issue_for_request(self._issue(ttl), request)
            self._store(name, certificate)
            self.directory.remove(f"{REQUESTS}/{name}.pem")
        self.log("notice", f"signed the certificate request of {name}")
        return certificate

    def sign_own(
        self, request: Request, ttl: int | None = None, *, is_client_of_ca: bool = False
    ) -> x509.Certificate:
        """Sign a request that the operator made here; it may have any alternative name."""
        name = request.name
        with self.directory.lock():
            self._check_duplicate(name)
            issue = self._issue(self.rules.ca_ttl if ttl is None else ttl)
            certificate = issue_for_request(issue, request, is_client_of_ca=is_client_of_ca)
            self._store(name, certificate)
        self.log("notice", f"issued a certificate for {name}")
        return certificate

    def renew(self, certificate: x509.Certificate, ttl: int | None = None) -> x509.Certificate:
        """Return a new certificate for the key of one that this authority has signed."""
        name = common_name(certificate)
        check_name(name, name)  # another program may have signed any name with this key
        with self.directory.lock():
            signer = self.signer
            if issuer_of(certificate, [signer.certificate]) is None:
                what = f"cannot renew the certificate of {name}: another CA has signed it"
                raise RejectedRequestError(what)
            if not isinstance(certificate.public_key(), PublicKey):
                what = f"cannot renew the certificate of {name}: its key is neither RSA nor EC"
                raise RejectedRequestError(what)
            crl = self.own_crl()
            if crl is not None and is_revoked(crl, certificate.serial_number):
                what = f"cannot renew the certificate of {name}: it is revoked"
                raise RejectedRequestError(what, hint=f"duckrow ca clean {name}")
            new = renewed(self._issue(ttl or self.rules.auto_renewal_cert_ttl), certificate)
            self._store(name, new)
        until = time_text(new.not_valid_after_utc)
        self.log("notice", f'Renewed certificate for "{name}" with new expiration of "{until}"')
        return new

    def _issue(self, ttl: int) -> Issue:
        """Take the next serial number; the lock is held."""
        signer, now = self.signer, self.now()
        signer.check_can_sign(now)
        return Issue(signer.certificate, signer.key, self._take_serial(), now, ttl)

    def _take_serial(self) -> int:
        path = self.directory.path_of(SERIAL)
        given = serial_in(self.directory.read(SERIAL), path)
        inventory = self.directory.read_or_empty(INVENTORY)
        serial = next_free(given, serials_in(inventory))
        if serial != given:
            self.log(
                "warning", f"{path} holds {serial_text(given)}, which a certificate has; skipped"
            )
        self.directory.write(SERIAL, serial_text(serial + 1).encode())
        return serial

    def _store(self, name: str, certificate: x509.Certificate) -> None:
        """Write a certificate, after its line in the inventory; the lock is held."""
        serial = certificate.serial_number
        entry = Entry(
            serial, certificate.not_valid_before_utc, certificate.not_valid_after_utc, name
        )
        inventory = self.directory.read_or_empty(INVENTORY)
        self.directory.write(INVENTORY, appended(inventory, entry))
        if name in self.directory.read_or_empty(INFRA_NODES).decode("utf-8", "replace").split():
            serials = self.directory.read_or_empty(INFRA_SERIALS)
            self.directory.write(INFRA_SERIALS, serials + f"{serial}\n".encode())
        self.directory.write(f"{SIGNED}/{name}.pem", certificates_to_pem([certificate]))

    def _read(self, name: str) -> bytes | None:
        try:
            return self.directory.read(name)
        except FileNotFoundError:
            return None

    def _read_of(self, below: str, name: str) -> bytes | None:
        """Return a file of a node; a name that no node can have has none."""
        return self._read(f"{below}/{name}.pem") if is_valid_name(name) else None
