"""Facts: their names, and how often each value of one occurs in the fleet."""

from __future__ import annotations

import re

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import COUNT, SIZE, Rows, number_of, string_of
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    count,
    entry,
    form,
    json_text,
    pages,
    plural,
    quoted,
    table,
    value,
)
from duckrow.server.fleet_page.secrets import HIDDEN, is_secret, without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def facts(visit: Visit) -> Html:
    """Return the names of facts, or the values of one."""
    path = visit.field("path")
    title = f"Fact {path}" if path else "Facts"
    asked = form(
        link(START, "facts"),
        entry("path", "Fact", path, data_complete="fact", placeholder="os.family"),
        button="Show values",
    )
    body = _values(visit, path) if path else _names(visit)
    return page(visit, "facts", title, tag("h1", title), asked, body)


def _names(visit: Visit) -> Html:
    found = visit.asking.rows("fact_paths", fields=["path", "type"], order="path")
    paths: dict[str, list[str]] = {}
    for row in found:
        path = row["path"]
        parts = path if isinstance(path, list) else []
        if all(isinstance(part, str) for part in parts):  # positions in lists are too many
            paths.setdefault(".".join(parts), []).append(string_of(row["type"]))
    names = sorted(paths)
    number = visit.number("page", most=max(1, -(-len(names) // SIZE)))
    shown = names[(number - 1) * SIZE : number * SIZE]
    rows = [
        (tag("a", name, href=link(START, "facts", path=name)), ", ".join(sorted(set(paths[name]))))
        for name in shown
    ]
    counted = Rows([{} for _ in shown], number, len(names))
    return join([table(("fact", "type"), rows), pages(visit, counted, "fact")])


def field_of(path: str) -> str:
    """Return the field of the inventory that a path such as os.family leads to."""
    return f"facts.{path}"


def _values(visit: Visit, path: str) -> Html:
    if is_secret(path):
        return tag("p", f"The values of {path} are hidden: its name says that they are secrets.")
    field = field_of(path)
    found = visit.asking.rows("inventory", fields=[field, COUNT], group_by=[field])
    known = [(row, row.get(field)) for row in found if row.get(field) is not None]
    known.sort(key=lambda each: (-number_of(each[0]["count"]), json_text(each[1])))
    without = sum(number_of(row["count"]) for row in found if row.get(field) is None)
    total = sum(number_of(row["count"]) for row, _ in known)
    number = visit.number("page", most=max(1, -(-len(known) // SIZE)))
    shown = known[(number - 1) * SIZE : number * SIZE]
    rows = [_line(row, of, path, total) for row, of in shown]
    words = f"{plural(len(known), 'value')} on {plural(total, 'node')}"
    if without:
        words += f"; {plural(without, 'node')} without it"
    counted = Rows([{} for _ in shown], number, len(known))
    return join(
        [
            tag("p", words, class_="soft"),
            table(("value", "nodes", "share", ""), rows, numbers=(1,)),
            pages(visit, counted, "value"),
        ]
    )


def _line(row: Row, of: object, path: str, total: int) -> tuple[object, ...]:
    number = number_of(row["count"])
    share = tag("progress", max=total, value=number, aria_label=f"{number * 100 / total:.1f} %")
    way: object = ""
    if isinstance(of, str | int | float) and _is_plain(path) and of != HIDDEN:
        literal = quoted(of) if isinstance(of, str) else json_text(of)
        query = f"inventory[certname] {{ {field_of(path)} = {literal} order by certname }}"
        way = tag("a", "nodes", href=link(START, "search", query=query))
    return value(without_secrets(of)), count(number), share, way


def _is_plain(path: str) -> bool:
    return all(_PLAIN.fullmatch(part) for part in path.split("."))
