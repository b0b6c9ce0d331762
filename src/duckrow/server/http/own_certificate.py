"""The certificate of the server itself: why clients reject it, or soon will, and what to do."""

from __future__ import annotations

from time import time

from cryptography import x509

from duckrow.ca.extensions import alt_names_of
from duckrow.ca.statuses import SOON
from duckrow.server.http.exchange import Refusal
from duckrow.server.http.tls import date_text, why_not_now
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Client
    from duckrow.server.http.tls import Certificates
    from duckrow.server.log import Log


def warn_of_own_certificate(certificates: Certificates, log: Log) -> None:
    """Log what is wrong with the certificate that clients see."""
    try:
        own = certificates.own()
    except Refusal as refusal:  # of another authority than that of its clients
        log("err", f"clients reject this server: {refusal.message}; try: {_new(certificates)}")
        return
    except InputError as error:  # at the start it is an error of its own; it may pass
        log("err", f"the certificate of this server cannot be checked: {error}")
        return
    now = time()
    why = why_not_now(own, now)
    if certificates.is_revoked(own):
        what = f"clients reject this server: the certificate of {own.name} is revoked"
        log("err", f"{what}; try: {_new(certificates, own)}")
    elif why is not None:
        hint = _renew(certificates, own) if now > own.end else "mend the clock of this host"
        log("err", f"clients reject this server: {why}; try: {hint}")
    elif own.end - now < SOON.total_seconds():
        what = f"the certificate of this server, {own.name}, expires on {date_text(own.end)}"
        log("warning", f"{what}; try: {_renew(certificates, own)}")


def _renew(certificates: Certificates, own: Client) -> str:
    """Return what gives the server a certificate that is valid for longer."""
    if not certificates.has_authority:
        return _new(certificates, own)
    certificate = x509.load_der_x509_certificate(own.der)
    if certificate.not_valid_after_utc.timestamp() > own.end:
        return "duckrow ca renew --ca"
    return f"duckrow ca renew {own.name}"


def _new(certificates: Certificates, own: Client | None = None) -> str:
    """Return what gives the server another certificate."""
    path = certificates.own_path
    if not certificates.has_authority:
        name = "NAME" if own is None else own.name
        return f"duckrow ca clean {name} on the CA; here: rm {path} && puppet ssl bootstrap"
    if own is None:
        return f"rm {path} && duckrow ca generate --ca-client NAME"
    names = alt_names_of(x509.load_der_x509_certificate(own.der).extensions)
    listed = ",".join(each.removeprefix("DNS:") for each in names)
    more = f" --subject-alt-names {listed}" if listed else ""
    new = f"duckrow ca generate --ca-client{more} {own.name}"
    return f"duckrow ca clean {own.name} && rm {path} && {new}"
