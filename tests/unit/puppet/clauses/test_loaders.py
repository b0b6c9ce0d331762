"""Clauses LD-1 to LD-27: from names to what they name.

Wishes that nobody fulfils yet, and so left out: LD-6, LD-7, LD-10, LD-12, LD-13, LD-16, LD-19.
LD-5 states a problem and LD-20 a detail of a design that was not built.
"""

from __future__ import annotations

import pytest

from .world import build, refused, said

MODULES = {
    "modules/a/manifests/init.pp": "class a { notice('class a') }",
    "modules/a/functions/f.pp": "function a::f() { b::f() }",
    "modules/b/functions/f.pp": "function b::f() { c::f() }",
    "modules/c/functions/f.pp": "function c::f() { 'from c' }",
}


def test_ld_1_what_ships_with_the_tool_is_always_there() -> None:
    assert said("notice([3, 1].sort.join('-'))") == ["1-3"]


def test_ld_2_the_environments_root_is_like_a_module_called_environment() -> None:
    files = {
        "functions/environment/f.pp": "function environment::f() { 'mine' }",
        "types/environment/t.pp": "type Environment::T = Integer[1]",
    }
    assert said("notice(environment::f(), 1 =~ Environment::T)", files) == ["mine true"]


def test_ld_3_and_17_and_21_a_module_is_read_when_its_first_name_is_needed() -> None:
    files = {**MODULES, "modules/broken/manifests/init.pp": "class broken {"}
    assert said("include a", files) == ["class a"]
    assert "Syntax error" in refused("include broken", files)


def test_ld_4_what_ships_with_the_tool_comes_first() -> None:
    files = {"functions/join.pp": "function join($x) { 'mine' }"}
    assert said("notice(join([1, 2], '+'))", files) == ["1+2"]


def test_ld_8_a_module_serves_its_own_names() -> None:
    files = {
        "modules/a/manifests/init.pp": "class a { notice(a::f()) }",
        "modules/a/functions/f.pp": "function a::f() { 'a' }",
    }
    assert said("include a", files) == ["a"]


def test_ld_9_dependencies_come_first_but_everything_is_seen() -> None:
    files = {
        **MODULES,
        "modules/a/metadata.json": (
            '{"name": "x-a", "version": "1.0.0", "author": "x", "summary": "", "license": "",'
            ' "source": "", "dependencies": [{"name": "x/b", "version_requirement": ">= 99.0.0"}]}'
        ),
    }
    assert said("notice(a::f())", files) == ["from c"]


def test_ld_11_a_name_has_one_path() -> None:
    files = {
        "modules/m/manifests/one/two.pp": "class m::one::two { notice('class') }",
        "modules/m/manifests/kind.pp": "define m::kind { notice('define') }",
        "modules/m/functions/deep/f.pp": "function m::deep::f() { 'function' }",
        "modules/m/types/port.pp": "type M::Port = Integer[1, 65535]",
    }
    code = "include m::one::two m::kind { 'x': } notice(m::deep::f(), 80 =~ M::Port)"
    assert said(code, files) == ["class", "function true", "define"]


def test_ld_14_and_15_folders_on_the_path_are_modules_if_their_names_fit() -> None:
    files = {
        "modules/good_1/manifests/init.pp": "class good_1 { notice('good') }",
        "modules/Bad/manifests/init.pp": "class bad { notice('bad') }",
        "modules/ba-d/manifests/init.pp": "class ba_d { notice('bad') }",
    }
    assert said("include good_1", files) == ["good"]
    assert "Could not find class ::bad" in refused("include bad", files)


def test_ld_18_functions_in_the_language_are_never_global_in_a_module() -> None:
    files = {"modules/m/functions/f.pp": "function f() { 1 }"}
    assert "Unknown function: 'f'" in refused("notice(f())", files)


def test_ld_22_and_23_names_of_dependencies_are_passed_on() -> None:
    assert said("notice(a::f(), c::f())", MODULES) == ["from c from c"]


def test_ld_24_and_25_content_may_come_from_anywhere() -> None:
    text = "function m::f() { 'same' }"
    assert said(text + " notice(m::f())") == ["same"]
    assert said("notice(m::f())", {"modules/m/functions/f.pp": text}) == ["same"]


def test_ld_26_functions_types_and_definitions_are_all_made_from_files() -> None:
    files = {
        "modules/m/lib/duckrow/functions/double.py": (
            "from duckrow.puppet.runtime.function import Form, Function\n"
            "FUNCTION = Function('m::double', "
            "Form('Integer x', run=lambda scope, x: 2 * x))\n"
        ),
        "modules/m/functions/half.pp": "function m::half(Integer $x) { $x / 2 }",
        "modules/m/types/small.pp": "type M::Small = Integer[0, 9]",
    }
    result = build("notice(m::half(4), 4 =~ M::Small)", files)
    assert [entry.message for entry in result.logs] == ["2 true"]


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("modules/m/functions/f.pp", "function m::g() { 1 }", "m::f()"),
        ("modules/m/types/t.pp", "type M::Other = Integer", "notice(1 =~ M::T)"),
        ("modules/m/manifests/c.pp", "class m::other { }", "include m::c"),
    ],
)
def test_ld_27_what_a_file_defines_must_be_what_was_looked_for(
    path: str, text: str, code: str
) -> None:
    assert refused(code, {path: text})
