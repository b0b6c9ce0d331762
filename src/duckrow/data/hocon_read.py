"""Parse a HOCON text into a tree."""

from __future__ import annotations

import re

from duckrow.data.hocon_tree import HoconError, Join, Object, Reference, Text, plain
from duckrow.data.limits import MOST_DEPTH, too_deep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_blank = re.compile(r"[^\S\n]+")
_skip = re.compile(r"(?:\s|﻿|#[^\n]*|//[^\n]*)*")
_skip_on_line = re.compile(r"(?:[^\S\n]|#[^\n]*|//[^\n]*)*")
_bare = re.compile(r"""(?:(?!//)[^$"{}\[\]:=,+\#`^?!@*&\\\s])+""")
_quoted = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


class Reader:
    """Parses one text."""

    __slots__ = ("_counted", "at", "depth", "file", "text")

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.at = 0
        self.depth = 0
        self._counted = (0, 1)  # the offset up to which lines were counted, and the line there

    def document(self) -> Object:
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
        before, line = self._counted
        if self.at < before:
            before, line = 0, 1
        line += self.text.count("\n", before, self.at)
        self._counted = (self.at, line)
        return line

    def wrong(self, expected: str) -> HoconError:
        got = self.text[self.at : self.at + 10].partition("\n")[0] or "the end of the line"
        return HoconError(f"String: {self.line}: expected {expected}, got '{got}'")

    def nested(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise too_deep(self.file, self.line)

    # ---- objects

    def new_object(self) -> Object:
        return Object()

    def object_(self) -> Object:
        self.nested()
        self.at += 1
        found = self.fields("}")
        self.depth -= 1
        return found

    def fields(self, end: str) -> Object:
        found = self.new_object()
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

    def field(self, into: Object) -> None:
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
            value = Join([Reference(path, True, self.line), [value]])
        into.add(path, value)

    def path(self) -> list[str]:
        """Parse a path of keys; quoted keys may contain dots."""
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
        if self.depth + len(parts) > MOST_DEPTH:
            raise too_deep(self.file, self.line)
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
                parts.append(Text(match[0]))
        while parts and isinstance(parts[-1], Text) and not parts[-1].strip():
            parts.pop()
        if not parts:
            raise self.wrong("a value")
        if len(parts) == 1:
            return plain(parts[0])
        return Join(parts)

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

    def reference(self) -> Reference:
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
        return Reference(path, is_optional, line)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    from json import loads

    try:
        return str(loads(f'"{text}"'))
    except ValueError:
        raise HoconError(f'String: invalid escape in "{text}"') from None
