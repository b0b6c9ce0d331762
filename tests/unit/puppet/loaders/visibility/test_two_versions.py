"""Clause LD-7: the module path may hold several versions of a module, side by side in a compile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

from .modules import MODULES, bodies, error, in_both, metadata, notices, run, warnings, write

QUACK = "functions/quack.pp"
TWO_QUACKS = {
    QUACK: ("function stdlib::quack() { 'eight' }", "function stdlib::quack() { 'nine' }"),
}
BOTH = "include one include two"


@pytest.mark.parametrize("mode", ["warn", "strict"])
def test_ld_7_each_module_calls_the_function_of_its_version(tmp_path: Path, mode: str) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    assert notices(tmp_path, BOTH, mode) == ["eight", "nine"]
    # The environment sees the newest version.
    assert notices(tmp_path, f"{BOTH} notice(stdlib::quack())", mode)[-1] == "nine"


def test_ld_7_off_a_directory_with_a_version_is_no_module(tmp_path: Path) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    assert "Unknown function: 'stdlib::quack'" in error(tmp_path, "include one", "off")[0]


def test_ld_7_functions_in_ruby(tmp_path: Path) -> None:
    code = """
    Puppet::Functions.create_function(:'stdlib::quack') do
      dispatch(:quack) { param 'Stdlib::Size', :size }
      def word
        require_relative '../../../puppet_x/word'
        WORD
      end
      def quack(size)
        "#{size} #{call_function('stdlib::voice')} #{word}"
      end
    end
    """
    files = {
        "lib/puppet/functions/stdlib/quack.rb": (code, code),
        "lib/puppet_x/word.rb": ("WORD = 'old'", "WORD = 'new'"),
        "functions/voice.pp": ("function stdlib::voice() { 8 }", "function stdlib::voice() { 9 }"),
        "types/size.pp": ("type Stdlib::Size = Enum[x8]", "type Stdlib::Size = Enum[x9]"),
    }
    calls = bodies("notice(stdlib::quack('x8'))", "notice(stdlib::quack('x9'))")
    write(tmp_path, MODULES | in_both(files) | calls)
    assert notices(tmp_path, "include one") == ["x8 8 old"]
    assert notices(tmp_path, "include two") == ["x9 9 new"]
    assert notices(tmp_path, BOTH) == ["x8 8 old", "x9 9 new"]


def test_ld_7_ruby_code_runs_with_the_classes_of_its_own_version(tmp_path: Path) -> None:
    """Whoever calls it: a class that the code has met is still the one of its values."""
    ruby = """Puppet::Functions.create_function(:'stdlib::quack') do
      def quack(value) value.is_a?(String) end
    end
    """
    files = {
        "lib/puppet/functions/stdlib/quack.rb": (ruby, ruby),
        "templates/a.erb": ("<%= 'x'.is_a?(String) %>", "<%= 'x'.is_a?(String) %>"),
    }
    inline = "inline_template('<%= 1.is_a?(Integer) %>')"
    calls = f"notice([stdlib::quack('x'), template('stdlib/a.erb'), {inline}])"
    three = {
        "modules/three/metadata.json": metadata("three", "3.0.0", stdlib="8.x"),
        "modules/three/manifests/init.pp": f"class three {{ {calls} }}",
    }
    write(tmp_path, MODULES | in_both(files) | bodies(calls) | three)
    assert notices(tmp_path, f"{BOTH} include three {calls}") == ["[true, true, true]"] * 4


def test_ld_7_a_native_function_runs_for_the_releases_that_it_equals(tmp_path: Path) -> None:
    # to_json moved to stdlib::to_json in release 9, so duckrow's own does not run for it.
    ruby = "Puppet::Functions.create_function(:to_json) do\n  def to_json(_) 'ruby' end\nend\n"
    files = {"lib/puppet/functions/to_json.rb": (ruby, ruby)}
    write(tmp_path, MODULES | in_both(files) | bodies("notice(to_json([1]))"))
    assert notices(tmp_path, BOTH) == ["[1]", "ruby"]
    assert notices(tmp_path, "include two include one") == ["ruby", "[1]"]


def test_ld_7_types(tmp_path: Path) -> None:
    files = {
        "types/size.pp": ("type Stdlib::Size = Stdlib::Base", "type Stdlib::Size = Stdlib::Base"),
        "types/base.pp": ("type Stdlib::Base = Enum[x8]", "type Stdlib::Base = Enum[x9]"),
    }
    matches = "notice(['x8', 'x9'].map |$x| { $x =~ Stdlib::Size })"
    write(tmp_path, MODULES | in_both(files) | bodies(matches))
    assert notices(tmp_path, BOTH) == ["[true, false]", "[false, true]"]


def test_ld_7_types_of_parameters(tmp_path: Path) -> None:
    files = {"types/size.pp": ("type Stdlib::Size = Enum[x8]", "type Stdlib::Size = Enum[x9]")}
    classes = {
        "modules/one/manifests/init.pp": "class one(Stdlib::Size $x = 'x8') { notice($x) }",
        "modules/two/manifests/init.pp": "class two(Stdlib::Size $x = 'x9') { notice($x) }",
    }
    write(tmp_path, MODULES | in_both(files) | classes)
    assert notices(tmp_path, BOTH) == ["x8", "x9"]
    assert (
        "expects a match for Stdlib::Size = Enum['x9'], got 'x8'"
        in (error(tmp_path, "class { 'two': x => 'x8' }")[0])
    )


def test_ld_7_templates_and_files(tmp_path: Path) -> None:
    files = {
        **TWO_QUACKS,
        "templates/a.epp": ("epp 8 <%= stdlib::quack() %>", "epp 9 <%= stdlib::quack() %>"),
        "templates/a.erb": (
            "erb 8 <%= scope.call_function('stdlib::quack', []) %>",
            "erb 9 <%= scope.call_function('stdlib::quack', []) %>",
        ),
        "files/a": ("file 8", "file 9"),
    }
    reads = "epp('stdlib/a.epp'), template('stdlib/a.erb'), file('stdlib/a')"
    inline = "inline_epp('<%= stdlib::quack() %>'), inline_template('<%= 1 %>')"
    write(tmp_path, MODULES | in_both(files) | bodies(f"notice([{reads}, {inline}])"))
    assert notices(tmp_path, BOTH) == [
        "[epp 8 eight, erb 8 eight, file 8, eight, 1]",
        "[epp 9 nine, erb 9 nine, file 9, nine, 1]",
    ]


def test_ld_7_data(tmp_path: Path) -> None:
    hiera = "version: 5\nhierarchy: [{name: common, path: common.yaml}]\n"
    lookups = "notice([lookup('stdlib::size'), stdlib::size()])"
    files = {
        "hiera.yaml": (hiera, hiera),
        "data/common.yaml": ("stdlib::size: 8\n", "stdlib::size: 9\n"),
        "functions/size.pp": ("function stdlib::size() { lookup('stdlib::size') }",) * 2,
        "manifests/init.pp": ("class stdlib($size) { notice($size) }",) * 2,
    }
    write(tmp_path, MODULES | in_both(files) | bodies(lookups))
    assert notices(tmp_path, BOTH) == ["[8, 8]", "[9, 9]"]
    # The parameters of a class have the data of its own version.
    write(tmp_path, bodies("include stdlib"))
    assert notices(tmp_path, "include one") == ["8"]
    assert notices(tmp_path, "include two") == ["9"]


def test_ld_7_compiles_of_one_environment_share_no_view(tmp_path: Path) -> None:
    """Units and types are cached, and every compile gets the same answers and messages."""
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    environment = Environment(
        code=BOTH,
        modulepath=[str(tmp_path / "modules")],
        settings=Settings({"module_visibility": "strict"}),
    )
    for _ in range(3):
        result = compile_catalog(environment, Node("pond"))
        assert [entry.message for entry in result.logs] == ["eight", "nine"]
    # A new version is seen by the next compile.
    newer = {
        "modules/stdlib@9.9.0/metadata.json": metadata("stdlib", "9.9.0"),
        f"modules/stdlib@9.9.0/{QUACK}": "function stdlib::quack() { 'newer' }",
    }
    write(tmp_path, newer)
    result = compile_catalog(environment, Node("pond"))
    assert [entry.message for entry in result.logs] == ["eight", "newer"]


def test_ld_7_two_versions_of_a_class_show_both_chains(tmp_path: Path) -> None:
    files = {"manifests/init.pp": ("class stdlib { notice(8) }", "class stdlib { notice(9) }")}
    write(tmp_path, MODULES | in_both(files) | bodies("include stdlib"))
    assert notices(tmp_path, "include one") == ["8"]
    message, why, _ = error(tmp_path, BOTH)
    assert message == (
        "Class[Stdlib] of stdlib 9.7.0 meets Class[Stdlib] of stdlib 8.5.0: "
        "a catalog holds one version of it"
    )
    modules = tmp_path / "modules"
    assert why == (
        "the environment -> one 1.0.0 -> stdlib 8.5.0 (needs >= 8.0.0 < 9.0.0) "
        f"(file: {modules}/one/manifests/init.pp, line: 1, column: 13); "
        "the environment -> two 2.0.0 -> stdlib 9.7.0 (needs >= 9.0.0) "
        f"(file: {modules}/two/manifests/init.pp, line: 1, column: 13)"
    )


def test_ld_7_a_longer_chain_has_every_step(tmp_path: Path) -> None:
    files = {"manifests/d.pp": ("define stdlib::d { }", "define stdlib::d { }")}
    more = {
        "environment.conf": "modules = top, two\n",
        "modules/top/metadata.json": metadata("top", "3.0.0", one=">= 1.0.0"),
        "modules/top/manifests/init.pp": "class top { include one }",
    }
    write(tmp_path, MODULES | in_both(files) | bodies("stdlib::d { $title: }") | more)
    message, why, _ = error(tmp_path, "include top include two")
    assert message.startswith("Stdlib::D of stdlib 9.7.0 meets Stdlib::D of stdlib 8.5.0")
    assert "the environment -> top 3.0.0 -> one 1.0.0 -> stdlib 8.5.0 (needs" in why


def test_ld_7_two_versions_of_a_resource_type_meet(tmp_path: Path) -> None:
    ruby = "Puppet::Type.newtype(:duck) do\n  newparam(:name)\nend\n"
    files = {"lib/puppet/type/duck.rb": (ruby, f"{ruby}# newer\n")}
    write(tmp_path, MODULES | in_both(files) | bodies("duck { $title: }"))
    assert run(tmp_path, "include one").ok
    assert error(tmp_path, BOTH)[0].startswith("Duck of stdlib 9.7.0 meets Duck of stdlib 8.5.0")


def test_ld_7_classes_of_two_versions_with_other_names_do_not_meet(tmp_path: Path) -> None:
    files = {
        "manifests/init.pp": ("class stdlib { }", "class stdlib { }"),
        "manifests/a.pp": ("class stdlib::a { notice(a8) }", "class stdlib::a { notice(a9) }"),
        "manifests/b.pp": ("class stdlib::b { notice(b8) }", "class stdlib::b { notice(b9) }"),
    }
    write(tmp_path, MODULES | in_both(files) | bodies("include stdlib::a", "include stdlib::b"))
    assert notices(tmp_path, BOTH) == ["a8", "b9"]


def test_ld_7_a_plain_directory_is_one_of_the_versions(tmp_path: Path) -> None:
    plain = {
        "modules/stdlib/metadata.json": metadata("stdlib", "9.8.0"),
        f"modules/stdlib/{QUACK}": "function stdlib::quack() { 'plain' }",
    }
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())") | plain)
    assert notices(tmp_path, BOTH) == ["eight", "plain"]


def test_ld_7_no_version_fits(tmp_path: Path) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    write(tmp_path, {"modules/one/metadata.json": metadata("one", "1.0.0", stdlib="4.x")})
    message, why, _ = error(tmp_path, "include one")
    assert message == "Unknown function: 'stdlib::quack'."
    assert why.endswith("exists, but one 1.0.0 needs stdlib 4.x, and there is 9.7.0, 8.5.0")
    assert len(warnings(tmp_path, "include one")) == 1


def test_ld_7_facts_come_from_the_version_that_the_environment_sees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        tmp_path / "pond", MODULES | in_both({"facts.d/voice.txt": ("voice=eight", "voice=nine")})
    )
    write(tmp_path / "pond", {"environment.conf": "modules = stdlib@8.5.0\n"})
    code = "notice(\"voice ${facts['voice']}\")"
    words = ["compile", "--format=none", f"--environmentpath={tmp_path}", "--environment=pond"]
    assert main([*words, "--module-visibility=strict", "-e", code]) == 0
    assert "voice eight" in capsys.readouterr().err
    assert main([*words, "-e", code]) == 0
    assert "voice eight" not in capsys.readouterr().err


def test_ld_7_the_version_in_use_serves_files_and_providers(tmp_path: Path) -> None:
    ruby = "Puppet::Type.newtype(:duck) do\n  newparam(:name)\nend\n"
    files = {
        "lib/puppet/type/duck.rb": (ruby, ruby),
        "manifests/init.pp": ("class stdlib { }", "class stdlib { }"),
    }
    write(tmp_path, MODULES | in_both(files) | bodies("include stdlib", "duck { 'x': }"))

    def version(code: str) -> str:
        found: str = run(tmp_path, code).build.loaders.modules["stdlib"].path
        return found.rpartition("@")[2]

    assert version("") == "9.7.0"
    assert version("include one") == "8.5.0"
    assert version("include two include one") == "9.7.0"


def lock(visible: dict[str, str] | None, *modules: dict[str, object]) -> str:
    source = {"type": "directory", "location": "x", "digest": "sha256:" + "0" * 64}
    listed = [{"source": source, **each} for each in modules]
    whole: dict[str, object] = {"format": 1, "moduledir": "modules", "modules": listed}
    return json.dumps(whole if visible is None else {**whole, "visible": visible})


def test_ld_7_the_lock_chooses_versions(tmp_path: Path) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    for name in ("one", "two"):
        wide = metadata(name, "1.0.0", stdlib=">= 8.0.0")
        write(tmp_path, {f"modules/{name}/metadata.json": wide})
    assert notices(tmp_path, BOTH) == ["nine", "nine"]
    older = lock(None, {"name": "duck-stdlib", "version": "8.5.0"})
    write(tmp_path, {"Puppetfile.lock.json": older})
    assert notices(tmp_path, BOTH) == ["eight", "eight"]
    both = lock(
        {"duck-one": "1.0.0", "duck-two": "1.0.0"},
        {"name": "duck-stdlib", "version": "8.5.0"},
        {"name": "duck-stdlib", "version": "9.7.0"},
        {"name": "duck-one", "version": "1.0.0", "chosen": {"duck-stdlib": "9.7.0"}},
        {"name": "duck-two", "version": "1.0.0", "chosen": {"duck-stdlib": "8.5.0"}},
    )
    write(tmp_path, {"Puppetfile.lock.json": both})
    assert notices(tmp_path, BOTH) == ["nine", "eight"]
    # The environment sees what its Puppetfile names, and what is in no lock.
    assert notices(tmp_path, "include site") == ["nine", "eight"]
    _, why, _ = error(tmp_path, "notice(stdlib::quack())")
    assert why.endswith("Puppetfile.lock.json does not name stdlib")


def test_ld_7_a_version_of_the_lock_is_missing(tmp_path: Path) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | bodies("notice(stdlib::quack())"))
    newer = lock(None, {"name": "duck-stdlib", "version": "8.6.0"})
    write(tmp_path, {"Puppetfile.lock.json": newer})
    _, why, hint = error(tmp_path, "include one")
    assert why.endswith("chooses stdlib 8.6.0, and there is 9.7.0, 8.5.0")
    assert hint == "put a version of stdlib that fits on the module path"


# Functions that call a block from code of a module.
RUNNERS = {
    f"modules/{name}/lib/puppet/functions/{name}/run.rb": f"""
    Puppet::Functions.create_function(:'{name}::run') do
      dispatch(:run) {{ block_param }}
      def run() yield end
    end
    """
    for name in ("one", "two")
}
THREE = """notice(
  stdlib::quack(), one::run() || { stdlib::quack() }, two::run() || { stdlib::quack() })"""


def test_ld_7_a_lambda_of_code_without_a_file_is_the_environments(tmp_path: Path) -> None:
    write(tmp_path, MODULES | in_both(TWO_QUACKS) | RUNNERS)
    assert notices(tmp_path, THREE) == ["nine nine nine"]
    write(tmp_path, {"environment.conf": "modules = one\n"})
    message = error(tmp_path, "notice(one::run() || { stdlib::quack() })")[0]
    assert "Unknown function: 'stdlib::quack'" in message


def test_ld_7_a_template_in_a_text_belongs_to_the_code_that_gives_it(tmp_path: Path) -> None:
    text = "<%= one::run() || { stdlib::quack() } %>"
    needs = metadata("two", "2.0.0", stdlib=">= 9.0.0", one=">= 1.0.0")
    files = MODULES | in_both(TWO_QUACKS) | RUNNERS | {"modules/two/metadata.json": needs}
    write(tmp_path, files | bodies(f"notice(inline_epp('{text}'))"))
    assert notices(tmp_path, BOTH) == ["eight", "nine"]
    assert notices(tmp_path, "include two include one") == ["nine", "eight"]


def test_ld_7_types_of_parameters_of_a_text_are_those_of_its_owner(tmp_path: Path) -> None:
    files = {"types/size.pp": ("type Stdlib::Size = Enum[x8]", "type Stdlib::Size = Enum[x9]")}
    fill = "notice(inline_epp('<%- | Stdlib::Size $size | -%><%= $size %>', {{size => '{}'}}))"
    write(tmp_path, MODULES | in_both(files) | bodies(fill.format("x8"), fill.format("x9")))
    environment = Environment(
        "production",
        modulepath=[str(tmp_path / "modules")],
        code=BOTH,
        settings=Settings({"module_visibility": "strict"}),
    )
    for _ in range(2):
        result = compile_catalog(environment, Node("pond"))
        assert result.failure is None, result.failure.message
        assert [each.message for each in result.logs] == ["x8", "x9"]
