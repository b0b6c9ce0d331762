"""URI[parts]: URIs, all or those whose parts fit."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.values.uri import URI

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")
_USUAL_PORTS = {"http": 80, "https": 443}


@frozen
class UriType(Type):
    """URIs by their parts: each part is a value, a type or a regular expression to fit."""

    name = "URI"
    parts: tuple[tuple[str, object], ...] | None

    def key(self) -> object:
        """The order of the parts does not matter."""
        return None if self.parts is None else frozenset(self.parts)


DEFAULT = UriType(None)


def of_uri(uri: URI) -> UriType:
    """Make the type of one URI: its parts, without what is empty or usual."""
    found: list[tuple[str, object]] = []
    for name in PARTS:
        value = getattr(uri, name)
        match name:
            case "scheme" | "host":
                value = value.lower() if value else None
            case "port":
                is_usual = value is None or value == _USUAL_PORTS.get((uri.scheme or "").lower())
                value = None if is_usual else str(value)
            case "path":
                value = value or None
        if value is not None:
            found.append((name, value))
    return UriType(tuple(found) or None)
