"""Calls of lookup and of the hiera functions: what they asked for, and which answer counted."""

from __future__ import annotations

from duckrow.explain.answer import Reason
from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.explain.data import data_reason
from duckrow.puppet.explain.evaluate import UNKNOWN, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.explain.reader import Reader
    from duckrow.puppet.syntax import nodes as n

LOOKUPS = frozenset(("lookup", "hiera", "hiera_array", "hiera_hash"))
_MERGES = {"hiera_array": "unique", "hiera_hash": "hash"}


class LookupCall:
    """The arguments of a call: the keys, and what has an answer before and after the data.

    `rest` are the arguments behind the keys; the default is among them.
    """

    __slots__ = ("default_values", "keys", "merge", "override", "rest")

    def __init__(self, keys: list[str], merge: object, rest: list[n.Node]) -> None:
        self.keys = keys
        self.merge = merge
        self.rest = rest
        self.override: dict[object, object] = {}
        self.default_values: dict[object, object] = {}

    def reasons(self, reader: Reader, *, is_secret: bool) -> tuple[list[Reason], bool]:
        """Return where each key was looked for, and whether one of them was found."""
        found: list[Reason] = []
        for key in self.keys:
            if key in self.override:
                found.append(_of_option("override", key, self.override, is_secret=is_secret))
                return found, True
        for key in self.keys:
            found.append(
                data_reason(
                    reader.recorded, reader.scope, key, is_secret=is_secret, merge=self.merge
                )
            )
            if found[-1].kind != "no data":
                return found, True
        for key in self.keys:
            if key in self.default_values:
                values = self.default_values
                found.append(_of_option("default_values_hash", key, values, is_secret=is_secret))
                return found, True
        return found, False


def _of_option(option: str, key: str, values: dict[object, object], *, is_secret: bool) -> Reason:
    value = REDACTED if is_secret else shown(values[key])
    return Reason("option", f"the option {option} has {key}: {value}")


def read_lookup(reader: Reader, name: str, parts: list[n.Node]) -> LookupCall | None:
    """Read the arguments of a call; None if they cannot be known."""
    values = [reader.value(each) for each in parts]
    if not values or values[0] is UNKNOWN:
        return None
    options: dict[object, object] = {}
    key = values[0]
    merge: object = _MERGES.get(name)
    if name == "lookup":
        if isinstance(key, dict):
            options, key = key, key.get("name")
        elif len(values) > 1 and isinstance(values[1], dict):
            options = values[1]
        elif len(values) > 2:
            merge = values[2]
        merge = options.get("merge", merge)
    keys = [key] if isinstance(key, str) else key
    if not isinstance(keys, list) or not all(isinstance(each, str) for each in keys):
        return None
    if merge is UNKNOWN:
        return None
    call = LookupCall(keys, merge, parts[1:] if parts[1:] else parts[:1])
    for option in ("override", "default_values_hash"):
        given = options.get(option)
        if isinstance(given, dict):
            if option == "override":
                call.override = given
            else:
                call.default_values = given
    return call
