"""EPP templates: what they see, what they take, how often they are compiled."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings


def logged(code: str, **settings: Any) -> list[str]:
    """Compile code; give the messages that it logs, an error last."""
    environment = Environment(code=code, settings=Settings(settings))
    done = compile_catalog(environment, Node("pond.example.com"))
    return [entry.message for entry in done.logs]


def test_what_is_given_hides_what_is_around() -> None:
    code = "$a = 1 $b = 2 notice(inline_epp('<%= $a %>,<%= $b %>', {a => 3}))"
    assert logged(code) == ["3,2"]


def test_variables_of_a_template_are_its_own() -> None:
    assert logged("notice(inline_epp('<% $a = 1 %><%= $a %>')) $a = 2 notice($a)") == ["1", "2"]


def test_defaults_may_use_parameters_before_them() -> None:
    code = "notice(inline_epp('<%- | $a, $b = $a + 1 | -%><%= $b %>', {a => 1}))"
    assert logged(code) == ["2"]


@pytest.mark.parametrize(
    ("template", "given", "message"),
    [
        ("<%- | $a | -%>", "{}", "lambda: expects a value for parameter 'a'"),
        ("<%- | $a | -%>", "{a => 1, b => 2}", "lambda: has no parameter named 'b'"),
        (
            "<%- | Integer $a = x | -%>",
            "{}",
            "lambda: parameter 'a' expects an Integer value, got String",
        ),
        (
            "<%- | $a = $b, $b = 1 | -%>",
            "{}",
            "lambda: default expression for $a tries to illegally access not yet evaluated $b",
        ),
    ],
)
def test_parameters_are_checked(template: str, given: str, message: str) -> None:
    (said,) = logged(f"notice(inline_epp('{template}', {given}))")
    assert message in said


def test_a_secret_makes_the_whole_a_secret() -> None:
    code = "notice(inline_epp('a<%= $s %>b', {s => Sensitive('bread')}))"
    assert logged(code) == ["Sensitive [value redacted]"]


def test_an_error_has_its_location_in_the_template() -> None:
    (said,) = logged('notice(inline_epp("\\n  <%= 1/0 %>"))')
    assert "Division by 0 (file: inlined-epp-text, line: 2, column: 9)" in said


def test_a_template_is_compiled_once_in_a_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    from duckrow.puppet.compiler import unit

    loaded = []
    load = unit.load_unit

    def counting(data: bytes, *arguments: Any, **options: Any) -> Any:
        loaded.append(data)
        return load(data, *arguments, **options)

    monkeypatch.setattr(unit, "load_unit", counting)
    assert logged("[1, 2].each |$i| { notice(inline_epp('t<%= $i %>')) }") == ["t1", "t2"]
    assert loaded.count(b"t<%= $i %>") == 1


def test_warnings_of_a_template_are_reported_each_time() -> None:
    code = "[1, 2].each |$i| { inline_epp('<%= \"\\q\" %>') } notice(1)"
    said = logged(code, strict="warning")
    assert [each for each in said if "escape" in each] == ["Unrecognized escape sequence '\\q'"] * 2
