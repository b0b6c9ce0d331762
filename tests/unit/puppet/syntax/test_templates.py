"""Templates: their tags, their text, and the code between."""

from __future__ import annotations

from contextlib import suppress

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.source.errors import SourceError

from .reading import every_node, rejected_at, tree, written


def rendered(text: str) -> list[str]:
    """Give the text that a template renders, piece by piece."""
    program = parse(text, epp=True)
    found = [node for node in every_node(program) if isinstance(node, n.RenderStringExpression)]
    return [node.value for node in sorted(found, key=lambda node: node.start)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("a\nb", ["a\nb"]),
        ("a <% $x %> b", ["a ", " b"]),
        ("a <%- $x %> b", ["a", " b"]),
        ("a \t<%- $x %> b", ["a", " b"]),
        ("a\n  <%- $x %> b", ["a\n", " b"]),
        ("a <% $x -%> \n b", ["a ", " b"]),
        ("a <% $x -%>\r\nb", ["a ", "b"]),
        ("a <% $x -%> b", ["a ", "b"]),
        ("a<% $x %>", ["a"]),
        ("<% $x %>\n", ["\n"]),
        ("a <%# c %> b", ["a  b"]),
        ("a <%#- c %> b", ["a b"]),
        ("a <%# c -%> \n b", ["a  b"]),
        ("a <%# c %%> d %> b", ["a  b"]),
        ("a <%% b %%> c", ["a <% b %> c"]),
        ("%> a", ["%> a"]),
        ("a<%# b %>c<%# d %>e", ["ace"]),
        # The reference drops the text before a comment or a <%% that ends the template.
        ("a<%# b %>", []),
        ("a<%%", []),
        ("a <%= 1 %> b<%# c -%>", ["a "]),
    ],
)
def test_text(text: str, pieces: list[str]) -> None:
    assert rendered(text) == pieces


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("<%= $a %>", '(render (var "a"))'),
        ("<%= { a => 1 } %>", '(render (hash (=> (qn "a") 1)))'),
        ("<%= { a => 1 }['a'] %>", '(render (access (hash (=> (qn "a") 1)) "a"))'),
        ("<%= { 'a' + 'b' => 1 } %>", '(render (hash (=> (+ "a" "b") 1)))'),
        ("<%= {} %>", "(render (hash))"),
        ("<%= { $a } %>", '(render (var "a"))'),
        ("<%= { $a = 1 $a } %>", '(render (block (= (var "a") 1) (var "a")))'),
        ("<% $a = 1 %>", '(= (var "a") 1)'),
        ("<% if $a { %>b<% } %>", '(if {:test (var "a") :then [(render-s "b")]})'),
        (
            "<% $a.each |$b| { %><%= $b %><% } %>",
            (
                '(call-method {:functor (. (var "a") (qn "each")) :args [] :block '
                '(lambda {:params {:b {}} :body [(render (var "b"))]})})'
            ),
        ),
    ],
)
def test_code(code: str, expected: str) -> None:
    assert tree(code, epp=True) == f"(lambda {{:body [(epp {expected})]}})"


@pytest.mark.parametrize(
    ("text", "parameters", "is_given"),
    [
        ("a", [], False),
        ("<%- | | -%>a", [], True),
        ("<%- || -%>a", [], True),
        ("<%- |$a, String $b = 'c'| -%>a", ["$a", "String $b = 'c'"], True),
        ("<%- |$a,| -%>a", ["$a"], True),
        ("<% |$a| %>a", ["$a"], True),
    ],
)
def test_parameters(text: str, parameters: list[str], is_given: bool) -> None:
    assert written(text, n.Parameter, epp=True) == parameters
    program = parse(text, epp=True)
    epp = next(node for node in every_node(program) if isinstance(node, n.EppExpression))
    assert epp.parameters_specified is is_given


def test_nodes_stand_where_they_were_written() -> None:
    text = "one <%= $a['b'] -%>\ntwo <% notice($c) %> three"
    assert written(text, n.RenderStringExpression, epp=True) == ["one ", "\ntwo ", " three"]
    assert written(text, n.RenderExpression, epp=True) == ["<%= $a['b'] -%>"]
    assert written(text, n.AccessExpression, epp=True) == ["$a['b']"]


def test_code_may_end_inside_a_string() -> None:
    assert tree('<% $y = "${if $x { %> a <% } }" %>', epp=True) == (
        '(lambda {:body [(epp (= (var "y") (concat (str (if {:test (var "x") :then '
        '[(render-s " a ")]})))))]})'
    )


def test_a_tag_in_a_string_or_a_heredoc_is_text() -> None:
    assert rendered('<% $a = "%>" %>b') == ["b"]
    assert rendered("<% $a = @(E)\n%>\nE\n%>b") == ["b"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<% $a", "1:6 Unbalanced epp tag, reached <eof> without closing tag."),
        ("<%# a", "1:3 Reaching end after opening <%# without seeing %>"),
        ("a <%", "1:5 Unbalanced embedded expression - opening <% and reaching end of input"),
        ("<%= %>", "1:5 Syntax error at '%>'"),
        ("<%= 1 2 %>", "1:7 Syntax error at '2'"),
        ("<%= $a = 1 %>", "1:8 Syntax error at '='"),
        ("a <%- |$a| -%>", "1:7 Syntax error at '|'"),
        ("<% } %>", "1:4 Syntax error at '}'"),
        ("<% { %>", "None:None Syntax error at end of input"),
        ("<%= 'a %>", "1:6 Unclosed quote after \"'\" followed by 'a %>...'"),
        ("<%=%>a<%#", "1:9 Reaching end after opening <%# without seeing %>"),
        (
            "a<<%# b %>%",
            "1:12 Unbalanced embedded expression - opening <% and reaching end of input",
        ),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text, epp=True) == expected


@pytest.mark.parametrize(
    "unit",
    ["a <%= $b %>", "<%# c %>", "a <%#- c %>", "<%%", "%%>", " ", "<% $a %>\n", "\n <%- 1 -%>"],
)
def test_long_templates(unit: str) -> None:
    size = 200_000
    program = parse("x" * size + unit * (size // len(unit)) + "y", epp=True)
    assert program.end == len(program.source.text)


@pytest.mark.parametrize("unit", ["<%", "<%=", "<%-", "%>", "-%>", "<%#"])
def test_endless_tags_end(unit: str) -> None:
    with suppress(SourceError):
        parse(unit * 100_000, epp=True)
