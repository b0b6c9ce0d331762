"""YAML as the reference's platform writes it."""

from __future__ import annotations

import re
from math import isnan

from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from duckrow.data.scalars import RefusedError, scalar
from duckrow.puppet.functions.number_text import leading_integer
from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.keys import from_key
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PLAIN, _SINGLE, _DOUBLE, _LITERAL, _FOLDED = None, "'", '"', "|", ">"
_SEVERAL_LINES = re.compile(r"\n(?!\Z|\n\Z)").search
_STRANGE_START = re.compile(r'(?m)^\W[^"]*$').search
_NEARLY_OCTAL = re.compile(r"0[0-7]*[89]").match


def written(value: Any, options: dict[str, Any]) -> str:
    """Write a value as a document."""
    from io import StringIO

    from yaml import CDumper

    steps = _Steps(options.get("line_width"))
    steps.add(value)
    stream = StringIO()
    emitter = CDumper(
        stream,
        canonical=options.get("canonical"),
        indent=options.get("indentation"),
        width=options.get("line_width"),
        allow_unicode=True,
    )
    version = _version(options)
    for event in (
        StreamStartEvent(),
        DocumentStartEvent(explicit=True, version=version),
        *steps.events,
        DocumentEndEvent(explicit=False),
        StreamEndEvent(),
    ):
        emitter.emit(event)
    return stream.getvalue()


def _version(options: dict[str, Any]) -> tuple[int, int] | None:
    version = options.get("version")
    if type(version) is list:
        return tuple(version)
    if type(version) is str:
        major, _, minor = version.partition(".")
        return leading_integer(major), leading_integer(minor)
    return (1, 1) if "version" in options or options.get("header") else None


class _Steps:
    """The events that a value is made of. What is there again is referred to."""

    __slots__ = ("count", "events", "known", "width")

    def __init__(self, width: int | None) -> None:
        self.events: list[Any] = []
        self.known: dict[int, Any] = {}
        self.count = 0
        self.width = None if width == -1 else width

    def add(self, value: Any) -> None:
        kind = type(value)
        if kind is str:
            self._text(value)
        elif kind is list or kind is dict:
            self._collection(value)
        elif value is None:
            self._scalar("", tag="tag:yaml.org,2002:null")
        elif kind is bool or kind is int:
            self._scalar(to_text(value))
        elif kind is float:
            self._scalar(_number(value))
        elif kind is Default:
            self._scalar(":default")
        elif isinstance(value, RubyRegexp):
            self._scalar(inspect(value), tag="!ruby/regexp", is_plain=False)
        else:
            self._text(to_text(value))

    def _scalar(self, text: str, tag: str | None = None, is_plain: bool = True) -> None:
        self.events.append(ScalarEvent(None, tag, (is_plain, False), text, style=_PLAIN))

    def _text(self, text: str) -> None:
        if text == "<<":
            event = ScalarEvent(None, "tag:yaml.org,2002:str", (False, False), text, style=_SINGLE)
        else:
            event = ScalarEvent(None, None, (True, True), text, style=self._style(text))
        self.events.append(event)

    def _style(self, text: str) -> str | None:
        if _SEVERAL_LINES(text):
            return _LITERAL
        if text in ("y", "n"):
            return _DOUBLE
        if self.width is not None and len(text) > self.width:
            return _FOLDED
        if _STRANGE_START(text):
            return _DOUBLE
        return _PLAIN if _stays_text(text) else _SINGLE

    def _collection(self, value: Any) -> None:
        known = self.known.get(id(value))
        if known is not None:
            if known.anchor is None:
                self.count += 1
                known.anchor = str(self.count)
            self.events.append(AliasEvent(known.anchor))
            return
        if type(value) is list:
            start: Any = SequenceStartEvent(None, None, True, flow_style=False)
            end: Any = SequenceEndEvent()
            items = value
        else:
            start = MappingStartEvent(None, None, True, flow_style=False)
            end = MappingEndEvent()
            items = [part for key, item in value.items() for part in (from_key(key), item)]
        self.known[id(value)] = start
        self.events.append(start)
        for item in items:
            self.add(item)
        self.events.append(end)


def _number(value: float) -> str:
    if isnan(value):
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    return to_text(value)


def _stays_text(text: str) -> bool:
    """Tell whether a reader would take a text, written as it is, for a text."""
    if _NEARLY_OCTAL(text):
        return False
    try:
        return type(scalar(text)) is str
    except RefusedError:
        return False
