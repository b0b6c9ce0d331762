"""Clauses LD-1 to LD-27: loaders, what they offer and to whom.

LD-6 (a list of visible modules) and LD-7 (several versions of a module) are in the directory
visibility, LD-10, LD-12, LD-13, LD-16 and LD-19 (modules in signed archives with an index) in
packages/test_clauses_ld.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, Result, compile_catalog
from duckrow.puppet.loaders import paths
from duckrow.puppet.world import FakeWorld, RecordedWorld, World

PYTHON = """
from duckrow.puppet.runtime.function import Form, Function
FUNCTION = Function("NAME", Form(run=lambda scope: "ANSWER"))
"""


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def run(root: Path, code: str, **options: object) -> Result:
    environment = Environment(
        code=code,
        modulepath=[str(root / "modules")],
        directory=str(root),
        **options,  # type: ignore[arg-type]
    )
    return compile_catalog(environment, Node("pond"))


def notices(root: Path, code: str) -> list[str]:
    result = run(root, code)
    assert result.failure is None, result.failure.message
    return [entry.message for entry in result.logs]


def error(root: Path, code: str) -> str:
    result = run(root, code)
    assert result.failure is not None
    return result.failure.message


def python(name: str, answer: str = "python") -> str:
    return PYTHON.replace("NAME", name).replace("ANSWER", answer)


def test_ld_1_what_ships_with_the_tool_is_always_there(tmp_path: Path) -> None:
    assert notices(tmp_path, "notice(upcase('duck'))") == ["DUCK"]


def test_ld_2_an_environment_offers_what_is_in_its_directory(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "functions/environment/song.pp": "function environment::song() { 'quack' }",
            "functions/honk.pp": "function honk() { 'honk' }",
            "types/depth.pp": "type Depth = Integer[0]",
            "lib/duckrow/functions/splash.py": python("splash"),
        },
    )
    code = "notice(environment::song(), honk(), 1 =~ Depth, splash())"
    assert notices(tmp_path, code) == ["quack honk true python"]


def test_ld_3_modules_are_looked_into_when_they_are_needed(tmp_path: Path) -> None:
    write(tmp_path, {"modules/pond/manifests/init.pp": "class pond { }"})
    world = RecordedWorld(World())
    environment = Environment(code="notice(1)", modulepath=[str(tmp_path / "modules")], world=world)
    assert compile_catalog(environment, Node("n")).ok
    assert world.answers == []


def test_ld_4_what_ships_with_the_tool_comes_before_the_environment(tmp_path: Path) -> None:
    write(tmp_path, {"functions/upcase.pp": "function upcase($x) { 'mine' }"})
    assert notices(tmp_path, "notice(upcase('duck'))") == ["DUCK"]


def test_ld_5_every_module_on_the_path_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"modules/pond/functions/f.pp": "function pond::f() { 1 }"})
    assert notices(tmp_path, "notice(pond::f())") == ["1"]


def test_ld_8_a_module_offers_its_own_names_only(tmp_path: Path) -> None:
    write(tmp_path, {"modules/pond/functions/f.pp": "function lake::f() { 1 }"})
    assert "Unacceptable location. The name 'lake::f'" in error(tmp_path, "pond::f()")
    assert "Unknown function: 'lake::f'" in error(tmp_path, "lake::f()")


def test_ld_9_dependencies_come_first_and_all_others_after(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "a/lib/duckrow/functions/honk.py": python("honk", "a"),
            "z/lib/duckrow/functions/honk.py": python("honk", "z"),
            "a/functions/f.pp": "function a::f() { 'not declared, but there' }",
            "pond/metadata.json": '{"dependencies": [{"name": "x/z", "version_requirement": "9"}]}',
            "pond/manifests/init.pp": "class pond { notice(honk(), a::f()) }",
        },
    )
    assert notices(tmp_path, "include pond") == ["z not declared, but there"]


@pytest.mark.parametrize("world", ["directory", "data"])
def test_ld_11_one_mapping_from_names_to_paths_serves_all_sources(
    tmp_path: Path, world: str
) -> None:
    file = paths.files_for("pond::deep::f", paths.FUNCTIONS, is_environment=False)[2][1]
    text = "function pond::deep::f() { 'found' }"
    where: World = World()
    if world == "directory":
        write(tmp_path, {f"modules/pond/{file}": text})
    else:
        where = FakeWorld({f"{tmp_path}/modules/pond/{file}": text.encode()})
    environment = Environment(
        code="notice(pond::deep::f())",
        modulepath=[str(tmp_path / "modules")],
        world=where,
    )
    result = compile_catalog(environment, Node("n"))
    assert [entry.message for entry in result.logs] == ["found"]


def test_ld_14_each_entry_of_the_path_holds_modules(tmp_path: Path) -> None:
    write(tmp_path, {"one/a/manifests/init.pp": "class a { notice('a') }"})
    write(tmp_path, {"two/b/manifests/init.pp": "class b { notice('b') }"})
    environment = Environment(
        code="include a, b", modulepath=[str(tmp_path / "one"), str(tmp_path / "two")]
    )
    logs = compile_catalog(environment, Node("n")).logs
    assert [entry.message for entry in logs] == ["a", "b"]


def test_ld_15_a_directory_is_a_module_of_its_name(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "pond_1/manifests/init.pp": "class pond_1 { notice('yes') }",
            "pond-2/manifests/init.pp": "class pond { notice('no') }",
            "pond-1.0.0/manifests/init.pp": "class pond { notice('no') }",
        },
    )
    assert notices(tmp_path, "include pond_1") == ["yes"]
    assert "Could not find class ::pond " in error(tmp_path, "include pond")


def test_ld_17_a_module_is_read_at_the_first_name_in_it(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "pond/manifests/init.pp": "class pond { }",
            "lake/manifests/init.pp": "class lake { ",
        },
    )
    assert run(tmp_path, "include pond").ok
    assert "Syntax error" in error(tmp_path, "include lake")


def test_ld_18_a_name_without_a_module_is_sought_in_all_of_them(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "lake/lib/duckrow/functions/honk.py": python("honk"),
            "pond/functions/quack.pp": "function quack() { 'never found' }",
        },
    )
    assert notices(tmp_path, "notice(honk())") == ["python"]
    assert "Unknown function: 'quack'" in error(tmp_path, "quack()")


def test_ld_20_what_was_found_once_is_at_hand(tmp_path: Path) -> None:
    write(tmp_path / "modules", {"pond/functions/f.pp": "function pond::f() { 1 }"})
    environment = Environment(modulepath=[str(tmp_path / "modules")])
    find = environment.library.find_function
    assert find("pond::f", "") is find("pond::f", "lake")
    assert find("pond::none", "") is None


def test_ld_21_a_directory_is_read_once_in_a_compile(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "modules/pond/functions/f.pp": "function pond::f() { 1 }",
            "modules/pond/functions/g.pp": "function pond::g() { pond::f() }",
            "modules/pond/manifests/init.pp": "class pond { notice(pond::g()) }",
            "modules/pond/manifests/sub.pp": "class pond::sub { notice(pond::f()) }",
        },
    )
    world = RecordedWorld(World())
    environment = Environment(
        code="include pond, pond::sub", modulepath=[f"{tmp_path}/modules"], world=world
    )
    assert compile_catalog(environment, Node("n")).ok
    read = [about[0] for question, about, _ in world.answers if question in ("names", "read")]
    assert len(read) == len(set(read))


def test_ld_22_code_sees_a_list_of_modules(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "pond/functions/f.pp": "function pond::f() { lake::g() }",
            "lake/functions/g.pp": "function lake::g() { 'from lake' }",
        },
    )
    assert notices(tmp_path, "notice(pond::f())") == ["from lake"]


def test_ld_23_what_a_dependency_depends_on_is_seen_as_well(tmp_path: Path) -> None:
    write(
        tmp_path / "modules",
        {
            "a/metadata.json": '{"dependencies": [{"name": "x/b"}]}',
            "b/metadata.json": '{"dependencies": [{"name": "x/c"}]}',
            "a/manifests/init.pp": "class a { notice(c::f()) }",
            "c/functions/f.pp": "function c::f() { 'from c' }",
        },
    )
    assert notices(tmp_path, "include a") == ["from c"]


def test_ld_24_what_a_file_holds_is_made_with_its_name_and_location(tmp_path: Path) -> None:
    write(tmp_path, {"modules/pond/functions/f.pp": "function pond::f() {\n  fail('x')\n}"})
    file = tmp_path / "modules/pond/functions/f.pp"
    assert f"x (file: {file}, line: 2, column: 3)" in error(tmp_path, "pond::f()")


def test_ld_25_content_may_come_from_anywhere() -> None:
    files = {
        "/m/pond/functions/f.pp": b"function pond::f() { 'from data' }",
        "/m/pond/manifests/init.pp": b"class pond { notice(pond::f()) }",
    }
    environment = Environment(code="include pond", modulepath=["/m"], world=FakeWorld(files))
    logs = compile_catalog(environment, Node("n")).logs
    assert [entry.message for entry in logs] == ["from data"]


RUBY = "Puppet::Functions.create_function(:'pond::f') do\n  def f\n    'newer'\n  end\nend"
OLDER_RUBY = """module Puppet::Parser::Functions
  newfunction(:f, :type => :rvalue) { |args| 'older' }
end"""


@pytest.mark.parametrize(
    ("file", "text", "name", "answer"),
    [
        ("functions/f.pp", "function pond::f() { 'puppet' }", "pond::f", "puppet"),
        ("lib/duckrow/functions/pond/f.py", python("pond::f"), "pond::f", "python"),
        ("lib/puppet/functions/pond/f.rb", RUBY, "pond::f", "newer"),
        ("lib/puppet/parser/functions/f.rb", OLDER_RUBY, "f", "older"),
    ],
)
def test_ld_26_each_language_has_its_own_way(
    tmp_path: Path, file: str, text: str, name: str, answer: str
) -> None:
    write(tmp_path / "modules" / "pond", {file: text})
    assert notices(tmp_path, f"notice({name}())") == [answer]


@pytest.mark.parametrize(
    ("file", "text", "code", "message"),
    [
        (
            "functions/f.pp",
            "function pond::g() { 1 }",
            "pond::f()",
            "Unacceptable location. The name 'pond::g' is unacceptable in file",
        ),
        (
            "types/f.pp",
            "type Pond::G = Integer",
            "notice(Pond::F)",
            "produced type with the wrong name, expected 'pond::f', actual 'Pond::G'",
        ),
        ("manifests/f.pp", "class pond::g { }", "include pond::f", "Unacceptable location"),
        (
            "lib/duckrow/functions/pond/f.py",
            python("pond::g"),
            "pond::f()",
            "produced function with the wrong name, expected pond::f, actual pond::g",
        ),
    ],
)
def test_ld_27_a_file_gives_the_name_that_was_asked_for(
    tmp_path: Path, file: str, text: str, code: str, message: str
) -> None:
    write(tmp_path / "modules" / "pond", {file: text})
    assert message in error(tmp_path, code)
