"""Types from text: `Optional[Array[String[1]]]`.

The text is read with the language's own parser; names that are not the language's own are looked
up with a hook, and what that does not know becomes a TypeReference.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.access import parameterize
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.names import NAMED
from duckrow.puppet.types.type_reference import TypeReferenceType
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.keys import to_key
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.base import Type

    # Gives the type of a name such as Stdlib::Port, or None.
    Loader = Callable[[str], Type | None]


def parse_type(text: str, loader: Loader | None = None) -> Type:
    """Read a type. Raises SourceError for bad syntax and TypeSyntaxError for what is no type."""
    program = parse(text)
    found = interpret(program.body, program, loader)
    if not hasattr(found, "key"):
        raise TypeSyntaxError(f"The expression <{text}> is not a valid type specification.")
    return found  # type: ignore[no-any-return]


def interpret(node: n.Node, program: n.Program, loader: Loader | None) -> Any:
    """Give the value of an expression inside a type: a type or a literal."""
    match node:
        case n.QualifiedReference(name):
            return _named(name, loader)
        case n.AccessExpression(n.QualifiedReference(name), keys):
            arguments = [interpret(key, program, loader) for key in keys]
            return _accessed(name, arguments, program.text(node), loader)
        case n.QualifiedName(value) | n.LiteralString(value) | n.LiteralBoolean(value):
            return value
        case n.LiteralInteger(value, _) | n.LiteralFloat(value):
            return value
        case n.UnaryMinusExpression(n.LiteralInteger(value, _) | n.LiteralFloat(value)):
            return -value
        case n.LiteralUndef():
            return None
        case n.LiteralDefault():
            return DEFAULT
        case n.LiteralRegularExpression(pattern):
            return RubyRegexp(pattern)
        case n.LiteralList(values):
            return [interpret(value, program, loader) for value in values]
        case n.LiteralHash():
            return {
                to_key(interpret(entry.key, program, loader)): interpret(
                    entry.value, program, loader
                )
                for entry in node.entries
            }
    text = program.text(node)
    raise TypeSyntaxError(f"The expression <{text}> is not a valid type specification.")


def _named(name: str, loader: Loader | None) -> Type:
    known = NAMED.get(name.removeprefix("::").lower())
    if known is not None:
        return known
    found = None if loader is None else loader(name)
    return TypeReferenceType(name) if found is None else found


def _accessed(name: str, arguments: list[Any], text: str, loader: Loader | None) -> Type:
    known = NAMED.get(name.removeprefix("::").lower())
    if known is None:
        known = None if loader is None else loader(name)
    if known is None:
        return TypeReferenceType(text)
    return parameterize(known, arguments, text)
