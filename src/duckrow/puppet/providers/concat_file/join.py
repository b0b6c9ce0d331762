"""Fragments become one content: in order, and as text or as data that is merged."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Part = tuple[str, str, str]  # order, name, content


class Joiner:
    """Joins in one format; with `is_forced` the first of two values wins without an error."""

    __slots__ = ("_format", "_is_forced")

    def __init__(self, format_: str = "plain", *, is_forced: bool = False) -> None:
        self._format = format_
        self._is_forced = is_forced

    def join(self, parts: list[Part], *, is_numeric: bool = True) -> str:
        """Return the content."""
        ordered = [content for _, _, content in (by_number if is_numeric else by_text)(parts)]
        if self._format == "plain":
            return "".join(ordered)
        values = [self._load(content) for content in ordered]
        if not self._format.startswith("json-array"):
            merged: Any = {}
            for value in values:
                merged = self.merge(merged, value)
            return self._dump(merged)
        return self._dump(values)

    def merge(self, one: object, other: object) -> Any:
        """Merge two values, one level within the other; lists get the elements they lack."""
        if other is None or other in ({}, [], ""):
            return one
        if one is None or one in ({}, [], ""):
            return other
        if type(one) is list and type(other) is list:
            return _distinct([*one, *other])
        if type(one) is not dict or type(other) is not dict:
            raise ProviderError(f"no implicit conversion of {_kind(other)} into {_kind(one)}")
        found = dict(one)
        for key, value in other.items():
            found[key] = self._both(key, one[key], value) if key in one else value
        return found

    def _both(self, key: object, one: object, other: object) -> object:
        if type(one) is type(other) and type(one) in (dict, list):
            return self.merge(one, other)
        if one != other and not self._is_forced:
            raise ProviderError(
                f"Duplicate key '{_written(key)}' found with values '{_written(one)}' and "
                f"{_written(other)}'. Use 'force' attribute to merge keys."
            )
        return one

    def _load(self, content: str) -> object:
        from duckrow.data.errors import DataError
        from duckrow.data.json import load as load_json
        from duckrow.data.yaml import load as load_yaml

        load = load_yaml if self._format == "yaml" else load_json
        try:
            return load(content.encode("utf-8", "surrogateescape"), "fragment")
        except DataError as error:
            raise ProviderError(str(error)) from None

    def _dump(self, value: object) -> str:
        if self._format == "yaml":
            from duckrow.ruby.interpreter import Interpreter
            from duckrow.ruby.library.yaml_write import dump

            return dump(Interpreter(), value)
        from duckrow.ruby.interpreter import Interpreter
        from duckrow.ruby.library.json_write import generate, pretty

        write = pretty if self._format.endswith("pretty") else generate
        return write(Interpreter(), value)


def by_number(parts: list[Part]) -> list[Part]:
    """Order by number, then by name; a number and a text have no order."""

    def key(part: Part) -> tuple[Any, Any]:
        return _number_or_bytes(part[0]), _number_or_bytes(part[1])

    try:
        return sorted(parts, key=key)
    except TypeError:
        raise ProviderError("comparison of Array with Array failed") from None


def by_text(parts: list[Part]) -> list[Part]:
    """Order as texts are ordered, byte by byte."""
    return sorted(parts, key=lambda part: (_bytes(part[0]), _bytes(part[1])))


def _number_or_bytes(text: str) -> int | bytes:
    return int(text) if text.isascii() and text.isdigit() else _bytes(text)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _distinct(items: list[object]) -> list[object]:
    found: list[object] = []
    for item in items:
        if not any(type(item) is type(each) and item == each for each in found):
            found.append(item)
    return found


def _kind(value: object) -> str:
    kinds = {list: "Array", dict: "Hash", str: "String", int: "Integer", float: "Float"}
    return kinds.get(type(value), type(value).__name__)


def _written(value: object) -> str:
    return value if type(value) is str else "" if value is None else inspect(value)
