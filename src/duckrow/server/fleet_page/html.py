"""HTML that escapes by itself: what is no Html is text.

    tag("a", node, href=link("/fleet/node", node))

1. Nothing but this module writes `<`. Views put tags together and give them values of users.
2. No style and no script is in an element: the policy of the page forbids both.
"""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote, urlencode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Elements without an end; those of SVG have one, or the next would be inside them.
_EMPTY = frozenset(("input", "link", "meta"))
# Characters that end a line or turn the direction of a text would mislead who reads it.
_MISLEADING = (
    *range(9),
    11,
    12,
    *range(14, 32),
    127,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
_HIDDEN = dict.fromkeys(_MISLEADING, "\ufffd")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Html:
    """Return a value as HTML: escaped, unless it is HTML."""
    if isinstance(value, Html):
        return value
    if value is None:
        return Html()
    return Html(escape(str(value).translate(_HIDDEN)))


_TAG = re.compile("<[^>]*>")


def plain(value: object) -> str:
    """Return a value as text, without its elements if it is HTML."""
    return unescape(_TAG.sub("", value)) if isinstance(value, Html) else str(value)


def join(children: Iterable[object]) -> Html:
    """Return several values as HTML, one after the other."""
    return Html("".join(map(text, children)))


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """Return an element; `class_` is the attribute class, `data_x` is data-x."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        spelled = key.rstrip("_").replace("_", "-")
        words.append(spelled if value is True else f'{spelled}="{text(str(value))}"')
    if name in _EMPTY:
        return Html(f"<{' '.join(words)}>")
    return Html(f"<{' '.join(words)}>{join(children)}</{name}>")


def link(path: str, /, *names: object, **fields: object) -> str:
    """Return an address below the page: names of a path, and fields that have a value."""
    address = "/".join([path, *(quote(str(name), safe="") for name in names)])
    given = [
        (name.rstrip("_"), str(value)) for name, value in fields.items() if value not in ("", None)
    ]
    return f"{address}?{urlencode(given)}" if given else address
