"""Every node knows where it stands, gives back what was written there, and cannot be changed."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.compare import difference
from duckrow.source.errors import SourceError
from duckrow.source.frozen import is_frozen

from .reading import every_node, only, parsed, written

TREES = parsed()
KINDS = sorted(name for name, kind in vars(n).items() if isinstance(kind, type) and is_frozen(kind))

# A text for every kind of node, and what the node must give back of it.
EXAMPLES: list[tuple[type[n.Node], str, str]] = [
    (n.Nop, " # nothing", ""),
    (n.LiteralUndef, "$a = undef", "undef"),
    (n.LiteralDefault, "$a = default", "default"),
    (n.LiteralBoolean, "$a = false", "false"),
    (n.LiteralInteger, "$a = 0x1F", "0x1F"),
    (n.LiteralFloat, "$a = 1.50e-3", "1.50e-3"),
    (n.LiteralString, "$a = 'it\\'s'", "'it\\'s'"),
    (n.LiteralRegularExpression, "$a = /b\\/c/", "/b\\/c/"),
    (n.QualifiedName, "$a = b::c", "b::c"),
    (n.QualifiedReference, "$a = ::B::C", "::B::C"),
    (n.ReservedWord, "$a = private", "private"),
    (n.KeyedEntry, "$a = { 'b'  =>  1 , }", "'b'  =>  1"),
    (n.LiteralHash, "$a = { 'b' => 1 , }", "{ 'b' => 1 , }"),
    (n.LiteralHash, "a('b' => 1, 'c' => 2)", "'b' => 1, 'c' => 2"),
    (n.LiteralList, "$a = [1, 2 , ]", "[1, 2 , ]"),
    (n.TextExpression, '$a = "b${ c }d"', "${ c }"),
    (n.TextExpression, '$a = "b$c d"', "$c"),
    (n.ConcatenatedString, '$a = "b${c}d"', '"b${c}d"'),
    (n.HeredocExpression, '$a = @("B":json/L) \n c\n | B\n', '@("B":json/L)'),
    (n.VariableExpression, "notice($a::b)", "$a::b"),
    (n.ParenthesizedExpression, "$a = ( 1 )", "( 1 )"),
    (n.NotExpression, "$a = ! true", "! true"),
    (n.UnaryMinusExpression, "$a = - $b", "- $b"),
    (n.UnfoldExpression, "a(* $b)", "* $b"),
    (n.ArithmeticExpression, "$a = 1 + 2", "1 + 2"),
    (n.ComparisonExpression, "$a = 1 == 2", "1 == 2"),
    (n.MatchExpression, "$a = 1 =~ 2", "1 =~ 2"),
    (n.InExpression, "$a = 1 in 2", "1 in 2"),
    (n.AndExpression, "$a = 1 and 2", "1 and 2"),
    (n.OrExpression, "$a = 1 or 2", "1 or 2"),
    (n.AssignmentExpression, " $a = 1 ", "$a = 1"),
    (n.RelationshipExpression, " A['b'] -> C['d'] ", "A['b'] -> C['d']"),
    (n.AccessExpression, "$a = $b [1][2 , ]", "[1][2 , ]"),
    (n.AccessExpression, "$a = $b[2 , ]", "$b[2 , ]"),
    (n.NamedAccessExpression, "$a = $b . c(1)", "$b . c"),
    (n.SelectorEntry, "$a = $b ? { 1 => 2 , }", "1 => 2"),
    (n.SelectorExpression, "$a = $b ? { 1 => 2 , }", "$b ? { 1 => 2 , }"),
    (n.Parameter, "class a(Integer[1] $b = 2 , ) { }", "Integer[1] $b = 2"),
    (n.Parameter, "define a(*$b) { }", "*$b"),
    (n.LambdaExpression, "a() |$b| >> Any { $b }", "|$b| >> Any { $b }"),
    (n.CallNamedFunctionExpression, " a(1) |$b| { $b } ", "a(1) |$b| { $b }"),
    (n.CallNamedFunctionExpression, "include a , b # c", "include a , b"),
    (n.CallMethodExpression, " $a.b(1) |$c| { } ", "$a.b(1) |$c| { }"),
    (n.CallMethodExpression, " $a . b ", "$a . b"),
    (n.BlockExpression, "if $a { b() c() }", "{ b() c() }"),
    (n.IfExpression, " if $a { 1 } else { 2 } ", "if $a { 1 } else { 2 }"),
    (n.UnlessExpression, " unless $a { 1 } ", "unless $a { 1 }"),
    (n.CaseOption, "case $a { 1, 2: { 3 } }", "1, 2: { 3 }"),
    (n.CaseExpression, " case $a { 1: { } } ", "case $a { 1: { } }"),
    (n.AttributeOperation, "a { b: c  =>  d , }", "c  =>  d"),
    (n.AttributesOperation, "a { b: *  =>  $d , }", "*  =>  $d"),
    (n.ResourceBody, "a { 'b' : c => d , ; }", "'b' : c => d ,"),
    (n.ResourceExpression, " @a { 'b': } ", "@a { 'b': }"),
    (n.ResourceDefaultsExpression, " A { b => c } ", "A { b => c }"),
    (n.ResourceOverrideExpression, " A['b'] { c => d } ", "A['b'] { c => d }"),
    (n.VirtualQuery, "A <| b == c |>", "<| b == c |>"),
    (n.ExportedQuery, "A <<| |>>", "<<| |>>"),
    (n.CollectExpression, " A <| |> { b => c } ", "A <| |> { b => c }"),
    (n.HostClassDefinition, " class a($b) inherits c { } ", "class a($b) inherits c { }"),
    (n.ResourceTypeDefinition, " define a { } ", "define a { }"),
    (n.FunctionDefinition, " function a() >> Any { } ", "function a() >> Any { }"),
    (n.PlanDefinition, " plan a() { } ", "plan a() { }"),
    (n.NodeDefinition, " node a.b, /c/ { } ", "node a.b, /c/ { }"),
    (n.TypeAlias, " type A = B[1] ", "type A = B[1]"),
    (n.TypeMapping, " type Runtime[a, b] = [/c/, d] ", "type Runtime[a, b] = [/c/, d]"),
    (n.TypeDefinition, " type A inherits B { } ", "type A inherits B { }"),
    (n.ApplyBlockExpression, "apply('a') { b() }", "{ b() }"),
    (n.ApplyExpression, " apply('a') { b() } ", "apply('a') { b() }"),
    (n.Program, " a() ", " a() "),
]
TEMPLATES: list[tuple[type[n.Node], str, str]] = [
    (n.EppExpression, "a<% b() %>", "a<% b() %>"),
    (n.RenderStringExpression, "a b<% c() %>", "a b"),
    (n.RenderExpression, "a <%= $b -%> c", "<%= $b -%>"),
]


@pytest.mark.parametrize(("kind", "text", "expected"), EXAMPLES)
def test_a_node_gives_back_what_was_written(kind: type[n.Node], text: str, expected: str) -> None:
    assert expected in written(text, kind, tasks=True)


@pytest.mark.parametrize(("kind", "text", "expected"), TEMPLATES)
def test_a_node_of_a_template_gives_back_what_was_written(
    kind: type[n.Node], text: str, expected: str
) -> None:
    assert written(text, kind, epp=True) == [expected]


def test_every_kind_of_node_has_an_example() -> None:
    assert {kind.__name__ for kind, _, _ in EXAMPLES + TEMPLATES} == set(KINDS)


def test_there_are_trees_to_look_at() -> None:
    assert len(TREES) > 400


def test_spans_lie_in_the_source() -> None:
    for program in TREES:
        size = len(program.source.text)
        for node in every_node(program):
            assert 0 <= node.start <= node.end <= size
            assert 0 <= node.at <= size


def _is_added(node: n.Node) -> bool:
    """Tell the parts that `type A = { }` and `type A = Parent { }` leave to the reader."""
    return node.start == node.end or isinstance(node, n.KeyedEntry)


def test_a_child_stands_inside_its_parent() -> None:
    for program in TREES:
        for node in every_node(program):
            for child in n.children(node):
                if isinstance(node, n.HeredocExpression):
                    # The text follows on later lines.
                    assert child.start > node.end
                elif not (node.start <= child.start and child.end <= node.end):
                    assert isinstance(program.body, n.TypeAlias)
                    assert _is_added(child)


def test_children_stand_in_the_order_of_the_source() -> None:
    for program in TREES:
        for node in every_node(program):
            for part in node.parts:
                value = getattr(node, part)
                if isinstance(value, tuple) and not isinstance(program.body, n.TypeAlias):
                    starts = [child.start for child in value]
                    assert starts == sorted(starts)


# What can stand alone and then means the same.
STANDALONE = (
    n.AccessExpression,
    n.BinaryExpression,
    n.CallMethodExpression,
    n.CaseExpression,
    n.CollectExpression,
    n.Definition,
    n.IfExpression,
    n.LiteralFloat,
    n.LiteralInteger,
    n.LiteralList,
    n.LiteralRegularExpression,
    n.ParenthesizedExpression,
    n.QualifiedReference,
    n.SelectorExpression,
    n.UnlessExpression,
)


def _stands_alone(program: n.Program, node: n.Node) -> bool:
    if program.body is not node and any(
        isinstance(inner, n.NamedDefinition) for inner in every_node(node)
    ):
        return False  # full names come from the classes around
    if isinstance(node, n.IfExpression):
        return program.text(node).startswith("if")
    return isinstance(node, STANDALONE) and not isinstance(node, n.NamedAccessExpression)


def test_what_was_written_means_the_same_by_itself() -> None:
    compared = 0
    for program in TREES:
        text = program.source.text
        # Heredocs have their text elsewhere, in strings names are variables, and in files for
        # plans there are more keywords.
        if any(sign in text for sign in ("@(", "${", "<%", "plan", "apply", "type ")):
            continue
        for node in every_node(program):
            if _stands_alone(program, node):
                again = parse(program.text(node))
                assert difference(again.body, node) == "", program.text(node)
                compared += 1
    assert compared > 300


@pytest.mark.parametrize(
    ("text", "kind", "at"),
    [
        ("$a = 1", n.AssignmentExpression, 3),
        ("1 +  2", n.ArithmeticExpression, 2),
        ("$a and $b", n.AndExpression, 3),
        ("$a[1]", n.AccessExpression, 0),
        ("$a.b", n.CallMethodExpression, 2),
        ("$a.b(1)", n.CallMethodExpression, 4),
        ("$a.b", n.NamedAccessExpression, 2),
        ("a(1)", n.CallNamedFunctionExpression, 0),
        ("$a ? { 1 => 2 }", n.SelectorExpression, 0),
        ("$a ? { 1 => 2 }", n.SelectorEntry, 9),
        ("[{ 1 => 2 }]", n.KeyedEntry, 5),
        ("a { 'b': }", n.ResourceExpression, 0),
        ("a { 'b': }", n.ResourceBody, 0),
        ("@a { 'b': }", n.ResourceExpression, 0),
        ("case 1 { 2: { } }", n.CaseOption, 10),
        ("class a(Any $b) { }", n.Parameter, 12),
        ("A['b'] -> C['d']", n.RelationshipExpression, 7),
        ("type A = B", n.TypeAlias, 5),
        ('"a${b}"', n.TextExpression, 0),
    ],
)
def test_trouble_is_reported_where_the_reference_reports_it(
    text: str, kind: type[n.Node], at: int
) -> None:
    assert only(text, kind).at == at


def test_nodes_are_frozen() -> None:
    program = parse("$a = [1, 'b']")
    for node in every_node(program):
        for name in ("start", "end", "value", "at", "anything"):
            with pytest.raises(AttributeError, match="cannot be changed"):
                setattr(node, name, 1)
            with pytest.raises(AttributeError, match="cannot be changed"):
                delattr(node, name)
        assert not hasattr(node, "__dict__")


def test_nodes_are_pleasant_to_match_on() -> None:
    node: object = parse("$a = 1").body
    found: tuple[object, ...] = ()
    match node:
        case n.AssignmentExpression(
            left=n.VariableExpression(name=name), right=n.LiteralInteger(value=value), operator="="
        ):
            found = name, value
    assert found == ("a", 1)
    assert vars(n.AssignmentExpression)["__match_args__"] == ("left", "right", "operator")


def test_definitions_are_found_wherever_they_stand() -> None:
    program = parse("class a { define b { } } function c() { } type D = E node f { }")
    assert [type(node).__name__ for node in program.definitions] == [
        "ResourceTypeDefinition",
        "HostClassDefinition",
        "FunctionDefinition",
        "TypeAlias",
        "NodeDefinition",
    ]
    names = [getattr(node, "name", "") for node in program.definitions]
    assert names == ["a::b", "a", "c", "D", ""]


def test_a_definition_in_a_value_of_a_template_is_found_once() -> None:
    assert len(parse("<%= { class a { } } %>", epp=True).definitions) == 1


def test_a_rejected_text_gives_no_tree() -> None:
    with pytest.raises(SourceError):
        parse("class {")
