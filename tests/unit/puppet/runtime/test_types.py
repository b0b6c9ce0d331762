"""Names that begin with a capital."""

from __future__ import annotations

import pytest

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.types import regexp_of, type_named, type_or_reference
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.types.model.references import ResourceType, TypeReferenceType

from .fakes import build_of, make_scope


def test_the_languages_own_names_come_first() -> None:
    scope = make_scope()
    build_of(scope).loaders.types["integer"] = AliasType("Integer", lambda: INTEGER)
    assert type_named(scope, "Integer") is INTEGER
    assert type_named(scope, "::Integer") is INTEGER


def test_modules_bring_names_and_resource_types_are_types() -> None:
    scope = make_scope()
    loaders = build_of(scope).loaders
    loaders.types["my::port"] = port = AliasType("My::Port", lambda: INTEGER)
    loaders.resource_types["cron"] = object()
    loaders.defines["my::thing"] = object()
    assert type_named(scope, "My::Port") is port
    assert type_named(scope, "Cron") == ResourceType("cron", None)
    assert type_named(scope, "::My::Thing") == ResourceType("my::thing", None)


def test_nobody_knows_some_names() -> None:
    scope = make_scope()
    with pytest.raises(EvaluationError) as caught:
        type_named(scope, "My::Thing")
    assert caught.value.message == "Resource type not found: My::Thing"
    assert caught.value.code == "unknown-resource-type"
    assert type_or_reference(scope, "My::Thing") == TypeReferenceType("My::Thing")
    assert type_named(make_scope(dialect="draft"), "Thing") == ResourceType("thing", None)


def test_one_regular_expression_serves_all() -> None:
    assert regexp_of("a+") is regexp_of("a+")
