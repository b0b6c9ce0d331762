"""From nothing to a certificate: the CA, its revocation lists, a key, a request, and waiting.

Each step is skipped if its file exists, so that a run which was interrupted continues. The first
contact trusts any server, unless `ca_fingerprint` names the CA. Every later connection is checked
with the files of the step before:

    CA certificates     any server
    revocation lists    servers of that CA
    request, download   servers of that CA whose certificates are not revoked
    everything else     the same, and the server checks this node

A CA or a revocation list that is a day old is asked for again; a certificate that ends soon is
renewed. If that fails, the run continues with the files that exist.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import formatdate
from hashlib import sha256
from time import monotonic, sleep, time

from duckrow.ca.crl import number_of
from duckrow.ca.pem import certificates_in, certificates_to_pem, crls_in, crls_to_pem
from duckrow.ca.signer import crl_of
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, exists, modified
from duckrow.machine.web.session import Tls
from duckrow.puppet.agent import identity
from duckrow.puppet.agent.client import CA, TEXT, Client, make_client
from duckrow.puppet.agent.errors import (
    AgentError,
    ConnectionFailed,
    NotSignedError,
    ResponseError,
)
from duckrow.puppet.agent.run_lock import PidLock
from duckrow.puppet.agent.tls import anonymous_tls, is_old, node_tls, revocation_of
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography import x509

    from duckrow.ca.pem import PrivateKey
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

_PREFIX = "/puppet-ca/v1"
UNSIGNED = (
    "Couldn't fetch certificate from CA server; you might still need to sign this agent's"
    " certificate ({}).{}"
)


class Bootstrap:
    """The way to a certificate. `show` prints messages that a user needs even without a log."""

    __slots__ = ("_log", "_show", "_version", "settings")

    def __init__(
        self,
        settings: Settings,
        puppet_version: str,
        log: Log,
        show: Callable[[str], object],
    ) -> None:
        self.settings = settings
        self._version = puppet_version
        self._log = log
        self._show = show

    def ensure(self, wait: float, longest: float) -> None:
        """Make sure that there is a certificate; wait until the CA has signed it.

        `wait` is the time between two attempts, 0 for a single one; `longest` limits all of them.
        """
        deadline = monotonic() + longest
        while True:
            try:
                with_lock(self.settings, self._log, self.ensure_once)
                return
            except NotSignedError:
                name = identity.certname_of(self.settings)
                self._log("info", f"Certificate for {name} has not been signed yet")
                self._show(UNSIGNED.format(name, ""))
            except InputError as error:
                if wait < 1:
                    raise
                self._log("err", str(error))
            if wait < 1:
                raise NotSignedError("Exiting now because the waitforcert setting is set to 0.")
            if monotonic() > deadline:
                name = identity.certname_of(self.settings)
                rest = " Exiting now because the maxwaitforcert timeout has been exceeded."
                raise NotSignedError(UNSIGNED.format(name, rest))
            self._log("info", f"Will try again in {wait:g} seconds.")
            sleep(wait)

    def ensure_once(self) -> None:
        """Do every step that is not done; NotSignedError if the CA has not signed yet."""
        self.ensure_authority()
        settings = self.settings
        key = identity.load_key(settings)
        if key is not None and exists(settings["hostcert"]):
            self._renew_if_due()
            return
        if key is None:
            key = identity.new_key(settings, self._log)
        try:
            self.submit_request(key)
        except ResponseError as error:
            if error.status != 400:  # 400: the CA has a request or a certificate of this name
                raise AgentError(
                    f"Failed to submit the CSR, HTTP response was {error.status}",
                    why=error.message,
                ) from None
            self._log("info", error.message)
        if self.download_certificate() is None:
            raise NotSignedError("the certificate has not been signed yet")

    # ---- the authority

    def ensure_authority(self) -> None:
        """Download the certificates and the revocation lists of the CA, or refresh them."""
        settings = self.settings
        if not exists(settings["localcacert"]):
            with self._client(Tls()) as client:
                self._download_ca(client)
        elif is_old(settings, "localcacert", "ca_refresh_interval"):
            self._refresh("CA certificate", self._refresh_ca, "localcacert")
        if revocation_of(settings) == "false":
            self._log("info", "Certificate revocation is disabled, skipping CRL download")
        elif not exists(settings["hostcrl"]):
            with self._client(anonymous_tls(settings, checks_revocation=False)) as client:
                self._download_crl(client)
        elif is_old(settings, "hostcrl", "crl_refresh_interval"):
            self._refresh("CRL", self._refresh_crl, "hostcrl")

    def _download_ca(self, client: Client, since: float | None = None) -> bool:
        """Download the certificates of the CA; return False if they have not changed."""
        settings = self.settings
        try:
            content = self._get(client, "/certificate/ca", since)
        except ResponseError as error:
            if error.status == 404:
                raise AgentError("CA certificate is missing from the server") from None
            raise AgentError(f"Could not download CA certificate: {error}") from None
        if content is None:
            return False
        expected = settings.get("ca_fingerprint")
        if expected and since is None:
            _check_fingerprint(content, str(expected), self._log)
        certificates = certificates_in(content, f"{client.address_of(CA).url}{_PREFIX}")
        identity.write(settings, "localcacert", certificates_to_pem(certificates))
        return True

    def _download_crl(self, client: Client, since: float | None = None) -> bool:
        try:
            content = self._get(client, "/certificate_revocation_list/ca", since)
        except ResponseError as error:
            if error.status == 404:
                raise AgentError("CRL is missing from the server") from None
            raise AgentError(f"Could not download CRLs: {error}") from None
        if content is None:
            return False
        crls = crls_in(content, f"{client.address_of(CA).url}{_PREFIX}")
        self._check_crls(crls)
        identity.write(self.settings, "hostcrl", crls_to_pem(crls))
        return True

    def _check_crls(self, crls: list[x509.CertificateRevocationList]) -> None:
        """Reject lists that the CA has not signed, and lists older than those that exist."""
        old = self._own_crls()
        authorities = self._authorities()
        for each in crls:
            # A list without entries is false.
            issuer = next((ca for ca in authorities if crl_of(ca, [each]) is not None), None)
            if issuer is None:
                by = each.issuer.rfc4514_string()
                raise AgentError(f"no CA of {self.settings['localcacert']} has signed the CRL {by}")
            known = crl_of(issuer, old)
            if known is not None and _age(each) < _age(known):
                by = each.issuer.rfc4514_string()
                raise AgentError(f"the CRL issued by '{by}' is older than the existing one")

    def _authorities(self) -> list[x509.Certificate]:
        content = identity.read(self.settings, "localcacert")
        return certificates_in(content or b"", self.settings["localcacert"])

    def _own_crls(self) -> list[x509.CertificateRevocationList]:
        content = identity.read(self.settings, "hostcrl")
        return [] if content is None else crls_in(content, self.settings["hostcrl"])

    def _can_check_revocation(self) -> bool:
        """Return whether every CA has a list that is valid now.

        Another list would reject the server that has the new one.
        """
        old, now = self._own_crls(), datetime.now(UTC)
        found = [crl_of(ca, old) for ca in self._authorities()]
        return all(
            crl is not None
            and crl.last_update_utc <= now
            and (crl.next_update_utc is None or crl.next_update_utc > now)
            for crl in found
        )

    def _refresh_ca(self, since: float) -> bool:
        with self._client(anonymous_tls(self.settings)) as client:
            return self._download_ca(client, since)

    def _refresh_crl(self, since: float) -> bool:
        tls = anonymous_tls(self.settings, checks_revocation=self._can_check_revocation())
        with self._client(tls) as client:
            return self._download_crl(client, since)

    def _refresh(self, what: str, download: Callable[[float], bool], name: str) -> None:
        self._log("info", f"Refreshing {what}")
        path = str(self.settings[name])
        since, now = modified(path) or 0.0, time()
        try:
            if not download(since):
                self._log("info", f"{what} is unmodified, using existing {what}")
        except InputError as error:
            self._log("warning", f"Failed to refresh {what}, using existing {what}: {error}")
            return
        # The server is next asked for what has changed since now. A refresh that fails leaves the
        # old time: a later one would hide what changed before it.
        LocalMachine().files.set_times(absolute(path), int(now * 1e9), follow=True)

    # ---- this node

    def submit_request(self, key: PrivateKey) -> None:
        """Send the request of this node to the CA."""
        content = identity.new_request(self.settings, key, self._log)
        with self._client(anonymous_tls(self.settings)) as client:
            client.ask(
                "PUT",
                f"{_PREFIX}/certificate_request/{identity.certname_of(self.settings)}",
                accept=TEXT,
                body=content,
                content_type=TEXT,
                address=client.address_of(CA),
            )
        identity.write(self.settings, "hostcsr", content)

    def download_certificate(self) -> x509.Certificate | None:
        """Download the certificate of this node, check and write it; None if it is not signed."""
        settings = self.settings
        name = identity.certname_of(settings)
        try:
            with self._client(anonymous_tls(settings)) as client:
                content = self._get(client, f"/certificate/{name}")
        except ResponseError as error:
            if error.status == 404:
                return None
            raise AgentError(f"Failed to retrieve certificate for {name}: {error}") from None
        url = f"{client.address_of(CA).url}{_PREFIX}"
        certificate = certificates_in(content or b"", url)[0]
        self._log("info", f"Downloaded certificate for {name} from {url}")
        identity.check_identity(settings, certificate)
        identity.write_certificate(settings, certificate)
        return certificate

    def renew(self) -> x509.Certificate:
        """Let the CA renew the certificate of this node, with the same key."""
        with self._client(node_tls(self.settings)) as client:
            reply = client.ask(
                "POST",
                f"{_PREFIX}/certificate_renewal",
                accept=TEXT,
                body=b"",
                content_type=TEXT,
                address=client.address_of(CA),
            )
        certificate = certificates_in(reply.body, f"{client.address_of(CA).url}{_PREFIX}")[0]
        identity.check_identity(self.settings, certificate)
        identity.write_certificate(self.settings, certificate)
        return certificate

    def _renew_if_due(self) -> None:
        interval = float(self.settings["hostcert_renewal_interval"])
        certificate = identity.load_certificate(self.settings)
        if interval <= 0 or certificate is None:
            return
        left = certificate.not_valid_after_utc - datetime.now(UTC)
        if left > timedelta(seconds=min(interval, 10_000 * 86400.0)):
            return
        self._log("info", "Renewing client certificate")
        try:
            self.renew()
        except ResponseError as error:
            if error.status == 404:
                self._log("info", "Certificate autorenewal has not been enabled on the server.")
            else:
                self._log("warning", f"Failed to automatically renew certificate: {error}")
        except (ConnectionFailed, InputError) as error:
            self._log("warning", f"Unable to automatically renew certificate: {error}")

    # ---- requests

    def _get(self, client: Client, path: str, since: float | None = None) -> bytes | None:
        headers = {}
        if since is not None:
            headers["if-modified-since"] = formatdate(since, usegmt=True)
        reply = client.ask(
            "GET",
            f"{_PREFIX}{path}",
            accept=TEXT,
            headers=headers,
            address=client.address_of(CA),
        )
        return None if reply.status == 304 else reply.body

    def _client(self, tls: Tls) -> Client:
        client = make_client(self.settings, tls, self._version, self._log)
        self._choose(client)
        return client

    def _choose(self, client: Client) -> None:
        """Use a server that works, if there are several; the CA may have an address of its own."""
        if client.address_of(CA) is client.address:
            client.choose_server()


def _age(crl: x509.CertificateRevocationList) -> tuple[int, datetime]:
    """Return what grows with each version of a list."""
    return number_of(crl), crl.last_update_utc


def with_lock(settings: Settings, log: Log, work: Callable[[], None]) -> None:
    """Do something while no other agent changes the files below ssldir."""
    lock = PidLock(settings["ssl_lockfile"])
    wait, deadline = float(settings["waitforlock"]), monotonic() + float(settings["maxwaitforlock"])
    while not lock.take():
        words = "Another puppet instance is already running"
        if wait < 1:
            raise AgentError(f"{words} and the waitforlock setting is set to 0; exiting")
        if monotonic() >= deadline:
            raise AgentError(f"{words} and the maxwaitforlock timeout has been exceeded; exiting")
        log("info", f"{words}; waiting for it to finish")
        log("info", f"Will try again in {wait:g} seconds.")
        sleep(wait)
    try:
        work()
    finally:
        lock.release()


def _check_fingerprint(content: bytes, expected: str, log: Log) -> None:
    digits = expected.replace(":", "").strip().lower()
    actual = sha256(content).hexdigest()
    if actual != digits:
        raise AgentError(
            f"CA bundle with digest (SHA256) {identity.pairs(actual)} did not match expected digest"
            f" {identity.pairs(digits)}",
            why="another server may have answered than the one that you expect",
        )
    log("info", f"Verified CA bundle with digest (SHA256) {identity.pairs(actual)}")
