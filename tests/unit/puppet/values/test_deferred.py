from __future__ import annotations

import pytest

from duckrow.puppet.values.deferred import Deferred
from duckrow.ruby.values.errors import InvalidValueError


def test_a_call_and_a_variable() -> None:
    assert Deferred("my::func", ["a", 1]).variable is None
    assert Deferred("$facts", ["os"]).variable == "facts"


def test_no_arguments_are_not_an_empty_list() -> None:
    assert Deferred("f").arguments is None
    assert Deferred("f") != Deferred("f", [])


def test_equal_by_name_and_arguments() -> None:
    assert Deferred("f", [1, {"a": [2]}]) == Deferred("f", [1, {"a": [2]}])
    assert hash(Deferred("f", [[1]])) == hash(Deferred("f", [[1]]))
    assert Deferred("f", [1]) != Deferred("f", [1.0])
    assert Deferred("f", [1]) != Deferred("g", [1])


def test_later_changes_to_the_given_list_do_not_reach_it() -> None:
    given: list[object] = [1]
    deferred = Deferred("f", given)
    given.append(2)
    assert deferred.arguments == [1]


@pytest.mark.parametrize("name", ["", "X", "a-b", "$", "a::", "::a", "a b", "1a", "f\n"])
def test_a_name_must_be_one_of_a_function_or_variable(name: str) -> None:
    with pytest.raises(InvalidValueError, match="parameter 'name' expects a match for Pattern"):
        Deferred(name)


def test_how_it_is_shown() -> None:
    assert repr(Deferred("f")) == "Deferred('f')"
    assert repr(Deferred("f", [1])) == "Deferred('f', [1])"
