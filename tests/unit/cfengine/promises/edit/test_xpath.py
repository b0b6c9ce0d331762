"""XPath expressions find nodes."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.edit.xml.building import (
    build,
    is_buildable,
    is_convergent,
    segments,
)
from duckrow.cfengine.promises.files.edit.xml.reading import read_document
from duckrow.cfengine.promises.files.edit.xml.xpath import find_nodes
from duckrow.cfengine.promises.files.edit.xml.xpath_values import XPathError

DOCUMENT = read_document(
    b"""<a id="a1">
  <b id="b1" n="1">one<c id="c1"/></b>
  <b id="b2" n="2">two<c id="c2">x</c><c id="c3">y</c></b>
  <d id="d1"><!-- note --><?do it?><b id="b3">three</b></d>
</a>"""
)


def ids(expression: str) -> str:
    nodes = find_nodes(expression, DOCUMENT)
    assert nodes is not None
    return " ".join(node.attributes.get("id", node.name) for node in nodes)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("/a", "a1"),
        ("/a/b", "b1 b2"),
        ("//b", "b1 b2 b3"),
        ("/a//b", "b1 b2 b3"),
        ("a/b", ""),
        ("///a", "a1"),
        ("/*/*", "b1 b2 d1"),
        ("/a/b[@n='2']", "b2"),
        ('/a/b[ @n = "1" ]', "b1"),
        ("/a/b[@n]", "b1 b2"),
        ("//b[not(@n)]", "b3"),
        ("//b[c]", "b1 b2"),
        ("//b[c='y']", "b2"),
        ("//b[text()='three']", "b3"),
        ("//*[. = 'x']", "c2"),
        ("//c/..", "b1 b2"),
        ("//c/parent::b", "b1 b2"),
        ("//c/ancestor::*", "b1 a1 b2"),
        ("//d/descendant-or-self::*", "d1 b3"),
        ("/a/b[@n='1' or @n='2']", "b1 b2"),
        ("/a/b[@n='1' and c]", "b1"),
        ("/a/b[@n > 1]", "b2"),
        ("/a/b[@n * 2 = 4]", "b2"),
        ("/a/b[count(c) = 2]", "b2"),
        ("/a/b[position() = 2]", "b2"),
        ("/a/b[last()]", "b2"),
        ("/a/b[1]", "b1"),
        ("//b[contains(., 'hre')]", "b3"),
        ("//b[starts-with(text(), 't')]", "b2 b3"),
        ("//*[local-name() = 'd']", "d1"),
        ("//*[string-length(@id) = 2][name() != 'c']", "a1 b1 b2 d1 b3"),
        ("/a/b | /a/d", "b1 b2 d1"),
        ("(//b)[3]", "b3"),
        ("//b/following-sibling::d", "d1"),
        ("//d/preceding-sibling::b", "b2 b1"),
        ("//d/comment()", "comment"),
        ("/a/b/@n", "n n"),
        ("/a/b[@n != '1']", "b2"),
        ("/a/b[normalize-space(text()) = 'one']", "b1"),
        ("/a/z", ""),
    ],
)
def test_nodes_are_found(expression: str, expected: str) -> None:
    assert ids(expression) == expected


@pytest.mark.parametrize(
    "expression", ["/a/b[", "/a//", "/a/b]", "//", "f(", "x:y", "nothing()", "#"]
)
def test_an_invalid_expression_is_rejected(expression: str) -> None:
    with pytest.raises(XPathError):
        find_nodes(expression, DOCUMENT)


def test_depth_has_a_limit() -> None:
    with pytest.raises(XPathError):
        find_nodes("a[" * 1000 + "]" * 1000, DOCUMENT)


def test_a_value_other_than_nodes_is_none() -> None:
    assert find_nodes("1 + 1", DOCUMENT) is None
    assert find_nodes("count(//b)", DOCUMENT) is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/b", True),
        ("/a/b[@c='1']", True),
        ("/a/b[1]", False),
        ("/a/b[last()]", False),
        ("/a/b[position()=2]", False),
        ("/a/b[@c='1' and last()]", False),
        ("/a/following-sibling::b", False),
        ("/a/preceding::b", False),
    ],
)
def test_positions_do_not_converge(path: str, expected: bool) -> None:
    assert is_convergent(path) is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a", True),
        ("/a/b-c/d.e", True),
        ("/a[@x='1']/b", True),
        ('/a[ x = 1 | @y = "2" ]', True),
        ("/a//b", False),
        ("a/b", False),
        ("/a[contains(x,1)]", False),
        ("/a[@x]", False),
    ],
)
def test_some_paths_can_be_built(path: str, expected: bool) -> None:
    assert is_buildable(path) is expected


def test_a_segment_is_built_with_its_conditions() -> None:
    parts = segments("/a/b[@x='1' | c=2]/d")
    assert parts == ["/a", "/b[@x='1' | c=2]", "/d"]
    node = build(parts[1])
    assert node is not None
    assert (node.name, node.attributes) == ("b", {"x": "1"})
    assert [(each.name, each.text()) for each in node.elements] == [("c", "2")]


@pytest.mark.parametrize(
    "condition",
    [
        "sum(/none)=0",
        "substring-after('abc','')='abc'",
        "substring-before('abc','')=''",
        "substring-after('abc','x')=''",
        "substring-before('abc','b')='a'",
        "normalize-space(' a \t b ')='a b'",
        "normalize-space('\u00a0x')!='x'",
        "string(0 div 0)='NaN'",
        "string(1 div 0)='Infinity'",
        "string(-1 div 0)='-Infinity'",
        "string(1 div 3)='0.333333333333333'",
        "string(0.00001)='0.00001'",
        "string(0.0000001)='1e-07'",
        "string(1e20)='1e+20'",
        "string(2147483646)='2147483646'",
        "string(2147483647)='2.147483647e+09'",
        "string(12345678901.5)='1.23456789015e+10'",
        "number('1e3')=1000",
        "1e3=1000",
        "not('\u0663'=3)",
    ],
)
def test_true_conditions(condition: str) -> None:
    """The answers are those of libxml2."""
    assert ids(f"/a[{condition}]") == "a1"
