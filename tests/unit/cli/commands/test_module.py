"""`duckrow module check` tells what of a module runs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from duckrow.cli.main import main

FILES = {
    "metadata.json": '{"name": "ducks-pond"}',
    "manifests/init.pp": "class pond { }",
    "manifests/broken.pp": "class pond::broken {",  # found at the end, which has no line
    "functions/depth.pp": "function pond::depth() { 1 }",
    "templates/a.epp": "<%= 1 %>",
    "templates/b.erb": "<%= @x.map { |y| y.upcase }.join(',') %>",
    "templates/c.erb": "<% if true %>never ends",
    "data/common.yaml": "a: 1",
    "lib/puppet/functions/pond/good.rb": "Puppet::Functions.create_function(:'pond::good') do\nend",
    "lib/puppet/parser/functions/bad.rb": "x = 1\ny = `ls`\n",
    "lib/puppet/type/duck.rb": "Puppet::Type.newtype(:duck) do\n newparam(:name)\nend",
    "lib/puppet/type/none.rb": "# nothing",
    "lib/puppet/provider/duck/ruby.rb": "system('ls')\nOpen3.capture2e('ls')\n",
    "lib/puppet/provider/duck/odd.rb": "Puppet::Util::Nowhere.go\n",
    "lib/puppet/face/quack.rb": "Puppet::Face.define(:quack, '1.0.0')",
    "lib/facter/ducks.rb": "Facter.add(:ducks) { }",
    "spec/ignored.pp": "class {",
}


@pytest.fixture
def module(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "pond"


def test_every_part_is_reported(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["module", "check", "--format", "json", str(module)]) == 1
    reported = json.loads(capsys.readouterr().out)
    assert reported["module"] == "pond"
    runs = {part["file"]: (part["kind"], part["runs"], part["line"]) for part in reported["parts"]}
    assert runs == {
        "data/common.yaml": ("data", "native", None),
        "functions/depth.pp": ("manifest", "native", None),
        "lib/facter/ducks.rb": ("fact", "evaluator", None),
        "lib/puppet/functions/pond/good.rb": ("function", "evaluator", None),
        "lib/puppet/parser/functions/bad.rb": ("function", "no", 2),
        "lib/puppet/face/quack.rb": ("command", "not needed", None),
        "lib/puppet/provider/duck/odd.rb": ("provider", "no", 1),
        "lib/puppet/provider/duck/ruby.rb": ("provider", "evaluator", None),
        "lib/puppet/type/duck.rb": ("resource type", "evaluator", None),
        "lib/puppet/type/none.rb": ("resource type", "no", None),
        "manifests/broken.pp": ("manifest", "no", None),
        "manifests/init.pp": ("manifest", "native", None),
        "templates/a.epp": ("EPP template", "native", None),
        "templates/b.erb": ("ERB template", "evaluator", None),
        "templates/c.erb": ("ERB template", "no", 1),
    }


def test_a_part_that_cannot_run_is_reported_with_line_and_replacement(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["module", "check", str(module)])
    reported = capsys.readouterr().out
    assert "lib/puppet/parser/functions/bad.rb:2: a command in backticks" in reported
    assert "lib/duckrow/functions/bad.py in the module would replace it" in reported
    assert "manifests/init.pp" not in reported
    main(["module", "check", "--all", str(module)])
    assert "manifests/init.pp" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "construct"),
    [
        ("x = `ls`", "a command in backticks"),
        ("system('ls')", "system"),
        ("File.write('/x', 'y')", "File.write"),
        ("Open3.capture2e('ls')", "Open3"),
        ("Net::HTTP.get('x', '/')", "Net::HTTP"),
        ("Dir.glob('/*')", "Dir"),
    ],
)
def test_a_function_has_no_machine(
    module: Path, capsys: pytest.CaptureFixture[str], code: str, construct: str
) -> None:
    name = "lib/puppet/functions/pond/deep/dive.rb"
    (module / name).parent.mkdir()
    (module / name).write_text(
        f"Puppet::Functions.create_function(:'pond::deep::dive') do\n  def dive\n    {code}\n"
        "  end\nend\n"
    )
    main(["module", "check", str(module)])
    reported = capsys.readouterr().out
    replacement = "lib/duckrow/functions/pond/deep/dive.py in the module would replace it"
    assert f"{name}:3: {construct}; {replacement}" in reported


def test_constants_of_the_module_and_those_beside_it_are_known(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = module.parent / "creek" / "lib" / "puppet" / "util"
    other.mkdir(parents=True)
    (other / "nowhere.rb").write_text("module Puppet::Util::Nowhere\n  def self.go; end\nend\n")
    main(["module", "check", str(module)])
    assert "odd.rb" not in capsys.readouterr().out


def test_classes_that_a_type_and_its_providers_make_are_known(tmp_path: Path) -> None:
    files = {
        "type/duck.rb": "Puppet::Type.newtype(:duck) do\n"
        " newparam(:name)\n newproperty(:depth)\n"
        " newproperty(:width, parent: Puppet::Type::Duck::Depth)\nend",
        "provider/duck/diver.rb": "Puppet::Type.type(:duck).provide(:diver) do\n"
        " def x; Puppet::Type::Duck::ProviderDiver.y; end\nend",
    }
    for name, text in files.items():
        path = tmp_path / "pond/lib/puppet" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert main(["module", "check", str(tmp_path / "pond")]) == 0
    (tmp_path / "pond/lib/puppet/provider/duck/odd.rb").write_text("Puppet::Type::Duck::Height")
    assert main(["module", "check", str(tmp_path / "pond")]) == 1


def test_a_directory_of_modules_stands_for_its_modules(
    module: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (module.parent / "creek" / "manifests").mkdir(parents=True)
    (module.parent / "creek" / "manifests" / "init.pp").write_text("class creek { }")
    assert main(["module", "check", str(module.parent)]) == 1
    reported = capsys.readouterr().out
    assert f"creek ({module.parent}/creek)\n  natively: 1 manifest\n" in reported
    assert f"pond ({module})" in reported


def test_a_sound_module_ends_with_0(tmp_path: Path) -> None:
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests" / "init.pp").write_text("class sound { }")
    assert main(["module", "check", str(tmp_path)]) == 0


@pytest.mark.parametrize("words", [[], ["check"], ["look", "."], ["check", "/nonexistent"]])
def test_a_usage_error_has_exit_code_2(words: list[str]) -> None:
    assert main(["module", *words]) == 2


def test_an_unreadable_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pond" / "manifests").mkdir(parents=True)
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if path.endswith("manifests"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert main(["module", "check", str(tmp_path / "pond")]) == 1
    assert "manifests: Permission denied" in capsys.readouterr().out


def test_a_type_with_a_syntax_error(module: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (module / "lib/puppet/type/none.rb").write_text(
        "Puppet::Type.newtype(:none) do\n newparam(:a\nend"
    )
    assert main(["module", "check", str(module)]) == 1
    assert "lib/puppet/type/none.rb:3: syntax error" in capsys.readouterr().out
    assert main(["describe", "none", f"--modulepath={module.parent}"]) == 1
    assert "none.rb:3: syntax error" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "text", "reason", "line"),
    [
        ("facts/reed.py", b"\nx = = 1\n", "invalid syntax", 2),
        ("functions/pond/song.py", b"x = 1\n", "it defines no FUNCTION", None),
        ("providers/duck/loud.py", b"print(PROVIDER)\n", "it defines no PROVIDER", None),
        ("providers/duck/loud.py", b"class PROVIDER: pass\n", None, None),
        ("resources/nest.py", b"from x import y as TABLE\n", None, None),
    ],
)
def test_python_files_are_checked(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    file: str,
    text: bytes,
    reason: str | None,
    line: int | None,
) -> None:
    path = tmp_path / "pond/lib/duckrow" / file
    path.parent.mkdir(parents=True)
    path.write_bytes(text)
    done = main(["module", "check", "--format", "json", str(tmp_path / "pond")])
    (part,) = json.loads(capsys.readouterr().out)["parts"]
    assert (part["reason"], part["line"], done) == (reason, line, int(reason is not None))
