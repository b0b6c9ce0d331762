"""A report as text: each group of changes once, with the nodes that have it."""

from __future__ import annotations

from difflib import unified_diff
from json import dumps

from duckrow.diff.changes import ADDED, REMOVED, same, split_lines
from duckrow.diff.report import (
    CLASS,
    CYCLE,
    DATA,
    DIFFERENT,
    ERROR,
    FAILED,
    OMITTED,
    ORDER,
    RESOURCE,
    SAME,
    UNCHANGED,
)
from duckrow.source.draw import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.diff.report import Group, Item, Report

MOST_NAMES = 6  # names of nodes in a heading
CONTEXT = 2  # lines around a changed line
MOST_LINES = 20  # of an attribute of a new resource
MOST_CHARACTERS = 200  # of such an attribute on one line
_SIGNS = {"~": "~", "!": "~", "+": "+", "-": "-"}
_COLORS = {"+": "\033[32m", "-": "\033[31m", "~": "\033[33m", "@": "\033[36m", "!": "\033[31m"}
_PLAIN = "\033[0m"


def write_text(report: Report, *, color: bool = False) -> str:
    """Write a report for a terminal or a log."""
    lines: list[str] = []
    for group in report.groups():
        lines += [heading(group, len(report.nodes)), ""]
        lines += [_colored(line) if color else line for line in item_lines(group.items, report)]
        lines.append("")
    lines.append(summary(report, "above"))
    return "\n".join(lines) + "\n"


def heading(group: Group, total: int) -> str:
    """Return the heading of a group."""
    nodes, count = group.nodes, len(group.items)
    word = "error" if group.has_failed else "change"
    what = f"this {word}" if count == 1 else f"these {count} {word}s"
    if len(nodes) == 1:
        return f"{what} on {visible(nodes[0])}:"
    names = visible(", ".join(nodes[:MOST_NAMES]))
    more = f" and {len(nodes) - MOST_NAMES} more" if len(nodes) > MOST_NAMES else ""
    every = " (all)" if len(nodes) == total else ""
    return f"{what} on {len(nodes)} nodes{every}: {names}{more}"


def summary(report: Report, errors: str = "") -> str:
    """Return one line about all nodes; `errors` says where they are, above or below."""
    total = len(report.nodes)
    counts = report.counts
    what = f"{total} node{'' if total == 1 else 's'}"
    if total and counts[SAME] + counts[UNCHANGED] == total:
        return f"{what}: no difference between {report.old} and {report.new}"
    shown = {UNCHANGED: counts[SAME] + counts[UNCHANGED]}  # compiled twice, or once
    shown |= {word: counts[word] for word in (DIFFERENT, FAILED)}
    parts = [f"{count} {word}" for word, count in shown.items() if count]
    text = f"{what} from {report.old} to {report.new}: {', '.join(parts)}"
    return f"{text}; see the errors {errors}" if counts[FAILED] and errors else text


def item_lines(items: list[Item], report: Report) -> Iterator[str]:
    """Yield the lines of items; nothing in a catalog moves the cursor of a terminal."""
    for line in _raw_lines(items, report):
        yield line if line.isprintable() else "\t".join(map(visible, line.split("\t")))


def _raw_lines(items: list[Item], report: Report) -> Iterator[str]:
    """Yield the lines of items; changes of one resource stand together."""
    last = None
    for item in items:
        if item["about"] != RESOURCE:
            yield from _error(item, report) if item["about"] == ERROR else _other(item)
            continue
        sign = _SIGNS[item["diff_type"]]
        head = (item["type"], item["title"], sign)
        if head != last:
            varies = ", with other values on other nodes" if item.get("varies") else ""
            yield f"  {sign} {item['type']}[{item['title']}]{_place(item)}{varies}"
        last = head
        if sign == ADDED and report.shows_attributes:
            yield from _attributes(item)
        elif sign not in (ADDED, REMOVED):
            yield from _attribute(item)
        if item.get("cause"):
            yield f"      cause: {item['cause']}"


def _place(item: Item) -> str:
    old, new = places(item)
    if old and new and old != new:
        return f"  ({old} → {new})"
    return f"  ({old or new})" if old or new else ""


def places(item: Item) -> tuple[str, str]:
    """Return where a resource is declared before and after."""
    found = []
    for side in ("old", "new"):
        file, line = item.get(f"{side}_file"), item.get(f"{side}_line")
        found.append(f"{file}:{line}" if file and line else "")
    return found[0], found[1]


def name_of(item: Item) -> str:
    """Return the name of an attribute in a few words."""
    steps = item["structure"]
    return ".".join(steps[1:] if steps[:1] == ["parameters"] and len(steps) > 1 else steps)


def _attribute(item: Item) -> Iterator[str]:
    old, new = item["old_value"], item["new_value"]
    name = name_of(item)
    if (
        old != new
        and isinstance(old, str)
        and isinstance(new, str)
        and ("\n" in old or "\n" in new)
    ):
        yield f"      {name}:"
        yield from (f"        {line}" for line in text_diff(old, new))
    elif old is None:
        yield f"      {name}: + {value_text(new)}"
    elif new is None:
        yield f"      {name}: - {value_text(old)}"
    else:
        yield f"      {name}: {_change_text(old, new)}"


def _attributes(item: Item) -> Iterator[str]:
    """Yield the attributes of a new resource; of those that vary, only the names."""
    values = item["new_value"].get("parameters") or {}
    varying = item.get("varying", ())
    for name in sorted({*values, *varying}):
        value = values.get(name)
        if name in varying:
            yield f"      {name}: another value on other nodes"
        elif isinstance(value, str) and value.find("\n", 0, -1) >= 0:
            yield f"      {name}:"
            lines = value.splitlines()
            yield from (f"        +{line}" for line in lines[:MOST_LINES])
            if len(lines) > MOST_LINES:
                yield f"        … {len(lines) - MOST_LINES} more lines"
        else:
            text = value_text(value)
            more = f"… {len(text) - MOST_CHARACTERS} more characters"
            is_short = len(text) <= MOST_CHARACTERS
            yield f"      {name}: {text if is_short else text[:MOST_CHARACTERS] + more}"


def _error(item: Item, report: Report) -> Iterator[str]:
    """Yield an error of a node that cannot be compared, with the versions that have it."""
    start = {
        "from": f"{report.old} does not compile: ",
        "to": f"{report.new} does not compile: ",
        "both": f"{report.old} and {report.new} do not compile: ",
    }.get(item["side"], "")
    first, *others = item["title"].split("\n")
    yield f"  ! {start}{first}"
    yield from (f"      {line.strip()}" for line in others if line.strip())


def _change_text(old: object, new: object) -> str:
    if old == new and type(old) is type(new):  # what makes them different is hidden
        return "another value, which is not shown"
    return f"{value_text(old)} → {value_text(new)}"


def text_diff(old: str, new: str) -> list[str]:
    """Return the lines of a unified difference, without the names of files."""
    before, after = split_lines(old), split_lines(new)
    lines = list(unified_diff(before, after, n=CONTEXT))[2:]
    found = []
    for line in lines:
        found.append(line.rstrip("\n"))
        if not line.endswith("\n"):
            found.append("\\ No newline at end of file")
    return found


def value_text(value: object) -> str:
    """Return a value on one line."""
    return dumps(value, ensure_ascii=False)


def _other(item: Item) -> Iterator[str]:
    about = item["about"]
    if about == CLASS:
        yield f"  {item['diff_type']} class {item['title']}"
    elif about == DATA:
        yield from _data(item)
    elif about == ORDER and item.get("title") == OMITTED:
        yield f"  {item['diff_type']} order: … others, which are left out"
    elif about == ORDER:
        yield f"  {item['diff_type']} order: {item['first']} {item['relation']} {item['second']}"
        if len(item["way"]) > 2:
            yield f"      by: {' → '.join(item['way'])}"
    elif about == CYCLE:
        word = "new" if item["diff_type"] == ADDED else "resolved"
        yield f"  {item['diff_type']} {word} dependency cycle: {' → '.join(item['cycle'])}"
    else:
        yield f"  {item['diff_type']} {about}: {item['title']}"
    if item.get("cause"):
        yield f"      cause: {item['cause']}"


def _data(item: Item) -> Iterator[str]:
    """Yield the value of a data key; of a hash, the keys that have other values."""
    kind, old, new = item["diff_type"], item["old_value"], item["new_value"]
    head = f"  {kind} data {item['title']}{_place(item)}"
    parts = list(_changed_parts(old, new)) if kind not in (ADDED, REMOVED) else []
    if parts and parts != [((), old, new)]:
        yield head
        for path, one, other in parts:
            yield from _attribute(
                {"structure": ["parameters", *path], "old_value": one, "new_value": other}
            )
    elif kind in (ADDED, REMOVED):
        yield f"{head}: {value_text(old if kind == REMOVED else new)}"
    else:
        yield f"{head}: {_change_text(old, new)}"


def _changed_parts(
    old: object, new: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], object, object]]:
    """Yield what is different inside of hashes, by the keys that lead to it."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        if not same(old, new):
            yield path, old, new
        return
    for key in [*old, *(key for key in new if key not in old)]:
        yield from _changed_parts(old.get(key), new.get(key), (*path, str(key)))


def _colored(line: str) -> str:
    first = line.strip()[:1]
    return f"{_COLORS[first]}{line}{_PLAIN}" if first in _COLORS else line
