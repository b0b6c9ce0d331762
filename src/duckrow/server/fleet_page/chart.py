"""A chart of days as SVG: a bar for each day, one part for each status.

It needs no script: each part has a title, and a table beside the chart has the same numbers.
"""

from __future__ import annotations

from duckrow.server.fleet_page.html import Html, tag
from duckrow.server.fleet_page.parts import count, state, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.server.fleet_page.days import Day

_WIDTH, _HEIGHT = 960, 200  # of the drawing, which fills its place whatever shape that has
_TOP = 4  # so that the highest line is whole
_LABELS = 5  # below the bars, each at the first of as many days
# From the bottom of a bar to its top, each with its colour.
_KINDS = {
    "unchanged": "good",
    "skipped": "silent",
    "noop": "noop",
    "changed": "changed",
    "success": "changed",
    "failed": "failed",
    "failure": "failed",
}


def day_chart(title: str, days: Sequence[Day], address: Callable[[str], str] | None = None) -> Html:
    """Return the chart of some days; `address` leads from a day to its page."""
    names = _names(days)
    highest = _round_up(max((sum(day.counts.values()) for day in days), default=0))
    parts: list[Html] = [*_lines()]
    step = _WIDTH / max(1, len(days))
    for number, day in enumerate(days):
        bar = _bar(day, names, number * step, step, highest)
        label = f"{day.name}: {_sum(day, names)}"
        group = tag("g", tag("title", label), *bar)
        if address is not None:
            group = tag("a", group, href=address(day.name), aria_label=label)
        parts.append(group)
    drawing = tag(
        "svg",
        *parts,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        preserveAspectRatio="none",
        role="group",
        class_="chart",
        aria_label=title,
    )
    # Labels are no part of the drawing: they stay as large as other text in a narrow window.
    heights = [tag("span", count(int(highest * part))) for part in (1, 0.5, 0)]
    dates = [tag("span", day.name[5:]) for day in days[:: max(1, len(days) // _LABELS)]]
    axes = tag(
        "div",
        tag("div", *heights, class_="heights", aria_hidden="true"),
        drawing,
        tag("div", *dates, class_="dates", aria_hidden="true"),
        class_="axes",
    )
    return tag("figure", axes, tag("figcaption", *_legend(names)), _table(days, names))


def _names(days: Sequence[Day]) -> list[str]:
    """Return the statuses that occur, in the order of the parts of a bar."""
    found = {name for day in days for name in day.counts}
    return [name for name in _KINDS if name in found] + sorted(found - set(_KINDS))


def _bar(day: Day, names: list[str], left: float, step: float, highest: int) -> list[Html]:
    height = _HEIGHT - _TOP
    # An invisible part over the whole height: a small bar is as easy to hit as a large one.
    found = [_part("hit", left, _TOP, step, height)]
    bottom = float(_HEIGHT)
    for name in names:
        tall = day.counts.get(name, 0) / highest * height
        if tall:
            bottom -= tall
            kind = f"bar {_KINDS.get(name, 'other')}"
            found.append(_part(kind, left + step * 0.12, bottom, step * 0.76, tall))
    return found


def _part(kind: str, left: float, top: float, width: float, height: float) -> Html:
    return tag(
        "rect",
        class_=kind,
        x=f"{left:.1f}",
        y=f"{top:.2f}",
        width=f"{width:.1f}",
        height=f"{height:.2f}",
    )


def _lines() -> list[Html]:
    return [
        tag("line", class_="grid", x1=0, x2=_WIDTH, y1=f"{at:.1f}", y2=f"{at:.1f}")
        for at in (_TOP, (_TOP + _HEIGHT) / 2, _HEIGHT)
    ]


def _round_up(number: int) -> int:
    """Return the next number with one or two digits and then zeros; it is even."""
    size = 1
    while number > 20 * size:
        size *= 10
    return max(2, -(-number // (2 * size)) * 2 * size)


def _sum(day: Day, names: list[str]) -> str:
    found = [
        f"{count(day.counts[name])} {name}" for name in reversed(names) if day.counts.get(name)
    ]
    return ", ".join(found) or "none"


def _legend(names: list[str]) -> list[Html]:
    return [state(name) for name in reversed(names)]


def _table(days: Sequence[Day], names: list[str]) -> Html:
    shown = list(reversed(names))
    rows = [
        (day.name, *(count(day.counts.get(name, 0)) for name in shown)) for day in reversed(days)
    ]
    numbers = range(1, len(shown) + 1)
    return tag(
        "details", tag("summary", "The numbers"), table(("day", *shown), rows, numbers=numbers)
    )
