"""Expressions whose value never changes.

A type that consists of the language's own names and of literals, such as Array[String[1], 1], is
created on first use and then cached among the globals of the code: a module cannot redefine names
of the language, and the dialect is that of the code. Regular expressions are cached in the same
way.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n

_NAMES = frozenset(
    (
        "any array binary boolean callable catalogentry collection data default deferred "
        "enum float hash integer iterable iterator notundef numeric optional pattern regexp "
        "richdata scalar scalardata semver semverrange sensitive string struct timespan "
        "timestamp tuple type undef uri variant"
    ).split()
)
_RESOURCE_TYPES = frozenset(
    "class exec file filebucket group notify package resources schedule service tidy user".split()
)
_LITERALS = (
    n.LiteralInteger,
    n.LiteralFloat,
    n.LiteralString,
    n.LiteralBoolean,
    n.LiteralDefault,
    n.LiteralUndef,
    n.LiteralRegularExpression,
    n.QualifiedName,
)


def is_settled_resource_type(node: n.QualifiedReference) -> bool:
    """Return whether a name before brackets is that of the language's own resource types."""
    return node.cased_value.lower() in _RESOURCE_TYPES


def is_own_name(node: n.QualifiedReference) -> bool:
    """Return whether a name is that of a type of the language, or of all classes or resources."""
    name = node.cased_value.lower()
    return name in _NAMES or name in ("class", "resource")


def is_settled_type(node: n.Node) -> bool:
    """Return whether a node is a type of the language with nothing but settled parts."""
    match node:
        case n.QualifiedReference():
            return node.cased_value.lower() in _NAMES
        case n.AccessExpression():
            return is_settled_type(node.left) and all(map(_is_settled, node.keys))
    return False


def _is_settled(node: n.Node) -> bool:
    match node:
        case n.UnaryMinusExpression():
            return isinstance(node.expr, n.LiteralInteger | n.LiteralFloat)
        case n.LiteralList():
            return all(map(_is_settled, node.values))
        case n.LiteralHash():
            return all(_is_settled(each.key) and _is_settled(each.value) for each in node.entries)
    return isinstance(node, _LITERALS) or is_settled_type(node)
