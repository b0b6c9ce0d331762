"""Values are checked by type and range."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy import check_value as messages
from duckrow.cfengine.policy.check_value import check_value
from duckrow.cfengine.policy.tables.ranges import BOOLEAN, CLASS_EXPRESSION, COUNT, MODE, PATH, REAL
from duckrow.cfengine.values.rvals import Call, Data


@pytest.mark.parametrize(
    ("value", "type_", "range_"),
    [
        ("x", "string", ""),
        ("/x", "string", PATH),
        ("$(x)", "string", PATH),
        ("$(x)/y", "string", PATH),
        ("5", "int", COUNT),
        ("5k", "int", COUNT),
        ("inf", "int", COUNT),
        ("$(x)", "int", COUNT),
        ("a$(x)", "int", COUNT),
        ("1.5", "real", REAL),
        ("on", "option", BOOLEAN),
        ("$(x)", "option", BOOLEAN),
        ("a.b|!c", "context", CLASS_EXPRESSION),
        ("1,5", "irange", COUNT),
        ("1,inf", "irange", COUNT),
        (["a", "b"], "slist", ""),
        (("/a", "@(b)"), "slist", PATH),
        ([], "ilist", COUNT),
        (Call("concat"), "string", ""),
        (Call("string_length"), "string", ""),
        (Call("concat"), "slist", ""),
        (Data({}), "data", ""),
        ("a+rwx", "string", MODE),
    ],
)
def test_valid_values(value: object, type_: str, range_: str) -> None:
    assert check_value(value, type_, range_) is None


@pytest.mark.parametrize(
    ("value", "type_", "range_", "message"),
    [
        ("x", "string", PATH, messages.NOT_ABSOLUTE),
        ("", "string", PATH, messages.EMPTY_OUT_OF_RANGE),
        ("x", "string", "[0-9]+", messages.OUT_OF_RANGE),
        ("x", "int", COUNT, messages.NO_INTEGER),
        ("-1", "int", COUNT, messages.INTEGER_OUT_OF_RANGE),
        ("x", "real", REAL, messages.REAL_OUT_OF_RANGE),
        ("inf", "real", REAL, messages.REAL_INFINITE),
        ("maybe", "option", BOOLEAN, messages.NO_OPTION),
        ("a$(x)", "option", BOOLEAN, messages.NO_OPTION),
        ("a b", "context", CLASS_EXPRESSION, messages.NO_CONTEXT),
        ("[1,2]", "irange", COUNT, messages.RANGE_IN_BRACKETS),
        ("1", "irange", COUNT, messages.RANGE_OF_MANY),
        ("x", "slist", "", messages.GOT_SCALAR),
        (["x"], "string", "", messages.GOT_LIST),
        (["1", "x"], "ilist", COUNT, messages.NO_INTEGER),
        (None, "string", "", messages.GOT_NOTHING),
        (Call("bogus"), "string", "", messages.UNKNOWN_FUNCTION),
        (Call("getindices"), "string", "", messages.WRONG_RETURN),
    ],
)
def test_invalid_values(value: object, type_: str, range_: str, message: str) -> None:
    assert check_value(value, type_, range_) == message


def test_bundle_calls_are_not_functions() -> None:
    assert check_value(Call("anything"), "slist", "", "bundlesequence") is None


def test_modes_are_checked_by_attribute_name() -> None:
    said: list[tuple[str, str]] = []
    wrong = check_value("a+b", "string", MODE, "mode", lambda *each: said.append(each))
    assert wrong == messages.BAD_MODE
    assert said == [("error", "Invalid mode string (a+b)")]
