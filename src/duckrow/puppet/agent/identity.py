"""The key, the request and the certificate of this node, in Puppet's files below ssldir."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import new

from cryptography.hazmat.primitives.serialization import Encoding

from duckrow.ca.crl import is_revoked
from duckrow.ca.directory import (
    PUBLIC,
    PUBLIC_DIRECTORY,
    SECRET,
    SECRET_DIRECTORY,
    make_directory,
    write_file,
)
from duckrow.ca.names import alt_names_in, is_valid_name
from duckrow.ca.oids import AUTO_RENEW, custom_attributes, extension_requests
from duckrow.ca.pem import (
    certificates_in,
    certificates_to_pem,
    crls_in,
    key_in,
    key_to_pem,
    make_key,
)
from duckrow.ca.requests import make_request
from duckrow.ca.signer import chain_of, common_name, crl_of
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, exists, read_bytes
from duckrow.puppet.agent.errors import AgentError, ConnectionFailed, new_certificate
from duckrow.puppet.agent.tls import password_of, revocation_of
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cryptography import x509

    from duckrow.ca.pem import PrivateKey
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

_LARGEST = 1 << 26
SSL_DIRECTORY = 0o771
_NEW = "puppet ssl bootstrap gets what is missing"
_SECRET_SETTINGS = ("hostprivkey",)
# The files that a node has of its own, in the words of `puppet ssl clean`, and those of the CA.
OWN_FILES = {
    "private key": "hostprivkey",
    "public key": "hostpubkey",
    "certificate request": "hostcsr",
    "certificate": "hostcert",
    "private key password file": "passfile",
}
CA_FILES = {"local CA certificate": "localcacert", "local CRL": "hostcrl"}


def certname_of(settings: Settings) -> str:
    """Return the name of this node; reject one that no certificate can have."""
    name = str(settings["certname"])
    if not is_valid_name(name):
        raise AgentError(
            f"The certname {name!r} must not contain unprintable or non-ASCII characters",
            why="a name has lower-case letters, digits, dots, - and _",
            hint="set certname",
        )
    return name


def read(settings: Settings, name: str) -> bytes | None:
    """Return the content of the file of a setting; None if it is missing."""
    path = str(settings[name])
    try:
        return read_bytes(path, _LARGEST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise AgentError(f"cannot read {path}: {reason(error)}") from None


def write(settings: Settings, name: str, content: bytes) -> None:
    """Replace the file of a setting; the private key is readable only to its owner and group."""
    path = absolute(str(settings[name]))
    is_secret = name in _SECRET_SETTINGS
    make_directory(absolute(str(settings["ssldir"])), SSL_DIRECTORY)
    make_directory(path.rpartition("/")[0], SECRET_DIRECTORY if is_secret else PUBLIC_DIRECTORY)
    write_file(LocalMachine().files, path, content, SECRET if is_secret else PUBLIC)


def remove(settings: Settings, name: str) -> bool:
    """Remove the file of a setting; return whether it existed."""
    path = str(settings[name])
    if not exists(path):
        return False
    LocalMachine().files.remove(absolute(path))
    return True


def load_key(settings: Settings) -> PrivateKey | None:
    """Return the private key of this node, or None."""
    content = read(settings, "hostprivkey")
    if content is None:
        return None
    return key_in(content, settings["hostprivkey"], password_of(settings))


def new_key(settings: Settings, log: Log) -> PrivateKey:
    """Make the private key of this node and write it, before anything depends on it."""
    name, curve = certname_of(settings), settings["named_curve"]
    is_ec = settings["key_type"] == "ec"
    words = f"EC SSL key for {name} using curve {curve}" if is_ec else f"RSA SSL key for {name}"
    log("info", f"Creating a new {words}")
    key = make_key("ec" if is_ec else "rsa", settings["keylength"], curve)
    write(settings, "hostprivkey", key_to_pem(key, password_of(settings)))
    return key


def new_request(settings: Settings, key: PrivateKey, log: Log) -> bytes:
    """Return a request for a certificate, in PEM, with what csr_attributes.yaml asks for."""
    name, file = certname_of(settings), str(settings["csr_attributes"])
    log("info", f"csr_attributes file loading from {file}")
    log("info", f"Creating a new SSL certificate request for {name}")
    attributes = custom_attributes(file)
    if settings["hostcert_renewal_interval"] > 0:
        attributes.setdefault(AUTO_RENEW, "true")
    alt_names = alt_names_in(str(settings["dns_alt_names"]))
    if alt_names:
        alt_names = sorted({f"DNS:{name}", *alt_names})
    request = make_request(name, key, alt_names, extension_requests(file), attributes)
    content = request.to_pem()
    log("info", f"Certificate Request fingerprint (SHA256): {fingerprint(request.csr)}")
    return content


def fingerprint(
    what: x509.Certificate | x509.CertificateSigningRequest, kind: str = "SHA256"
) -> str:
    """Return the digest of a certificate or a request as pairs of digits."""
    try:
        digest = new(kind.lower(), what.public_bytes(Encoding.DER)).hexdigest()
    except ValueError:
        raise AgentError(f"Unsupported digest algorithm {kind}") from None
    return pairs(digest)


def pairs(digest: str) -> str:
    """Return digits as Puppet writes a fingerprint: AA:BB:…."""
    return ":".join(digest[i : i + 2] for i in range(0, len(digest), 2)).upper()


def load_certificate(settings: Settings) -> x509.Certificate | None:
    """Return the certificate of this node, or None."""
    content = read(settings, "hostcert")
    return None if content is None else certificates_in(content, settings["hostcert"])[0]


def write_certificate(settings: Settings, certificate: x509.Certificate) -> None:
    """Write the certificate of this node; its request is done."""
    write(settings, "hostcert", certificates_to_pem([certificate]))
    remove(settings, "hostcsr")


def check_identity(
    settings: Settings,
    certificate: x509.Certificate | None = None,
    *,
    now: datetime | None = None,
) -> list[x509.Certificate]:
    """Check the certificate of this node with its key, the CA and the CRLs; return its chain.

    Raises ConnectionFailed with the first thing that is wrong. `certificate` is one that has not
    been written yet.
    """
    moment = now or datetime.now(UTC)
    name = certname_of(settings)
    key = load_key(settings)
    if key is None:
        raise _fault(f"The private key is missing from '{settings['hostprivkey']}'", hint=_NEW)
    own = certificate or load_certificate(settings)
    if own is None:
        raise _fault(f"The client certificate is missing from '{settings['hostcert']}'", hint=_NEW)
    subject = f"CN={common_name(own)}"
    if own.public_key() != key.public_key():
        raise _fault(
            f"The certificate for '{subject}' does not match its private key",
            why=f"{settings['hostcert']} was made for another key than {settings['hostprivkey']}",
            hint=new_certificate(name),
        )
    content = read(settings, "localcacert")
    if content is None:
        raise _fault(f"The CA certificates are missing from '{settings['localcacert']}'", hint=_NEW)
    path = str(settings["localcacert"])
    chain = _chain(own, certificates_in(content, path), path)
    for each in chain:
        _check_validity(each, moment)
    _check_revocation(chain, settings, moment)
    return chain


def _chain(
    own: x509.Certificate, bundle: list[x509.Certificate], path: str
) -> list[x509.Certificate]:
    found = chain_of(own, bundle)
    last = found[-1]
    if last.issuer != last.subject:
        raise _fault(
            f"The issuer '{last.issuer.rfc4514_string()}' of certificate "
            f"'{last.subject.rfc4514_string()}' is missing",
            why=f"no certificate in {path} has issued it",
            hint=f"if {path} is of the right CA: puppet ssl clean, and the next run asks for a new"
            " certificate; if not: puppet ssl clean --localca",
        )
    return found


def _check_validity(certificate: x509.Certificate, now: datetime) -> None:
    subject = certificate.subject.rfc4514_string()
    if now > certificate.not_valid_after_utc:
        raise _fault(
            f"The certificate '{subject}' has expired, verify time is synchronized",
            why=f"it was valid until {certificate.not_valid_after_utc:%Y-%m-%d %H:%M:%S UTC}",
            hint=new_certificate(common_name(certificate)),
        )
    if now < certificate.not_valid_before_utc:
        raise _fault(
            f"The certificate '{subject}' is not yet valid, verify time is synchronized",
            why=f"it is valid from {certificate.not_valid_before_utc:%Y-%m-%d %H:%M:%S UTC}",
        )


def _check_revocation(chain: list[x509.Certificate], settings: Settings, now: datetime) -> None:
    how = revocation_of(settings)
    content = read(settings, "hostcrl")
    if how == "false" or content is None:
        return
    crls = crls_in(content, settings["hostcrl"])
    to_check = chain[:1] if how == "leaf" else chain
    for each in to_check:
        issuer = next(other for other in chain if other.subject == each.issuer)
        crl = crl_of(issuer, crls)
        subject, by = each.subject.rfc4514_string(), issuer.subject.rfc4514_string()
        renew = f"remove {settings['hostcrl']}: the agent downloads it again"
        if crl is None:
            raise _fault(f"The CRL issued by '{by}' is missing", hint=renew)
        if crl.next_update_utc is not None and crl.next_update_utc < now:
            raise _fault(
                f"The CRL issued by '{by}' has expired, verify time is synchronized",
                why=f"it was valid until {crl.next_update_utc:%Y-%m-%d %H:%M:%S UTC}",
                hint=renew,
            )
        if is_revoked(crl, each.serial_number):
            raise _fault(
                f"Certificate '{subject}' is revoked",
                why=f"the CA has revoked its number {each.serial_number:#x}",
                hint=f"if this node may come back: {new_certificate(common_name(each))}",
            )


def _fault(what: str, why: str = "", hint: str = "") -> ConnectionFailed:
    return ConnectionFailed(what, why, hint)
