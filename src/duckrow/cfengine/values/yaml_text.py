"""Read YAML as the reference does.

The reference reads event by event: invalid YAML yields the values before the error, and an alias is
ignored. A plain scalar that starts with a number and a blank is that number.
"""

from __future__ import annotations

from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import MAX_DEPTH, JsonError, copied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.cfengine.values.rvals import Json

_TAG = "tag:yaml.org,2002:"
_NULLS = frozenset(("~", "", "NULL", "Null", "null"))
_TRUE = frozenset(("Y", "y", "YES", "Yes", "yes", "TRUE", "True", "true", "ON", "On", "on"))
_FALSE = frozenset(("N", "n", "NO", "No", "no", "FALSE", "False", "false", "OFF", "Off", "off"))


class _Open:
    """An open container, and the key of the next value."""

    __slots__ = ("key", "value")

    def __init__(self, value: dict[str, Json] | list[Json]) -> None:
        self.value = value
        self.key: str | None = None

    def add(self, value: Json) -> None:
        """Add a value."""
        if isinstance(self.value, list):
            self.value.append(value)
            return
        if self.key is None:
            raise JsonError("Unexpected container as a key")
        self.value.pop(self.key, None)
        self.value[self.key] = value
        self.key = None


def parse_yaml(text: str) -> Json:
    """Return the value of the first document. Raise JsonError if there is none."""
    from yaml.events import (
        MappingEndEvent,
        MappingStartEvent,
        ScalarEvent,
        SequenceEndEvent,
        SequenceStartEvent,
    )

    holder = _Open([])
    opened = [holder]
    for event in _events(text):
        top = opened[-1]
        if isinstance(event, ScalarEvent):
            if isinstance(top.value, dict) and top.key is None:
                top.key = event.value
            else:
                top.add(_scalar(event))
        elif isinstance(event, SequenceStartEvent | MappingStartEvent):
            inner = _Open([] if isinstance(event, SequenceStartEvent) else {})
            top.add(inner.value)
            opened.append(inner)
            if len(opened) > MAX_DEPTH:
                raise JsonError("containers are nested too deeply")
        elif isinstance(event, SequenceEndEvent | MappingEndEvent):
            opened.pop()
    assert isinstance(holder.value, list)
    if not holder.value:
        raise JsonError("No data")
    return copied(holder.value[0])


def _events(text: str) -> Iterator[Any]:
    from yaml.error import YAMLError

    from duckrow.data.yaml_events import events

    try:
        yield from events(text.encode("utf-8", "surrogateescape"))
    except YAMLError:
        return


def _scalar(event: Any) -> Json:
    """Return the value of a scalar, by its quotes, its tag and its text."""
    is_plain, is_quoted = event.implicit
    text: str = event.value
    tag = (event.tag or "").removeprefix(_TAG)
    if (is_plain or tag == "null") and text in _NULLS:
        return None
    if is_quoted:
        return text
    if is_plain or tag == "bool":
        if text in _TRUE:
            return True
        if text in _FALSE:
            return False
    if (is_plain or tag in ("int", "float")) and text[:1] in tuple("-0123456789"):
        try:
            return parse(text)
        except JsonError:
            pass
    return text
