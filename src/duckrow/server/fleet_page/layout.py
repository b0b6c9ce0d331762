"""The frame of every page: the head, the bar with the views, and the policy for browsers."""

from __future__ import annotations

from duckrow.server.fleet_page.access import SIGN_OUT, START
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.http.exchange import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.server.fleet_page.visit import Visit

HTML = "text/html; charset=utf-8"
VIEWS = (
    ("", "Overview"),
    ("nodes", "Nodes"),
    ("runs", "Runs"),
    ("policies", "Policies"),
    ("events", "Events"),
    ("facts", "Facts"),
    ("search", "Search"),
    ("compare", "Compare"),
    ("certificates", "Certificates"),
)
SAFE_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def answer(body: Html, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """Return an answer with HTML, and with what tells a browser to run nothing else."""
    more = {"Content-Security-Policy": POLICY, **SAFE_HEADERS, **(headers or {})}
    return Answer(body.encode("utf-8", "replace"), HTML, status, headers=more)


def page(visit: Visit, current: str, title: str, *body: object) -> Html:
    """Return a page: `current` is the name of its view in the bar."""
    here = f"{title} · duckrow" if title else "duckrow"
    return frame(here, _bar(visit, current), tag("main", *body))


def frame(title: str, *body: object) -> Html:
    """Return a document."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="icon", href=f"{START}/static/duck.svg"),
        tag("link", rel="stylesheet", href=f"{START}/static/fleet.css"),
        tag("script", src=f"{START}/static/fleet.js", defer=True),
    )
    return Html(f"<!DOCTYPE html>\n{tag('html', head, tag('body', *body), lang='en')}\n")


def _bar(visit: Visit, current: str) -> Html:
    links = [
        tag(
            "a",
            label,
            href=link(START, *([name] if name else [])),
            aria_current="page" if name == current else None,
        )
        for name, label in VIEWS
    ]
    search = tag(
        "form",
        tag(
            "input",
            type="search",
            name="name",
            placeholder="Find a node",
            aria_label="Find a node",
            autocomplete="off",
            data_complete="node",
        ),
        action=link(START, "nodes"),
        class_="find",
    )
    out: tuple[Html, ...] = ()
    if visit.can_sign_out:
        button = tag("button", "Sign out", class_="plain")
        out = (tag("form", button, action=SIGN_OUT, method="post"),)
    return tag(
        "header",
        tag("a", "duckrow", href=START, class_="brand"),
        tag("nav", *links, aria_label="Views"),
        search,
        *out,
    )


def message_page(visit: Visit, title: str, *lines: object) -> Html:
    """Return a page that says why there is nothing else to show."""
    return page(visit, "-", title, tag("h1", title), join(tag("p", line) for line in lines))
