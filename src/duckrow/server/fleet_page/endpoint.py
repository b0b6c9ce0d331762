"""The endpoint of the page: from the path of a request to a view, or to signing in and out."""

from __future__ import annotations

import pkgutil
from time import time

from duckrow.server.fleet_page.access import NO_COOKIE, SIGN_IN, SIGN_OUT, START, STATIC
from duckrow.server.fleet_page.asking import Asking
from duckrow.server.fleet_page.certificates import certificates
from duckrow.server.fleet_page.compare import compare
from duckrow.server.fleet_page.completion import complete
from duckrow.server.fleet_page.events import events
from duckrow.server.fleet_page.explained import explained
from duckrow.server.fleet_page.facts import facts
from duckrow.server.fleet_page.html import Html, tag
from duckrow.server.fleet_page.layout import POLICY, SAFE_HEADERS, answer, frame, message_page
from duckrow.server.fleet_page.node import node
from duckrow.server.fleet_page.nodes import nodes
from duckrow.server.fleet_page.overview import overview
from duckrow.server.fleet_page.policies import policies
from duckrow.server.fleet_page.policy_run import policy_run
from duckrow.server.fleet_page.run import run
from duckrow.server.fleet_page.runs import runs
from duckrow.server.fleet_page.search import search
from duckrow.server.fleet_page.visit import NotThereError, Visit
from duckrow.server.http.exchange import Answer, Refusal
from duckrow.store.database.errors import TooSlowError, UnavailableError
from duckrow.store.query.errors import QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

VIEWS: Mapping[str, Callable[[Visit], Html]] = {
    "": overview,
    "nodes": nodes,
    "node": node,
    "runs": runs,
    "run": run,
    "policies": policies,
    "policy-run": policy_run,
    "events": events,
    "facts": facts,
    "search": search,
    "compare": compare,
    "certificates": certificates,
}
_FILES = {
    "fleet.css": "text/css; charset=utf-8",
    "fleet.js": "text/javascript; charset=utf-8",
    "duck.svg": "image/svg+xml",
}


def get(site: Site, request: Request) -> Answer:
    """Answer a request that reads."""
    if request.path.startswith(STATIC):
        return _static(request.path[len(STATIC) :])
    if request.path == SIGN_IN:
        return _sign_in_page(site, request)
    names = request.path[len(START) :].strip("/").split("/")
    visit = Visit(
        request,
        names[1:],
        Asking(site.records.database, time()),
        site.page_access.settings,
        site.authority,
        can_sign_out="cookie" in request.headers and site.page_access.has_token,
    )
    return show(visit, names[0])


def post(site: Site, request: Request) -> Answer:
    """Sign a browser in or out."""
    if request.path == SIGN_OUT:
        return _away(SIGN_IN, NO_COOKIE)
    if request.path != SIGN_IN:
        raise Refusal(405, f"{request.path} takes GET, not POST", None)
    if site.page_access.is_token(request.field("token")):
        return _away(_safe(request.field("next")), site.page_access.cookie())
    site.log("err", f"POST {SIGN_IN} from {request.address}: that is not the token")
    return _sign_in_page(site, request, "That is not the token.", 403)


def show(visit: Visit, name: str) -> Answer:
    """Answer with a view, or with a page that says why not."""
    try:
        if name == "complete":
            return complete(visit)
        if name == "run" and visit.names[1:] == ["explain"]:
            return explained(visit)
        view = VIEWS.get(name)
        if view is None:
            raise NotThereError(f"there is no page {visit.request.path}")
        return answer(view(visit))
    except NotThereError as refusal:
        return answer(message_page(visit, "Not found", refusal.message), 404)
    except QueryError as error:
        return answer(message_page(visit, "This cannot be asked", error), 400)
    except TooSlowError as error:
        hint = "Ask for less: a day, a node or a status."
        return answer(message_page(visit, "This takes too long", error, hint), 503)
    except UnavailableError as error:
        return answer(message_page(visit, "The store does not answer", error), 503)


def _static(name: str) -> Answer:
    content = pkgutil.get_data(__name__, f"static/{name}") if name in _FILES else None
    if content is None:
        raise Refusal(404, f"Not Found: {STATIC}{name}", None)
    headers = {**SAFE_HEADERS, "Content-Security-Policy": POLICY, "Cache-Control": "max-age=300"}
    return Answer(content, _FILES[name], headers=headers)


# ---- signing in


def _sign_in_page(site: Site, request: Request, problem: str = "", status: int = 200) -> Answer:
    if not site.page_access.has_token:
        words: object = tag(
            "p", "This page needs a client certificate: no token is set (token-file of page.conf)."
        )
    else:
        words = tag(
            "form",
            tag("p", problem, class_="warning", role="alert") if problem else "",
            # Programs that remember passwords ask for a name.
            tag("input", name="user", value="page", autocomplete="username", hidden=True),
            tag(
                "label",
                tag("span", "Token"),
                tag("input", type="password", name="token", autocomplete="current-password"),
            ),
            tag("input", type="hidden", name="next", value=_safe(request.field("next"))),
            tag("button", "Sign in"),
            method="post",
            action=SIGN_IN,
            class_="sign-in",
        )
    return answer(frame("Sign in · duckrow", tag("main", tag("h1", "duckrow"), words)), status)


def _safe(wanted: str) -> str:
    """Return an address of this page; a link of others leads nowhere else."""
    is_ours = wanted == START or wanted.startswith((f"{START}/", f"{START}?"))
    is_plain = wanted.isascii() and wanted.isprintable() and "\\" not in wanted
    return wanted if is_ours and is_plain else START


def _away(where: str, cookie: str) -> Answer:
    headers = {"Location": where, "Set-Cookie": cookie, **SAFE_HEADERS}
    return Answer(b"", status=303, headers=headers)
