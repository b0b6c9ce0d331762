"""Types from text: `Optional[Array[String[1]]]`.

The text is read with the language's own parser; names that are not the language's own are looked
up with a hook, and what that does not know becomes a TypeReference.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types import draft
from duckrow.puppet.types.access.parameters import parameterize
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import ResourceType, TypeReferenceType
from duckrow.puppet.types.names import NAMED
from duckrow.puppet.values.default import DEFAULT
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.dialect import Dialect

    # Returns the type of a name such as Stdlib::Port, or None.
    Loader = Callable[[str], Type | None]


def parse_type(text: str, loader: Loader | None = None, dialect: Dialect = PUPPET) -> Type:
    """Parse a type. Raises SourceError for a syntax error, TypeSyntaxError if it is not a type."""
    program = parse(text)
    found = interpret(program.body, program, loader, dialect)
    if not isinstance(found, Type):
        raise TypeSyntaxError(f"The expression <{text}> is not a valid type specification.")
    return found


def interpret(
    node: n.Node, program: n.Program, loader: Loader | None, dialect: Dialect = PUPPET
) -> Any:
    """Return the value of an expression inside a type: a type or a literal."""
    return _Reader(program, loader, dialect).read(node)


class _Reader:
    """Reads expressions of one program."""

    __slots__ = ("dialect", "loader", "program")

    def __init__(self, program: n.Program, loader: Loader | None, dialect: Dialect) -> None:
        self.program = program
        self.loader = loader
        self.dialect = dialect

    def read(self, node: n.Node) -> Any:
        match node:
            case n.QualifiedReference():
                return self.named(node.cased_value)
            case n.AccessExpression(left=n.QualifiedReference() as name):
                arguments = [self.read(key) for key in node.keys]
                return self.accessed(name.cased_value, arguments, self.program.text(node))
            case n.QualifiedName() | n.LiteralString() | n.LiteralBoolean():
                return node.value
            case n.LiteralInteger() | n.LiteralFloat():
                return node.value
            case n.UnaryMinusExpression(expr=n.LiteralInteger() | n.LiteralFloat() as number):
                return -number.value
            case n.LiteralUndef():
                return None
            case n.LiteralDefault():
                return DEFAULT
            case n.LiteralRegularExpression():
                return RubyRegexp(node.pattern)
            case n.LiteralList():
                return [self.read(value) for value in node.values]
            case n.LiteralHash():
                return {
                    to_key(self.read(entry.key)): self.read(entry.value) for entry in node.entries
                }
        text = self.program.text(node)
        raise TypeSyntaxError(f"The expression <{text}> is not a valid type specification.")

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
