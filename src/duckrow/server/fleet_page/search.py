"""A search with PQL: the query of a person, and its rows as a table."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import more_pages, node_link, pairs, run_link, table, value
from duckrow.server.fleet_page.policies import policy_run_link
from duckrow.server.fleet_page.secrets import row_without_secrets
from duckrow.store.query.entities import ENTITIES
from duckrow.store.query.errors import QueryError
from duckrow.store.query.pql import ALL_ENTITIES as WORDS
from duckrow.store.query.text import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

EXAMPLES = (
    'nodes[certname] { latest_report_status = "failed" order by certname }',
    'inventory[certname, facts.os.name] { facts.os.family = "Debian" }',
    'resources[certname, title] { type = "Package" and parameters.ensure = "latest" }',
    "events[certname, resource_title, message] { corrective_change = true limit 20 }",
    "facts[value, count()] { name = 'kernelrelease' group by value }",
    'promises[certname, promiser, reason] { outcome = "failed" and latest_run? = true }',
)


def search(visit: Visit) -> Html:
    """Return the form, and the answer if there is a query."""
    query = visit.field("query")
    asked = tag(
        "form",
        tag(
            "textarea",
            query,
            name="query",
            rows=3,
            spellcheck="false",
            aria_label="Query in PQL",
            placeholder="nodes { … }",
            data_complete="pql",
        ),
        tag("button", "Search"),
        action=link(START, "search"),
        class_="search",
    )
    found = _found(visit, query) if query else _help()
    return page(visit, "search", "Search", tag("h1", "Search"), asked, found)


def _found(visit: Visit, query: str) -> Html:
    number = visit.number("page")
    try:
        rows = visit.asking.ast(read_text(query), SIZE + 1, (number - 1) * SIZE)
    except QueryError as error:
        return tag("pre", error, class_="error", role="alert")
    shown = [row_without_secrets(row) for row in rows[:SIZE]]
    head = list(dict.fromkeys(name for row in shown for name in row))
    lines = [[_cell(row, name) for name in head] for row in shown]
    # A query with a limit of its own has one page.
    has_more = len(rows) > SIZE
    shown_rows = tag("div", table(head, lines), class_="answer")
    return join([shown_rows, more_pages(visit, number, has_more=has_more)])


def _cell(row: Row, name: str) -> object:
    found = row.get(name)
    if name == "certname" and isinstance(found, str):
        return node_link(found)
    if name == "run" and isinstance(found, str):
        return policy_run_link(found)
    if name in ("report", "latest_report_hash") and isinstance(found, str):
        return run_link(found)
    return "" if found is None else value(found)


def _help() -> Html:
    examples = [
        tag("li", tag("a", each, href=link(START, "search", query=each))) for each in EXAMPLES
    ]
    fields = [(name, ", ".join(ENTITIES[name].shown)) for name in sorted(WORDS)]
    return join(
        [
            tag(
                "p",
                "The language is PQL, as in PuppetDB: ",
                tag("code", "entity[field, …] { condition }"),
            ),
            tag("h2", "Examples"),
            tag("ul", *examples, class_="examples"),
            tag("h2", "Entities and their fields"),
            tag("div", pairs(fields)),
        ]
    )
