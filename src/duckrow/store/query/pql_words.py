"""Fields, functions and values of a query in PQL."""

from __future__ import annotations

import re

from duckrow.store.query.errors import QueryError
from duckrow.store.query.pql_text import (
    DIGITS,
    IN_DOUBLE,
    IN_SINGLE,
    MATCH_PART,
    NAME,
    PLAIN_PART,
    QUOTED_PART,
    SHOWN,
    Mismatch,
    Text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.query.pql_text import Value

FUNCTIONS = ("count", "avg", "sum", "min", "max", "to_string")
_INTEGERS = range(-(1 << 63), 1 << 63)
_AFTER_FIELD = re.compile(r"[. \t\n\x0b\f\r,\[\]!<=>~(){}]|\Z")
_EXPONENT = re.compile(r"[Ee][-+]?[0-9]+")
_ESCAPED = re.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])|(\\)|([\x00-\x1f])')
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Words(Text):
    """Reads the fields and values of a text."""

    __slots__ = ()

    # ---- fields

    def fields(self) -> list[Value]:
        """Read fields and functions."""
        found = [self._field_or_function()]
        while True:
            end = self.at
            self.blanks()
            if not self.has(","):
                self.at = end
                return found
            self.blanks()
            found.append(self._field_or_function())

    def _field_or_function(self) -> Value:
        start = self.at
        if NAME.match(self.text, start) is None:
            self.note_field()
        for name in FUNCTIONS:
            if self.has(name):
                self.blanks()
                if self.has("("):
                    return ["function", name, *self._arguments()]
                self.at = start
        if NAME.match(self.text, start) is None:
            raise Mismatch
        return self.field()

    def _arguments(self) -> list[Value]:
        self.blanks()
        first: str | None
        if NAME.match(self.text, self.at):
            first = self.field()
        else:
            self.note_field()
            first = self._string()
        if first is None:
            self.need(")")
            return []
        found: list[Value] = [first]
        while True:
            self.blanks()
            if self.has(","):
                self.blanks()
                found.append(self.needed_string())
                continue
            self.need(")")
            return found

    def note_field(self) -> None:
        """Note that a field could have been here."""
        for name in (SHOWN[NAME], "facts", "trusted", "parameters"):
            self.note(name, self.at)

    def field(self) -> str:
        """Read a field, as it is written."""
        match = NAME.match(self.text, self.at)
        if match is None:
            self.note_field()
            raise Mismatch
        self.at = match.end()
        name = match[0]
        if name not in ("facts", "trusted", "parameters") or not self.has("."):
            return name
        parts = [name, self._part()]
        while self.has("."):
            parts.append(self._part())
        return ".".join(parts)

    def _part(self) -> str:
        """Read a part of a dotted field, as it is written."""
        match = MATCH_PART.match(self.text, self.at)
        if match and _AFTER_FIELD.match(self.text, match.end()):
            self.at = match.end()
            return match[0]
        for pattern in (QUOTED_PART, PLAIN_PART):
            found = self.find(pattern)
            if found is not None:
                return found
        self.note(SHOWN[MATCH_PART], self.at)
        raise Mismatch

    # ---- values

    def listed(self, read: Callable[[], Value]) -> list[Value]:
        """Read a list in brackets."""
        self.need("[")
        self.blanks()
        found = [read()]
        while True:
            self.blanks()
            if self.has(","):
                self.blanks()
                found.append(read())
                continue
            self.need("]")
            return found

    def literal(self) -> Value:
        """Read a value."""
        value: Value | None = self._string()
        if value is None:
            value = self.number()
        if value is not None:
            return value
        for word in ("true", "false"):
            if self.has(word):
                return word == "true"
        if self.text.startswith("[", self.at):
            return self.deeper(lambda: self.listed(self.literal))
        self.note("[", self.at)
        raise Mismatch

    def integer(self) -> int | None:
        """Read a whole number if there is one."""
        start = self.at
        if not self.has("-"):
            self.at = start
        if self.find(DIGITS) is None:
            self.at = start
            return None
        digits = self.text[start : self.at]
        if len(digits) > 20 or int(digits) not in _INTEGERS:
            raise QueryError(f'For input string: "{digits}"')
        return int(digits)

    def number(self) -> int | float | None:
        """Read a number if there is one."""
        start = self.at
        if self.integer() is None:
            return None
        end = self.at
        if not self.has("."):
            return int(self.text[start:end])
        if self.find(DIGITS) is None:
            self.at = end
            return int(self.text[start:end])
        exponent = _EXPONENT.match(self.text, self.at)
        if exponent:
            self.at = exponent.end()
        else:
            for letter in "Ee":
                self.note(letter, self.at)
        return float(self.text[start : self.at])

    def _string(self) -> str | None:
        for quote, pattern in (('"', IN_DOUBLE), ("'", IN_SINGLE)):
            if self.has(quote):
                start = self.at
                found = self.find(pattern)
                assert found is not None, "the pattern matches nothing, too"
                self.need(quote)
                if quote == "'":
                    return found.replace("\\'", "'")
                return self._unquoted(found, start)
        return None

    def needed_string(self) -> str:
        """Read a string. Raises Mismatch."""
        found = self._string()
        if found is None:
            raise Mismatch
        return found

    def _unquoted(self, text: str, start: int) -> str:
        return _paired(_ESCAPED.sub(lambda match: self._unescaped(match, start), text))

    def _unescaped(self, match: re.Match[str], start: int) -> str:
        """Return the character that an escape of JSON stands for."""
        escape = match[1]
        if escape is None:
            line, column = self.position(start + match.start())
            what = "an unknown escape" if match[2] else "a control character"
            raise QueryError(
                f"PQL parse error at line {line:,}, column {column:,}: {what} in a string in double"
                " quotes, which is a string of JSON"
            )
        if escape[0] == "u":
            return chr(int(escape[1:], 16))
        return _ESCAPES.get(escape, escape)


def _paired(text: str) -> str:
    """Return a string with each pair of surrogates, from escapes, as one character."""
    if text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
