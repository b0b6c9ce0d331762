"""Types with parameters: Integer[1, 10] from Integer and the values between the brackets.

Each type has one rule, which gets the arguments as values: types, numbers, strings, default.
"""

from __future__ import annotations

from duckrow.puppet.types.access import choices, collections, scalars
from duckrow.puppet.types.access.parts import NotATypeError, as_title, check_count
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import IntegerType, descending
from duckrow.puppet.types.model.references import ResourceType, RuntimeType
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

    Rule = Callable[[list[Any]], Type]

_RULES = {**scalars.RULES, **collections.RULES, **choices.RULES}


def parameterize(
    type_: Type, arguments: list[Any], text: str = "", dialect: Dialect = PUPPET
) -> Type:
    """Return a type with parameters. `text` is the source of the expression, for messages."""
    if dialect is not PUPPET and isinstance(type_, IntegerType):
        arguments = _draft_bounds(arguments, dialect)
        if _descends(arguments, dialect):
            return descending(arguments[1], arguments[0])
    if isinstance(type_, ResourceType) and type_.type_name is not None:
        check_count(type_.type_name, arguments, "1", len(arguments) == 1)
        return ResourceType(type_.type_name, as_title(arguments[0], text or type_.type_name))
    if isinstance(type_, ObjectType) and type_ is not ANY_OBJECT:
        from duckrow.puppet.types.objects.parameters import extend

        return extend(type_, arguments)
    if isinstance(type_, RuntimeType) and type_.runtime is not None:
        check_count("Python", arguments, "1", len(arguments) == 1)
        arguments = [type_.runtime, *arguments]
    rule = _RULES.get(type(type_)) or _rare_rule(type(type_))
    if rule is None:
        raise TypeSyntaxError(f"Not a parameterized type <{text.partition('[')[0]}>")
    try:
        return rule(arguments)
    except NotATypeError:
        shown = text or type_.name
        raise TypeSyntaxError(
            f"The expression <{shown}> is not a valid type specification."
        ) from None


def _rare_rule(kind: type[Type]) -> Rule | None:
    # These bring most of the type system and the values of the language with them.
    from duckrow.puppet.types.access import references, rich_scalars

    return references.RULES.get(kind) or rich_scalars.RULES.get(kind)


def _draft_bounds(bounds: list[object], dialect: Dialect) -> list[Any]:
    if len(bounds) == 1 and type(bounds[0]) is int and dialect.one_bound_is_both:
        return [*bounds, *bounds]
    return bounds


def _descends(bounds: list[Any], dialect: Dialect) -> bool:
    are_numbers = len(bounds) == 2 and all(type(bound) is int for bound in bounds)
    return are_numbers and bounds[0] > bounds[1] and bool(dialect.ranges_may_descend)
