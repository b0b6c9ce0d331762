"""Write statements: resources, conditionals, definitions, and sequences of them.

As in `printer_expressions`, a function writes its own node and leaves the nodes below it in the
stream.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import printer_shapes as shapes
from duckrow.puppet.syntax.printer_expressions import (
    LAST_COMMA,
    call_with_arguments,
    listed,
    name_with_hash,
    render,
)
from duckrow.puppet.syntax.printer_items import (
    BREAK,
    CLOSE,
    DEDENT,
    FORCE,
    INDENT,
    LEAVE,
    LINE,
    OPEN,
    SOFT,
    TAG_END,
    DefinedName,
    Guard,
    Separate,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.syntax.printer_expressions import Items

    Operations = Sequence[n.AttributeOperation | n.AttributesOperation]

# These are usually called without parentheses.
_DECLARING = frozenset(("include", "contain", "require", "realize", "tag"))


# Values after which a bar cannot begin a lambda.
_NEVER_CALLS = (n.Literal, n.VariableExpression, n.LiteralList, n.LiteralHash)


# Sequences


def sequence(statements: Sequence[n.Expression]) -> Items:
    items: Items = []
    last: n.Expression | None = None
    for node in statements:
        if last is not None:
            is_blank = shapes.is_big(last) or shapes.is_big(node)
            items.append(Separate(is_blank, shapes.begins_with_pattern_in_string(node)))
        items += statement(node)
        last = node
    return items


def statement(node: n.Expression) -> Items:
    """Write a node whose value is not used."""
    if isinstance(node, n.CallNamedFunctionExpression) and not node.needs_value:
        return _statement_call(node)
    return [node]


def _statement_call(node: n.CallNamedFunctionExpression) -> Items:
    is_bare = shapes.is_statement_call(node) and (
        shapes.ends_in_empty_text(node)
        or (
            isinstance(node.functor, n.QualifiedName)
            and node.functor.value in _DECLARING
            and all(_is_simple(argument) for argument in node.arguments)
        )
    )
    if not is_bare:
        first = node.arguments[0] if node.arguments else None
        if isinstance(first, n.LiteralHash) and shapes.lacks_a_key(first):
            return name_with_hash(node.functor, first)
        return call_with_arguments(node)
    items: Items = [node.functor, " "]
    for index, argument in enumerate(node.arguments):
        items += (", ", argument) if index else (argument,)
    return items


def _is_simple(node: n.Expression) -> bool:
    """Return whether an argument needs no parentheses."""
    if isinstance(node, n.AccessExpression):
        return isinstance(node.left, n.QualifiedReference)
    if isinstance(node, n.ConcatenatedString):
        parts = [part.expr for part in node.segments if isinstance(part, n.TextExpression)]
        return all(isinstance(part, n.VariableExpression) for part in parts)
    return isinstance(node, n.QualifiedName | n.LiteralString | n.VariableExpression)


def braced(statements: Sequence[n.Expression]) -> Items:
    if not statements:
        return ["{}"]
    return ["{", INDENT, LINE, *sequence(statements), DEDENT, LINE, "}"]


def inline(statements: Sequence[n.Expression]) -> Items:
    """Write braces, on one line if they contain one short statement."""
    if len(statements) != 1:
        return braced(statements)
    return [OPEN, "{", INDENT, BREAK, *sequence(statements), DEDENT, BREAK, "}", CLOSE]


def block(node: n.BlockExpression) -> Items:
    """Write a block that is an expression, which only a name with a hash makes."""
    name, hash_ = node.statements
    assert isinstance(hash_, n.LiteralHash)
    return name_with_hash(name, hash_)


# Resources


def _operations(operations: Operations) -> Items:
    names = [
        operation.name if isinstance(operation, n.AttributeOperation) else "*"
        for operation in operations
    ]
    width = max(map(len, names), default=0)
    items: Items = []
    for name, operation in zip(names, operations, strict=True):
        if items:
            items += (",", LINE)
        if isinstance(operation, n.AttributeOperation):
            items += (f"{name:{width}} {operation.operator} ", operation.value)
        else:
            items += (f"{name:{width}} => ", operation.expr)
    return items


def _braced_operations(operations: Operations) -> Items:
    if not operations:
        return ["{}"]
    return ["{", INDENT, LINE, *_operations(operations), ",", DEDENT, LINE, "}"]


def _form(node: n.AbstractResource) -> Items:
    if node.form == "virtual":
        return ["@", Guard("(@", " ")]  # @( would begin a heredoc
    return ["@@"] if node.form == "exported" else []


def resource(node: n.ResourceExpression) -> Items:
    head = [*_form(node), node.type_name, " {"]
    if len(node.bodies) > 1:
        return [*head, INDENT, *_bodies(node.bodies), DEDENT, LINE, "}"]
    (body,) = node.bodies
    if not body.operations:
        return [*head, " ", body.title, ": }"]
    attributes = [INDENT, LINE, *_operations(body.operations), ",", DEDENT, LINE]
    return [*head, " ", body.title, ":", *attributes, "}"]


def _bodies(bodies: Sequence[n.ResourceBody]) -> Items:
    items: Items = []
    for body in bodies:
        attributes: Items = []
        if body.operations:
            attributes = [INDENT, LINE, *_operations(body.operations), DEDENT]
        items += (LINE, body.title, ":", *attributes, ";")
    return items


def resource_defaults(node: n.ResourceDefaultsExpression) -> Items:
    return [*_form(node), node.type_ref, " ", *_braced_operations(node.operations)]


def resource_override(node: n.ResourceOverrideExpression) -> Items:
    return [*_form(node), node.resources, " ", *_braced_operations(node.operations)]


def collect(node: n.CollectExpression) -> Items:
    head = [node.type_expr, " ", node.query]
    if node.operations:
        return [*head, " ", *_braced_operations(node.operations)]
    # A following brace would be taken as the attributes.
    return [*head, Guard("{", " {}")]


def virtual_query(node: n.VirtualQuery) -> Items:
    return ["<| |>"] if node.expr is None else ["<| ", node.expr, " |>"]


def exported_query(node: n.ExportedQuery) -> Items:
    return ["<<| |>>"] if node.expr is None else ["<<| ", node.expr, " |>>"]


# Conditionals


def if_(node: n.IfExpression) -> Items:
    items: Items = ["if ", node.test, " ", *braced(shapes.branch_statements(node.then_expr))]
    rest = node.else_expr
    while isinstance(rest, n.IfExpression):
        then = braced(shapes.branch_statements(rest.then_expr))
        items += (" elsif ", rest.test, " ", *then)
        rest = rest.else_expr
    return items + _else(rest)


def unless(node: n.UnlessExpression) -> Items:
    then = braced(shapes.branch_statements(node.then_expr))
    return ["unless ", node.test, " ", *then, *_else(node.else_expr)]


def _else(branch: n.Expression | None) -> Items:
    statements = shapes.branch_statements(branch)
    return [" else ", *braced(statements)] if statements else []


def case(node: n.CaseExpression) -> Items:
    items: Items = ["case ", node.test, " {", INDENT]
    for option in node.options:
        items += (LINE, OPEN)
        for index, value in enumerate(option.values):
            items += (",", BREAK, value) if index else (value,)
        items += (": ", CLOSE, *braced(shapes.body_statements(option.then_expr)))
    return [*items, DEDENT, LINE, "}"]


# Definitions


def parameter(node: n.Parameter) -> Items:
    items: Items = [] if node.type_expr is None else [node.type_expr, " "]
    items.append(f"*${node.name}" if node.captures_rest else f"${node.name}")
    return items if node.value is None else [*items, " = ", node.value]


def _parameters(parameters: Sequence[n.Parameter], one_per_line: bool) -> Items:
    things: list[Items] = [[node] for node in parameters]
    if one_per_line and things:
        things[0].insert(0, FORCE)
    return listed("(", things, ")")


def _bars(parameters: Sequence[n.Parameter], gap: object) -> Items:
    """Write parameters between bars."""
    items = listed("|", [[node] for node in parameters], "|", gap=gap)
    last = parameters[-1].value if parameters else None
    if last is not None and not isinstance(last, _NEVER_CALLS):
        # The closing bar would be taken as the start of a lambda of the value.
        items[items.index(LAST_COMMA)] = ","
    return items


def lambda_(node: n.LambdaExpression) -> Items:
    body = inline(shapes.body_statements(node.body))
    return [*_bars(node.parameters, SOFT), *_returns(node.return_type), " ", *body]


def _returns(return_type: n.Expression | None) -> Items:
    return [] if return_type is None else [" >> ", return_type]


def _body(node: n.NamedDefinition | n.NodeDefinition | n.TypeDefinition) -> Items:
    return [" ", *braced(shapes.body_statements(node.body))]


def class_(node: n.HostClassDefinition) -> Items:
    items: Items = ["class ", DefinedName(node.name, opens_namespace=True)]
    if node.parameters:
        items += (" ", *_parameters(node.parameters, one_per_line=True))
    if node.parent_class is not None:
        items.append(f" inherits {node.parent_class}")
    return [*items, *_body(node), LEAVE]


def define(node: n.ResourceTypeDefinition) -> Items:
    items: Items = ["define ", DefinedName(node.name, opens_namespace=False)]
    if node.parameters:
        items += (" ", *_parameters(node.parameters, one_per_line=True))
    return [*items, *_body(node)]


def plan(node: n.PlanDefinition) -> Items:
    items: Items = ["plan ", DefinedName(node.name, opens_namespace=True)]
    if node.parameters:
        items += (" ", *_parameters(node.parameters, one_per_line=True))
    return [*items, *_body(node), LEAVE]


def function(node: n.FunctionDefinition) -> Items:
    parameters = _parameters(node.parameters, one_per_line=False)
    return [f"function {node.name}", *parameters, *_returns(node.return_type), *_body(node)]


def node_(node: n.NodeDefinition) -> Items:
    items: Items = ["node "]
    for index, host in enumerate(node.host_matches):
        items += (", ", host) if index else (host,)
    if node.parent is not None:
        items += (" inherits ", node.parent)
    return [*items, *_body(node)]


def type_alias(node: n.TypeAlias) -> Items:
    return [f"type {node.name} = ", node.type_expr]


def type_mapping(node: n.TypeMapping) -> Items:
    right: n.Node = node.mapping_expr
    if isinstance(right, n.KeyedEntry):
        return ["type ", node.type_expr, " = ", right.key, " ", right.value]
    return ["type ", node.type_expr, " = ", right]


def type_definition(node: n.TypeDefinition) -> Items:
    parent = f" inherits {node.parent}" if node.parent else ""
    return [f"type {node.name}{parent}", *_body(node)]


def apply(node: n.ApplyExpression) -> Items:
    arguments = listed("(", [[value] for value in node.arguments], ")")
    return ["apply", *arguments, " ", *braced(node.body.statements)]


# The whole


def program(node: n.Program) -> Items:
    body = node.body
    if isinstance(body, n.LambdaExpression) and isinstance(body.body, n.EppExpression):
        return template(body, body.body)
    return sequence(shapes.branch_statements(body))


def template(node: n.LambdaExpression, epp: n.EppExpression) -> Items:
    items: Items = []
    if epp.parameters_specified:
        items = [*_bars(node.parameters, BREAK), TAG_END]
    return items + sequence(shapes.body_statements(epp.body))


def render_expression(node: n.RenderExpression) -> Items:
    if shapes.is_expression(node.expr):
        return render([node.expr])
    return render(inline(shapes.branch_statements(node.expr)))
