"""Parameters of bodies: given, looked up, by default; checked."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from duckrow.puppet.catalog.build import Build
from duckrow.puppet.environment import Environment, Node, compile_catalog


def said(build: Build) -> str:
    return build.logs[-1].message


def test_defaults_see_what_is_given_and_what_came_before(built: Any) -> None:
    build = built(
        """
        define d($a = $c, $b = "${a}b", $c = 'C') { notice("${a} ${b} ${c}") }
        d { 'x': c => 'given' }
        """
    )
    assert said(build) == "given givenb given"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("$a = $b, $b = 1", "default expression for $a tries to illegally access not yet"),
        ("$a = $a", "default expression for $a tries to illegally access not yet evaluated $a"),
        ("$a, $b = $a", "D[x]: expects a value for parameter $a"),
    ],
)
def test_a_default_that_asks_too_early_is_an_error(
    built: Any, parameters: str, message: str
) -> None:
    assert message in said(built(f"define d({parameters}) {{ }} d {{ 'x': }}", fails=True))


def test_a_name_that_is_no_variable_in_a_default_does_no_harm(built: Any) -> None:
    build = built("define d($a = 'b', $b = 'a') { notice(\"${a}${b}\") } d { 'x': }")
    assert said(build) == "ba"


def test_undef_counts_as_not_given(built: Any) -> None:
    assert said(built("define d($a = 1) { notice($a) } d { 'x': a => undef }")) == "1"


def test_values_filled_in_become_parameters_of_the_resource(built: Any) -> None:
    build = built("define d($a = 1) { } d { 'x': }")
    assert build.find_resource("d", "x").parameters == {"a": 1}


def test_metaparameters_are_variables(built: Any) -> None:
    assert said(built("define d { notice($noop) } d { 'x': noop => true }")) == "true"


def test_types_are_checked_on_the_first_use_and_on_the_hundredth(built: Any) -> None:
    code = 'define d(Integer $a) { } Integer[1, 100].each |$i| { d { "n${i}": a => $i } } '
    built(code)
    build = built(code + "d { 'x': a => 'no' }", fails=True)
    assert "D[x]: parameter 'a' expects an Integer value, got String" in said(build)


def test_all_that_is_wrong_is_reported_at_once(built: Any) -> None:
    build = built("define d($a, String $b) { } d { 'x': b => 1, c => 2 }", fails=True)
    assert (
        "D[x]:\n  has no parameter named 'c'\n  expects a value for parameter 'a'\n"
        "  parameter 'b' expects a String value, got Integer"
    ) in said(build)


def test_a_define_that_stays_virtual_is_checked_too(built: Any) -> None:
    build = built("define d($a) { } @d { 'x': }", fails=True)
    assert said(build) == "D[x]: expects a value for parameter 'a' on node pond.example.com"


def test_a_sensitive_value_is_not_reported(built: Any) -> None:
    build = built("define d(String $a) { } d { 'x': a => Sensitive('secret') }", fails=True)
    assert "secret" not in said(build)


def test_a_default_whose_data_is_not_there_names_the_class_that_asks_for_it() -> None:
    code = "\nclass a($x = lookup('nope')) { } include a"
    done = compile_catalog(Environment(code=code), Node("pond.example.com"))
    assert done.failure is not None
    assert done.failure.message == (
        "Function lookup() did not find a value for the name 'nope' (line: 2) "
        "on node pond.example.com"
    )


def test_constants_are_set_together_and_a_given_one_stays(built: Any) -> None:
    build = built(
        """
        define d($a = 1, $b = undef, $c = 'c', $d = [$a], $e = true) {
          notice("${a} ${b} ${c} ${d} ${e}")
        }
        d { 'x': }
        d { 'y': c => 'given', b => undef, e => false }
        """
    )
    assert [entry.message for entry in build.logs] == ["1  c [1] true", "1  given [1] false"]
    assert list(build.find_resource("d", "x").parameters) == ["a", "b", "c", "d", "e"]
    assert list(build.find_resource("d", "y").parameters) == ["c", "b", "e", "a", "d"]


def test_a_tool_that_traces_lines_sees_defaults_that_are_constants(tmp_path: Path) -> None:
    manifest = tmp_path / "d.pp"
    manifest.write_text("define d(\n  $a = 1\n) { }\nd { 'x': }")
    lines: set[int] = set()

    def trace(frame: FrameType, event: str, _argument: object) -> object:
        if frame.f_code.co_filename == str(manifest):
            if event == "line":
                lines.add(frame.f_lineno)
            return trace
        return None

    environment = Environment(manifest=str(manifest))
    assert compile_catalog(environment, Node("pond")).ok  # the definition is known from now on
    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        assert compile_catalog(environment, Node("pond")).ok
    finally:
        sys.settrace(before)
    assert 2 in lines


_PARAMETERS = [
    "$a, $b = 1, $c = 'x', Optional[Integer] $d = undef, $e = \"${b}${c}\", $f = [1, 2], $g = {}",
    "$a = undef, $b = 1, String $c = 'x', $d = $b, $e = 2, $f = Notify['z'], $g = 1",
    "Integer $a = 1, $b = Sensitive('s'), $c = $a, $d = 1, $tag = 'blue', $f = 3, $g = $facts",
    "$a, $b, $c, $d, $e, $f, $g",
    "Any $a = [File['/a']], Any $b = {'k' => Class['d']}, $c = fail('no'), $d = default",
]
_GIVEN = [
    "",
    "a => 1",
    "a => undef",
    "b => undef, a => 'y'",
    "c => 3, a => 1, noop => true",
    "a => 1, b => 2, c => 'x', d => 3, e => 4, f => 5, g => 6",
    "a => Sensitive('s'), c => Notify['z'], d => undef",
    "a => 1, nope => undef",
    "a => 1, name => 'other', tag => 'red'",
    "a => Deferred('new', [String, 'x']), b => undef",
]


@pytest.mark.parametrize("parameters", _PARAMETERS)
@pytest.mark.parametrize("kind", ["class d", "define d"])
@pytest.mark.parametrize("given", _GIVEN)
def test_defaults_of_a_shape_are_those_that_are_set_one_by_one(
    built: Any, parameters: str, kind: str, given: str
) -> None:
    use = f"class {{ 'd': {given} }}" if kind == "class d" else f"d {{ 'x': {given} }}"
    code = f"{kind}({parameters}) {{ $all = 1 notify {{ 'z': message => $a }} }} {use}"

    def outcome() -> object:
        try:
            build = built(code)
        except AssertionError as error:
            return str(error).splitlines()[0]
        resource = next(each for each in build.resources if each.definition.name == "d")
        scope = next(each.scope for each in build.resources if each.title == "z")
        said = [entry.message for entry in build.logs]
        return list(map(repr, resource.parameters.items())), repr(scope.variables), said

    quick = [outcome() for _ in range(2)]
    trace = sys.gettrace()
    sys.settrace(lambda *_: None)  # a debugger sees all defaults
    try:
        slow = outcome()
    finally:
        sys.settrace(trace)
    assert quick == [slow, slow]


def test_a_shape_serves_all_declarations_that_name_the_same_parameters(built: Any) -> None:
    code = """
        define d($a = 1, $b = "${a}b", $c = 3) { notice("${a} ${b} ${c}") }
        d { 'v': } d { 'w': } d { 'x': a => 5 } d { 'y': a => undef } d { 'z': c => 6, a => 7 }
    """
    said = [entry.message for entry in built(code).logs]
    assert said == ["1 1b 3", "1 1b 3", "5 5b 3", "1 1b 3", "7 7b 6"]
