"""Expressions inside a type as plain data, which the code cache keeps, and what they mean.

An expression is a tuple: one of the words below, then its parts.

    (NAME, "Stdlib::Port")            (ACCESS, "Array", (expressions …), "Array[Integer]")
    (LITERAL, 1)                      (REGEXP, "^a")
    (ARRAY, (expressions …))          (HASH, ((key, value) …))
    (DEFAULTS, "Parent", ((name, expression) …), "Parent { … }")
    (DEFAULT,)                        (INVALID, "1 + 2")
"""

from __future__ import annotations

from duckrow.puppet.types import draft
from duckrow.puppet.types.access.parameters import parameterize
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import ResourceType, TypeReferenceType
from duckrow.puppet.types.names import NAMED
from duckrow.puppet.values import default
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

    Expression = tuple[Any, ...]
    # Returns the type of a name such as Stdlib::Port, or None.
    Loader = Callable[[str], Type | None]

NAME, ACCESS, LITERAL, DEFAULT, REGEXP = "name", "access", "literal", "default", "regexp"
ARRAY, HASH, DEFAULTS, INVALID = "array", "hash", "defaults", "invalid"


def type_of(
    expression: Expression, text: str, loader: Loader | None, dialect: Dialect = PUPPET
) -> Type:
    """Return the type that an expression means. Raises TypeSyntaxError if it is not a type."""
    found = interpret(expression, loader, dialect)
    if not isinstance(found, Type):
        raise _not_a_type(text)
    return found


def interpret(expression: Expression, loader: Loader | None, dialect: Dialect = PUPPET) -> Any:
    """Return the value of an expression inside a type: a type or a literal."""
    return _Reader(loader, dialect).read(expression)


def _not_a_type(text: str) -> TypeSyntaxError:
    return TypeSyntaxError(f"The expression <{text}> is not a valid type specification.")


class _Reader:
    """Reads expressions with one set of names."""

    __slots__ = ("dialect", "loader")

    def __init__(self, loader: Loader | None, dialect: Dialect) -> None:
        self.loader = loader
        self.dialect = dialect

    def read(self, expression: Expression) -> Any:
        word, *parts = expression
        if word == NAME:
            return self.named(*parts)
        if word == ACCESS:
            name, keys, text = parts
            return self.accessed(name, [self.read(key) for key in keys], text)
        if word == LITERAL:
            return parts[0]
        if word == DEFAULT:
            return default.DEFAULT
        if word == REGEXP:
            return RubyRegexp(*parts)
        if word == ARRAY:
            return [self.read(value) for value in parts[0]]
        if word == HASH:
            return {to_key(self.read(key)): self.read(value) for key, value in parts[0]}
        raise _not_a_type(parts[-1])

    def find(self, name: str, *, is_bare: bool) -> Type | None:
        """Return the type of a name, or None."""
        key = name.removeprefix("::").lower()
        if self.dialect is not PUPPET:
            known = draft.named(key, self.dialect, is_bare=is_bare)
            if known is not None:
                return known
        known = NAMED.get(key)
        if known is not None or self.loader is None:
            return known
        return self.loader(name)

    def named(self, name: str) -> Type:
        known = self.find(name, is_bare=True)
        if known is not None:
            return known
        if self.dialect.unknown_is_resource:
            return ResourceType(name.removeprefix("::"), None)
        return TypeReferenceType(name)

    def accessed(self, name: str, arguments: list[object], text: str) -> Type:
        known = self.find(name, is_bare=False)
        if known is None:
            if not self.dialect.unknown_is_resource:
                return TypeReferenceType(text)
            known = self.named(name)
        return parameterize(known, arguments, text, self.dialect)
