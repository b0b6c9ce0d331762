"""Is a value an instance of a type?

    accepts(type_, value)       one question
    accepts_once(type_, value)  one question about a type that may never be asked about again
    checker(type_)              the function that answers it, for questions asked over and over
    parameters_checker(types)   one function for all parameters of a definition

A type is compiled to a Python function the first time it is asked about, and keeps that function;
all checks of the language (=~, case, parameters, assert_type) call it. `check_rules` holds what
each type asks of a value, `check_writer` writes the function, and `instance_others` answers for
types that have no short form: objects, references, times and the like.
"""

from __future__ import annotations

from duckrow.puppet.types.check_writer import CheckWriter, simple_kinds
from duckrow.puppet.types.conditions import all_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.model.base import Type

    Check = Callable[[object], bool]


def accepts(type_: Type, value: object) -> bool:
    """Return whether a value is an instance of a type."""
    try:
        check = type_._check
    except AttributeError:
        check = checker(type_)
    return check(value)


def accepts_once(type_: Type, value: object) -> bool:
    """Return the same; make no function if the class of the value settles it."""
    return type(value) in simple_kinds(type_)[0] or accepts(type_, value)


def checker(type_: Type) -> Check:
    """Return the function that checks whether a value is an instance of a type."""
    try:
        return type_._check
    except AttributeError:
        check: Check = CheckWriter(accepts, _ask_others).function(type_)
        type_._check = check
        return check


def parameters_checker(types: Mapping[str, Type]) -> Callable[[Mapping[str, object]], bool]:
    """Return a function that checks whether named values fit their types."""
    writer = CheckWriter(accepts, _ask_others)
    body, checks = [], []
    for number, (name, type_) in enumerate(types.items()):
        check = writer.expression(type_, f"p{number}", 0)
        if check != "True":
            body.append(f"p{number} = v[{name!r}]")
            checks.append(f"({check})")
    body.append(f"return True if {all_of(*checks)} else False")
    found: Callable[[Mapping[str, object]], bool] = writer.compiled("v", body)
    return found


def accepts_in(dialect: Dialect, type_: Type, value: object) -> bool:
    """Return whether a value is an instance of a type in a dialect."""
    if dialect.undef_fits_all:
        from duckrow.puppet.types.assignable import assignable
        from duckrow.puppet.types.infer import infer_detailed

        return assignable(type_, infer_detailed(value), dialect)
    return accepts(type_, value)


def _ask_others(plain: Type) -> Check:
    # Few programs use these types, and they bring most of the type system with them.
    from duckrow.puppet.types.instance_others import check_of

    return check_of(plain)
