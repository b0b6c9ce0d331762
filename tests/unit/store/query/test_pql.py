"""PQL becomes AST."""

from __future__ import annotations

import pytest

from duckrow.store.query.errors import QueryError
from duckrow.store.query.pql import to_ast
from duckrow.store.query.pql_text import MOST_DEPTH

PAIRS = [
    ("nodes {}", ["from", "nodes"]),
    (" nodes\n{ } ", ["from", "nodes"]),
    ("nodes [] {}", ["from", "nodes", ["extract", []]]),
    ("nodes[certname]{}", ["from", "nodes", ["extract", ["certname"]]]),
    (
        "nodes[certname, count()] { certname ~ '^web' group by certname }",
        [
            "from",
            "nodes",
            [
                "extract",
                ["certname", ["function", "count"]],
                ["~", "certname", "^web"],
                ["group_by", "certname"],
            ],
        ],
    ),
    (
        "reports[to_string(end_time, 'YYYY')]{limit 3 order by end_time desc, hash offset 1}",
        [
            "from",
            "reports",
            ["extract", [["function", "to_string", "end_time", "YYYY"]]],
            ["limit", 3],
            ["order_by", [["end_time", "desc"], "hash"]],
            ["offset", 1],
        ],
    ),
    (
        "facts{a=1 and b=-2.5e3 or !c!='x' and (d in [true, 'y'] or e is not null)}",
        [
            "from",
            "facts",
            [
                "or",
                ["and", ["=", "a", 1], ["=", "b", -2500.0]],
                [
                    "and",
                    ["not", ["not", ["=", "c", "x"]]],
                    ["or", ["in", "d", ["array", [True, "y"]]], ["null?", "e", False]],
                ],
            ],
        ],
    ),
    (
        "nodes{[a,b] in resources[a,b]{type='File'}}",
        [
            "from",
            "nodes",
            [
                "in",
                ["a", "b"],
                ["from", "resources", ["extract", ["a", "b"], ["=", "type", "File"]]],
            ],
        ],
    ),
    (
        "nodes{facts{name='os' and facts.x[3].\"a.b\" >= 3}}",
        [
            "from",
            "nodes",
            ["subquery", "facts", ["and", ["=", "name", "os"], [">=", 'facts.x[3]."a.b"', 3]]],
        ],
    ),
    (
        'inventory{facts.match("if.*").ip ~ "a\\"\\u00e9\\n"}',
        ["from", "inventory", ["~", 'facts.match("if.*").ip', 'a"é\n']],
    ),
    ("fact_paths{path ~> ['a', 'b']}", ["from", "fact_paths", ["~>", "path", ["a", "b"]]]),
    ("factsets{a='it\\'s\\n'}", ["from", "factsets", ["=", "a", "it's\\n"]]),
    ("edges{a=[1,['x']]}", ["from", "edges", ["=", "a", [1, ["x"]]]]),
    ('nodes{a="\\ud83e\\udd86"}', ["from", "nodes", ["=", "a", "🦆"]]),
]

ERRORS = [
    ("nodes", 1, 6, ["{", '#"\\s+"', "["]),
    (
        "nodes {\n foo }",
        2,
        6,
        ["is not null", "is null", "in", "!~", "!=", "=", ">", "<", "<=", ">=", "~>", "~"],
    ),
    ("nodes{foo=bar}", 1, 11, ["[", "false", "true", '#"[0-9]+"', "-", "'", '"', '#"\\s+"']),
    ("nodes{a ~> 5}", 1, 12, ["["]),
    ("nodes{a=1 and}", 1, 14, ['#"\\s+"']),
    ("nodes [a]$", 1, 10, ["{", '#"\\s+"']),
    ("nodes{} x", 1, 8, ['#"\\s+" (followed by end-of-string):end-of-string']),
    ('nodes{a="x}', 1, 12, ['"']),
]


@pytest.mark.parametrize(("text", "ast"), PAIRS)
def test_a_query_has_this_tree(text: str, ast: object) -> None:
    assert to_ast(text) == ast


@pytest.mark.parametrize(("text", "line", "column", "expected"), ERRORS)
def test_an_error_shows_its_location_and_what_was_expected(
    text: str, line: int, column: int, expected: list[str]
) -> None:
    with pytest.raises(QueryError) as found:
        to_ast(text)
    lines = str(found.value).split("\n")
    assert lines[0] == f"PQL parse error at line {line}, column {column}:"
    assert lines[2] == text.split("\n")[line - 1]
    assert lines[3] == " " * (column - 1) + "^"
    assert [each for each in lines[5:] if each and not each.startswith("Expected")] == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "ducks{}",
        "nodes[a b]{}",
        "nodes[ab.cd]{}",
        "nodes{b=1anda=1}",
        "nodes{facts{} events{}}",
        "nodes{foo is nil}",
        "nodes{foo >= true}",
        "nodes{foo ~ /bar/}",
        "nodes{a,b in nodes{}}",
        "nodes{field-hyphen=1}",
        "nodes{a=1.}",
        "nodes{a=.1}",
        "nodes{a=- 1}",
        "nodes{group by 'name'}",
        "nodes[count(a, b)]{}",
        'nodes{a="\\d"}',
        "nodes{a=9223372036854775808}",
        "nodes{facts{a=1 limit 1}}",
        "nodes{order by asc}",
    ],
)
def test_text_that_is_no_query_is_an_error(text: str) -> None:
    with pytest.raises(QueryError):
        to_ast(text)


@pytest.mark.parametrize(
    ("opening", "closing"), [("(", ")"), ("!", ""), ("facts{", "}"), ("a in facts[a]{", "}")]
)
def test_deep_nesting_is_an_error_and_no_crash(opening: str, closing: str) -> None:
    deep = 100_000
    with pytest.raises(QueryError, match=f"at most {MOST_DEPTH} levels"):
        to_ast(f"nodes{{{opening * deep}a=1{closing * deep}}}")
    assert to_ast(f"nodes{{{opening * 20}a=1{closing * 20}}}")


def test_a_long_query_has_all_its_terms() -> None:
    text = " or ".join(f"a = {number}" for number in range(5000))
    assert len(to_ast(f"nodes{{{text}}}")[2]) == 5001  # type: ignore[arg-type]
