"""Values of Python as code of the language: the parameters of a class or define."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from duckrow.puppet.values.sensitive import Sensitive
from duckrow.testing.errors import ArgumentError, hides

__tracebackhide__ = hides


class Code(str):
    """Code of the language that is a value as it is written: Code("File['/etc/motd']")."""

    __slots__ = ()


def written(value: object) -> str:
    """Write a value as code of the language."""
    match value:
        case None:
            return "undef"
        case bool():
            return "true" if value else "false"
        case Code():
            return str(value)
        case str():
            return quoted(value)
        case int():
            return repr(value)
        case float() if isfinite(value):
            return repr(value)
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case Mapping():
            pairs = (f"{written(key)} => {written(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case Sensitive():
            return f"Sensitive({written(value.unwrap())})"
    kind = type(value).__name__
    raise ArgumentError(
        f"{value!r} of Python's type {kind} is no value of Puppet; Code('…') is code as it is"
    )


def quoted(text: str) -> str:
    """Write a string in single quotes."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def declaration(kind: str, title: str, params: Mapping[str, object] | None) -> str:
    """Write the declaration of a resource or class."""
    given = "".join(f"  {name} => {written(value)},\n" for name, value in (params or {}).items())
    return f"{kind} {{ {quoted(title)}:\n{given}}}\n"
