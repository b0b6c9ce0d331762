"""The endpoints below /puppet-ca/v1."""

from __future__ import annotations

from email.utils import formatdate, parsedate_to_datetime

from duckrow.ca.directory import CERTIFICATES, CRLS
from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.submission import submit
from duckrow.machine.paths import modified, read_bytes
from duckrow.server.exchange import Answer, Refusal
from duckrow.server.routes import name_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.server.exchange import Request
    from duckrow.server.site import Site


def _authority(site: Site) -> Authority:
    if site.authority is None:
        raise Refusal(404, "this server has no certificate authority", None)
    return site.authority


def certificate(site: Site, request: Request) -> Answer:
    """Answer with the certificate of a node, or those of the authority."""
    authority, name = _authority(site), name_in(request)
    if name == "ca":
        return _unless_older(request, authority.directory.path_of(CERTIFICATES))
    found = authority.certificate_pem(name)
    if found is None:
        raise Refusal(404, f"Could not find certificate {name}", None)
    return Answer(found)


def revocation_list(site: Site, request: Request) -> Answer:
    """Answer with the CRLs of all authorities."""
    return _unless_older(request, _authority(site).directory.path_of(CRLS))


def _unless_older(request: Request, path: str) -> Answer:
    """Answer with a file, or that it is not newer than the date that the client knows."""
    changed = modified(path)
    known = request.headers.get("if-modified-since")
    if known is not None and changed is not None:
        try:
            if int(changed) <= parsedate_to_datetime(known).timestamp():
                return Answer(status=304)
        except (ValueError, TypeError, OverflowError):
            pass  # not a date: it counts as unknown
    content = read_bytes(path)
    return Answer(content, headers={"Last-Modified": formatdate(changed, usegmt=True)})


def certificate_request(site: Site, request: Request) -> Answer:
    """Answer with the request of a node."""
    name = name_in(request)
    found = _authority(site).request_pem(name)
    if found is None:
        raise Refusal(404, f"Could not find certificate_request {name}", None)
    return Answer(found)


def submit_request(site: Site, request: Request) -> Answer:
    """Take the request of a node; it is signed if autosign says so."""
    authority, name = _authority(site), name_in(request)
    try:
        submit(authority, name, request.body)
    except RejectedRequestError as error:
        site.log("err", str(error))
        raise Refusal(400, str(error), None) from None
    return Answer()
