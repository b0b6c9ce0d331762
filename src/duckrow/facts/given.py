"""Facts from the command line: `role=web`, or a part of a fact: `os.family=RedHat`.

A value that replaces a boolean or an integer is converted to one, if possible: the string "false"
would count as true. All other values are strings.
"""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def read_given(words: Sequence[str]) -> dict[str, str]:
    """Parse NAME=VALUE, where a name may be a path."""
    given = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or "" in name.split("."):
            raise InputError(f"--fact takes NAME=VALUE, not '{word}'")
        given[name] = value
    return given


def put_given(facts: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts with the given values put in."""
    found = dict(facts)
    for path in given:
        name = path.partition(".")[0]
        found[name] = with_given(name, facts.get(name), given)
    return found


def with_given(name: str, value: Any, given: Mapping[str, Any]) -> Any:
    """Return a fact with the values given for it, or for parts of it, put in."""
    for path, wanted in given.items():
        first, *rest = path.split(".")
        if first == name:
            value = _put(value, rest, wanted)
    return value


def _put(value: Any, path: list[str], wanted: Any) -> Any:
    if not path:
        return _like(value, wanted)
    known = value if isinstance(value, dict) else {}
    return {**known, path[0]: _put(known.get(path[0]), path[1:], wanted)}


def _like(known: Any, wanted: Any) -> Any:
    """Convert a string to the type of the value that it replaces."""
    if type(known) is bool and wanted in ("true", "false"):
        return wanted == "true"
    if type(known) is int and type(wanted) is str:
        digits = wanted.removeprefix("-")
        if digits.isascii() and digits.isdecimal():
            return int(wanted)
    return wanted
