"""Read JSON value by value, as lenient as the reference and with its error messages."""

from __future__ import annotations

import re

from duckrow.cfengine.values.json_text import MAX_DEPTH, JsonError, integer_kept, real_kept
from duckrow.cfengine.values.rvals import Real
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.values.rvals import Json

    # Returns the value of a name that is not JSON, or None.
    Lookup = Callable[[str], Json]

_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_BLANK = LazyPattern(r"[ \t\n\r]*")
_SEPARATORS = " \t\n\r,]}"
_STRING = LazyPattern(r'(?s)"((?:[^"\\]|\\.)*)"')
_ESCAPE = LazyPattern(r"(?s)\\(.)")
_INNER_ESCAPE = LazyPattern(r'\\(["\\bfnrt])')
_WORD = LazyPattern(r"(true|false|null)(?=[ \t\n\r,\]}]|\Z)")
_KEY = LazyPattern(r"([A-Za-z0-9_][-A-Za-z0-9_]*)[ \t\n\r]*:")
# The name of a variable: name, bundle.name, name[index].
_VARIABLE = LazyPattern(r"[a-zA-Z0-9._]+(?:\[[^\[\]]+\])?")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None}
_AS_NUMBER = "Unable to parse json data as number, "
_AS_OBJECT = "Unable to parse json data as object, "
_AS_ARRAY = "Unable to parse json data as array, "
_BAD_SYMBOL = _AS_OBJECT + "unrecognized token beginning entry"
_NO_ARRAY = _AS_ARRAY + "did not start with '['"


class Reader:
    """Reads a text; `offset` is the end of what was read."""

    __slots__ = ("_depth", "_lookup", "offset", "text")

    def __init__(self, text: str, lookup: Lookup | None) -> None:
        self.text = text.partition("\0")[0]
        self.offset = 0
        self._lookup = lookup
        self._depth = 0

    def read(self) -> Json:
        """Read the first value."""
        self._skip_blanks()
        if self.offset >= len(self.text):
            raise JsonError("No data")
        start = self.text[self.offset]
        if start == "{":
            return self._object()
        if start == "[":
            return self._array()
        return self._single(start, is_inner=False)

    def _error(self, message: str) -> JsonError:
        return JsonError(message, self.text[self.offset :])

    def _skip_blanks(self) -> None:
        match = _BLANK.match(self.text, self.offset)
        assert match is not None
        self.offset = match.end()

    def _enter(self) -> None:
        self._depth += 1
        self.offset += 1
        if self._depth > MAX_DEPTH:
            raise self._error("Unable to parse json data, containers are nested too deeply")

    def _array(self) -> list[Json]:
        self._enter()
        out: list[Json] = []
        before = "["
        while True:
            self._skip_blanks()
            mark = self.text[self.offset : self.offset + 1]
            if mark == "":
                raise self._error(_AS_ARRAY + "did not end with ']'")
            if mark == ",":
                if before in ",[":
                    raise self._error(_AS_ARRAY + "extraneous commas")
                self.offset += 1
                before = ","
                continue
            if mark == "]":
                self.offset += 1
                self._depth -= 1
                return out
            if mark in "[{" and before not in "[,":
                raise self._error(_NO_ARRAY)
            out.append(self._value(mark))
            before = self.text[self.offset - 1]

    def _object(self) -> dict[str, Json]:
        self._enter()
        out: dict[str, Json] = {}
        key: str | None = None
        before = "{"
        while True:
            self._skip_blanks()
            mark = self.text[self.offset : self.offset + 1]
            if mark == "":
                raise self._error("Unable to parse json data as string, did not end with '}'")
            if mark == "}":
                if key is not None:
                    message = "tried to close object having opened an l-value"
                    raise self._error(_AS_OBJECT + message)
                self.offset += 1
                self._depth -= 1
                return out
            if mark == ":":
                if key is None or before in ":,":
                    message = "':' seen without having specified an l-value"
                    raise self._error(_AS_OBJECT + message)
                self.offset += 1
            elif mark == ",":
                if key is not None or before in ":,":
                    message = "',' seen without having specified an r-value"
                    raise self._error(_AS_OBJECT + message)
                self.offset += 1
            elif key is None:
                key = self._key(mark)
            else:
                value = self._value(mark)
                out.pop(key, None)
                out[key] = value
                key = None
            before = self.text[self.offset - 1]

    def _key(self, mark: str) -> str:
        if mark == '"':
            return self._string()
        if mark == "[":
            raise self._error(_AS_OBJECT + "array not allowed as l-value")
        if mark == "{":
            raise self._error(_AS_OBJECT + "object not allowed as l-value")
        match = _KEY.match(self.text, self.offset)
        if match is None:
            raise self._error(_BAD_SYMBOL)
        self.offset = match.end()
        return match[1]

    def _value(self, mark: str) -> Json:
        if mark == "{":
            return self._object()
        if mark == "[":
            return self._array()
        return self._single(mark, is_inner=True)

    def _single(self, mark: str, *, is_inner: bool) -> Json:
        if mark == '"':
            return _INNER_ESCAPE.sub(_unescape_inner, self._string())
        if mark in "-0123456789":
            return self._number()
        match = _WORD.match(self.text, self.offset)
        if match is not None:
            self.offset = match.end()
            return _WORDS[match[1]]
        if is_inner and self._lookup is not None:
            name = _VARIABLE.match(self.text, self.offset)
            found = None if name is None else self._lookup(name[0])
            if name is not None and found is not None:
                self.offset = name.end()
                return found
        raise self._error(_BAD_SYMBOL)

    def _string(self) -> str:
        match = _STRING.match(self.text, self.offset)
        if match is None:
            self.offset = len(self.text)
            raise self._error("Unable to parse json data as string, did not end with doublequote")
        self.offset = match.end()
        text = match[1]
        return _ESCAPE.sub(_unescape, text) if "\\" in text else text

    def _number(self) -> Real | int:
        """Check a number character by character, since the message says where it is invalid."""
        start = self.offset
        has_zero = has_dot = has_exponent = False
        before = ""
        while self.offset < len(self.text):
            mark = self.text[self.offset]
            if mark in _SEPARATORS:
                break
            is_integral = not has_dot and not has_exponent
            if mark == "-":
                if before not in ("", "e", "E"):
                    raise self._error(_AS_NUMBER + "- not at the start or not after exponent")
            elif mark == "+":
                if before not in ("e", "E"):
                    raise self._error(_AS_NUMBER + "+ without preceding exponent")
            elif mark == "0":
                if has_zero and is_integral:
                    message = "started with 0 before dot or exponent, duplicate 0 seen"
                    raise self._error(_AS_NUMBER + message)
                has_zero = has_zero or before == ""
            elif mark == ".":
                if has_dot:
                    raise self._error(_AS_NUMBER + "two or more dots (decimal points)")
                if not _is_digit(before):
                    raise self._error(_AS_NUMBER + "dot not preceded by digit")
                has_dot = True
            elif mark in "eE":
                if has_exponent:
                    raise self._error(_AS_NUMBER + "duplicate exponent")
                if not _is_digit(before):
                    raise self._error(_AS_NUMBER + "exponent without preceding digit")
                has_exponent = True
            elif has_zero and is_integral:
                raise self._error(_AS_NUMBER + "dot or exponent must follow leading 0")
            elif not _is_digit(mark):
                raise self._error(_AS_NUMBER + "invalid symbol")
            before = mark
            self.offset += 1
        if not _is_digit(before):
            raise self._error("Unable to parse json data as string, did not end with digit")
        text = self.text[start : self.offset]
        if has_dot or has_exponent:
            number = Real(text)
            return number if self._lookup is not None else real_kept(number)
        try:
            whole = int(text)
        except ValueError:  # more digits than Python converts
            raise self._error(_AS_NUMBER + "invalid symbol") from None
        return whole if self._lookup is not None else integer_kept(whole)


def remainder(text: str) -> str:
    """Return a text from the last character of its first value on, as error messages quote it."""
    reader = Reader(text, None)
    reader.read()
    return reader.text[max(reader.offset - 1, 0) :]


def _is_digit(mark: str) -> bool:
    return mark != "" and mark in "0123456789"


def _unescape(match: re.Match[str]) -> str:
    mark = match[1]
    if mark in '\\"/':
        return mark
    return _ESCAPES.get(mark) or match[0]


def _unescape_inner(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[1])
