"""Read plain YAML without a library: importing one takes longer than reading a small file.

Most data of modules is plain: hashes and lists in blocks, each scalar on one line, quoted without
escapes or not at all, and flow lists of words and quoted scalars on one line. Other flow
collections, block scalars, anchors, aliases, tags, and texts with an error are not plain:
`read_plain` returns NOT_PLAIN, and libyaml reads them.

A line adds an entry to the open collection whose column it has. An entry without a value waits for
the collection that the next, deeper line opens.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.scalars import scalar
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NOT_PLAIN = object()
_DEEPEST = 50
_LONGEST = 1_000  # characters of a line; libyaml limits the length of a key

_UNUSUAL = LazyPattern(r"[^\n -~]")  # tabs and other line breaks have rules of their own
_ENTRY = LazyPattern(
    r"""(?x) (?: '([^']*)' | "([^"\\]*)" | ([A-Za-z0-9_] (?: [\w./-] | :(?![ ]|$) )* ) )
        : (?: [ ]+ (.*) )?"""
)
_QUOTED = LazyPattern(r"""(?x) (?: '([^']*)' | "([^"\\]*)" ) (?: [ ]+\#.* )?""")
_UNQUOTED = LazyPattern(r"(?x) (?: [A-Za-z0-9_/.+] | -[^ ] ) .*")
_ITEM = r"""(?: '[^']*' | "[^"\\]*" | [A-Za-z0-9_/.+] [\w./+-]* )"""
_FLOW_ITEM = LazyPattern(f"(?x) {_ITEM}")
_FLOW_LIST = LazyPattern(
    rf"(?x) \[ ( [ ]* {_ITEM} (?: [ ]* , [ ]* {_ITEM} )* [ ]* ) \] (?: [ ]+\#.* )?"
)
_MARKS = frozenset(("---", "--- {}", "--- []"))
_EMPTY: dict[str, Callable[[], object]] = {"[]": list, "{}": dict, "~": lambda: None}


class _NotPlainError(Exception):
    """The text is not plain."""


class _Open:
    """An open collection: its column, and whether its last entry still waits for a value."""

    __slots__ = ("column", "is_waiting", "items", "key")

    def __init__(self, column: int, items: Any) -> None:
        self.column = column
        self.items = items
        self.key: object = None  # of the last entry of a hash
        self.is_waiting = False

    def set(self, value: object) -> None:
        """Replace the value of the last entry."""
        self.items[-1 if type(self.items) is list else self.key] = value


def read_plain(content: bytes, to_key: Callable[[Any], Any]) -> object:
    """Return the value of a plain document, None without one, or NOT_PLAIN."""
    if not content.isascii():
        return NOT_PLAIN
    text = content.decode("ascii")
    if _UNUSUAL.search(text):
        return NOT_PLAIN
    reader = _Reader(to_key)
    try:
        for line in text.split("\n"):
            reader.read(line.rstrip(" "))
    except (_NotPlainError, DataError):
        return NOT_PLAIN
    return reader.root


class _Reader:
    """Reads line by line."""

    __slots__ = ("_is_ended", "_is_started", "_opened", "_to_key", "root")

    def __init__(self, to_key: Callable[[Any], Any]) -> None:
        self.root: object = None
        self._to_key = to_key
        self._opened: list[_Open] = []
        self._is_started = self._is_ended = False

    def read(self, line: str) -> None:
        """Read one line, without blanks at its end."""
        rest = line.lstrip(" ")
        if not rest or rest[0] == "#":
            return
        if len(line) > _LONGEST:
            raise _NotPlainError
        column = len(line) - len(rest)
        if self._is_ended:
            raise _NotPlainError
        if not column and line.startswith(("---", "...")):
            self._mark(line)
            return
        self._is_started = True
        is_item = False
        while rest == "-" or rest.startswith("- "):
            is_item = True
            top = self._collection(column, list)
            top.items.append(None)
            top.is_waiting = True
            inner = rest[1:].lstrip(" ")
            column += len(rest) - len(inner)
            rest = inner
        if not rest or rest[0] == "#":
            return
        entry = _ENTRY.fullmatch(rest)
        if entry is not None:
            self._add(column, entry.groups())
        elif is_item:
            top.set(_value(rest))
            top.is_waiting = False
        else:
            raise _NotPlainError  # a scalar of several lines

    def _mark(self, line: str) -> None:
        """Read the mark before the document, maybe with an empty collection, or that after it."""
        if line == "..." and self._is_started:
            self._is_ended = True
        elif self._is_started or line not in _MARKS:
            raise _NotPlainError
        else:
            self._is_started = True
            if line != "---":
                self.root = _value(line[4:])
                self._is_ended = True

    def _add(self, column: int, groups: tuple[Any, ...]) -> None:
        """Add an entry to a hash."""
        single, double, unquoted, rest = groups
        key = scalar(unquoted) if unquoted is not None else single if double is None else double
        top = self._collection(column, dict)
        top.key = key if type(key) is str else self._to_key(key)
        top.is_waiting = not rest or rest[0] == "#"
        top.set(None if top.is_waiting else _value(rest))

    def _collection(self, column: int, kind: type) -> _Open:
        """Return the collection of an entry at a column; open it if the last entry waits for it."""
        opened = self._opened
        while opened and opened[-1].column > column:
            opened.pop()
        top = opened[-1] if opened else None
        if top is not None and top.column == column:
            if type(top.items) is kind:
                return top
            if kind is dict:
                # A list has the column of the hash that it is in.
                opened.pop()
                if opened and opened[-1].column == column:
                    return opened[-1]
                raise _NotPlainError
        if top is None:
            if column or self.root is not None:
                raise _NotPlainError
        elif not top.is_waiting or len(opened) > _DEEPEST:
            raise _NotPlainError
        new = _Open(column, kind())
        if top is None:
            self.root = new.items
        else:
            top.set(new.items)
            top.is_waiting = False
        opened.append(new)
        return new


def _value(text: str) -> object:
    """Return the value of a scalar or a flow list on one line."""
    if text[0] == "[" and text[:2] != "[]":
        return _flow_list(text)
    quoted = _QUOTED.fullmatch(text)
    if quoted is not None:
        return quoted[1] if quoted[2] is None else quoted[2]
    comment = text.find(" #")
    if comment >= 0:
        text = text[:comment].rstrip(" ")
    if text in _EMPTY:
        return _EMPTY[text]()
    if not _UNQUOTED.fullmatch(text) or ": " in text or text[-1] == ":":
        raise _NotPlainError
    return scalar(text)


def _flow_list(text: str) -> list[object]:
    """Return the value of a list in brackets."""
    found = _FLOW_LIST.fullmatch(text)
    if found is None:
        raise _NotPlainError
    items = _FLOW_ITEM.findall(found[1])
    return [item[1:-1] if item[0] in "'\"" else scalar(item) for item in items]
