"""The endpoints below /puppet-ca/v1 for administrators, which `puppetserver ca` asks."""

from __future__ import annotations

from orjson import JSONDecodeError, dumps, loads

from duckrow.ca.directory import REQUESTS, SIGNED
from duckrow.ca.errors import NotFoundError, RejectedRequestError
from duckrow.ca.names import is_valid_name
from duckrow.ca.revocation import clean, revoke, update_crls
from duckrow.ca.rules import LONGEST_TTL
from duckrow.ca.statuses import all_statuses, expirations, status_of
from duckrow.server.ca.endpoints import authority_of
from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.routes import name_in
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

_STATES = ("requested", "signed", "revoked")
_LONGEST_LIST = 10_000


def get_status(site: Site, request: Request) -> Answer:
    """Answer with the state of a node's certificate."""
    found = status_of(authority_of(site), name_in(request))
    if found is None:
        raise Refusal(404, "Resource not found.", None)
    return Answer(dumps(found.data), JSON)


def get_statuses(site: Site, request: Request) -> Answer:
    """Answer with the states of all certificates, or of those in one state."""
    if not name_in(request):
        raise Refusal(400, "Missing URL Segment", None)
    state = request.field("state") or None
    if state is not None and state not in _STATES:
        raise Refusal(400, f"State '{state}' is not one of {', '.join(_STATES)}", None)
    found = [each.data for each in all_statuses(authority_of(site), state)]
    return Answer(dumps(found), JSON)


def put_status(site: Site, request: Request) -> Answer:
    """Sign or revoke the certificate of a node."""
    authority, name = authority_of(site), name_in(request)
    data = _json(request)
    state, ttl = data.get("desired_state"), data.get("cert_ttl")
    if state not in ("signed", "revoked"):
        what = f"State {state} invalid; Must specify desired state of 'signed' or 'revoked'."
        raise Refusal(400, what, None)
    if ttl is not None and not (type(ttl) is int and 0 < ttl <= LONGEST_TTL):
        what = f"cert_ttl is a number of seconds up to {LONGEST_TTL}, not {ttl!r}"
        raise Refusal(400, what, None)
    has_certificate = authority.certificate_pem(name) is not None
    has_request = authority.request_pem(name) is not None
    if name == "ca" or not (has_certificate or has_request):
        raise Refusal(404, "Invalid certificate subject.", None)
    try:
        if state == "signed":
            if not has_request:
                what = f"Cannot sign certificate for host {name} without a certificate request"
                raise Refusal(409, what, None)
            authority.sign(name, ttl)
        else:
            if not has_certificate:
                what = f"Cannot revoke certificate for host {name} without a signed certificate"
                raise Refusal(409, what, None)
            revoke(authority, name)
    except (RejectedRequestError, NotFoundError) as error:
        raise Refusal(409, str(error), None) from None
    return Answer(status=204)


def delete_status(site: Site, request: Request) -> Answer:
    """Remove the certificate and the request of a node, without revoking."""
    authority, name = authority_of(site), name_in(request)
    if not _remove(authority, name, (SIGNED, REQUESTS)):
        raise Refusal(404, "Invalid certificate subject.", None)
    site.log("notice", f"removed the certificate and the request of {name}")
    return Answer(status=204)


def delete_request(site: Site, request: Request) -> Answer:
    """Remove the request of a node."""
    authority, name = authority_of(site), name_in(request)
    if not _remove(authority, name, (REQUESTS,)):
        raise Refusal(404, f"Could not find certificate_request {name}", None)
    return Answer(status=204)


def _remove(authority: Authority, name: str, kinds: tuple[str, ...]) -> bool:
    if not is_valid_name(name):
        return False
    with authority.directory.lock():
        removed = [authority.directory.remove(f"{kind}/{name}.pem") for kind in kinds]
    return any(removed)


def put_clean(site: Site, request: Request) -> Answer:
    """Revoke and remove the certificates of several nodes."""
    authority = authority_of(site)
    missing = []
    for name in _names(request):
        try:
            clean(authority, name)
        except NotFoundError:
            missing.append(name)
    if not missing:
        return Answer(b"Successfully cleaned all certificates.")
    listed = ", ".join(missing)
    return Answer(f"The following certs do not exist and cannot be revoked: [{listed}]".encode())


def post_sign(site: Site, request: Request) -> Answer:
    """Sign the requests of some nodes, or with the path sign/all those of all."""
    authority = authority_of(site)
    rest = name_in(request)
    if rest not in ("", "all"):
        raise Refusal(404, f"Not Found: {request.path}", None)
    names = authority.directory.names(REQUESTS) if rest == "all" else _names(request)
    result: dict[str, list[str]] = {"signed": [], "no-csr": [], "signing-errors": []}
    for name in names:
        try:
            authority.sign(name)
        except NotFoundError:
            result["no-csr"].append(name)
        except RejectedRequestError as error:
            site.log("err", str(error))
            result["signing-errors"].append(name)
        else:
            result["signed"].append(name)
    return Answer(dumps(result), JSON)


def put_revocation_list(site: Site, request: Request) -> Answer:
    """Take newer CRLs of the authorities above ours."""
    try:
        update_crls(authority_of(site), request.body, "the body of the request")
    except InputError as error:
        raise Refusal(400, str(error), None) from None
    return Answer(b"Successfully updated CRLs.")


def get_expirations(site: Site, _request: Request) -> Answer:
    """Answer when the certificates and CRLs of the authority expire."""
    return Answer(dumps(expirations(authority_of(site))), JSON)


def _json(request: Request) -> dict[str, object]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind not in ("application/json", "text/pson", "pson"):
        raise Refusal(415, "Unsupported media type.", None)
    try:
        data = loads(request.body)
    except JSONDecodeError:
        raise Refusal(400, "Request body is not JSON.", None) from None
    if not isinstance(data, dict):
        raise Refusal(400, "Request body is not a JSON object.", None)
    return data


def _names(request: Request) -> list[str]:
    """Return the list of names in the body. Raises Refusal."""
    names = _json(request).get("certnames")
    is_list = isinstance(names, list) and all(isinstance(each, str) for each in names)
    if not is_list or not isinstance(names, list) or len(names) > _LONGEST_LIST:
        raise Refusal(400, 'The body needs "certnames", a list of names.', None)
    return names
