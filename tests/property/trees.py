"""Generated trees, of all the shapes that the grammar can make and no others.

Operands that bind too loosely for their place get a parenthesis around them, as a source would
have; that is a node like any other. The strategies are made by depth: what stands inside a node
of depth 3 has depth 2, and depth 0 is a single word.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from duckrow.puppet.syntax import nodes as n
from duckrow.source.text import SourceText

from .operands import (
    DIVISIBLE,
    KINDS,
    POWER,
    READ_AS_VARIABLE,
    SELECTOR,
    UNARY,
    Expressions,
    at_least,
    built,
    capitals,
    leaves,
    make,
    name_nodes,
    optional,
    pattern_nodes,
    string_nodes,
    strings,
    tight,
    tuples,
    type_nodes,
    variable_nodes,
)

DEPTH = 3


@st.composite
def binaries(draw: st.DrawFn, inner: Expressions) -> n.Expression:
    operator = draw(st.sampled_from(sorted(POWER)))
    left, right = (draw(inner) for _ in "lr")
    floor = POWER[operator]
    if operator == "/" and not isinstance(left, DIVISIBLE):
        left = make(n.ParenthesizedExpression, expr=left)
    return make(
        KINDS[operator],
        left=at_least(floor, left),
        right=at_least(floor + 1, right),
        operator=operator,
    )


# Strings


def first_token_owner(node: n.Expression) -> tuple[n.Node, n.Node | None]:
    edges = ("left", "functor", "type_expr", "type_name", "type_ref", "resources")
    parent: n.Node | None = None
    while not isinstance(node, n.Definition) and getattr(node, "form", "regular") == "regular":
        below = next((getattr(node, edge) for edge in edges if hasattr(node, edge)), None)
        if below is None:
            break
        parent, node = node, below
    return node, parent


def not_a_variable(node: n.Expression) -> n.Expression:
    """Put a parenthesis around what would be taken for a variable inside ${ }."""
    first, parent = first_token_owner(node)
    alone = parent is None or isinstance(parent, n.AccessExpression | n.NamedAccessExpression)
    if alone and isinstance(first, READ_AS_VARIABLE):
        return make(n.ParenthesizedExpression, expr=node)
    return node


@st.composite
def concatenations(draw: st.DrawFn, inner: Expressions) -> n.ConcatenatedString:
    segments: list[n.Node] = []
    for _ in range(draw(st.integers(1, 3))):
        text = draw(strings)
        if text and draw(st.booleans()):
            segments.append(make(n.LiteralString, value=text))
        expr = not_a_variable(draw(inner))
        segments.append(make(n.TextExpression, expr=expr))
    text = draw(strings)
    if text:
        segments.append(make(n.LiteralString, value=text))
    return make(n.ConcatenatedString, segments=tuple(segments))


# Expressions


@cache
def expressions(depth: int) -> Expressions:
    """Everything that the grammar calls an expression."""
    if depth == 0:
        return leaves
    inner = st.deferred(lambda: expressions(depth - 1))
    any_value = st.deferred(lambda: assignments(depth - 1))
    primary = tight(inner)
    hashes = built(
        n.LiteralHash, entries=tuples(built(n.KeyedEntry, key=any_value, value=any_value))
    )
    keys = tuples(inner, least=1)
    return st.one_of(
        leaves,
        binaries(inner),
        built(n.LiteralList, values=tuples(any_value)),
        hashes,
        built(n.ParenthesizedExpression, expr=any_value),
        built(n.NotExpression, expr=tight(inner, UNARY)),
        built(n.UnaryMinusExpression, expr=tight(inner, UNARY)),
        built(n.UnfoldExpression, expr=tight(inner, UNARY)),
        built(n.AccessExpression, left=primary, keys=keys),
        calls(depth),
        built(
            n.CallMethodExpression,
            functor=built(n.NamedAccessExpression, left=primary, right=name_nodes),
            arguments=tuples(any_value),
            block=optional(lambdas(depth - 1)),
            needs_value=st.just(True),
        ),
        built(
            n.SelectorExpression,
            left=tight(inner, SELECTOR),
            selectors=tuples(built(n.SelectorEntry, matching=inner, value=inner), least=1),
        ),
        concatenations(any_value),
        built(
            n.HeredocExpression,
            syntax=st.sampled_from(("", "json")),
            text=string_nodes | concatenations(any_value),
        ),
        built(
            n.CollectExpression,
            type_expr=primary,
            query=st.sampled_from((n.VirtualQuery, n.ExportedQuery)).flatmap(
                lambda kind: built(kind, expr=optional(inner))
            ),
            operations=operations(depth - 1),
        ),
        conditionals(depth - 1, has_text=False),
    )


def calls(depth: int) -> Expressions:
    return built(
        n.CallNamedFunctionExpression,
        functor=name_nodes | tight(expressions(depth - 1)),
        arguments=tuples(assignments(depth - 1)),
        block=optional(lambdas(depth - 1)),
        needs_value=st.just(True),
    )


@cache
def parameters(depth: int) -> st.SearchStrategy[n.Parameter]:
    keys = tuples(expressions(depth), least=1)
    return built(
        n.Parameter,
        name=st.sampled_from(("a", "b", "c")),
        value=optional(expressions(depth)),
        type_expr=optional(type_nodes | built(n.AccessExpression, left=type_nodes, keys=keys)),
        captures_rest=st.booleans(),
    )


@cache
def lambdas(depth: int) -> st.SearchStrategy[n.LambdaExpression]:
    return built(
        n.LambdaExpression,
        parameters=tuples(parameters(depth)),
        body=bodies(depth, has_text=False),
        return_type=optional(type_nodes),
    )


# Resources and assignments


def operations(depth: int) -> Any:
    attribute = built(
        n.AttributeOperation,
        name=st.sampled_from(("ensure", "mode", "if", "type")),
        operator=st.sampled_from(("=>", "+>")),
        value=expressions(depth),
    )
    return tuples(attribute | built(n.AttributesOperation, expr=expressions(depth)))


@cache
def resources(depth: int) -> Expressions:
    form = st.sampled_from(("regular", "virtual", "exported"))
    body = built(n.ResourceBody, title=expressions(depth), operations=operations(depth))
    references = built(
        n.AccessExpression, left=type_nodes, keys=tuples(expressions(depth), least=1)
    )
    set_ = {"form": form, "operations": operations(depth)}
    return st.one_of(
        built(
            n.ResourceExpression,
            form=form,
            type_name=name_nodes | expressions(depth),
            bodies=tuples(body, least=1),
        ),
        built(n.ResourceDefaultsExpression, type_ref=type_nodes, **set_),
        built(n.ResourceOverrideExpression, resources=references, **set_),
    )


@cache
def assignments(depth: int) -> Expressions:
    """Everything that may stand as an argument or a statement."""
    if depth == 0:
        return leaves
    sides = expressions(depth) | resources(depth - 1)
    chains = st.deferred(lambda: relationships)
    relationships: Expressions = sides | built(
        n.RelationshipExpression,
        left=chains,
        right=sides,
        operator=st.sampled_from(("->", "~>", "<-", "<~")),
    )
    return st.one_of(
        expressions(depth),
        relationships,
        built(
            n.AssignmentExpression,
            left=variable_nodes,
            right=st.deferred(lambda: assignments(depth - 1)),
            operator=st.sampled_from(("=", "+=", "-=")),
        ),
    )


# Statements

texts = strings.filter(bool).map(lambda value: make(n.RenderStringExpression, value=value))


@cache
def statements(depth: int, has_text: bool) -> Expressions:
    plain = assignments(depth).map(as_statement)
    if depth == 0:
        return plain | texts if has_text else plain
    shaped = plain | conditionals(depth, has_text)
    return st.one_of(shaped, texts, renders(depth - 1)) if has_text else shaped


def as_statement(node: n.Expression) -> n.Expression:
    if isinstance(node, n.CallNamedFunctionExpression):
        return make(
            n.CallNamedFunctionExpression,
            functor=node.functor,
            arguments=node.arguments,
            block=node.block,
            needs_value=False,
        )
    return node


def renders(depth: int) -> Expressions:
    values = st.one_of(expressions(depth), branches(depth, has_text=False).filter(bool))
    return built(n.RenderExpression, expr=values)


def block(found: tuple[n.Expression, ...]) -> n.BlockExpression:
    return make(n.BlockExpression, statements=found)


def bodies(depth: int, has_text: bool) -> st.SearchStrategy[n.Expression | None]:
    """What is a block even of one statement."""
    return optional(tuples(statements(depth, has_text), least=1).map(block))


def branches(depth: int, has_text: bool) -> st.SearchStrategy[Any]:
    """What is a block of several statements only."""
    several: Expressions = tuples(statements(depth, has_text), least=2).map(block)
    return st.none() | statements(depth, has_text) | several


@cache
def conditionals(depth: int, has_text: bool) -> Expressions:
    if depth == 0:
        return leaves
    test, branch = expressions(depth - 1), branches(depth - 1, has_text)
    option = built(
        n.CaseOption, values=tuples(test, least=1), then_expr=bodies(depth - 1, has_text)
    )
    return st.one_of(
        built(n.IfExpression, test=test, then_expr=branch, else_expr=branch),
        built(n.UnlessExpression, test=test, then_expr=branch, else_expr=branch),
        built(n.CaseExpression, test=test, options=tuples(option, least=1)),
    )


@cache
def definitions(depth: int, namespace: str = "") -> Expressions:
    body = bodies(1, has_text=False)
    name = st.sampled_from(("a", "b::c", "D"))
    shared: Any = {"parameters": tuples(parameters(1)), "body": body}
    full: Any = {"name": name.map(lambda short: namespace + short)}
    inside = definitions(depth - 1, f"{namespace}outer::") if depth else statements(1, False)
    hosts = string_nodes | pattern_nodes | st.just(make(n.LiteralDefault))
    aliased = built(n.AccessExpression, left=type_nodes, keys=tuples(expressions(1), least=1))
    return st.one_of(
        built(
            n.HostClassDefinition,
            name=st.just(f"{namespace}outer"),
            parameters=tuples(parameters(1)),
            parent_class=optional(name),
            body=tuples(inside, least=1).map(block),
        ),
        built(n.ResourceTypeDefinition, **full, **shared),
        built(n.FunctionDefinition, name=name, **shared, return_type=optional(type_nodes)),
        built(
            n.NodeDefinition,
            host_matches=tuples(hosts, least=1),
            parent=optional(hosts),
            body=body,
        ),
        built(n.TypeAlias, name=capitals, type_expr=type_nodes | aliased),
        built(n.TypeDefinition, name=capitals, parent=optional(capitals), body=body),
    )


# Programs


def program(body: n.Expression) -> n.Program:
    return make(n.Program, body=body, definitions=(), source=SourceText(""))


@cache
def manifests() -> st.SearchStrategy[n.Program]:
    top = statements(DEPTH, has_text=False) | definitions(2)
    several: Expressions = tuples(top, least=2).map(block)
    return (top | several | st.just(make(n.Nop))).map(program)


@st.composite
def templates(draw: st.DrawFn) -> n.Program:
    found = list(draw(tuples(statements(2, has_text=True), most=4)))
    if draw(st.booleans()):
        found.append(make(n.RenderStringExpression, value=""))  # only the end can be empty text
    has_parameters = draw(st.booleans())
    epp = make(
        n.EppExpression,
        parameters_specified=has_parameters,
        body=block(tuple(found)) if found else None,
    )
    accepted = draw(tuples(parameters(1))) if has_parameters else ()
    return program(make(n.LambdaExpression, parameters=accepted, body=epp, return_type=None))
