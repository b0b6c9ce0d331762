"""Templates are rendered as in the reference."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.cfengine.functions.helpers.mustache import TemplateError, render

DATA: Any = {
    "k": "foo",
    "h": "<a&b>",
    "o": {"p": "q", "s": 1},
    "l": ["x", 2, True],
    "r": 1.5,
    "z": None,
    "t": True,
    "f": False,
    "e": [],
}


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{k}} {{ k }} {{nokey}}|", "foo foo |"),
        ("{{h}} {{{h}}} {{&h}}", "&lt;a&amp;b&gt; <a&b> <a&b>"),
        ("{{r}} {{z}} {{t}}", "1.50  true"),
        ("{{#l}}[{{.}}]{{/l}}", "[x][2][true]"),
        ("{{#l}}{{@}}{{/l}}", "012"),
        ("{{#o}}{{p}}{{/o}}", "q"),
        ("{{#o}}{{@}}={{.}},{{/o}}", "p=q,s=1,"),
        ("{{$o}}", '{"p":"q","s":1}'),
        ("{{#t}}yes{{/t}}{{^t}}no{{/t}}{{#f}}yes{{/f}}{{^f}}no{{/f}}", "yesno"),
        ("{{^e}}empty{{/e}}{{#e}}full{{/e}}", "empty"),
        ("{{o.p}} {{o.x}} {{-top-.k}}", "q  foo"),
        ("a{{! comment }}b", "ab"),
        ("{{=<% %>=}}<%k%> {{k}}", "foo {{k}}"),
        ("{{#l}}\n- {{.}}\n{{/l}}\nend", "- x\n- 2\n- true\nend"),
        ("  {{#t}}\r\nx\r\n  {{/t}}\r\n", "x\r\n"),
        ("{{}}", "{{}}"),
    ],
)
def test_render(template: str, expected: str) -> None:
    assert render(template, DATA) == expected


@pytest.mark.parametrize(
    ("template", "level"),
    [
        ("{{k", "error"),
        ("{{{k}}", "error"),
        ("{{#t}}open", "error"),
        ("{{/t}}", "warning"),
        ("{{#k}}x{{/k}}", "warning"),
        ("{{.}}", "warning"),
        ("{{@}}", "warning"),
        ("{{=x=}}", "warning"),
        ("{{o}}", "nothing"),
    ],
)
def test_errors(template: str, level: str) -> None:
    with pytest.raises(TemplateError) as raised:
        render(template, DATA)
    assert raised.value.level == level


def test_depth_is_limited() -> None:
    with pytest.raises(TemplateError):
        render("{{#o}}" * 5000, DATA)
