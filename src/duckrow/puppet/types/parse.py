"""Types from text: `Optional[Array[String[1]]]`.

The text is read with the language's own parser; names that are not the language's own are looked
up with a hook, and what that does not know becomes a TypeReference.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.dialect import PUPPET
from duckrow.puppet.types.expressions import (
    ACCESS,
    ARRAY,
    DEFAULT,
    DEFAULTS,
    HASH,
    INVALID,
    LITERAL,
    NAME,
    REGEXP,
    type_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.puppet.types.expressions import Expression, Loader
    from duckrow.puppet.types.model.base import Type


def parse_type(text: str, loader: Loader | None = None, dialect: Dialect = PUPPET) -> Type:
    """Parse a type. Raises SourceError for a syntax error, TypeSyntaxError if it is not a type."""
    return type_of(parse_expression(text), text, loader, dialect)


def parse_expression(text: str) -> Expression:
    """Parse an expression inside a type. Raises SourceError for a syntax error."""
    program = parse(text)
    return expression_of(program.body, program)


def expression_of(node: n.Node, program: n.Program) -> Expression:
    """Return a node as an expression inside a type."""
    match node:
        case n.QualifiedReference():
            return NAME, node.cased_value
        case n.AccessExpression(left=n.QualifiedReference() as name):
            keys = tuple(expression_of(key, program) for key in node.keys)
            return ACCESS, name.cased_value, keys, program.text(node)
        case n.QualifiedName() | n.LiteralString() | n.LiteralBoolean():
            return LITERAL, node.value
        case n.LiteralInteger() | n.LiteralFloat():
            return LITERAL, node.value
        case n.UnaryMinusExpression(expr=n.LiteralInteger() | n.LiteralFloat() as number):
            return LITERAL, -number.value
        case n.LiteralUndef():
            return LITERAL, None
        case n.LiteralDefault():
            return (DEFAULT,)
        case n.LiteralRegularExpression():
            return REGEXP, node.pattern
        case n.LiteralList():
            return ARRAY, tuple(expression_of(value, program) for value in node.values)
        case n.LiteralHash():
            entries = [
                (expression_of(entry.key, program), expression_of(entry.value, program))
                for entry in node.entries
            ]
            return HASH, tuple(entries)
        case n.ResourceDefaultsExpression(type_ref=parent):
            heir_of = parent.cased_value if isinstance(parent, n.QualifiedReference) else "Object"
            values = [
                (operation.name, expression_of(operation.value, program))
                for operation in node.operations
                if isinstance(operation, n.AttributeOperation)
            ]
            return DEFAULTS, heir_of, tuple(values), program.text(node)
    return INVALID, program.text(node)
