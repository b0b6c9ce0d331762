"""Brackets after references: the parameters of resources."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.defaults import set_defaults
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.resources.index import find
from duckrow.puppet.runtime.access import access
from duckrow.puppet.runtime.access_references import reference
from duckrow.puppet.runtime.definition import Definition, Parameter
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope
from duckrow.puppet.types.model.references import ClassType, ResourceType

from .fakes import build_of, make_scope

FILE = ResourceType("File", "/a")


@pytest.fixture
def scope() -> Scope:
    made = make_scope()
    build = build_of(made)
    build.default_types = set()  # type: ignore[attr-defined]
    build.listener = None  # type: ignore[attr-defined]
    build.loaders.resource_types["whit"] = find("whit")
    resource = Resource("File", "/a", made, {"mode": "0644", "owner": None})
    resource.description = find("file")
    build.resources["file", "/a"] = resource
    definition = Definition("class", "c", lambda _: None, (Parameter("port"),))
    class_ = Resource("Class", "C", made, {"port": 80}, definition=definition)
    build.resources["class", "c"] = class_
    return made


def test_parameters_are_read_by_name(scope: Scope) -> None:
    assert access(scope, FILE, "mode") == "0644"
    assert access(scope, FILE, "mode", "content") == ["0644", None]
    assert access(scope, FILE, ["mode"]) == ["0644"]
    assert access(scope, ClassType("c"), "port") == 80
    assert access(scope, ClassType("c"), "require") is None


def test_what_is_not_set_comes_from_defaults(scope: Scope) -> None:
    set_defaults(scope, "file", {"owner": "root", "mode": "0600"}, None, None)
    assert access(scope, FILE, "owner", "mode") == ["root", "0644"]


def test_what_does_not_exist_is_an_error(scope: Scope) -> None:
    with pytest.raises(EvaluationError) as caught:
        access(scope, FILE, "nothing")
    assert caught.value.message == (
        "The resource File['/a'] does not have a parameter called 'nothing'"
    )
    assert caught.value.code == "unknown-resource-parameter"
    with pytest.raises(EvaluationError) as caught:
        access(scope, ResourceType("File", "/b"), "mode")
    assert caught.value.message == "Resource not found: File['/b']"
    with pytest.raises(EvaluationError, match="does not have a parameter called 'x'"):
        access(scope, ClassType("c"), "x")
    with pytest.raises(EvaluationError, match=r"Resource not found: Class\['d'\]"):
        access(scope, ClassType("d"), "x")


def test_undef_alone_gives_nothing(scope: Scope) -> None:
    assert access(scope, ResourceType("File", None), None) is None
    assert access(scope, ResourceType("File", None), []) == []
    assert access(scope, ClassType(None), None, None) == []


def test_an_error_in_an_array_of_keys_has_no_location(scope: Scope) -> None:
    with pytest.raises(EvaluationError) as caught:
        access(scope, ResourceType("File", None), ["a", 1])
    assert caught.value.location is not None
    assert caught.value.location.line is None


@pytest.mark.parametrize("name", ["a", "A::B", "::a", "a::_b", "A-b", "", "1a", "a::", "::"])
def test_a_class_is_named_alike_alone_and_among_others(scope: Scope, name: str) -> None:
    def named(*keys: object) -> object:
        try:
            return access(scope, ClassType(None), *keys)
        except EvaluationError as error:
            return error.message

    alone, among = named(name), named([name])
    assert alone == (among[0] if isinstance(among, list) else among)


@pytest.mark.parametrize("title", ["a", "", None, 1, ["a", "b"], ResourceType("File", "/a")])
@pytest.mark.parametrize("type_", [ResourceType("Notify", None), ResourceType(None, None), FILE])
def test_a_reference_is_what_brackets_return(scope: Scope, type_: object, title: object) -> None:
    def outcome(function: Any) -> object:
        try:
            return function(scope, type_, title)
        except EvaluationError as error:
            return error.message

    assert outcome(reference) == outcome(access)
