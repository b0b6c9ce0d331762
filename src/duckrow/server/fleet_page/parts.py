"""What views share: tables, pages of rows, states, times and values."""

from __future__ import annotations

import re
from time import gmtime, strftime

from orjson import OPT_INDENT_2, OPT_SORT_KEYS, dumps

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, string_of
from duckrow.server.fleet_page.html import Html, join, link, plain, tag
from duckrow.store.query.times import time_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.server.fleet_page.asking import Row, Rows
    from duckrow.server.fleet_page.visit import Visit

_LONG = 200  # characters of a value in a table
_SHORT_HASH = 10
_UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))
# Colours of states; each state is also a word on the page.
_KINDS = {
    "failed": "failed",
    "failure": "failed",
    "error": "failed",
    "err": "failed",
    "crit": "failed",
    "changed": "changed",
    "success": "changed",
    "drifting": "drifting",
    "corrective": "drifting",
    "warning": "drifting",
    "revoked": "failed",
    "requested": "drifting",
    "repaired": "changed",
    "kept": "good",
    "unchanged": "good",
    "signed": "good",
    "noop": "noop",
    "pending": "noop",
    "expired": "failed",
    "skipped": "silent",
    "silent": "silent",
}


# ---- words


def state(name: object) -> Html:
    """Return a state as a word in its colour."""
    shown = string_of(name) or "none"
    return tag("span", shown, class_=f"state {_KINDS.get(shown, 'other')}")


def states_of_run(row: Row, prefix: str = "") -> Html:
    """Return the state of a run, and whether it was corrective or a noop."""
    status = row.get(f"{prefix}status")
    is_pending = status == "unchanged" and row.get(f"{prefix}noop_pending")
    found = [state("pending" if is_pending else status)]
    if row.get(f"{prefix}corrective_change"):
        found.append(state("corrective"))
    if row.get(f"{prefix}noop"):
        found.append(state("noop"))
    return join(spaced(found))


def spaced(parts: Iterable[object]) -> Iterable[object]:
    """Return values with a space between them."""
    for number, part in enumerate(parts):
        if number:
            yield " "
        yield part


def count(value: int) -> str:
    """Return a number with its thousands apart."""
    return f"{value:,}"


def plural(number: int, thing: str) -> str:
    """Return a number of things."""
    return f"{count(number)} {thing}{'' if number == 1 else 's'}"


# ---- times


def seconds_of(value: object) -> float | None:
    """Return a time of an answer in seconds."""
    found = time_of(value) if isinstance(value, str) else None
    return None if found is None else found / 1e6


def moment(value: object) -> Html:
    """Return a time to the second, in UTC."""
    seconds = seconds_of(value)
    if seconds is None:
        return tag("span", "never", class_="soft")
    shown = strftime("%Y-%m-%d %H:%M:%S", gmtime(seconds))
    return tag("time", shown, datetime=str(value), title=f"{shown} UTC")


def ago(visit: Visit, value: object) -> Html:
    """Return how long ago a time was."""
    seconds = seconds_of(value)
    if seconds is None:
        return tag("span", "never", class_="soft")
    shown = strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))
    passed = visit.now - seconds
    words = f"{span(passed)} ago" if passed >= 0 else f"in {span(-passed)}"
    return tag("time", words, datetime=str(value), title=shown)


def span(seconds: float) -> str:
    """Return a length of time in its largest unit."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{seconds:.1f} s" if seconds else "0 s"


# ---- links


def node_link(name: object) -> Html:
    """Return the link to a node."""
    return tag("a", name, href=link(f"{START}/node", name), class_="name")


def run_link(hash_: object, shown: object = None) -> Html:
    """Return the link to a run."""
    label = string_of(hash_)[:_SHORT_HASH] if shown is None else shown
    return tag("a", label, href=link(f"{START}/run", hash_))


def place(row: Row) -> Html:
    """Return the file and the line of a row."""
    file, line = string_of(row.get("file")), row.get("line")
    if not file:
        return Html()
    return tag("code", f"{file}:{line}" if line else file, class_="place")


def reference(type_: object, title: object) -> str:
    """Return a resource as Puppet writes it."""
    return f"{type_}[{title}]"


# ---- lists


def table(
    head: Sequence[object],
    rows: Iterable[Sequence[object]],
    *,
    numbers: Sequence[int] = (),
    empty: str = "Nothing to show.",
) -> Html:
    """Return a table, or a sentence if it is empty; `numbers` are the columns at the right."""
    cells = [
        tag("th", each, class_=_right(at, numbers), scope="col") for at, each in enumerate(head)
    ]
    labels = [plain(each) or None for each in head]
    # In a narrow window each row is a list, and each cell has its label beside it.
    lines = [
        tag(
            "tr",
            *(
                tag("td", each, class_=_right(at, numbers), data_label=labels[at])
                for at, each in enumerate(row)
            ),
        )
        for row in rows
    ]
    if not lines:
        return tag("p", empty, class_="soft empty")
    body = tag("table", tag("thead", tag("tr", *cells)), tag("tbody", *lines))
    return tag("div", body, class_="scroll")


def _right(column: int, numbers: Sequence[int]) -> str | None:
    return "number" if column in numbers else None


def pages(visit: Visit, rows: Rows, thing: str) -> Html:
    """Return which rows these are, and the ways to the others."""
    if not rows.total:
        return Html()
    first = (rows.number - 1) * SIZE + 1
    last = first + len(rows.rows) - 1
    shown = f"{count(first)}–{count(last)} of {plural(rows.total, thing)}"
    if rows.last == 1:
        return tag("p", plural(rows.total, thing), class_="pages soft")
    return tag(
        "p",
        tag("span", shown, class_="soft"),
        _turn(visit, 1, "First", is_on=rows.number > 1),
        _turn(visit, rows.number - 1, "Previous", is_on=rows.number > 1),
        _turn(visit, rows.number + 1, "Next", is_on=rows.number < rows.last),
        _turn(visit, rows.last, "Last", is_on=rows.number < rows.last),
        class_="pages",
    )


def more_pages(visit: Visit, number: int, *, has_more: bool) -> Html:
    """Return the ways to the pages beside one, where nobody has counted the rows."""
    if number == 1 and not has_more:
        return Html()
    return tag(
        "p",
        tag("span", f"Page {number}", class_="soft"),
        _turn(visit, number - 1, "Previous", is_on=number > 1),
        _turn(visit, number + 1, "Next", is_on=has_more),
        class_="pages",
    )


def _turn(visit: Visit, number: int, label: str, *, is_on: bool) -> Html:
    if not is_on:
        return tag("span", label, class_="off")
    fields = {name: values[-1] for name, values in visit.request.query.items() if values}
    return tag("a", label, href=link(visit.request.path, **{**fields, "page": number}))


def pairs(rows: Iterable[tuple[object, object]]) -> Html:
    """Return names with their values."""
    parts = [tag("div", tag("dt", name), tag("dd", value)) for name, value in rows]
    return tag("dl", *parts, class_="pairs")


def tabs(current: str, ways: Iterable[tuple[str, str, str]]) -> Html:
    """Return links to the parts of a thing: name, label, address."""
    links = [
        tag("a", label, href=address, aria_current="page" if name == current else None)
        for name, label, address in ways
    ]
    return tag("nav", *links, class_="tabs", aria_label="Parts")


# ---- forms


def choice(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> Html:
    """Return a list to choose one of."""
    found = [
        tag("option", shown, value=value, selected=value == chosen) for value, shown in options
    ]
    return tag("label", tag("span", label), tag("select", *found, name=name))


def entry(name: str, label: str, value: str, **attributes: object) -> Html:
    """Return a field for text."""
    field = tag("input", name=name, value=value, autocomplete="off", **attributes)
    return tag("label", tag("span", label), field)


def form(action: str, *parts: object, button: str = "Show") -> Html:
    """Return a form whose fields become the address of a page."""
    return tag("form", *parts, tag("button", button), action=action, class_="filter")


# ---- values


def value(given: object) -> Html:
    """Return a value in a table: short ones as they are, others to be opened."""
    shown = json_text(given)
    if len(shown) <= _LONG and "\n" not in shown:
        return tag("code", shown)
    first = " ".join(shown.split())
    first = f"{first[: _LONG // 2]}…" if len(first) > _LONG // 2 else first
    return tag("details", tag("summary", tag("code", first)), tag("pre", indented(given)))


def json_text(given: object) -> str:
    """Return a value as text: strings as they are, others as JSON."""
    if isinstance(given, str):
        return given
    return dumps(given, option=OPT_SORT_KEYS).decode()


def indented(given: object) -> str:
    """Return a value as text of several lines."""
    if isinstance(given, str):
        return given
    return dumps(given, option=OPT_SORT_KEYS | OPT_INDENT_2).decode()


_SPECIAL = re.compile(r"([^\w\s-])")


def pattern_of(text: str) -> str:
    """Return the regular expression that finds a text in a longer one."""
    return _SPECIAL.sub(r"\\\1", text)


def quoted(text: str) -> str:
    """Return a text as PQL writes it."""
    return dumps(text).decode()
