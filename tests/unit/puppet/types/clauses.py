"""Words for the tests of the specification's clauses. Types are given as text."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.environment.compile import Result
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.compare import is_same, is_wider
from duckrow.puppet.types.dialect import DRAFT, PUPPET, Dialect
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.instance import accepts_in
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.validation import validate
from duckrow.source.errors import SourceError

__all__ = ["DRAFT", "PUPPET"]


def read(text: str, dialect: Dialect = PUPPET) -> Type:
    return parse_type(text, None, dialect)


def is_a(value: Any, type_: str, dialect: Dialect = PUPPET) -> bool:
    return accepts_in(dialect, read(type_, dialect), value)


def fits(other: str, to: str, dialect: Dialect = PUPPET) -> bool:
    """Tell whether every value of `other` fits `to`."""
    return assignable(read(to, dialect), read(other, dialect), dialect)


def union(one: str, other: str, dialect: Dialect = PUPPET) -> str:
    """Give the text of the common type, after checking that the order does not matter."""
    found = common_type(read(one, dialect), read(other, dialect), dialect)
    turned = common_type(read(other, dialect), read(one, dialect), dialect)
    assert is_same(found, turned), (type_to_text(found), type_to_text(turned))
    return type_to_text(found)


def wider(one: str, other: str) -> bool:
    return is_wider(read(one), read(other))


def same(one: str, other: str) -> bool:
    return is_same(read(one), read(other))


def type_of(value: Any) -> str:
    return type_to_text(infer(value))


def refusal(text: str, dialect: Dialect = PUPPET) -> str:
    """Give the message with which a type is refused, or what was read instead."""
    try:
        return f"read as {type_to_text(read(text, dialect))}"
    except (TypeSyntaxError, SourceError) as error:
        return str(error)


def findings(code: str, dialect: Dialect = PUPPET) -> list[str]:
    """Give what is wrong with a manifest before it runs."""
    try:
        found = validate(
            parse(code),
            has_unbounded_integers=dialect.has_unbounded_integers,
            has_strict_names=dialect.has_strict_names,
        )
        return [finding.what for finding in found]
    except SourceError as error:
        return [str(error)]


def _compiled(code: str, dialect: Dialect, settings: dict[str, str]) -> Result:
    name = "draft" if dialect is DRAFT else "puppet"
    environment = Environment(code=code, settings=Settings({"dialect": name, **settings}))
    return compile_catalog(environment, Node("pond"))


def said(code: str, dialect: Dialect = PUPPET, **settings: str) -> list[str]:
    """Run a manifest and give what it logs."""
    result = _compiled(code, dialect, settings)
    assert result.failure is None, result.failure.message
    return [entry.message for entry in result.logs]


def failure(code: str, dialect: Dialect = PUPPET, **settings: str) -> str:
    """Run a manifest and give the message with which it fails, without the place."""
    result = _compiled(code, dialect, settings)
    assert result.failure is not None, [entry.message for entry in result.logs]
    return result.failure.message.partition(" (line:")[0]
