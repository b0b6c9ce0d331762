"""The notation in which `puppet parser dump` prints trees unless another format is asked for.

A tree is nested lists, written in parentheses; statements, attributes and branches have lines of
their own. As in `pn`, each kind of node has one function in ``_SHAPES`` that returns its shape with
its children in it as nodes, and those are replaced list by list.
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Shape = Callable[[Any], object]


class _Mark:
    """Changes the layout, and prints nothing but a new line."""

    __slots__ = ()


_BREAK = _Mark()  # begin a new line
_MORE = _Mark()  # indent the lines that follow
_LESS = _Mark()

_ends_in_blank = re.compile(r"(?:\s|\()$", re.MULTILINE).search
_begins_with_blank = re.compile(r"^\s", re.MULTILINE).search


def to_old_notation(node: n.Node) -> str:
    """Return the text of a tree."""
    top: list[object] = [node.body if isinstance(node, n.Program) else node]
    waiting: list[list[object]] = [top]
    while waiting:
        items = waiting.pop()
        for i, item in enumerate(items):
            shape = _SHAPES.get(type(item))
            if shape is not None:
                item = items[i] = shape(item)
            if type(item) is list:
                waiting.append(item)
    return _written(top)


def _written(top: list[object]) -> str:
    parts: list[str] = []
    depth = 0
    stack = [iter(top)]
    while stack:
        for item in stack[-1]:
            if type(item) is list:
                parts.append("(")
                stack.append(iter(item))
                break
            if item is _BREAK:
                parts.append("\n" + "  " * depth)
            elif isinstance(item, _Mark):
                depth += 1 if item is _MORE else -1
            else:
                parts.append("()" if item is None else str(item))
        else:
            stack.pop()
            parts.append(")")
    return _joined(parts[:-1])


def _joined(parts: Iterable[str]) -> str:
    """Put blanks between parts, but not inside parentheses and not beside other blanks."""
    text: list[str] = []
    for part in parts:
        if text and part != ")" and not _ends_in_blank(text[-1]) and not _begins_with_blank(part):
            text.append(f" {part}")
        else:
            text.append(part)
    return "".join(text)


# Building blocks


def _lines(items: Iterable[object]) -> list[object]:
    return [each for item in items for each in (_BREAK, item)]


def _body(node: n.Node | None) -> object:
    return [] if node is None else node


def _parameters(parameters: Iterable[n.Parameter]) -> list[object]:
    named = list(parameters)
    return [["parameters", *named]] if named else []


def _returns(node: n.Node | None) -> list[object]:
    return [] if node is None else [["return_type", node]]


def _operator(node: n.OperatorExpression) -> object:
    return [node.operator, node.left, node.right]


def _binary(name: str) -> Shape:
    return lambda node: [name, node.left, node.right]


def _unary(name: str) -> Shape:
    return lambda node: [name, node.expr]


def _conditional(name: str) -> Shape:
    def shape(node: Any) -> object:
        then = ["then", _MORE, node.then_expr, _LESS]
        made = [name, node.test, _MORE, _BREAK, then]
        if node.else_expr is not None and type(node.else_expr) is not n.Nop:
            made += [_BREAK, ["else", _MORE, node.else_expr, _LESS], _LESS]
        return made

    return shape


def _query(name: str) -> Shape:
    return lambda node: [name] if type(node.expr) in (n.Nop, type(None)) else [name, node.expr]


def _call(value_name: str, statement_name: str) -> Shape:
    return lambda node: [
        value_name if node.needs_value else statement_name,
        node.functor,
        *node.arguments,
        *([node.block] if node.block is not None else []),
    ]


def _definition(name: str) -> Shape:
    def shape(node: Any) -> object:
        parent = getattr(node, "parent_class", None)
        inherits: list[object] = [["inherits", parent]] if parent else []
        returns = _returns(getattr(node, "return_type", None))
        parameters = _parameters(node.parameters)
        return [name, node.name, *inherits, *parameters, *returns, _body(node.body)]

    return shape


def _with_operations(name: str) -> Callable[[Any, object], object]:
    def shape(node: Any, target: object) -> object:
        form = "" if node.form == "regular" else f"{node.form}-"
        return [form + name, target, _MORE, *_lines(node.operations), _LESS]

    return shape


_defaults = _with_operations("resource-defaults")
_override = _with_operations("override")


def _resource(node: n.ResourceExpression) -> object:
    form = "" if node.form == "regular" else f"{node.form}-"
    return [f"{form}resource", node.type_name, _MORE, *_lines(node.bodies), _LESS]


# One kind of node each


def _integer(node: n.LiteralInteger) -> object:
    if node.radix == 10:
        return str(node.value)
    return f"0{node.value:o}" if node.radix == 8 else f"0x{node.value:X}"


def _float(node: n.LiteralFloat) -> object:
    from duckrow.ruby.values.numbers import float_text

    return float_text(node.value)


def _access(node: n.AccessExpression) -> object:
    keys = list(node.keys)
    return ["slice", node.left, keys[0] if len(keys) == 1 else keys if keys else None]


def _parameter(node: n.Parameter) -> object:
    name = f"{'*' if node.captures_rest else ''}{node.name}"
    if node.value is not None and node.type_expr is not None:
        return ["=t", node.type_expr, name, node.value]
    if node.value is not None:
        return ["=", name, node.value]
    return name if node.type_expr is None else ["t", node.type_expr, name]


def _lambda(node: n.LambdaExpression) -> object:
    parameters = _parameters(node.parameters)
    return ["lambda", *parameters, *_returns(node.return_type), _body(node.body)]


def _node_definition(node: n.NodeDefinition) -> object:
    parent: list[object] = [] if node.parent is None else [["parent", node.parent]]
    return ["node", ["matches", *node.host_matches], *parent, _body(node.body)]


_SHAPES: dict[type, Shape] = {
    n.AccessExpression: _access,
    n.AndExpression: _binary("&&"),
    n.ArithmeticExpression: _operator,
    n.AssignmentExpression: _operator,
    n.AttributeOperation: lambda node: [node.name, node.operator, node.value],
    n.AttributesOperation: _unary("* =>"),
    n.BlockExpression: lambda node: ["block", _MORE, *_lines(node.statements), _LESS, _BREAK],
    n.CallMethodExpression: _call("call-method", "invoke-method"),
    n.CallNamedFunctionExpression: _call("call", "invoke"),
    n.CaseExpression: lambda node: ["case", node.test, _MORE, *_lines(node.options), _LESS],
    n.CaseOption: lambda node: ["when", list(node.values), ["then", node.then_expr]],
    # The original leaves out the attributes of a collector.
    n.CollectExpression: lambda node: [
        *("collect", node.type_expr, _MORE, _BREAK, node.query, _MORE, _LESS, _LESS)
    ],
    n.ComparisonExpression: _operator,
    n.ConcatenatedString: lambda node: ["cat", *node.segments],
    n.EppExpression: lambda node: ["epp", _body(node.body)],
    n.ExportedQuery: _query("<<| |>>"),
    n.FunctionDefinition: _definition("function"),
    n.HeredocExpression: lambda node: [
        *(f"@({node.syntax or ''})", _MORE, _BREAK, node.text, _LESS, _BREAK)
    ],
    n.HostClassDefinition: _definition("class"),
    n.IfExpression: _conditional("if"),
    n.InExpression: _binary("in"),
    n.KeyedEntry: lambda node: [node.key, node.value],
    n.LambdaExpression: _lambda,
    n.LiteralBoolean: lambda node: "true" if node.value else "false",
    n.LiteralDefault: lambda _node: ":default",
    n.LiteralFloat: _float,
    n.LiteralHash: lambda node: ["{}", *node.entries],
    n.LiteralInteger: _integer,
    n.LiteralList: lambda node: ["[]", *node.values],
    n.LiteralRegularExpression: lambda node: f"/{node.pattern}/",
    n.LiteralString: lambda node: f"'{node.value}'",
    n.LiteralUndef: lambda _node: ":undef",
    n.MatchExpression: _operator,
    n.NamedAccessExpression: _binary("."),
    n.NodeDefinition: _node_definition,
    n.Nop: lambda _node: ":nop",
    n.NotExpression: lambda node: ["!", to_old_notation(node.expr)],
    n.OrExpression: _binary("||"),
    n.Parameter: _parameter,
    n.ParenthesizedExpression: lambda node: _inside(node),  # noqa: PLW0108  (defined below)
    n.PlanDefinition: _definition("plan"),
    n.QualifiedName: lambda node: node.value,
    n.QualifiedReference: lambda node: node.cased_value,
    n.RelationshipExpression: _operator,
    n.RenderExpression: _unary("render"),
    n.RenderStringExpression: lambda node: ["render-s", f" '{node.value}'"],
    n.ReservedWord: lambda node: ["reserved", node.word],
    n.ResourceBody: lambda node: [node.title, _MORE, *_lines(node.operations), _LESS],
    n.ResourceDefaultsExpression: lambda node: _defaults(node, node.type_ref),
    n.ResourceExpression: _resource,
    n.ResourceOverrideExpression: lambda node: _override(node, node.resources),
    n.ResourceTypeDefinition: _definition("define"),
    n.SelectorEntry: lambda node: [node.matching, "=>", node.value],
    n.SelectorExpression: lambda node: ["?", node.left, *node.selectors],
    n.TextExpression: _unary("str"),
    n.TypeAlias: lambda node: ["type-alias", node.name, node.type_expr],
    n.TypeDefinition: lambda node: ["type-definition", node.name, node.parent, node.body],
    n.TypeMapping: lambda node: ["type-mapping", node.type_expr, node.mapping_expr],
    n.UnaryMinusExpression: _unary("-"),
    n.UnfoldExpression: _unary("unfold"),
    n.UnlessExpression: _conditional("unless"),
    n.VariableExpression: lambda node: f"${node.name}",
    n.VirtualQuery: _query("<| |>"),
}


def _inside(node: n.ParenthesizedExpression) -> object:
    """Return the shape of the expression in parentheses, which are not shown."""
    inner: object = node
    while isinstance(inner, n.ParenthesizedExpression):
        inner = inner.expr
    shape = _SHAPES.get(type(inner))
    return inner if shape is None else shape(inner)
