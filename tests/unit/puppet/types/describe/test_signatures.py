"""Why a function does not accept some arguments."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.describe.signatures import Signature, describe_signatures, signature_text
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.parse import parse_type


def signature(text: str, *names: str, block: str | None = None) -> Signature:
    type_ = parse_type(text)
    assert isinstance(type_, CallableType)
    return Signature(type_, names, block)


def arguments(*values: object, block: str | None = None) -> Type:
    given = infer_detailed(list(values))
    if block is None:
        return given
    types = given.types if isinstance(given, TupleType) else ()
    return TupleType((*types, parse_type(block)), None)


def test_one_reason_is_given_directly() -> None:
    found = describe_signatures("f", [signature("Callable[Integer]", "x")], arguments("a"))
    assert found == "'f' parameter 'x' expects an Integer value, got String"


def test_a_block_of_code_has_no_name() -> None:
    found = describe_signatures("lambda", [signature("Callable[Integer]", "x")], arguments(1, 2))
    assert found == "block expects 1 argument, got 2"


def test_different_reasons_are_listed_by_signature() -> None:
    signatures = [signature("Callable[Integer]", "x"), signature("Callable[1, 2]", "x", "y")]
    assert describe_signatures("f", signatures, arguments("a", "b", "c")) == (
        "'f' expects between 1 and 2 arguments, got 3"
    )
    signatures = [signature("Callable[Integer]", "x"), signature("Callable[String, String]", "s")]
    assert describe_signatures("f", signatures, arguments("a")) == (
        "The function 'f' was called with arguments it does not accept. It expects one of:\n"
        "  (Integer x)\n"
        "    rejected: parameter 'x' expects an Integer value, got String\n"
        "  (String s)\n"
        "    rejected: expects 2 arguments, got 1"
    )


def test_a_missing_block_is_found_without_arguments() -> None:
    # The reference breaks here.
    found = describe_signatures("f", [signature("Callable[0, 0, Callable]")], arguments())
    assert found == "'f' expects a block"


def test_a_block_is_judged_only_once_the_arguments_fit() -> None:
    wanted = [signature("Callable[Integer, Callable[1, 1]]", "x", block="block")]
    assert describe_signatures("f", wanted, arguments("a", block="Callable[2, 2]")) == (
        "'f' parameter 'x' expects an Integer value, got String"
    )
    assert describe_signatures("f", wanted, arguments(1, block="Callable[2, 2]")) == (
        "'f' block expects 1 argument, got 2"
    )


@pytest.mark.parametrize(
    ("type_", "names", "block", "expected"),
    [
        ("Callable[0, 0]", (), None, ""),
        ("Callable[Integer, String]", ("a", "b"), None, "Integer a, String b"),
        ("Callable[Integer, Optional[String], 1, 2]", ("a", "b"), None, "Integer a, String b?"),
        ("Callable[Integer, 0, default]", ("a",), None, "Integer a*"),
        ("Callable[Integer, 1, default]", ("a",), None, "Integer a+"),
        ("Callable[Integer, Callable[1, 1]]", ("a",), "block", "Integer a, Callable[1, 1] block"),
        ("Callable[Integer, Optional[Callable]]", ("a",), "block", "Integer a, Callable block?"),
        ("Callable[Integer]", (), None, "Integer "),
        ("Callable[Integer, Callable]", ("a",), None, "Integer a, Callable "),
        ("Callable[Optional, 0, 1]", ("a",), None, " a?"),
        ("Callable", ("a",), None, " a*"),
    ],
)
def test_a_signature_as_text(
    type_: str, names: tuple[str, ...], block: str | None, expected: str
) -> None:
    assert signature_text(signature(type_, *names, block=block)) == expected
