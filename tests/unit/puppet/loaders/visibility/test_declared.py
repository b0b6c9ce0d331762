"""Clauses LD-6, LD-9 and LD-23: code sees what it declares, and does not pass it on."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.settings.settings import Settings
from duckrow.source.errors import InputError

from .modules import error, metadata, notices, run, warnings, write

# a declares b, b declares c.
CHAIN = {
    "modules/a/metadata.json": metadata("a", "1.0.0", b=">= 1.0.0"),
    "modules/b/metadata.json": metadata("b", "1.0.0", c=">= 1.0.0"),
    "modules/c/metadata.json": metadata("c", "1.2.3"),
    "modules/b/functions/f.pp": "function b::f() { c::f() }",
    "modules/c/functions/f.pp": "function c::f() { 'c' }",
    "modules/c/manifests/init.pp": "class c($x = 'x') { notice('class c') }",
    "modules/c/manifests/d.pp": "define c::d { notice('define c::d') }",
    "modules/c/types/t.pp": "type C::T = Enum[t]",
    "modules/c/files/f": "file",
    "modules/c/templates/t.epp": "epp",
    "modules/c/lib/puppet/type/pond.rb": "Puppet::Type.newtype(:pond) do\n  newparam(:name)\nend\n",
    "modules/c/lib/puppet/functions/quack.rb": (
        "Puppet::Functions.create_function(:quack) do\n  def quack() 'quack' end\nend\n"
    ),
}
# A use of the module c, and what it is called in messages.
USES = [
    ("notice(c::f())", "the function c::f of the module c"),
    ("notice(quack())", "the function quack of the module c"),
    ("include c", "the class c of the module c"),
    ("class { 'c': x => 1 }", "the class c of the module c"),
    ("c::d { 'x': }", "the define c::d of the module c"),
    ("notice('t' =~ C::T)", "the type C::T of the module c"),
    ("pond { 'x': }", "the resource type pond of the module c"),
    ("notice(file('c/f'))", "files or data of the module c"),
    ("notice(epp('c/t.epp'))", "files or data of the module c"),
]
HINT = 'add {"name": "duck-c", "version_requirement": ">= 1.2.3 < 2.0.0"} to its dependencies'


def chain(root: Path, body: str) -> Path:
    return write(root, CHAIN | {"modules/a/manifests/init.pp": f"class a {{ {body} }}"})


@pytest.mark.parametrize(("body", "what"), USES)
def test_ld_9_strict_an_undeclared_name_is_not_found(tmp_path: Path, body: str, what: str) -> None:
    chain(tmp_path, body)
    _, why, hint = error(tmp_path, "include a")
    what = what.replace("files or data of ", "")
    assert why == f"{what} exists, but {tmp_path}/modules/a/metadata.json does not name c"
    assert hint == HINT


@pytest.mark.parametrize(("body", "what"), USES)
def test_ld_9_warn_an_undeclared_name_is_reported_once(
    tmp_path: Path, body: str, what: str
) -> None:
    again = body.replace("'x':", "'y':") if "'x':" in body else "" if "class {" in body else body
    chain(tmp_path, f"{body} {again}")
    warning = (
        f"a/manifests/init.pp:1:{warnings_column(body)}: a 1.0.0 uses {what}, but "
        f"{tmp_path}/modules/a/metadata.json does not name c; try: {HINT}"
    )
    assert warnings(tmp_path, "include a") == [warning]
    assert catalog(tmp_path, "off") == catalog(tmp_path, "warn")


def catalog(root: Path, mode: str) -> tuple[object, object]:
    data = run(root, "include a", mode).data()
    assert data is not None
    return data["resources"], data["edges"]


def warnings_column(body: str) -> int:
    """Return the column of the use in `class a { BODY }`."""
    for inner in ("c::f()", "quack()", "C::T", "file(", "epp("):
        if inner in body:
            return 11 + body.index(inner)
    return 11


@pytest.mark.parametrize(("body", "what"), USES)
def test_ld_9_a_declared_name_is_found(tmp_path: Path, body: str, what: str) -> None:
    assert what
    chain(tmp_path, body)
    write(tmp_path, {"modules/a/metadata.json": metadata("a", "1.0.0", c=">= 1.0.0")})
    assert run(tmp_path, "include a").ok
    assert warnings(tmp_path, "include a") == []


def test_ld_23_dependencies_are_not_passed_on(tmp_path: Path) -> None:
    chain(tmp_path, "notice(b::f())")
    assert notices(tmp_path, "include a") == ["c"]
    chain(tmp_path, "notice(b::f()) notice(c::f())")
    assert "the function c::f of the module c exists" in error(tmp_path, "include a")[1]


def test_ld_9_questions_about_undeclared_names_are_answered_with_no(tmp_path: Path) -> None:
    chain(tmp_path, "notice([defined('c'), defined('c::d'), defined('b'), find_file('c/f')])")
    assert notices(tmp_path, "include a") == ["[false, false, false, ]"]
    assert notices(tmp_path, "include a", "off") == [
        f"[true, true, false, {tmp_path}/modules/c/files/f]"
    ]


def test_ld_9_a_type_that_an_alias_names_is_declared_by_the_module_of_the_alias(
    tmp_path: Path,
) -> None:
    chain(tmp_path, "notice('t' =~ B::T)")
    write(tmp_path, {"modules/b/types/t.pp": "type B::T = C::T"})
    assert notices(tmp_path, "include a") == ["true"]
    write(tmp_path, {"modules/b/metadata.json": metadata("b", "1.0.0")})
    message, why, _ = error(tmp_path, "include a")
    assert message == "b 1.0.0 does not see the type C::T of the module c"
    assert why == f"{tmp_path}/modules/b/metadata.json does not name c"
    assert [each.partition(" uses")[0] for each in warnings(tmp_path, "include a")] == [
        "b/types/t.pp:1:6: b 1.0.0"
    ]


def test_ld_9_a_class_inherits_what_its_own_module_sees(tmp_path: Path) -> None:
    chain(tmp_path, "include b::heir")
    write(tmp_path, {"modules/b/manifests/heir.pp": "class b::heir inherits c { }"})
    assert notices(tmp_path, "include a") == ["class c"]
    write(tmp_path, {"modules/b/metadata.json": metadata("b", "1.0.0")})
    message, why, _ = error(tmp_path, "include a")
    assert message.startswith("Could not find parent resource type '::c'")
    assert why.startswith("the class c of the module c exists, but")


def test_ld_9_a_module_without_metadata_sees_what_the_environment_sees(tmp_path: Path) -> None:
    write(tmp_path, CHAIN | {"modules/role/manifests/init.pp": "class role { notice(c::f()) }"})
    assert notices(tmp_path, "include role") == ["c"]
    write(tmp_path, {"environment.conf": "modules = role, a\n"})
    _, why, hint = error(tmp_path, "include role")
    assert (
        why == "the function c::f of the module c exists, but the setting modules does not name c"
    )
    assert hint == "list c in the setting `modules` of environment.conf"


def test_ld_9_a_module_with_broken_metadata_sees_itself_only(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "modules/heron/metadata.json": '{"name": ',
            "modules/heron/manifests/init.pp": "class heron { include heron::own include lake }",
            "modules/heron/manifests/own.pp": "class heron::own { notice('own') }",
            "modules/lake/manifests/init.pp": "class lake { notice('lake') }",
        },
    )
    fault = "heron has an invalid and unparsable metadata.json file. The parse error: "
    message, why, hint = error(tmp_path, "include heron")
    assert "Could not find class ::lake" in message
    assert fault in why
    assert hint.endswith("modules/heron/metadata.json")
    assert fault in warnings(tmp_path, "include heron")[0]


def test_ld_9_everybody_sees_what_the_environment_defines(tmp_path: Path) -> None:
    write(
        chain(tmp_path, "include site notice([site(), environment::f(), Site =~ Type])"),
        {
            "functions/site.pp": "function site() { 'f' }",
            "functions/environment/f.pp": "function environment::f() { 'e' }",
            "types/site.pp": "type Site = Integer",
        },
    )
    assert notices(tmp_path, "class site { notice(site) } include a") == ["site", "[f, e, true]"]


def test_ld_9_a_lambda_is_code_of_the_module_that_wrote_it(tmp_path: Path) -> None:
    ruby = """Puppet::Functions.create_function(:'b::with') do
      dispatch(:run) { block_param }
      def run() yield end
    end
    """
    chain(tmp_path, "notice(b::with() || { c::f() })")
    write(tmp_path, {"modules/b/lib/puppet/functions/b/with.rb": ruby})
    assert "the function c::f of the module c exists" in error(tmp_path, "include a")[1]
    chain(tmp_path, "notice(b::with() || { b::f() })")
    assert notices(tmp_path, "include a") == ["c"]


def test_ld_9_data_sees_what_its_own_module_sees(tmp_path: Path) -> None:
    hiera = "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n"
    chain(tmp_path, "notice(lookup('b::x')) notice(lookup('b::x'))")
    data = {
        "modules/b/hiera.yaml": hiera,
        "modules/b/data/common.yaml": "b::x: \"%{lookup('c::y')}\"\n",
        "modules/c/hiera.yaml": hiera,
        "modules/c/data/common.yaml": "c::y: why\n",
    }
    write(tmp_path, data)
    assert notices(tmp_path, "include a") == ["why", "why"]
    chain(tmp_path, "notice(lookup('b::x')) notice(lookup('c::y'))")
    assert "the module c exists, but" in error(tmp_path, "include a")[1]
    # Data of the environment sees what the environment sees.
    write(tmp_path, {"hiera.yaml": hiera, "data/common.yaml": "a::x: \"%{lookup('c::y')}\"\n"})
    chain(tmp_path, "notice(lookup('a::x'))")
    assert notices(tmp_path, "include a") == ["why"]
    # Data that asks for itself is an error, whoever asks.
    write(tmp_path, {"modules/c/data/common.yaml": "c::y: \"%{lookup('b::x')}\"\n"})
    write(tmp_path, {"modules/c/metadata.json": metadata("c", "1.2.3", b=">= 1.0.0")})
    chain(tmp_path, "notice(lookup('b::x'))")
    assert "Recursive lookup detected in [b::x, c::y]" in error(tmp_path, "include a")[0]


def test_ld_6_environment_conf_lists_the_modules_that_manifests_see(tmp_path: Path) -> None:
    chain(tmp_path, "notice(b::f())")
    assert notices(tmp_path, "notice(c::f())") == ["c"]
    write(tmp_path, {"environment.conf": "modules = a\n"})
    # What a module sees is its own matter.
    assert notices(tmp_path, "include a") == ["c"]
    message, why, hint = error(tmp_path, "notice(c::f())")
    assert message == "Unknown function: 'c::f'."
    assert (
        why == "the function c::f of the module c exists, but the setting modules does not name c"
    )
    assert hint == "list c in the setting `modules` of environment.conf"


def test_ld_6_the_list_may_choose_a_version(tmp_path: Path) -> None:
    more = {
        "modules/c@2.0.0/metadata.json": metadata("c", "2.0.0"),
        "modules/c@2.0.0/functions/f.pp": "function c::f() { 'two' }",
    }
    chain(tmp_path, "")
    write(tmp_path, more)
    assert notices(tmp_path, "notice(c::f())") == ["two"]
    write(tmp_path, {"environment.conf": "modules = c@1.2.3\n"})
    assert notices(tmp_path, "notice(c::f())") == ["c"]


def test_ld_6_the_settings_of_environment_conf_count(tmp_path: Path) -> None:
    chain(tmp_path, "notice(c::f())")
    write(tmp_path, {"environment.conf": "module_visibility = strict\n"})
    environment = environment_at(Settings({"code": "include a"}), "production", str(tmp_path))
    failure = compile_catalog(environment, Node("pond")).failure
    assert failure is not None
    assert failure.hint == HINT


def test_ld_6_invalid_settings_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="module_visibility is one of off, warn, strict"):
        Settings({"module_visibility": "on"}).check()
    with pytest.raises(InputError, match="modules has 'Pond', which is no name of a module"):
        error(tmp_path, "include a", modules="Pond")


def test_ld_9_classes_that_no_code_asks_for_need_no_declaration(tmp_path: Path) -> None:
    chain(tmp_path, "")
    write(tmp_path, {"environment.conf": "modules = a\n"})
    given = Settings({"module_visibility": "strict"})
    environment = environment_at(given, "production", str(tmp_path))
    result = compile_catalog(environment, Node("pond", classes={"c": {"x": "enc"}}))
    assert [entry.message for entry in result.logs] == ["class c"]


def test_ld_9_a_dependency_may_be_named_without_its_author(tmp_path: Path) -> None:
    chain(tmp_path, "notice(b::f())")
    needs = '{"name": "duck-a", "version": "1.0.0", "dependencies": [{"name": "b"}]}'
    write(tmp_path, {"modules/a/metadata.json": needs})
    assert notices(tmp_path, "include a") == ["c"]


@pytest.mark.parametrize(
    ("manifest", "count"),
    [
        ("class a(B::T $x = 't') { }", 1),
        ("class a { notice('t' =~ B::T) }", 1),
        ("class a(C::T $x = 't') { }", 1),
        ("class a { notice(b::typed('t')) }", 1),
        ("class a { }", 0),
    ],
)
def test_ld_9_each_compile_reports_the_uses_in_types_that_it_needs(
    tmp_path: Path, manifest: str, count: int
) -> None:
    """The environment reads a type or a function once; every compile gets the same warnings."""
    chain(tmp_path, "")
    write(
        tmp_path,
        {
            "environment.conf": "module_visibility = warn\n",
            "modules/a/manifests/init.pp": manifest,
            "modules/b/metadata.json": metadata("b", "1.0.0"),
            "modules/b/types/t.pp": "type B::T = Optional[C::T]",
            "modules/b/functions/typed.pp": "function b::typed(C::T $word) { $word }",
        },
    )
    environment = environment_at(Settings(), "production", str(tmp_path), code="include a")
    for _ in range(3):
        result = compile_catalog(environment, Node("pond"))
        assert result.failure is None, result.failure.message
        said = [each.message for each in result.logs if each.level == "warning"]
        assert len(said) == count, said
        assert all("uses the type C::T of the module c" in each for each in said)


def test_ld_9_a_resource_type_that_another_module_has_named_is_not_found(tmp_path: Path) -> None:
    chain(tmp_path, "c::d { 'x': }")
    write(
        tmp_path,
        {
            "modules/a/manifests/init.pp": "class a { include b notice(C::D['x']) }",
            "modules/b/manifests/init.pp": "class b { notice(C::D['x']) }",
        },
    )
    message, why, _ = error(tmp_path, "include a")
    assert "Resource type not found: C::D" in message
    assert why == (
        f"the define c::d of the module c exists, but {tmp_path}/modules/a/metadata.json "
        "does not name c"
    )
