"""The string functions: case, length, parts, join and escape."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.byte_strings import lower, to_bytes, to_text, upper
from duckrow.cfengine.functions.helpers.common import BUFFER, collected, integer, scalar, scalars
from duckrow.cfengine.values.json_text import compact, raw_text
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def string(context: Context, arguments: list[object]) -> str:
    """Return any value as a string; data as JSON."""
    value = arguments[0]
    if isinstance(value, Data):
        return compact(value.value)
    if isinstance(value, str) and value[:2] in ("@(", "@{"):
        found = context.collection(value)
        if found is not None:
            return compact(found)
    return str(value).replace('"', '\\"')


def string_downcase(_context: Context, arguments: list[str]) -> str:
    """Change ASCII letters to lower case."""
    return lower(arguments[0])


def string_upcase(_context: Context, arguments: list[str]) -> str:
    """Change ASCII letters to upper case."""
    return upper(arguments[0])


def string_length(_context: Context, arguments: list[str]) -> str:
    """Return the length in bytes."""
    return str(len(arguments[0].encode("utf-8", "surrogateescape")))


def string_head(context: Context, arguments: list[str]) -> str:
    """Return the first bytes, or all but the last if `size` is negative."""
    content = to_bytes(arguments[0])
    size = integer(context, arguments[1])
    return to_text(content[: max(len(content) + size, 0)] if size < 0 else content[:size])


def string_tail(context: Context, arguments: list[str]) -> str:
    """Return the last bytes, or all but the first if `size` is negative."""
    content = to_bytes(arguments[0])
    size = integer(context, arguments[1])
    if size < 0:
        return to_text(content[-size:])
    return to_text(content[max(len(content) - size, 0) :])


def string_reverse(_context: Context, arguments: list[str]) -> str:
    """Reverse the bytes of a string."""
    return to_text(to_bytes(arguments[0])[::-1])


def string_replace(_context: Context, arguments: list[str]) -> str:
    """Replace all occurrences of a non-empty string."""
    text, old, new = arguments
    return text.replace(old, new) if old else text


def string_trim(_context: Context, arguments: list[str]) -> str:
    """Remove leading and trailing ASCII space."""
    return arguments[0].strip(" \t\n\v\f\r")


def strcmp(_context: Context, arguments: list[str]) -> bool:
    """Return whether two strings are equal."""
    return arguments[0] == arguments[1]


def concat(_context: Context, arguments: list[str]) -> str:
    """Concatenate strings of at most 4095 bytes."""
    joined = "".join(arguments)
    if len(joined.encode("utf-8", "surrogateescape")) >= BUFFER:
        raise FunctionFailed("Unable to evaluate concat() function, arguments are too long")
    return joined


def join(context: Context, arguments: list[Any]) -> str:
    """Join the scalar values of a container."""
    container, separator = collected(context, "join", arguments[1]), scalar(arguments[0])
    if isinstance(container, list):
        try:
            return separator.join(container)  # type: ignore[arg-type]  # mostly they are texts
        except TypeError:
            pass
    return separator.join(raw_text(value) for value in scalars(container))


_SPECIAL = LazyPattern(r"[^A-Za-z0-9]")


def escape(_context: Context, arguments: list[str]) -> str:
    """Put a backslash before every byte that is not an ASCII letter or digit."""
    wide = arguments[0].encode("utf-8", "surrogateescape").decode("latin-1")
    escaped = _SPECIAL.sub(lambda match: "\\" + match[0], wide)
    if len(escaped) > BUFFER - 3:
        escaped = _cut(escaped)
    return escaped.encode("latin-1").decode("utf-8", "surrogateescape")


def _cut(escaped: str) -> str:
    size = 0
    for match in re.finditer(r"\\?.", escaped, re.DOTALL):
        if size >= BUFFER - 3:
            break
        size = match.end()
    return escaped[:size]
