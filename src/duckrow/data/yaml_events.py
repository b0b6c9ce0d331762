"""Read any YAML with libyaml, as Ruby's reader does.

libyaml turns the text into events; this module turns them into values. Only the first document
counts. Aliases share their value, a later key wins over an earlier one, and `<<` inserts the
entries of another hash. Tags that would create Ruby objects are rejected.

Invariants:
 1. Building is a loop over a stack, so deep data cannot exhaust Python's stack.
 2. A value never contains itself.
"""

from __future__ import annotations

from yaml import SafeLoader
from yaml.error import YAMLError
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.parser import ParserError
from yaml.reader import ReaderError

from duckrow.data.errors import DataError, LimitError, YamlError
from duckrow.data.limits import (
    MOST_ALIASED,
    MOST_DEPTH,
    too_deep,
    too_many_aliases,
)
from duckrow.data.scalars import DisallowedClassError, scalar
from duckrow.data.symbol import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

try:
    from yaml._yaml import CParser as _Parser
except ImportError:  # PyYAML was built without libyaml

    class _Parser:  # type: ignore[no-redef]
        """The same parser in Python: the same events, slower."""

        def __new__(cls, stream: bytes) -> Any:
            return SafeLoader(stream)


def load_events(content: bytes, file: str, to_key: Callable[[Any], Any]) -> object:
    """Return the value of the first document, or None without one."""
    parser = _Parser(content)
    try:
        try:
            value = _build(parser, file, to_key)
        except LimitError:
            raise  # reading on would take quadratic time
        except DataError:
            _finish(parser)
            raise
        _finish(parser)
    except YAMLError as error:
        raise YamlError(words(error, file)) from None
    except DisallowedClassError as error:
        raise YamlError(f"({file}): {error}") from None
    return value


def _finish(parser: Any) -> None:
    """Read on to the end of the document: a syntax error there is reported first."""
    while not isinstance(parser.get_event(), DocumentEndEvent | StreamEndEvent | None):
        pass


def events(content: bytes) -> Iterator[Any]:
    """Return the events of a valid YAML text."""
    parser = _Parser(content)
    while not isinstance(event := parser.get_event(), StreamEndEvent):
        yield event


def first_alias(content: bytes) -> str | None:
    """Return the name of the first alias in a valid YAML text."""
    return next((each.anchor for each in events(content) if isinstance(each, AliasEvent)), None)


class _Open:
    """An open collection."""

    __slots__ = ("aliased", "anchor", "is_merging", "is_pairs", "items", "key", "key_is_next")

    def __init__(self, items: Any, anchor: str | None) -> None:
        self.items = items
        self.anchor = anchor
        self.key: object = None
        self.key_is_next = True
        self.is_merging = False  # the last key is <<
        self.is_pairs = False  # a list of single pairs that represents a hash
        self.aliased = 1  # the number of values that an alias of this adds


def _build(parser: Any, file: str, to_key: Callable[[Any], Any]) -> object:
    next_event = parser.get_event
    anchors: dict[str, tuple[object, int]] = {}
    opened: list[_Open] = []
    unfinished: set[str] = set()
    top: _Open | None = None
    total = 0  # values added by aliases
    while True:
        event = next_event()
        kind = type(event)
        count = 1
        if kind is ScalarEvent:
            is_plain, is_quoted = event.implicit
            if is_quoted:
                value = event.value
            else:
                value = scalar(event.value) if is_plain else _tagged(event.tag, event.value)
            if event.anchor is not None:
                anchors[event.anchor] = (value, 1)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            if len(opened) >= MOST_DEPTH:
                raise too_deep(file, event.start_mark.line + 1)
            top = _Open({} if kind is MappingStartEvent else [], event.anchor)
            if event.tag is not None:
                _check_tag(event.tag)
                if event.tag in ("!omap", "tag:yaml.org,2002:omap"):
                    if kind is MappingStartEvent:
                        raise DisallowedClassError("Psych::Omap")
                    top.is_pairs = True
            if event.anchor is not None:
                unfinished.add(event.anchor)
            opened.append(top)
            continue
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            closed = opened.pop()
            value, count = closed.items, closed.aliased
            if closed.is_pairs:
                value = {to_key(key): item for pair in value for key, item in _first(pair)}
            if closed.anchor is not None:
                anchors[closed.anchor] = (value, count)
                unfinished.discard(closed.anchor)
            top = opened[-1] if opened else None
        elif kind is AliasEvent:
            if event.anchor not in anchors or event.anchor in unfinished:
                if event.anchor in unfinished:
                    line = event.start_mark.line + 1
                    raise YamlError(f"({file}): {event.anchor} contains itself at line {line}")
                raise YamlError(f"Unknown alias: {event.anchor}")
            value, count = anchors[event.anchor]
            total += count
            if total > MOST_ALIASED:
                raise too_many_aliases(file, event.start_mark.line + 1)
        elif kind is StreamEndEvent:
            return None
        else:
            continue
        if top is None:
            return value
        top.aliased += count
        items = top.items
        if type(items) is list:
            items.append(value)
        elif top.key_is_next:
            top.key = value
            top.is_merging = value == "<<" and event.tag != "tag:yaml.org,2002:str"
            top.key_is_next = False
        else:
            top.key_is_next = True
            if top.is_merging and kind is not ScalarEvent and _merge(items, value):
                continue
            key = top.key
            items[key if type(key) is str else to_key(key)] = value


def _merge(into: dict[Any, Any], value: Any) -> bool:
    """Insert the value of <<; False if it is neither a hash nor a list of hashes."""
    if isinstance(value, dict):
        into.update(value)
        return True
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        merged: dict[object, object] = {}
        for item in reversed(value):
            merged.update(item)
        into.update(merged)
        return True
    return False


def _first(pair: Any) -> list[tuple[object, object]]:
    return list(pair.items())[:1] if isinstance(pair, dict) else []


def _tagged(tag: str, text: str) -> object:
    """Return the value of a scalar with a tag; most tags add nothing."""
    short = tag.removeprefix("tag:yaml.org,2002:")
    if short in ("binary", "!binary"):
        from base64 import b64decode

        return b64decode(text).decode("utf-8", "replace")
    if short in ("str", "!str", "!ruby/string"):
        return text
    if short in ("float", "!float"):
        return _float(scalar(text))
    if short.startswith("!ruby/sym"):
        return Symbol(text)
    if short in ("!ruby/class", "!ruby/module"):
        raise DisallowedClassError(text)
    _check_tag(tag)
    return scalar(text)


def _float(value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    try:
        return float(value)
    except ValueError:
        raise YamlError(f'invalid value for Float(): "{value}"') from None
    except TypeError:
        kind = {None: "nil", True: "true", False: "false"}.get(value, "Symbol")
        raise YamlError(f"can't convert {kind} into Float") from None


_DISALLOWED = {
    "!ruby/regexp": "Regexp",
    "!ruby/range": "Range",
    "!ruby/object": "Object",
    "!ruby/struct": "Struct",
    "set": "Psych::Set",
    "!set": "Psych::Set",
}


def _check_tag(tag: str) -> None:
    """Reject a tag that denotes a Ruby object."""
    short = tag.removeprefix("tag:yaml.org,2002:")
    if short in _DISALLOWED:
        raise DisallowedClassError(_DISALLOWED[short])
    if short.startswith(("!ruby/", "!map:", "!seq:", "!str:")) and not short.startswith(
        "!ruby/sym"
    ):
        kind, _, name = short.partition(":")
        if name and (kind, name) != ("!ruby/object", "Hash"):
            raise DisallowedClassError(name)


def words(error: YAMLError, file: str) -> str:
    """Write a parser error as Ruby's reader does."""
    if isinstance(error, ReaderError):
        return f"({file}): {error.reason} at line 1 column 1"
    problem = " ".join(
        part for part in (getattr(error, "problem", ""), getattr(error, "context", "")) if part
    )
    mark = getattr(error, "context_mark", None)
    if mark is None and not isinstance(error, ParserError):
        mark = getattr(error, "problem_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return f"({file}): {problem} at line {line} column {column}"
