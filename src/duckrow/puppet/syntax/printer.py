"""Write a tree as source that parses to the same tree.

The steps: tree → stream of words and marks → lines. `printer_expressions` and `printer_statements`
write one node each; `print_source` combines them with an explicit stack, so depth costs nothing;
`printer_layout` breaks the stream into lines.

    printer_items         the marks
    printer_words         strings, numbers and patterns
    printer_shapes        questions about a node's surroundings
    printer_expressions   nodes with a value
    printer_statements    nodes with an effect
    printer_layout        lines and indentation
    printer_sheets        the output: a manifest, a heredoc, a template

Laws:
 1. Parsing the result gives a tree that is the same (`compare.same`) as the one printed, for every
    tree that the parser can make. A tree made by hand must be grouped as the parser would:
    no parentheses are added. One corner is out of reach: after `undef`, `default` or a closing
    brace a slash divides only while no other slash follows anywhere, and moving the text of a
    heredoc behind it may bring one.
 2. Printing that tree again gives the same text.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import printer_expressions as e
from duckrow.puppet.syntax import printer_statements as s
from duckrow.puppet.syntax import printer_words as words
from duckrow.puppet.syntax.printer_items import LEAVE, DefinedName
from duckrow.puppet.syntax.printer_layout import lay_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.syntax.printer_expressions import Items, Writer


def print_source(program: n.Program) -> str:
    """Write a manifest or a template."""
    body = program.body
    is_template = isinstance(body, n.LambdaExpression) and isinstance(body.body, n.EppExpression)
    return lay_out(_stream(program), is_template)


def _stream(program: n.Program) -> Items:
    """Replace every node by its words and marks, from left to right."""
    out: Items = []
    stack: Items = [program]
    namespace: list[str] = []
    writers = _WRITERS
    while stack:
        item = stack.pop()
        writer = writers.get(type(item))
        if writer is not None:
            stack += reversed(writer(item))
        elif type(item) is DefinedName:
            name = _name_within(namespace, item.name)
            out.append(name)
            if item.opens_namespace:
                namespace.append(name)
        elif item is LEAVE:
            namespace.pop()
        else:
            out.append(item)
    return out


def _name_within(namespace: list[str], name: str) -> str:
    """Remove from a full name the prefix that the parser adds in this scope."""
    before = "::".join((*namespace, "")).removeprefix("::")
    return name.removeprefix(before)


def _plain(node: Any) -> Items:
    return [words.plain(node)]


_WRITERS: dict[type, Writer] = {
    n.AccessExpression: e.access,
    n.AndExpression: e.binary,
    n.ApplyExpression: s.apply,
    n.ArithmeticExpression: e.binary,
    n.AssignmentExpression: e.assignment,
    n.BlockExpression: s.block,
    n.CallMethodExpression: e.method_call,
    n.CallNamedFunctionExpression: e.call,
    n.CaseExpression: s.case,
    n.CollectExpression: s.collect,
    n.ComparisonExpression: e.binary,
    n.ConcatenatedString: e.concatenated,
    n.ExportedQuery: s.exported_query,
    n.FunctionDefinition: s.function,
    n.HeredocExpression: e.heredoc,
    n.HostClassDefinition: s.class_,
    n.IfExpression: s.if_,
    n.InExpression: e.binary,
    n.LambdaExpression: s.lambda_,
    n.LiteralBoolean: _plain,
    n.LiteralDefault: _plain,
    n.LiteralFloat: _plain,
    n.LiteralHash: e.hash_,
    n.LiteralInteger: _plain,
    n.LiteralList: e.list_,
    n.LiteralRegularExpression: _plain,
    n.LiteralString: _plain,
    n.LiteralUndef: _plain,
    n.MatchExpression: e.binary,
    n.NamedAccessExpression: e.named_access,
    n.NodeDefinition: s.node_,
    n.NotExpression: e.prefix("!"),
    n.OrExpression: e.binary,
    n.Parameter: s.parameter,
    n.ParenthesizedExpression: e.parenthesized,
    n.PlanDefinition: s.plan,
    n.Program: s.program,
    n.QualifiedName: _plain,
    n.QualifiedReference: _plain,
    n.RelationshipExpression: e.relationship,
    n.RenderExpression: s.render_expression,
    n.RenderStringExpression: e.render_string,
    n.ReservedWord: _plain,
    n.ResourceDefaultsExpression: s.resource_defaults,
    n.ResourceExpression: s.resource,
    n.ResourceOverrideExpression: s.resource_override,
    n.ResourceTypeDefinition: s.define,
    n.SelectorExpression: e.selector,
    n.TextExpression: e.text_expression,
    n.TypeAlias: s.type_alias,
    n.TypeDefinition: s.type_definition,
    n.TypeMapping: s.type_mapping,
    n.UnaryMinusExpression: e.prefix("-"),
    n.UnfoldExpression: e.prefix("*"),
    n.UnlessExpression: s.unless,
    n.VariableExpression: _plain,
    n.VirtualQuery: s.virtual_query,
}
