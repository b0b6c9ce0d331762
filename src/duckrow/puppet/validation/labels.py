"""The names of nodes in messages.

The words are the reference implementation's: "Literal Integer", "'+' expression", "'if' statement".
The article depends on the first letter, ignoring a quote before it; y counts as a vowel.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.syntax.nodes import Node

_VOWELS = frozenset("aeiouyAEIOUY")

_NAMES: dict[type[Node], str] = {
    nodes.Nop: "Nop Expression",
    nodes.LiteralUndef: "'undef' expression",
    nodes.LiteralDefault: "'default' expression",
    nodes.LiteralBoolean: "Boolean",
    nodes.LiteralInteger: "Literal Integer",
    nodes.LiteralFloat: "Literal Float",
    nodes.LiteralString: "String",
    nodes.LiteralRegularExpression: "Regular Expression",
    nodes.LiteralHash: "Hash Expression",
    nodes.LiteralList: "Array Expression",
    nodes.KeyedEntry: "Hash Entry",
    nodes.QualifiedName: "Name",
    nodes.QualifiedReference: "Type-Name",
    nodes.TextExpression: "Expression in Interpolated String",
    nodes.ConcatenatedString: "Double Quoted String",
    nodes.VariableExpression: "Variable",
    nodes.ParenthesizedExpression: "Parenthesized Expression",
    nodes.NotExpression: "'not' expression",
    nodes.UnaryMinusExpression: "Unary Minus",
    nodes.UnfoldExpression: "Unfold",
    nodes.InExpression: "'in' expression",
    nodes.AndExpression: "'and' expression",
    nodes.OrExpression: "'or' expression",
    nodes.AccessExpression: "'[]' expression",
    nodes.NamedAccessExpression: "'.' expression",
    nodes.SelectorEntry: "Selector Option",
    nodes.SelectorExpression: "Selector Expression",
    nodes.Parameter: "Parameter Definition",
    nodes.LambdaExpression: "Lambda",
    nodes.CallNamedFunctionExpression: "Function Call",
    nodes.CallMethodExpression: "Method call",
    nodes.BlockExpression: "Block Expression",
    nodes.IfExpression: "'if' statement",
    nodes.UnlessExpression: "'unless' Statement",
    nodes.CaseOption: "Case Option",
    nodes.CaseExpression: "'case' statement",
    nodes.ResourceBody: "Resource Instance Definition",
    nodes.ResourceExpression: "Resource Statement",
    nodes.ResourceDefaultsExpression: "Resource Defaults Expression",
    nodes.ResourceOverrideExpression: "Resource Override",
    nodes.VirtualQuery: "Virtual Query",
    nodes.ExportedQuery: "Exported Query",
    nodes.HostClassDefinition: "Host Class Definition",
    nodes.ResourceTypeDefinition: "'define' expression",
    nodes.FunctionDefinition: "Function Definition",
    nodes.PlanDefinition: "Plan Definition",
    nodes.NodeDefinition: "Node Definition",
    nodes.TypeAlias: "Type Alias",
    nodes.TypeMapping: "Type Mapping",
    nodes.TypeDefinition: "Type Definition",
    nodes.ApplyBlockExpression: "Apply Block Expression",
    nodes.ApplyExpression: "'apply' expression",
    nodes.EppExpression: "Epp Template",
    nodes.RenderStringExpression: "Epp Text",
    nodes.RenderExpression: "Epp Interpolated Expression",
}


def _by_operator(node: Any) -> str:
    return f"'{node.operator}' expression"


# Names that depend on the content of the node
_NAMING: dict[type[Node], Callable[[Any], str]] = {
    nodes.ArithmeticExpression: _by_operator,
    nodes.ComparisonExpression: _by_operator,
    nodes.MatchExpression: _by_operator,
    nodes.AssignmentExpression: _by_operator,
    nodes.RelationshipExpression: _by_operator,
    nodes.AttributeOperation: _by_operator,
    nodes.HeredocExpression: lambda node: f"'@({node.syntax})' expression",
    nodes.ReservedWord: lambda node: f"Reserved Word '{node.word}'",
    # A collector is named after its query, virtual or exported.
    nodes.CollectExpression: lambda node: _NAMES[node.query.__class__],
}


def label(node: Node) -> str:
    """Name a node, without an article."""
    kind = node.__class__
    naming = _NAMING.get(kind)
    return naming(node) if naming else _NAMES.get(kind, "Object")


def article(text: str) -> str:
    """Choose a or an by the first letter."""
    first = text[1:2] if text[:1] in ("'", '"') else text[:1]
    return "an" if first in _VOWELS else "a"


def a_an(node: Node) -> str:
    """Name a node with its article: a Type Alias, an 'if' statement."""
    text = label(node)
    return f"{article(text)} {text}"


def capital_a_an(node: Node) -> str:
    """Name a node with its article, at the start of a sentence."""
    text = label(node)
    return f"{article(text).capitalize()} {text}"
