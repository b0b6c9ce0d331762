"""Types with parameters: what stands between the brackets of Integer[1, 10].

One rule for each type, asked with the arguments as values: types, numbers, strings, default.
"""

from __future__ import annotations

from duckrow.puppet.types.access import collections as access_collections
from duckrow.puppet.types.access import references as access_references
from duckrow.puppet.types.access import scalars as access_scalars
from duckrow.puppet.types.access.parts import NotATypeError, check_count
from duckrow.puppet.types.access.references import as_title, is_callable
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import IntegerType, descending
from duckrow.puppet.types.model.references import ResourceType, RuntimeType
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.parameters import extend

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

__all__ = ["is_callable", "parameterize"]

_RULES = {**access_scalars.RULES, **access_collections.RULES, **access_references.RULES}


def parameterize(
    type_: Type, arguments: list[Any], text: str = "", dialect: Dialect = PUPPET
) -> Type:
    """Make a type with parameters. `text` is how the expression was written, for messages."""
    rule = _RULES.get(type(type_))
    if dialect is not PUPPET and isinstance(type_, IntegerType):
        arguments = _draft_bounds(arguments, dialect)
        if _descends(arguments, dialect):
            return descending(arguments[1], arguments[0])
    if isinstance(type_, ResourceType) and type_.type_name is not None:
        check_count(type_.type_name, arguments, "1", len(arguments) == 1)
        return ResourceType(type_.type_name, as_title(arguments[0], text or type_.type_name))
    if isinstance(type_, ObjectType) and type_ is not ANY_OBJECT:
        return extend(type_, arguments)
    if isinstance(type_, RuntimeType) and type_.runtime is not None:
        check_count("Python", arguments, "1", len(arguments) == 1)
        return _RULES[RuntimeType]([type_.runtime, *arguments])
    if rule is None:
        raise TypeSyntaxError(f"Not a parameterized type <{text.partition('[')[0]}>")
    try:
        return rule(arguments)
    except NotATypeError:
        shown = text or type_.name
        raise TypeSyntaxError(
            f"The expression <{shown}> is not a valid type specification."
        ) from None


def _draft_bounds(bounds: list[Any], dialect: Dialect) -> list[Any]:
    if len(bounds) == 1 and type(bounds[0]) is int and dialect.one_bound_is_both:
        return [*bounds, *bounds]
    return bounds


def _descends(bounds: list[Any], dialect: Dialect) -> bool:
    are_numbers = len(bounds) == 2 and all(type(bound) is int for bound in bounds)
    return are_numbers and bounds[0] > bounds[1] and bool(dialect.ranges_may_descend)
