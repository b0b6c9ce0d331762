"""to_toml(hash): convert a hash to TOML."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_compare import compared
from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.function import Form, Function
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.compare import merge_sort
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_BARE = re.compile(r"(?m)(?:\A|^(?!\Z))[a-zA-Z0-9_-]*$").search


def _to_toml(_scope: Scope, data: dict[object, object]) -> str:
    return "".join(_table(data, []))


def _table(hash_: Any, path: list[str]) -> Iterator[str]:
    plain, tables, arrays = _sorted(hash_)
    if path and (plain or not hash_):
        yield f"[{'.'.join(path)}]\n"
    yield from _body(plain, tables, arrays, path)


def _body(plain: Any, tables: Any, arrays: Any, path: list[str]) -> Iterator[str]:
    for key, value in plain:
        yield f"{_key(key)} = {_value(value)}\n"
    for key, value in tables:
        yield from _table(value, [*path, _key(key)])
    for key, values in arrays:
        inner = [*path, _key(key)]
        for value in values:
            yield f"[[{'.'.join(inner)}]]\n"
            if type(value) is not dict:
                raise no_method("keys", value)
            yield from _body(*_sorted(value), inner)


def _sorted(hash_: dict[object, object]) -> tuple[list[object], list[object], list[object]]:
    """Split the entries into plain values, tables and arrays of tables, each sorted by key."""
    plain: list[Any] = []
    tables: list[Any] = []
    arrays: list[Any] = []
    for key in merge_sort(list(map(from_key, hash_)), compared):
        value = hash_[to_key(key)]
        if type(value) is dict:
            tables.append((key, value))
        elif type(value) is list and value and type(value[0]) is dict:
            arrays.append((key, value))
        else:
            plain.append((key, value))
    return plain, tables, arrays


def _key(key: object) -> str:
    text = to_text(key)
    if _BARE(text):
        return text
    if type(key) is not str:
        raise no_method("gsub", key)
    quote, escaped = '"', '\\"'
    return f'"{text.replace(quote, escaped)}"'


def _value(value: object) -> str:
    if isinstance(value, RubyRegexp):
        return inspect(inspect(value))
    if type(value) is str:
        return re.sub(r"\\(#[$@{])", r"\1", inspect(value))
    return inspect(value)


TO_TOML = Function("to_toml", Form("Hash data", run=_to_toml, returns="String"))
