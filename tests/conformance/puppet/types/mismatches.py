"""Questions about mismatches, answered by the library and by the installed Puppet."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance.puppet.compiling import ask_ruby

from duckrow.puppet.types.check import (
    ParameterMismatchError,
    TypeMismatchError,
    check,
    check_assignable,
    check_default,
    check_parameters,
)
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.describe.mismatch import describe_mismatch
from duckrow.puppet.types.describe.signatures import Signature, describe_signatures
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import StructType, TupleType
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key


def ask_reference(aliases: Mapping[str, str], questions: list[Any]) -> list[Any]:
    """Return the answers of the installed Puppet; it answers with a dict where it breaks."""
    return ask_ruby("mismatches.rb", questions, json.dumps(aliases))


class Library:
    """Answers with the library, knowing some aliases."""

    def __init__(self, aliases: Mapping[str, str]) -> None:
        self.loader = Definitions(aliases)

    def answer(self, kind: str, *details: Any) -> str | None:
        """Answer one question."""
        ask: Callable[..., str | None] = getattr(self, f"_{kind}")
        try:
            return ask(*details)
        except (TypeMismatchError, ParameterMismatchError) as error:
            return str(error)

    def _type(self, text: str) -> Type:
        return parse_type(text, self.loader)

    def _instance(self, text: str, data: Any) -> None:
        value = self._value(data)
        assert check("it", self._type(text), value) is value

    def _assignable(self, text: str, other: str) -> None:
        check_assignable("it", self._type(text), self._type(other))

    def _types(self, text: str, other: str) -> str:
        return describe_mismatch("it", self._type(text), self._type(other))

    def _parameters(self, text: str, given: Any, missing_ok: bool) -> None:
        struct = self._type(text)
        assert isinstance(struct, StructType)
        check_parameters("Class[Place]", struct, self._value(given), missing_ok)

    def _default(self, text: str, data: Any) -> None:
        check_default("Class[Place]", "x", self._type(text), self._value(data))

    def _signatures(self, name: str, texts: list[Any], arguments: list[Any]) -> str:
        signatures = []
        for text, names, block in texts:
            type_ = self._type(text)
            assert isinstance(type_, CallableType)
            signatures.append(Signature(type_, tuple(names), block))
        return describe_signatures(name, signatures, self._arguments(arguments))

    def _arguments(self, arguments: list[Any]) -> Type:
        types = [
            self._type(item["$block"])
            if isinstance(item, dict) and "$block" in item
            else infer_detailed(self._value(item))
            for item in arguments
        ]
        return TupleType(tuple(types), None) if types else infer_detailed([])

    def _value(self, data: Any) -> Any:
        if isinstance(data, list):
            return [self._value(item) for item in data]
        if not isinstance(data, dict):
            return data
        match next(iter(data.items()), ("", None)):
            case "$type", text:
                return self._type(text)
            case "$default", _:
                return DEFAULT
            case "$regexp", source:
                return RubyRegexp(source)
            case "$sensitive", content:
                return Sensitive(self._value(content))
            case "$version", text:
                return SemVer.parse(text)
            case "$hash", pairs:
                return {to_key(self._value(key)): self._value(item) for key, item in pairs}
        return {key: self._value(item) for key, item in data.items()}
