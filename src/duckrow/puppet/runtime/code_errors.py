"""Errors that generated code raises, and its few checks at run time."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from duckrow.puppet.runtime.scope import Scope


def reserved_word(word: str) -> NoReturn:
    raise EvaluationError(
        f"Use of reserved word: {word}, must be quoted if intended to be a String value",
        "reserved-word",
    )


def illegal_epp_parameters() -> NoReturn:
    raise EvaluationError(
        "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove "
        "leading whitespace",
        "illegal-epp-parameters",
    )


def illegal_function_name(_: object) -> NoReturn:
    raise EvaluationError(
        "Illegal expression. This expression is unacceptable as function name in this context",
        "illegal-expression",
    )


def resource_type(value: object) -> object:
    """Return a type value that names a resource type."""
    return value


def illegal_resource_type(value: object) -> NoReturn:
    from duckrow.puppet.types.infer import infer_generic
    from duckrow.puppet.types.type_text import type_to_text

    raise EvaluationError(
        f"Illegal Resource Type expression, expected result to be a type name, or untitled "
        f"Resource, got {type_to_text(infer_generic(value))}",
        "illegal-resource-type",
    )


def required_after_optional(name: str) -> NoReturn:
    raise EvaluationError(
        f"Parameter ${name} is required but appears after optional parameters",
        "required-parameter-after-optional",
    )


def is_true_in_draft(value: object) -> bool:
    """Return whether a value counts as true where the empty string does not."""
    return value is not None and value is not False and value != ""


def checked_heredoc(_scope: Scope, syntax: str, value: str) -> str:
    """Check the syntax of an interpolated heredoc that names its language."""
    if syntax.lower().rpartition("+")[2] == "json":
        import json

        try:
            json.loads(value)
        except ValueError as error:
            raise EvaluationError(
                f"Invalid produced text having syntax: '{syntax}'. JSON syntax checker: Cannot "
                f'parse invalid JSON string. "{error}"',
            ) from None
    return value
