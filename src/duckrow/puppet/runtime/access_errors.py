"""Errors about the keys between the brackets of a type, with the evaluator's messages.

What only a message needs is imported when there is one: every typed parameter loads this module.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.puppet.values.default import DEFAULT


def wrong_count(shown: str, low: int, high: int | None, count: int, part: str = "") -> Exception:
    """Make the error for a wrong number of keys; `high` is None without an upper limit."""
    if high is None:
        wanted = f"{low} or more arguments"
    elif high != low:
        wanted = f"{low} to {high} arguments"
    else:
        wanted = f"{low} argument{'' if low == 1 else 's'}"
    return EvaluationError(f"{shown}[] accepts {wanted}. Got {count}", "bad-type-slice-arity", part)


def wrong_count_of(
    type_: Type, low: int, high: int | None, count: int, part: str = ""
) -> Exception:
    """Make the error for a wrong number of keys of a type, which it names."""
    from duckrow.puppet.runtime.labels import label, with_capital_article

    return wrong_count(with_capital_article(label(type_)), low, high, count, part)


def check_keys(
    type_: Type,
    keys: list[object],
    high: int | None,
    kinds: tuple[type, ...],
    names: str,
    low: int = 1,
) -> None:
    """Reject a wrong number of keys, or a key of a wrong kind."""
    if len(keys) < low or (high is not None and len(keys) > high):
        raise wrong_count_of(type_, 1, high, len(keys))
    for index, key in enumerate(keys):
        is_right = isinstance(key, kinds) if kinds == (Type,) else type(key) in kinds
        if not is_right:
            from duckrow.puppet.runtime.labels import a_an, type_text

            raise EvaluationError(
                f"Error creating type specialization of {a_an(type_)}, "
                f"Cannot use {type_text(key)} where {names} is expected",
                "bad-type-specialization",
                f"key{index}",
            )


def not_a_type(name: str, key: object, index: int = 0) -> EvaluationError:
    """Make the error for a key that has to be a type."""
    from duckrow.ruby.values.class_names import class_name

    return EvaluationError(
        f"{name}-Type[] arguments must be types. Got {class_name(key)}",
        "bad-type-slice-type",
        f"key{index}",
    )


def check_size(keys: list[object], first: int) -> None:
    """Reject keys from `first` on that are neither an Integer type nor one or two bounds."""
    given = keys[first:]
    if len(given) == 1 and isinstance(given[0], IntegerType):
        return
    for index, key in enumerate(given, first):
        if type(key) is not int and key is not DEFAULT:
            from duckrow.puppet.runtime.labels import with_article

            raise EvaluationError(
                "A Type's size constraint arguments must be a single Integer type, or 1-2 "
                f"integers (or default). Got {with_article(_class_label(key))}",
                "bad-collection-slice-type",
                f"key{index}",
            )


def _class_label(value: object) -> str:
    if isinstance(value, Type):
        return f"{value.name}-Type"
    from duckrow.ruby.values.class_names import class_name

    return class_name(value)
