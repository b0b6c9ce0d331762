"""Values as YAML, as Ruby writes them.

Ruby decides for each string how it is quoted, and libyaml writes the events that come of it; here
the decisions are the same, and the writer is the same libyaml, or PyYAML's own that copies it.
An array or hash that appears a second time is written as an alias.
"""

from __future__ import annotations

import re

from yaml import emit
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from duckrow.data.errors import DataError
from duckrow.data.scalars import scalar
from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.errors import LimitError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Range, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

try:
    from yaml import CDumper as _Dumper
except ImportError:  # PyYAML was built without libyaml
    from yaml import Dumper as _Dumper  # type: ignore[assignment]

_MOST_DEPTH = 200
_inner_line = re.compile(r"\n(?!\n?\Z)").search
_odd_start = re.compile(r'^[^\w][^"]*$', re.MULTILINE).search
_not_octal = re.compile(r"0[0-7]*[89]").match


def dump(
    ruby: Interpreter,
    value: object,
    width: int | None = None,
    indent: int | None = None,
    *,
    is_canonical: bool = False,
    version: tuple[int, int] | None = None,
    writer: type[Writer] | None = None,
) -> str:
    """Write a value as a document. A width is where long strings are folded; -1 is nowhere.

    `writer` is a Writer that knows more kinds of values.
    """
    steps = (writer or Writer)(ruby, None if width is None or width < 0 else width)
    steps.add(value, 0)
    events: list[Event] = [
        StreamStartEvent(),
        DocumentStartEvent(explicit=True, version=version),
        *steps.events,
        DocumentEndEvent(explicit=False),
        StreamEndEvent(),
    ]
    broad = 1 << 30 if width is not None and width < 0 else width
    text = write_events(events, broad, indent, is_canonical=is_canonical)
    return text.removesuffix("...\n")


def write_events(
    events: Iterable[Event],
    width: int | None = None,
    indent: int | None = None,
    *,
    is_canonical: bool = False,
) -> str:
    """Write the events of a stream, with libyaml if it is there."""
    text: str = emit(
        events,
        Dumper=_Dumper,
        canonical=is_canonical,
        allow_unicode=True,
        width=width,
        indent=indent,
    )
    return text


class Writer:
    """Collects the events of a value."""

    def __init__(self, ruby: Interpreter, width: int | None) -> None:
        self.ruby = ruby
        self.width = width
        self.events: list[Event] = []
        self.known: dict[int, Any] = {}  # the events that began arrays and hashes
        self.kept: list[object] = []  # values whose ids are in use
        self.anchors = 0

    def add(self, value: Any, depth: int) -> None:
        if depth > _MOST_DEPTH:
            raise LimitError(f"YAML deeper than {_MOST_DEPTH} levels")
        kind = type(value)
        if isinstance(value, str):
            self.string(str(value))
        elif value is None:
            self._scalar("", "tag:yaml.org,2002:null")
        elif kind is list or isinstance(value, dict):
            self._collection(value, depth)
        elif kind is float:
            self._scalar(_float(self.ruby, value))
        elif kind is int or kind is bool:
            self._scalar(to_s(self.ruby, value))
        elif kind is Symbol:
            self.symbol(value.name)
        elif kind is Range:
            parts = {"begin": value.first, "end": value.last, "excl": value.excludes_last}
            self._mapping("!ruby/range", parts, depth)
        elif kind is RubyRegexp:
            self.events.append(
                ScalarEvent(None, "!ruby/regexp", (False, False), inspect(self.ruby, value))
            )
        else:
            self.other(value, depth)

    def _scalar(self, text: str, tag: str | None = None) -> None:
        self.events.append(ScalarEvent(None, tag, (True, False), text))

    def symbol(self, name: str) -> None:
        """Write a symbol."""
        if name:
            self._scalar(f":{name}")
        else:
            self.events.append(ScalarEvent(None, "!ruby/symbol", (False, False), ""))

    def string(self, text: str) -> None:
        """Write a string in the quotes that it needs."""
        tag: str | None = None
        is_free = (True, True)
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            from base64 import b64encode

            text, style = b64encode(to_bytes(text)).decode("ascii"), "|"
            tag, is_free = "!binary", (False, False)
        elif _inner_line(text):
            style = "|"
        elif text == "<<":
            style, tag, is_free = "'", "tag:yaml.org,2002:str", (False, False)
        elif text in ("y", "n"):
            style = '"'
        elif self.width is not None and len(text) > self.width:
            style = ">"
        elif _odd_start(text):
            style = '"'
        elif not _is_text(text) or _not_octal(text):
            style = "'"
        else:
            style = ""
        self.events.append(ScalarEvent(None, tag, is_free, text, style=style))

    def _collection(self, value: Any, depth: int) -> None:
        known = self.known.get(id(value))
        if known is not None:
            if known.anchor is None:
                self.anchors += 1
                known.anchor = str(self.anchors)
            self.events.append(AliasEvent(known.anchor))
            return
        if type(value) is list:
            start: Any = SequenceStartEvent(None, None, True, flow_style=False)
        else:
            start = MappingStartEvent(None, None, True, flow_style=False)
        self.known[id(value)] = start
        self.kept.append(value)
        self.events.append(start)
        if type(value) is list:
            for item in value:
                self.add(item, depth + 1)
            self.events.append(SequenceEndEvent())
        else:
            for key, item in value.items():
                self.add(from_key(key), depth + 1)
                self.add(item, depth + 1)
            self.events.append(MappingEndEvent())

    def _mapping(self, tag: str, parts: dict[str, object], depth: int) -> None:
        self.events.append(MappingStartEvent(None, tag, False, flow_style=False))
        for name, item in parts.items():
            self._scalar(name)
            self.add(item, depth + 1)
        self.events.append(MappingEndEvent())

    def other(self, value: object, depth: int) -> None:
        """Write a value that is not a string, number, array or hash."""
        own = getattr(value, "ruby_to_yaml", None)
        if own is not None:
            tag, parts = own(self.ruby)
            if type(parts) is str:
                self.events.append(ScalarEvent(None, tag, (tag is None, False), parts))
            else:
                self._mapping(tag, parts, depth)
        elif type(value) is RubyObject:
            self._mapping(f"!ruby/object:{value.class_.name}", value.variables, depth)
        else:
            self.string(to_s(self.ruby, value))


def _float(ruby: Interpreter, value: float) -> str:
    if value != value:  # noqa: PLR0124  (not a number)
        return ".nan"
    if value in (float("inf"), float("-inf")):
        return ".inf" if value > 0 else "-.inf"
    return to_s(ruby, value)


def _is_text(text: str) -> bool:
    """Return whether a reader would take the text for a string without quotes."""
    try:
        return type(scalar(text)) is str
    except DataError:
        return False
