"""Who may use the store: the server itself, and the names of `certificate-allowlist`.

A node may also send its own runs of policies, with its certificate.

PuppetDB listens on a port of its own, which agents do not use. Here they share one, so a
certificate alone is not enough: an agent would read the secrets of every other node. The setting
`port` opens another one on loopback, without TLS, for tools on the same host.
"""

from __future__ import annotations

from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request
    from duckrow.server.log import Log
    from duckrow.server.store.settings import StoreSettings

_PATHS = ("/pdb/", "/metrics/v2/")
_STATUS = "/status/v1/"
_POLICY_RUN = "store_policy_run"
_OTHER_SITES = ("cross-site", "same-site")  # same-site: another port of the same host
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def is_for_store(request: Request) -> bool:
    """Return whether a request is for the store."""
    return f"{request.path}/".startswith(_PATHS)


def check_access(request: Request, settings: StoreSettings, log: Log) -> None:
    """Raise a Refusal unless the client may use the store."""
    client = request.client
    if client is not None and client.name in settings.allowlist:
        return
    if client is not None and _is_own_policy_run(request, client.name):
        return
    if client is None:
        why = "Permission denied: a client certificate is needed"
    else:
        why = f"Permission denied: the certificate-allowlist of the store lacks {client.name}"
    log("err", f"{request.method} {request.path} from {request.address}: {why}")
    raise Refusal(403, why, None)


def _is_own_policy_run(request: Request, name: str) -> bool:
    """Return whether a node sends a run of policies of its own; a payload of others is rejected."""
    is_run = request.method == "POST" and request.path == "/pdb/cmd/v1"
    return is_run and (request.field("command"), request.field("certname")) == (_POLICY_RUN, name)


def check_plain(request: Request) -> None:
    """Raise a Refusal for what the port without TLS does not answer.

    Who may connect to loopback may use the store, as with PuppetDB, but no page in a browser:
    it may lead its own name to loopback, which the name of the host shows, or send a request from
    another site, which the headers of the browser show.
    """
    if not (is_for_store(request) or request.path.startswith(_STATUS)):
        raise Refusal(404, f"Not Found: {request.path}", None)
    host = request.headers.get("host", "").strip()
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    if name.lower() not in _LOOPBACK:
        raise Refusal(403, "this port answers requests to localhost only", None)
    if "origin" in request.headers or request.headers.get("sec-fetch-site") in _OTHER_SITES:
        raise Refusal(403, "this port answers no requests of web pages", None)
