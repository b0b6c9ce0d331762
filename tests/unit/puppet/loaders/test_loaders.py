"""Names found in modules, seen through whole compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, Result, compile_catalog

PYTHON = """
from duckrow.puppet.runtime.function import Form, Function

FUNCTION = Function(
    "NAME", Form("Integer count", run=lambda scope, count: "quack" * count)
)
"""


def write(root: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(root)


def compiled(code: str, modules: str = "", **options: object) -> Result:
    environment = Environment(
        code=code,
        modulepath=[modules] if modules else [],
        **options,  # type: ignore[arg-type]
    )
    return compile_catalog(environment, Node("duck.example.com"))


def said(result: Result) -> list[str]:
    assert result.failure is None, result.failure.message + result.failure.trace
    return [entry.message for entry in result.logs]


def failure(result: Result) -> str:
    assert result.failure is not None
    assert not result.failure.is_fault, result.failure.trace
    return result.failure.message


def test_a_python_function_of_a_module(tmp_path: Path) -> None:
    modules = write(
        tmp_path,
        {
            "pond/lib/duckrow/functions/pond/quack.py": PYTHON.replace("NAME", "pond::quack"),
            "pond/lib/duckrow/functions/honk.py": PYTHON.replace("NAME", "honk"),
        },
    )
    assert said(compiled("notice(pond::quack(2)) notice(honk(1))", modules)) == [
        "quackquack",
        "quack",
    ]
    assert "'pond::quack' parameter 'count' expects an Integer value, got String" in failure(
        compiled("pond::quack('a')", modules)
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "does not define the function 'pond::quack' - FUNCTION is missing"),
        ("1/0", "failed: ZeroDivisionError: division by zero"),
        ("def", "failed: SyntaxError"),
        (PYTHON.replace("NAME", "pond::honk"), "expected pond::quack, actual pond::honk"),
    ],
)
def test_a_python_file_that_holds_no_such_function(tmp_path: Path, text: str, words: str) -> None:
    modules = write(tmp_path, {"pond/lib/duckrow/functions/pond/quack.py": text})
    message = failure(compiled("pond::quack(2)", modules))
    assert words in message
    assert f"{tmp_path}/pond/lib/duckrow/functions/pond/quack.py" in message


def test_an_error_in_a_python_function_names_its_line(tmp_path: Path) -> None:
    text = PYTHON.replace("NAME", "pond::quack") + "\n\ndef _fail(*_):\n    return {}['x']\n"
    text += "FUNCTION = Function('pond::quack', Form('Any x', run=_fail))\n"
    file = tmp_path / "pond/lib/duckrow/functions/pond/quack.py"
    modules = write(tmp_path, {"pond/lib/duckrow/functions/pond/quack.py": text})
    line = text.split("\n").index("    return {}['x']") + 1
    message = failure(compiled("pond::quack(2)", modules))
    assert f"KeyError: 'x' (file: {file}, line: {line})" in message
    assert "fault" not in message


NEWER = """
Puppet::Functions.create_function(:'NAME') do
  def LAST
    BODY
  end
end
"""
OLDER = """
module Puppet::Parser::Functions
  newfunction(:NAME, :type => :rvalue) do |args|
    BODY
  end
end
"""


def newer(name: str, body: str) -> str:
    last = name.rpartition("::")[2]
    return NEWER.replace("NAME", name).replace("LAST", last).replace("BODY", body)


def older(name: str, body: str) -> str:
    return OLDER.replace("NAME", name).replace("BODY", body)


def test_ruby_functions_of_a_module(tmp_path: Path) -> None:
    modules = write(
        tmp_path,
        {
            "pond/lib/puppet/functions/pond/quack.rb": newer("pond::quack", "'quack'"),
            "pond/lib/puppet/functions/both.rb": newer("both", "'newer'"),
            "pond/lib/puppet/parser/functions/both.rb": older("both", "'older'"),
            "pond/lib/puppet/parser/functions/honk.rb": older("honk", "'honk'"),
        },
    )
    assert said(compiled("notice(pond::quack(), both(), honk())", modules)) == ["quack newer honk"]


def test_ruby_that_cannot_be_had_is_named_only_when_it_is_needed(tmp_path: Path) -> None:
    odd = "ObjectSpace.each_object { |x| x }"
    modules = write(
        tmp_path,
        {
            "pond/lib/puppet/functions/pond/quack.rb": newer("pond::quack", odd),
            "pond/lib/puppet/datatypes/duckling.rb": "",
        },
    )
    assert said(compiled("if false { pond::quack() } notice(1)", modules)) == ["1"]
    for code, kind, name in (
        ("pond::quack()", "function", "pond::quack"),
        ("notice(Duckling)", "data type", "duckling"),
        ("define d { pond::quack() }\nd { 'x': }", "function", "pond::quack"),
    ):
        result = compiled(code, modules)
        assert f"The {kind} '{name}' " in failure(result)
        assert f"({tmp_path}/pond/lib/puppet/" in failure(result)
        assert result.failure is not None
        assert result.failure.needs == (kind, name)


def test_a_module_asks_those_it_depends_on_first(tmp_path: Path) -> None:
    function = PYTHON.replace("NAME", "honk")
    modules = write(
        tmp_path,
        {
            "alpha/lib/duckrow/functions/honk.py": function.replace("quack", "alpha"),
            "omega/lib/duckrow/functions/honk.py": function.replace("quack", "omega"),
            "pond/metadata.json": '{"dependencies": [{"name": "x/omega"}]}',
            "pond/manifests/init.pp": "class pond { notice(honk(1)) }",
            "lake/manifests/init.pp": "class lake { notice(honk(1)) }",
        },
    )
    assert said(compiled("include pond, lake\nnotice(honk(1))", modules)) == [
        "omega",
        "alpha",
        "alpha",
    ]


def test_a_function_of_the_site_manifest_hides_a_built_in_one(tmp_path: Path) -> None:
    modules = write(tmp_path, {"pond/manifests/init.pp": "class pond { warning(upcase('a')) }"})
    result = compiled("function upcase($x) { 'site' }\nwarning(upcase('a'))\ninclude pond", modules)
    assert said(result) == ["site", "site"]


def test_one_environment_serves_many_compiles(tmp_path: Path) -> None:
    modules = write(
        tmp_path,
        {
            "pond/manifests/init.pp": "class pond(Pond::Depth $d = 1) { notice(pond::f($d)) }",
            "pond/types/depth.pp": "type Pond::Depth = Integer[0]",
            "pond/functions/f.pp": "function pond::f($d) { $d + 1 }",
        },
    )
    environment = Environment(
        code="type Local = String\ndefine d(Local $x) { notice($x) }\nd { 'a': x => 'b' }\n"
        "include pond",
        modulepath=[modules],
    )
    for name in ("one", "two", "three"):
        assert said(compile_catalog(environment, Node(name))) == ["2", "b"]


def test_what_has_changed_is_read_anew(tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    modules = write(tmp_path / "m", {"pond/manifests/init.pp": "class pond { notice('one') }"})
    site.write_text("type Local = Integer\ninclude pond")
    environment = Environment(manifest=str(site), modulepath=[modules])
    assert said(compile_catalog(environment, Node("n"))) == ["one"]
    write(tmp_path / "m", {"pond/manifests/init.pp": "class pond { notice('number two') }"})
    assert said(compile_catalog(environment, Node("n"))) == ["number two"]
    site.write_text("type Local = String\nnotice('new', 'a' =~ Local)")
    assert said(compile_catalog(environment, Node("n"))) == ["new true"]
    site.write_text("notice(")
    assert "Could not parse for environment production: Syntax error" in failure(
        compile_catalog(environment, Node("n"))
    )
    site.write_text("notice('good again')")
    assert said(compile_catalog(environment, Node("n"))) == ["good again"]


def test_a_fixed_environment_looks_at_nothing_twice(tmp_path: Path) -> None:
    site = tmp_path / "site.pp"
    site.write_text("notice(1)")
    environment = Environment(manifest=str(site), is_fixed=True)
    assert said(compile_catalog(environment, Node("n"))) == ["1"]
    site.unlink()
    assert said(compile_catalog(environment, Node("n"))) == ["1"]


def test_a_manifest_that_is_not_there_is_empty(tmp_path: Path) -> None:
    environment = Environment(manifest=str(tmp_path / "none.pp"))
    assert said(compile_catalog(environment, Node("n"))) == []


def test_links_in_a_directory_of_manifests_end(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_text("notice('a')")
    (tmp_path / "loop").symlink_to(tmp_path)
    environment = Environment(manifest=str(tmp_path))
    assert said(compile_catalog(environment, Node("n"))) == ["a"]


def test_metadata_that_cannot_be_parsed_is_a_warning(tmp_path: Path) -> None:
    module = tmp_path / "pond"
    (module / "manifests").mkdir(parents=True)
    (module / "metadata.json").write_text('{"name": ')
    (module / "manifests/init.pp").write_text("class pond { notice(lake_depth()) }")
    (tmp_path / "lake/lib/puppet/functions").mkdir(parents=True)
    (tmp_path / "lake/lib/puppet/functions/lake_depth.rb").write_text(
        "Puppet::Functions.create_function(:lake_depth) do\n def lake_depth\n 3\n end\nend\n"
    )
    environment = Environment(modulepath=[str(tmp_path)], code="include pond")
    result = compile_catalog(environment, Node("teal"))
    said = [(each.level, each.message) for each in result.logs]
    fault = "pond has an invalid and unparsable metadata.json file. The parse error: "
    assert [message.startswith(fault) for _, message in said] == [True, False]
    assert [level for level, _ in said] == ["warning", "notice"]


def test_a_function_of_the_site_takes_the_place_of_another_in_its_own_compiles(
    tmp_path: Path,
) -> None:
    """Code that has called a function directly sees one that only some compiles define."""
    template = "<%= upcase('b') %>"
    code = "class pond { notice(upcase('a')) notice(epp('pond/t.epp')) }"
    modules = write(tmp_path, {"pond/manifests/init.pp": code, "pond/templates/t.epp": template})
    environment = Environment(modulepath=[modules], code="")
    own = 'function upcase($text) { "own ${text}" }\ninclude pond'
    for site, expected in (
        ("include pond", ["A", "B"]),
        (own, ["own a", "own b"]),
        ("include pond", ["A", "B"]),
        (own, ["own a", "own b"]),
    ):
        environment.begin_with(site)
        assert said(compile_catalog(environment, Node("duck"))) == expected


def test_a_type_of_the_site_is_gone_in_the_next_compile_without_it(tmp_path: Path) -> None:
    """Parameters, functions and aliases of modules do not hold a type of an earlier compile."""
    files = {
        "pond/manifests/init.pp": "class pond (Lake::Depth $depth = 1) { notice($depth) }",
        "pond/manifests/bank.pp": "class pond::bank (Pond::Kind $kind = 1) { notice($kind) }",
        "pond/types/kind.pp": "type Pond::Kind = Lake::Depth",
        "pond/functions/deep.pp": "function pond::deep(Lake::Depth $depth) { $depth }",
    }
    environment = Environment(modulepath=[write(tmp_path, files)], code="")
    for use in ("include pond", "include pond::bank", "notice(pond::deep(1))"):
        for type_, does_compile in (
            ("type Lake::Depth = Integer", True),
            ("", False),
            ("type Lake::Depth = String", False),
            ("type Lake::Depth = Integer", True),
        ):
            environment.begin_with(f"{type_}\n{use}")
            result = compile_catalog(environment, Node("duck"))
            assert (result.failure is None) is does_compile, (use, type_)


def test_a_define_of_the_site_is_no_type_in_the_next_compile_without_it(tmp_path: Path) -> None:
    code = "class pond (Optional[Lake::Boat] $boat = undef) { }"
    environment = Environment(
        modulepath=[write(tmp_path, {"pond/manifests/init.pp": code})], code=""
    )
    for site, does_compile in (
        ("include pond", False),
        ("define lake::boat() { }\ninclude pond", True),
        ("include pond", False),
    ):
        environment.begin_with(site)
        result = compile_catalog(environment, Node("duck"))
        assert (result.failure is None) is does_compile
