"""Facts given by hand: `role=web`, or a part of a fact: `os.family=RedHat`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def with_given(name: str, value: Any, given: Mapping[str, Any]) -> Any:
    """Give a fact with what was given for it, or for parts of it, put in."""
    for path, wanted in given.items():
        first, *rest = path.split(".")
        if first == name:
            value = _put(value, rest, wanted)
    return value


def _put(value: Any, path: list[str], wanted: Any) -> Any:
    if not path:
        return wanted
    known = value if isinstance(value, dict) else {}
    return {**known, path[0]: _put(known.get(path[0]), path[1:], wanted)}
