"""PN, the reference implementation's short notation for trees, as plain data.

PN has four shapes, represented as: a call ``{"^": [name, item, ...]}``, a map ``{"#": [key, item,
...]}``, a list, and a literal. Each kind of node has one function in ``_SHAPES`` that writes its
own shape and leaves its children in it as nodes. `to_data` then replaces those nodes in place, one
list after the other, so a tree of any depth needs no deep Python stack. `to_text` and `to_json`
write the finished data (see `pn_text`).

Invariants:
 1. A shape function never looks below its own children, except where the notation itself does:
    a block inside a body, and the body of a template, are merged into the shape around them.
 2. Where the reference's own transformer fails (a parameter that captures the rest, apply in
    plans), the shape is the one that similar nodes imply.
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import pn_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Shape = Callable[[Any], object]


def to_data(node: n.Node) -> object:
    """Return the PN of a tree as dicts, lists, strings, numbers, booleans and None."""
    top: list[object] = [node]
    waiting: list[list[Any]] = [top]
    shapes = _SHAPES
    while waiting:
        items = waiting.pop()
        for i, item in enumerate(items):
            shape = shapes.get(type(item))
            if shape is not None:
                item = items[i] = shape(item)
            if type(item) is dict:
                (inner,) = item.values()
                waiting.append(inner)
            elif type(item) is list:
                waiting.append(item)
    return top[0]


def to_text(node: n.Node, indent: bool = False) -> str:
    """Return the PN of a tree as text, on one line or with one item per line."""
    return pn_text.text(to_data(node), indent)


def to_json(node: n.Node) -> str:
    """Return the PN of a tree as one line of JSON, exactly as the reference writes it."""
    return pn_text.json(to_data(node))


# Building blocks


def _call(name: str, *items: object) -> dict[str, list[object]]:
    return {"^": [name, *items]}


def _map(*entries: tuple[str, object] | None) -> dict[str, list[object]]:
    """Write the given entries; None marks a missing one."""
    flat: list[object] = []
    for entry in entries:
        if entry is not None:
            flat += entry
    return {"#": flat}


def _nop() -> dict[str, list[object]]:
    return _call("nop")


def _some(node: n.Node | None) -> object:
    return _nop() if node is None else node


def _given(name: str, node: n.Node | None) -> tuple[str, object] | None:
    return None if node is None else (name, node)


def _is_nothing(node: n.Node | None) -> bool:
    return node is None or type(node) is n.Nop


def _body(name: str, node: n.Node | None) -> tuple[str, object]:
    """Write statements as a list, whether they are a block, one expression or nothing."""
    if type(node) is n.BlockExpression:
        return name, list(node.statements)
    return name, [_some(node)]


def _given_body(name: str, node: n.Node | None) -> tuple[str, object] | None:
    return None if node is None else _body(name, node)


def _branch(name: str, node: n.Node | None) -> tuple[str, object] | None:
    return None if _is_nothing(node) else _body(name, node)


def _parameters(parameters: Iterable[n.Parameter]) -> tuple[str, object] | None:
    named = [(parameter.name, _parameter(parameter)) for parameter in parameters]
    return ("params", _map(*named)) if named else None


def _parameter(node: n.Parameter) -> object:
    return _map(
        _given("type", node.type_expr),
        ("splat", True) if node.captures_rest else None,
        _given("value", node.value),
    )


# Shapes shared by several kinds of node


def _operator(node: n.OperatorExpression) -> object:
    return _call(node.operator, node.left, node.right)


def _binary(name: str) -> Shape:
    return lambda node: _call(name, node.left, node.right)


def _unary(name: str) -> Shape:
    return lambda node: _call(name, _some(node.expr))


def _constant(name: str) -> Shape:
    return lambda _node: _call(name)


def _value(node: n.LiteralBoolean | n.LiteralFloat | n.LiteralString) -> object:
    return node.value


def _conditional(name: str) -> Shape:
    return lambda node: _call(
        name,
        _map(
            ("test", node.test),
            _branch("then", node.then_expr),
            _branch("else", node.else_expr),
        ),
    )


def _query(name: str) -> Shape:
    return lambda node: _call(name) if _is_nothing(node.expr) else _call(name, node.expr)


def _function_call(value_name: str, statement_name: str) -> Shape:
    return lambda node: _call(
        value_name if node.needs_value else statement_name,
        _map(
            ("functor", node.functor),
            ("args", list(node.arguments)),
            _given("block", node.block),
        ),
    )


def _definition(name: str) -> Shape:
    def shape(node: Any) -> object:
        parent = getattr(node, "parent_class", None)
        return _call(
            name,
            _map(
                ("name", node.name),
                None if parent is None else ("parent", parent),
                _parameters(node.parameters),
                _given_body("body", node.body),
                _given("returns", getattr(node, "return_type", None)),
            ),
        )

    return shape


def _form(node: n.AbstractResource) -> tuple[str, object] | None:
    return None if node.form == "regular" else ("form", node.form)


# One kind of node each


def _program(node: n.Program) -> object:
    return _SHAPES[type(node.body)](node.body)


def _integer(node: n.LiteralInteger) -> object:
    if node.radix == 10:
        return node.value
    return _call("int", _map(("radix", node.radix), ("value", node.value)))


def _minus(node: n.UnaryMinusExpression) -> object:
    number = node.expr
    if isinstance(number, n.LiteralInteger | n.LiteralFloat):
        return -number.value
    return _call("-", number)


_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F\s]*)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([pP])|.)",
    re.DOTALL,
)


def _regular_expression(node: n.LiteralRegularExpression) -> object:
    fixed = _has_fixed_encoding(node.pattern)
    return _call("regexp", f"(?-imx:{node.pattern})" if fixed else node.pattern)


def _has_fixed_encoding(pattern: str) -> bool:
    """Return whether Ruby ties a pattern to Unicode; it then shows the pattern with its flags.

    It does for characters beyond ASCII, written or escaped, and for character properties.
    """
    if not pattern.isascii():
        return True
    for match in _ESCAPE.finditer(pattern):
        unicode, several, byte, octal, is_property = match.groups()
        codes = (several or unicode or byte or "0").split()
        if (
            is_property
            or any(int(code, 16) > 0x7F for code in codes)
            or int(octal or "0", 8) > 0x7F
        ):
            return True
    return False


def _heredoc(node: n.HeredocExpression) -> object:
    syntax = ("syntax", node.syntax) if node.syntax else None
    return _call("heredoc", _map(syntax, ("text", node.text)))


def _lambda(node: n.LambdaExpression) -> object:
    return _call(
        "lambda",
        _map(
            _parameters(node.parameters),
            _given("returns", node.return_type),
            _given_body("body", node.body),
        ),
    )


def _template(node: n.EppExpression) -> object:
    """Rename the call in the body; anything else becomes the single item of a new call."""
    if node.body is None:
        return _call("epp")
    body = _SHAPES[type(node.body)](node.body)
    if isinstance(body, dict) and "^" in body:
        return _call("epp", *body["^"][1:])
    return _call("epp", body)


def _case_option(node: n.CaseOption) -> object:
    return _map(("when", list(node.values)), _body("then", node.then_expr))


def _resource_body(node: n.ResourceBody) -> dict[str, list[object]]:
    return _map(("title", node.title), ("ops", list(node.operations)))


def _resource(node: n.ResourceExpression) -> object:
    bodies = [_resource_body(body) for body in node.bodies]
    return _call("resource", _map(("type", node.type_name), ("bodies", bodies), _form(node)))


def _resource_defaults(node: n.ResourceDefaultsExpression) -> object:
    entries = _map(("type", node.type_ref), ("ops", list(node.operations)), _form(node))
    return _call("resource-defaults", entries)


def _resource_override(node: n.ResourceOverrideExpression) -> object:
    entries = _map(("resources", node.resources), ("ops", list(node.operations)), _form(node))
    return _call("resource-override", entries)


def _collect(node: n.CollectExpression) -> object:
    operations = ("ops", list(node.operations)) if node.operations else None
    return _call("collect", _map(("type", node.type_expr), ("query", node.query), operations))


def _node_definition(node: n.NodeDefinition) -> object:
    return _call(
        "node",
        _map(
            ("matches", list(node.host_matches)),
            _given("parent", node.parent),
            _given_body("body", node.body),
        ),
    )


def _apply(node: n.ApplyExpression) -> object:
    statements = list(node.body.statements)
    return _call("apply", _map(("args", list(node.arguments)), ("body", statements)))


_SHAPES: dict[type, Shape] = {
    n.AccessExpression: lambda node: _call("access", node.left, *node.keys),
    n.AndExpression: _binary("and"),
    n.ApplyBlockExpression: lambda node: _call("block", *node.statements),
    n.ApplyExpression: _apply,
    n.ArithmeticExpression: _operator,
    n.AssignmentExpression: _operator,
    n.AttributeOperation: lambda node: _call(node.operator, node.name, node.value),
    n.AttributesOperation: _unary("splat-hash"),
    n.BlockExpression: lambda node: _call("block", *node.statements),
    n.CallMethodExpression: _function_call("call-method", "invoke-method"),
    n.CallNamedFunctionExpression: _function_call("call", "invoke"),
    n.CaseExpression: lambda node: _call("case", node.test, list(node.options)),
    n.CaseOption: _case_option,
    n.CollectExpression: _collect,
    n.ComparisonExpression: _operator,
    n.ConcatenatedString: lambda node: _call("concat", *node.segments),
    n.EppExpression: _template,
    n.ExportedQuery: _query("exported-query"),
    n.FunctionDefinition: _definition("function"),
    n.HeredocExpression: _heredoc,
    n.HostClassDefinition: _definition("class"),
    n.IfExpression: _conditional("if"),
    n.InExpression: _binary("in"),
    n.KeyedEntry: lambda node: _call("=>", _some(node.key), _some(node.value)),
    n.LambdaExpression: _lambda,
    n.LiteralBoolean: _value,
    n.LiteralDefault: _constant("default"),
    n.LiteralFloat: _value,
    n.LiteralHash: lambda node: _call("hash", *node.entries),
    n.LiteralInteger: _integer,
    n.LiteralList: lambda node: _call("array", *node.values),
    n.LiteralRegularExpression: _regular_expression,
    n.LiteralString: _value,
    n.LiteralUndef: lambda _node: None,
    n.MatchExpression: _operator,
    n.NamedAccessExpression: _binary("."),
    n.NodeDefinition: _node_definition,
    n.Nop: _constant("nop"),
    n.NotExpression: _unary("!"),
    n.OrExpression: _binary("or"),
    n.Parameter: _parameter,
    n.ParenthesizedExpression: _unary("paren"),
    n.PlanDefinition: _definition("plan"),
    n.Program: _program,
    n.QualifiedName: lambda node: _call("qn", node.value),
    n.QualifiedReference: lambda node: _call("qr", node.cased_value),
    n.RelationshipExpression: _operator,
    n.RenderExpression: _unary("render"),
    n.RenderStringExpression: lambda node: _call("render-s", node.value),
    n.ReservedWord: lambda node: _call("reserved", node.word),
    n.ResourceBody: lambda node: _call("resource_body", _resource_body(node)),
    n.ResourceDefaultsExpression: _resource_defaults,
    n.ResourceExpression: _resource,
    n.ResourceOverrideExpression: _resource_override,
    n.ResourceTypeDefinition: _definition("define"),
    n.SelectorEntry: lambda node: _call("=>", node.matching, node.value),
    n.SelectorExpression: lambda node: _call("?", node.left, list(node.selectors)),
    n.TextExpression: _unary("str"),
    n.TypeAlias: lambda node: _call("type-alias", node.name, node.type_expr),
    n.TypeDefinition: lambda node: _call(
        "type-definition", node.name, node.parent, _some(node.body)
    ),
    n.TypeMapping: lambda node: _call("type-mapping", node.type_expr, node.mapping_expr),
    n.UnaryMinusExpression: _minus,
    n.UnfoldExpression: _unary("unfold"),
    n.UnlessExpression: _conditional("unless"),
    n.VariableExpression: lambda node: _call("var", node.name),
    n.VirtualQuery: _query("virtual-query"),
}
