"""Certificates: requests that wait, and what is signed, revoked or about to expire.

Only the certificates of the page that is shown are read: there are as many as nodes.
"""

from __future__ import annotations

from duckrow.ca.directory import REQUESTS, SIGNED
from duckrow.ca.names import is_valid_name
from duckrow.ca.statuses import days_left, status_of, warnings
from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, Rows
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import choice, entry, form, pages, plural, state, table
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ca.authority import Authority
    from duckrow.server.fleet_page.visit import Visit

_SHOWN = (("", "certificates"), ("requests", "requests"))


def certificates(visit: Visit) -> Html:
    """Return a page of certificates or of requests."""
    body: object
    if visit.authority is None:
        body = tag("p", "This server has no certificate authority.")
    else:
        body = _list(visit, visit.authority)
    return page(visit, "certificates", "Certificates", tag("h1", "Certificates"), body)


def _list(visit: Visit, authority: Authority) -> Html:
    requests = set(authority.directory.names(REQUESTS))
    shows_requests = visit.field("show") == "requests"
    text = visit.field("name")
    all_names = requests if shows_requests else set(authority.directory.names(SIGNED))
    names = sorted(each for each in all_names if text in each and is_valid_name(each))
    number = visit.number("page", most=max(1, -(-len(names) // SIZE)))
    shown = names[(number - 1) * SIZE : number * SIZE]
    rows = [_row(authority, name) for name in shown]
    counted = Rows([{} for _ in shown], number, len(names))
    waiting = Html()
    if requests and not shows_requests:
        verb = "waits" if len(requests) == 1 else "wait"
        label = f"{plural(len(requests), 'request')} {verb} to be signed"
        waiting = tag("p", tag("a", label, href=link(START, "certificates", show="requests")))
    return join(
        [
            join(tag("p", each, class_="warning") for each in warnings(authority, [])),
            waiting,
            form(
                link(START, "certificates"),
                entry("name", "Name contains", text),
                choice("show", "Show", _SHOWN, visit.field("show")),
            ),
            table(
                ("name", "state", "valid until", "days left", "serial", "other names"),
                rows,
                numbers=(3,),
            ),
            pages(visit, counted, "request" if shows_requests else "certificate"),
        ]
    )


def _row(authority: Authority, name: str) -> tuple[object, ...]:
    way = tag("a", name, href=link(f"{START}/node", name))
    try:
        found = status_of(authority, name)
    except InputError as error:
        return way, state("error"), error, "", "", ""
    if found is None:
        return way, "gone", "", "", "", ""
    alternatives = found.data["subject_alt_names"]
    others = ", ".join(map(str, alternatives)) if isinstance(alternatives, list) else ""
    if found.not_after is None:
        return way, state(found.state), "", "", "", others
    left = days_left(found.not_after, authority.now())
    serial = found.data.get("serial_number")
    until = found.not_after.strftime("%Y-%m-%d")
    is_expired = found.state == "signed" and found.not_after <= authority.now()
    shown = state("expired" if is_expired else found.state)
    return way, shown, until, left, tag("code", f"{serial:X}"), others
