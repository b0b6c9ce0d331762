"""`puppet ssl`: the key and the certificate of this node."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.ca.extensions import alt_names_of, puppet_strings
from duckrow.cli.drop_ins.puppet.application import DEBUG, VERBOSE, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.server import log_to
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.puppet.agent import identity
from duckrow.puppet.agent.bootstrap import Bootstrap, with_lock
from duckrow.puppet.agent.client import CA
from duckrow.puppet.agent.directories import make_directories_of
from duckrow.puppet.agent.errors import AgentError, ResponseError
from duckrow.puppet.agent.servers import special_server, usual_server
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography import x509

    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

APPLICATION = Application(
    "ssl",
    "manage the key and the certificate of this node",
    "ACTION [OPTION…]",
    (
        DEBUG,
        VERBOSE,
        Switch("--localca", "clean: also the certificates and CRLs of the CA"),
        Switch("--target", "the name of a device", metavar="CERTNAME"),
    ),
    section="agent",
    notes="Actions: bootstrap, submit_request, download_cert, generate_request, verify, show,\n"
    "renew_cert, clean.",
    examples=("puppet ssl bootstrap", "puppet ssl verify", "puppet ssl clean --localca"),
)


class _Ssl:
    """The actions."""

    __slots__ = ("_arguments", "_bootstrap", "_console", "_log", "_settings")

    def __init__(self, arguments: Arguments, settings: Settings, console: PuppetConsole) -> None:
        self._arguments = arguments
        self._settings = settings
        self._console = console
        usual = "info" if arguments.words[0] == "bootstrap" else "notice"
        self._log = log_to(console, usual)
        self._bootstrap = Bootstrap(settings, PUPPET_VERSION, self._log, console.print_result)

    def bootstrap(self) -> None:
        """Do all steps, and wait until the request is signed."""
        wait, longest = self._settings["waitforcert"], self._settings["maxwaitforcert"]
        self._bootstrap.ensure(float(wait), float(longest))
        self._log("notice", "Completed SSL initialization")

    def submit_request(self) -> None:
        """Send a request, and download the certificate if it is signed at once."""
        settings, name = self._settings, identity.certname_of(self._settings)
        url = self._url()
        with_lock(settings, self._log, self._bootstrap.ensure_authority)
        key = identity.load_key(settings) or identity.new_key(settings, self._log)
        try:
            self._bootstrap.submit_request(key)
        except ResponseError as error:
            if error.status == 400:
                raise AgentError(
                    f"Could not submit certificate request for '{name}' to {url} due to a conflict"
                    " on the server",
                    why=error.message,
                ) from None
            raise AgentError(f"Failed to submit certificate request: {error}") from None
        self._log("notice", f"Submitted certificate request for '{name}' to {url}")
        if self._download() is None:
            self._log("info", f"The certificate for '{name}' has not yet been signed")

    def generate_request(self) -> None:
        """Write a request for a CA that is reached in another way."""
        settings = self._settings
        key = identity.load_key(settings) or identity.new_key(settings, self._log)
        identity.write(settings, "hostcsr", identity.new_request(settings, key, self._log))
        name = identity.certname_of(settings)
        self._log("notice", f"Generated certificate request in '{settings['hostcsr']}' for {name}")

    def download_cert(self) -> None:
        """Download the certificate."""
        with_lock(self._settings, self._log, self._bootstrap.ensure_authority)
        if self._download() is None:
            name = identity.certname_of(self._settings)
            raise AgentError(f"The certificate for '{name}' has not yet been signed")

    def verify(self) -> None:
        """Check the key, the certificate, its issuers and the CRLs."""
        chain = identity.check_identity(self._settings)
        for each in reversed(chain):
            what = "client" if each is chain[0] else "CA"
            shown = f"(SHA256) {identity.fingerprint(each)}"
            subject = each.subject.rfc4514_string()
            self._log("notice", f"Verified {what} certificate '{subject}' fingerprint {shown}")

    def show(self) -> None:
        """Print what the certificate says."""
        (own, *_) = identity.check_identity(self._settings)
        self._console.print_result(_text_of(own))

    def renew_cert(self) -> None:
        """Let the CA renew the certificate."""
        try:
            certificate = self._bootstrap.renew()
        except ResponseError as error:
            if error.status == 404:
                raise AgentError(
                    "Certificate autorenewal has not been enabled on the server."
                ) from None
            raise AgentError(f"Failed to renew certificate: {error}") from None
        shown = f"(SHA256) {identity.fingerprint(certificate)}"
        name = identity.certname_of(self._settings)
        self._log("notice", f"Renewed certificate '{name}' with fingerprint {shown}")

    def clean(self) -> None:
        """Remove the files of this node, and with --localca those of the CA."""
        files = dict(identity.OWN_FILES)
        if self._arguments.has("localca"):
            files |= identity.CA_FILES
        for label, name in files.items():
            if identity.remove(self._settings, name):
                self._log("notice", f"Removed {label} {self._settings[name]}")

    def _download(self) -> x509.Certificate | None:
        name = identity.certname_of(self._settings)
        self._log("info", f"Downloading certificate '{name}' from {self._url()}")
        certificate = self._bootstrap.download_certificate()
        if certificate is not None:
            shown = f"(SHA256) {identity.fingerprint(certificate)}"
            self._log("notice", f"Downloaded certificate '{name}' with fingerprint {shown}")
        return certificate

    def _url(self) -> str:
        settings = self._settings
        return f"{(special_server(settings, CA) or usual_server(settings)).url}/puppet-ca/v1"


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Run one action."""
    if arguments.has("target"):
        arguments.add("certname", arguments.get("target"))
    settings = settings_of(APPLICATION, arguments, console)
    if not arguments.words:
        raise InputError("An action must be specified.")
    actions = _Ssl(arguments, settings, console)
    name = arguments.words[0]
    action: Callable[[], None] | None = None
    if not name.startswith("_"):
        action = getattr(actions, name, None)
    if action is None:
        raise InputError(f"Unknown action '{name}'")
    make_directories_of(settings)
    action()
    return 0


def _text_of(certificate: x509.Certificate) -> str:
    """Return the parts of a certificate that people ask for."""
    lines = [
        "Certificate:",
        f"    Serial Number: {certificate.serial_number} ({certificate.serial_number:#x})",
        f"    Issuer: {certificate.issuer.rfc4514_string()}",
        f"    Not Before: {certificate.not_valid_before_utc:%b %e %H:%M:%S %Y GMT}",
        f"    Not After : {certificate.not_valid_after_utc:%b %e %H:%M:%S %Y GMT}",
        f"    Subject: {certificate.subject.rfc4514_string()}",
        f"    Subject Alternative Name: {', '.join(alt_names_of(certificate.extensions))}",
    ]
    for oid, name, text in puppet_strings(certificate.extensions):
        lines.append(f"    {name if name == oid else f'{name} ({oid})'}: {text}")
    return "\n".join([*lines, f"    Fingerprint (SHA256): {identity.fingerprint(certificate)}"])
