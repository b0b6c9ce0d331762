"""The endpoints below /puppet-ca/v1."""

from __future__ import annotations

from email.utils import formatdate, parsedate_to_datetime
from time import time

from cryptography import x509

from duckrow.ca.directory import CERTIFICATES, CRLS
from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.pem import certificates_to_pem
from duckrow.ca.submission import submit
from duckrow.machine.paths import modified, read_bytes
from duckrow.server.http.exchange import Answer, Refusal
from duckrow.server.http.routes import name_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site


def authority_of(site: Site) -> Authority:
    """Return the authority of the site. Raises Refusal."""
    if site.authority is None:
        raise Refusal(404, "this server has no certificate authority", None)
    return site.authority


def certificate(site: Site, request: Request) -> Answer:
    """Answer with the certificate of a node, or those of the authority."""
    authority, name = authority_of(site), name_in(request)
    if name == "ca":
        return _unless_older(request, authority.directory.path_of(CERTIFICATES))
    found = authority.certificate_pem(name)
    if found is None:
        raise Refusal(404, f"Could not find certificate {name}", None)
    return Answer(found)


def revocation_list(site: Site, request: Request) -> Answer:
    """Answer with the CRLs of all authorities."""
    return _unless_older(request, authority_of(site).directory.path_of(CRLS))


def _unless_older(request: Request, path: str) -> Answer:
    """Answer with a file, or that it is not newer than the date that the client knows."""
    changed = modified(path)
    known = request.headers.get("if-modified-since")
    if known is not None and changed is not None:
        try:
            since = parsedate_to_datetime(known).timestamp()
            # A date of the future is not valid: the clock of the client was wrong once.
            if int(changed) <= since <= time():
                return Answer(status=304)
        except (ValueError, TypeError, OverflowError):
            pass  # not a date: it counts as unknown
    content = read_bytes(path)
    if changed is None:
        return Answer(content)
    # Dates have seconds: a file may change once more in the second of its last change.
    date = int(changed) - (time() < int(changed) + 1)
    return Answer(content, headers={"Last-Modified": formatdate(date, usegmt=True)})


def certificate_request(site: Site, request: Request) -> Answer:
    """Answer with the request of a node."""
    name = name_in(request)
    found = authority_of(site).request_pem(name)
    if found is None:
        raise Refusal(404, f"Could not find certificate_request {name}", None)
    return Answer(found)


def submit_request(site: Site, request: Request) -> Answer:
    """Take the request of a node; it is signed if autosign says so."""
    authority, name = authority_of(site), name_in(request)
    try:
        submit(authority, name, request.body)
    except RejectedRequestError as error:
        site.log("err", str(error))
        raise Refusal(400, str(error), None) from None
    return Answer()


def renew(site: Site, request: Request) -> Answer:
    """Answer with a new certificate for the key of the node that asks."""
    authority, client = authority_of(site), request.client
    if client is None:
        raise Refusal(400, "No certificate found in renewal request", None)
    if not authority.rules.allow_auto_renewal:
        raise Refusal(404, "certificate renewal is not enabled (allow-auto-renewal)", None)
    old = x509.load_der_x509_certificate(client.der)
    try:
        new = authority.renew(old)
    except RejectedRequestError as error:
        raise Refusal(403, str(error), None) from None
    return Answer(certificates_to_pem([new]))
