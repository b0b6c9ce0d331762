"""HOCON into plain values: JSON for people, with paths as keys, substitutions and concatenation.

Reading gives a tree in which every key has all the values that were written for it, in order.
Resolving goes through it from the top: objects of one key are merged, other values replace each
other, and ${a.b} is the value at that path. A value that refers to its own key means what was
written for it before.

Includes are passed over, and the environment of the process is not asked.
"""

from __future__ import annotations

import re

from duckrow.data.errors import DataError
from duckrow.data.limits import MOST_ALIASED, MOST_DEPTH, check_size, too_deep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class HoconError(DataError):
    """A text that is no HOCON, or a substitution that leads nowhere."""


class _Object:
    """Keys with all the values that were written for them."""

    __slots__ = ("fields",)

    def __init__(self) -> None:
        self.fields: dict[str, list[Any]] = {}

    def add(self, path: list[str], value: Any) -> None:
        """Write a value at a path."""
        for key in reversed(path[1:]):
            inner = _Object()
            inner.fields[key] = [value]
            value = inner
        self.fields.setdefault(path[0], []).append(value)


class _Reference:
    """${path}, or ${?path}, which may lead nowhere."""

    __slots__ = ("is_optional", "line", "path")

    def __init__(self, path: list[str], is_optional: bool, line: int) -> None:
        self.path = path
        self.is_optional = is_optional
        self.line = line


class _Join:
    """Values that stand side by side: texts with the space between them, objects, or lists."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts


class _Text(str):
    """Text that was not quoted: what it is depends on whether it stands alone."""

    __slots__ = ()


_MISSING: Any = object()
_blank = re.compile(r"[^\S\n]+")
_skip = re.compile(r"(?:\s|﻿|#[^\n]*|//[^\n]*)*")
_skip_on_line = re.compile(r"(?:[^\S\n]|#[^\n]*|//[^\n]*)*")
_bare = re.compile(r"""(?:(?!//)[^$"{}\[\]:=,+\#`^?!@*&\\\s])+""")
_quoted = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_number = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)


def load(content: bytes, file: str = "<unknown>") -> Any:
    """Give the value of a HOCON text."""
    check_size(content, file)
    reader = _Reader(content.decode("utf-8", "replace"), file)
    return _Resolver(reader.document()).value()


class _Reader:
    """Reads one text."""

    __slots__ = ("at", "depth", "file", "text")

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.at = 0
        self.depth = 0

    def document(self) -> _Object:
        self.skip()
        if self.peek() == "[":
            raise HoconError(f"String: {self.line}: has type LIST rather than object at file root")
        value = self.object_() if self.peek() == "{" else self.fields("")
        self.skip()
        if self.at < len(self.text):
            raise self.wrong("the end of the text")
        return value

    # ---- the text

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def skip(self, pattern: re.Pattern[str] = _skip) -> None:
        match = pattern.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def wrong(self, expected: str) -> HoconError:
        got = self.text[self.at : self.at + 10].partition("\n")[0] or "the end of the line"
        return HoconError(f"String: {self.line}: expected {expected}, got '{got}'")

    def nested(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise too_deep(self.file, self.line)

    # ---- objects

    def object_(self) -> _Object:
        self.nested()
        self.at += 1
        found = self.fields("}")
        self.depth -= 1
        return found

    def fields(self, end: str) -> _Object:
        found = _Object()
        while True:
            self.skip()
            if self.peek() == "":
                if end:
                    raise self.wrong("a }")
                return found
            if self.peek() == end:
                self.at += 1
                return found
            self.field(found)
            self.skip(_skip_on_line)
            if self.peek() == ",":
                self.at += 1
            elif self.peek() not in ("\n", "", end):
                raise self.wrong("a comma, a new line or a }")

    def field(self, into: _Object) -> None:
        if re.compile(r"include\s+(?=[\"a-z])").match(self.text, self.at):
            end = self.text.find("\n", self.at)
            self.at = len(self.text) if end < 0 else end
            return
        path = self.path()
        self.skip()
        sign = self.peek()
        if sign == "{":
            into.add(path, self.value())
            return
        is_added = self.text.startswith("+=", self.at)
        if not is_added and sign not in (":", "="):
            raise self.wrong("a : or = after a key")
        self.at += 2 if is_added else 1
        self.skip()
        value = self.value()
        if is_added:
            value = _Join([_Reference(path, True, self.line), [value]])
        into.add(path, value)

    def path(self) -> list[str]:
        """Read a path of keys; quoted keys may have dots."""
        parts = [""]
        has_part = False
        while True:
            if match := _quoted.match(self.text, self.at):
                parts[-1] += _unescaped(match[1])
                has_part = True
            elif match := _bare.match(self.text, self.at):
                first, *others = match[0].split(".")
                parts[-1] += first
                parts += others
                has_part = True
            elif has_part and (match := _blank.match(self.text, self.at)):
                after = self.text[match.end() : match.end() + 1]
                if after and after not in ":={}+":
                    parts[-1] += match[0]
            else:
                break
            self.at = match.end()
        if not has_part or "" in parts:
            raise self.wrong("a key")
        return parts

    # ---- values

    def value(self) -> Any:
        parts: list[Any] = []
        while True:
            sign = self.peek()
            if sign == "{":
                parts.append(self.object_())
            elif sign == "[":
                parts.append(self.list_())
            elif self.text.startswith('"""', self.at):
                parts.append(self.long_text())
            elif match := _quoted.match(self.text, self.at):
                self.at = match.end()
                parts.append(_unescaped(match[1]))
            elif self.text.startswith("${", self.at):
                parts.append(self.reference())
            else:
                match = _bare.match(self.text, self.at)
                if match is None and parts:
                    match = _blank.match(self.text, self.at)
                if match is None:
                    break
                self.at = match.end()
                parts.append(_Text(match[0]))
        while parts and isinstance(parts[-1], _Text) and not parts[-1].strip():
            parts.pop()
        if not parts:
            raise self.wrong("a value")
        if len(parts) == 1:
            return _plain(parts[0])
        return _Join(parts)

    def list_(self) -> list[Any]:
        self.nested()
        self.at += 1
        items: list[Any] = []
        while True:
            self.skip()
            if self.peek() == "]":
                self.at += 1
                self.depth -= 1
                return items
            items.append(self.value())
            self.skip(_skip_on_line)
            if self.peek() == ",":
                self.at += 1
            elif self.peek() not in ("\n", "]"):
                raise self.wrong("a comma, a new line or a ]")

    def long_text(self) -> str:
        end = self.text.find('"""', self.at + 3)
        if end < 0:
            raise self.wrong('the """ that ends a text')
        while self.text[end + 3 : end + 4] == '"':
            end += 1
        found = self.text[self.at + 3 : end]
        self.at = end + 3
        return found

    def reference(self) -> _Reference:
        line = self.line
        self.at += 2
        is_optional = self.peek() == "?"
        self.at += is_optional
        self.skip(_skip_on_line)
        path = self.path()
        self.skip(_skip_on_line)
        if self.peek() != "}":
            raise self.wrong("a }")
        self.at += 1
        return _Reference(path, is_optional, line)


_WORDS = {"true": True, "false": False, "null": None}


def _plain(value: Any) -> Any:
    """Give what text without quotes means when it stands alone."""
    if not isinstance(value, _Text):
        return value
    if value in _WORDS:
        return _WORDS[value]
    match = _number.fullmatch(value)
    if match is None or len(value) > 1000:
        return str(value)
    if not (match[1] or match[2]):
        return int(value)
    number = float(value)
    return int(number) if number.is_integer() else number


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    from json import loads

    try:
        return str(loads(f'"{text}"'))
    except ValueError:
        raise HoconError(f'String: invalid escape in "{text}"') from None


class _Resolver:
    """Puts values where references stand."""

    __slots__ = ("active", "count", "root")

    def __init__(self, root: Any) -> None:
        self.root = root
        # How many of the values of a key may be used: while one is worked out, those before it.
        self.active: dict[int, int] = {}
        self.count = 0

    def value(self) -> Any:
        return self.resolved(self.root)

    def resolved(self, value: Any) -> Any:
        """Give a value without references, or _MISSING."""
        self.count += 1
        if self.count > MOST_ALIASED:
            raise HoconError(f"substitutions stand for more than {MOST_ALIASED} values")
        if isinstance(value, _Object):
            fields = ((key, self.folded(values)) for key, values in value.fields.items())
            return {key: item for key, item in fields if item is not _MISSING}
        if isinstance(value, list):
            items = (self.resolved(item) for item in value)
            return [item for item in items if item is not _MISSING]
        if isinstance(value, _Reference):
            found = self.found([self.root], value.path)
            if found is _MISSING and not value.is_optional:
                path = ".".join(value.path)
                raise HoconError(
                    f"String: {value.line}: Could not resolve substitution to a value: ${{{path}}}"
                )
            return found
        return self.joined(value.parts) if isinstance(value, _Join) else value

    def folded(self, values: list[Any]) -> Any:
        """Give what all the values of a key come to."""
        limit = self.active.get(id(values), len(values))
        result = _MISSING
        try:
            for index in range(limit - 1, -1, -1):
                self.active[id(values)] = index
                item = self.resolved(values[index])
                if item is _MISSING:
                    continue
                if result is _MISSING:
                    result = item
                elif isinstance(item, dict):
                    result = _merged(item, result)
                if not isinstance(item, dict):
                    break
        finally:
            self.active[id(values)] = limit
        return result

    def found(self, objects: list[Any], path: list[str]) -> Any:
        """Give the value at a path in objects of which later ones win."""
        result = _MISSING
        for holder in reversed(objects):
            if isinstance(holder, _Object):
                values = holder.fields.get(path[0])
                if values is None:
                    continue
                item = self.folded(values) if len(path) == 1 else self._inside(values, path[1:])
            elif isinstance(holder, dict) and path[0] in holder:
                item = holder[path[0]]
                for key in path[1:]:
                    item = item.get(key, _MISSING) if isinstance(item, dict) else _MISSING
            else:
                continue
            if item is _MISSING:
                continue
            if result is _MISSING:
                result = item
            elif isinstance(item, dict):
                result = _merged(item, result)
            if not isinstance(item, dict):
                break
        return result

    def _inside(self, values: list[Any], path: list[str]) -> Any:
        limit = self.active.get(id(values), len(values))
        holders: list[Any] = []
        for index in range(len(values) - 1, -1, -1):
            value = values[index]
            if not isinstance(value, _Object):
                if index >= limit:
                    continue
                self.active[id(values)] = index
                try:
                    value = self.resolved(value)
                finally:
                    self.active[id(values)] = limit
            if isinstance(value, _Object | dict):
                holders.insert(0, value)
            elif value is not _MISSING:
                break
        return self.found(holders, path)

    def joined(self, parts: list[Any]) -> Any:
        """Give what values that stand side by side come to."""
        resolved = [(part, self.resolved(part)) for part in parts]
        known = [(part, item) for part, item in resolved if item is not _MISSING]
        solid = [item for part, item in known if not (isinstance(part, _Text) and not part.strip())]
        if not solid:
            return _MISSING
        if all(isinstance(item, dict) for item in solid):
            merged: dict[str, Any] = {}
            for item in solid:
                merged = _merged(merged, item)
            return merged
        if all(isinstance(item, list) for item in solid):
            return [inner for item in solid for inner in item]
        if any(isinstance(item, dict | list) for item in solid):
            raise HoconError("String: Cannot concatenate object or list with a non-object-or-list")
        if len(known) == 1:
            return _plain(known[0][1])
        return "".join(_text(item) for _, item in known)


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _merged(weak: dict[str, Any], strong: dict[str, Any]) -> dict[str, Any]:
    """Merge objects; the keys of the later one come first."""
    result: dict[str, Any] = {}
    for key, value in strong.items():
        if isinstance(value, dict) and isinstance(weak.get(key), dict):
            value = _merged(weak[key], value)
        result[key] = value
    return result | {key: value for key, value in weak.items() if key not in strong}
