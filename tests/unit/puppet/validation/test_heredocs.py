"""Checked text of heredocs, beyond the cases."""

from __future__ import annotations

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .conftest import Inspect


def heredoc(syntax: str, text: str) -> str:
    return f"$x = @(END:{syntax})\n{text}\n| END\n"


def nested(depth: int, core: str) -> str:
    for i in range(depth):
        core = f"$x = @(END{i}:pp)\n{core}\n| END{i}\n"
    return core


@pytest.mark.parametrize(("syntax", "checker"), [("data+pp", "PP"), ("x+epp", "EPP")])
def test_code_takes_no_further_syntax(inspect: Inspect, syntax: str, checker: str) -> None:
    (found,) = inspect(heredoc(syntax, "notice(1)"))
    assert (
        found.what == f"{checker} syntax checker: the syntax identifier must be a String, e.g. pp"
    )
    assert found.hint == f"nothing may stand before it: @(END:{checker.lower()})"


def test_other_findings_are_kept(inspect: Inspect) -> None:
    found = inspect("$A = 1\n" + heredoc("json", "[1,]") + "$B = 2\n")
    assert [f.code for f in found] == ["illegal-var-name", "illegal-json", "illegal-var-name"]


def test_several_mistakes_in_code_are_all_named(inspect: Inspect) -> None:
    (found,) = inspect(heredoc("pp", "$a += 1\nnotice(1)\n$b -= 2"))
    assert found.why == (
        "The operator '+=' is no longer supported. "
        "See http://links.puppet.com/remove-plus-equals (line: 1, column: 4); "
        "The operator '-=' is no longer supported. "
        "See http://links.puppet.com/remove-plus-equals (line: 3, column: 4)"
    )


def test_the_finding_covers_the_text(inspect: Inspect) -> None:
    (found,) = inspect("$x = @(END:json)\n[1,]\n| END\n")
    assert found.start is not None
    assert found.source.text[found.start : found.end] == "[1,]\n"


def test_code_in_code_is_checked_many_levels_down(inspect: Inspect) -> None:
    (found,) = inspect(nested(5, "$A = 1"))
    assert found.what.count("Invalid produced text having syntax: 'pp'") == 5


def test_endless_nesting_ends(inspect: Inspect) -> None:
    assert inspect(nested(300, "$A = 1")) == []


@pytest.mark.parametrize("syntax", ["base64", "json", "pp", "epp"])
def test_half_characters_do_no_harm(inspect: Inspect, syntax: str) -> None:
    found = inspect(heredoc(syntax, '"\\ud83d\ud83d\ud83d\ud83d" \'\ud83d'))
    assert {f.code for f in found} <= {f"illegal-{syntax}"}


@pytest.mark.parametrize(
    "text", ["", "YQ==", "YWI=", "YWJj", "Y W\tJ\u00a0j", "YWJjYQ==", "?Y?Q?=?=?"]
)
def test_sound_base64(inspect: Inspect, text: str) -> None:
    assert inspect(heredoc("base64", text)) == []


@pytest.mark.parametrize(
    ("text", "padded"),
    [
        ("YQ", True),
        ("YQ=", False),
        ("YR==", True),
        ("YWJ=", True),
        ("YQ==YQ==", True),
        ("-_-_-_", False),
    ],
)
def test_broken_base64(inspect: Inspect, text: str, padded: bool) -> None:
    (found,) = inspect(heredoc("base64", text))
    assert found.what.endswith("padding is not correct") == padded
