"""Binary(string, format), Binary(bytes) and both as a hash."""

from __future__ import annotations

from duckrow.puppet.values.binary import Binary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_hash(arguments: dict[str, Any]) -> Binary:
    value = arguments["value"]
    if isinstance(value, str):
        return Binary.parse(value, arguments.get("format") or "%B")
    return Binary(value)


CALLS = (Binary.parse, Binary, from_hash)
