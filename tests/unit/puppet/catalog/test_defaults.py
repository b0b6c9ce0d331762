"""Resource defaults reach what is declared after them, and on behalf of their scope."""

from __future__ import annotations

import pytest

from duckrow.puppet.catalog.defaults import (
    apply_defaults,
    find_defaults,
    is_default,
    set_defaults,
    value_or_default,
)
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope


class _Build:
    def __init__(self) -> None:
        self.default_types: set[str] = set()
        self.listener = None


@pytest.fixture
def top() -> Scope:
    return Scope(_Build())  # type: ignore[arg-type]


def inside(scope: Scope) -> Scope:
    return Scope(scope.build, parent=scope)


def resource(scope: Scope, **given: object) -> Resource:
    return Resource("File", "/x", scope, given)


def test_inner_defaults_win_and_outer_ones_add(top: Scope) -> None:
    set_defaults(top, "file", {"mode": "1", "owner": "o"}, "a.pp", 1)
    inner = inside(top)
    set_defaults(inner, "file", {"mode": "2"}, "a.pp", 2)
    made = resource(inside(inner))
    apply_defaults(made)
    assert made.parameters == {"mode": "2", "owner": "o"}
    assert made.origin_of("mode").line == 2


def test_what_is_given_wins_even_when_it_is_undef(top: Scope) -> None:
    set_defaults(top, "file", {"mode": "1", "owner": "o"}, "a.pp", 1)
    made = resource(top, mode=None, owner="me")
    apply_defaults(made)
    assert made.parameters == {"mode": None, "owner": "me"}


def test_other_types_and_older_resources_are_left_alone(top: Scope) -> None:
    made = resource(top)
    apply_defaults(made)
    set_defaults(top, "file", {"mode": "1"}, "a.pp", 1)
    assert made.parameters == {}
    assert find_defaults(top, "Notify") == {}


def test_a_reference_tells_of_a_later_default(top: Scope) -> None:
    made = resource(top)
    set_defaults(top, "file", {"mode": "1"}, "a.pp", 1)
    assert value_or_default(made, "mode") == "1"


def test_one_default_per_attribute_and_scope(top: Scope) -> None:
    set_defaults(top, "my::type", {"mode": "1"}, "a.pp", 1)
    with pytest.raises(EvaluationError) as caught:
        set_defaults(top, "My::Type", {"mode": "1"}, "a.pp", 2)
    assert caught.value.message == (
        "Default already defined for My::Type { mode }; cannot redefine"
    )
    assert caught.value.is_bare


def test_a_value_is_a_default_if_a_scope_around_says_so(top: Scope) -> None:
    set_defaults(top, "file", {"mode": "1"}, "a.pp", 1)
    assert is_default(inside(top), "File", "mode", "1")
    assert not is_default(inside(top), "File", "mode", "2")
    assert not is_default(inside(top), "File", "owner", "1")
