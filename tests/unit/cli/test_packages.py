"""A module in one archive does all that the same module does as a directory."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from duckrow.cli.main import main

MODULE = {
    "metadata.json": '{"name": "duck-pond", "version": "1.0.0"}',
    "hiera.yaml": "version: 5\nhierarchy: [{name: all, path: common.yaml}]\n",
    "data/common.yaml": "pond::depth: 7\n",
    "manifests/init.pp": """
        class pond (Pond::Depth $depth, String $top) {
          notice(pond::twice($depth), pond::thrice($depth), $facts['pond_fact'], pond::quack())
          notice(template('pond/a.erb'), epp('pond/b.epp', { 'x' => $depth }), file('pond/duck'))
          file { "${top}/duck": source => 'puppet:///modules/pond/duck' }
          file { "${top}/tree": ensure => directory, recurse => true,
            source => 'puppet:///modules/pond/tree' }
          reed { "${top}/reed": height => 3 }
          pond::bank { 'left': }
        }
    """,
    "manifests/bank.pp": 'define pond::bank { notice("bank ${title}") }',
    "types/depth.pp": "type Pond::Depth = Integer[1, 9]",
    "functions/twice.pp": "function pond::twice($x) { $x * 2 }",
    "lib/puppet/functions/pond/thrice.rb": """
        Puppet::Functions.create_function(:'pond::thrice') do
          dispatch :thrice do
            param 'Integer', :x
          end
          def thrice(x)
            x * 3
          end
        end
    """,
    "lib/duckrow/functions/pond/quack.py": """
from duckrow.puppet.runtime.function import Form, Function

FUNCTION = Function("pond::quack", Form(run=lambda scope: "quack"))
""",
    "lib/facter/pond_fact.rb": "Facter.add(:pond_fact) { setcode { 'wet' } }",
    "lib/puppet/type/reed.rb": """
        Puppet::Type.newtype(:reed) do
          ensurable { defaultvalues; defaultto :present }
          newparam(:path, namevar: true)
          newproperty(:height)
        end
    """,
    "lib/puppet/provider/reed/file.rb": """
        require 'puppet/util/reed_text'
        Puppet::Type.type(:reed).provide(:file) do
          def exists?
            File.exist?(resource[:path])
          end
          def create
            File.write(resource[:path], ReedText.of(resource[:height]))
          end
          def destroy
            File.unlink(resource[:path])
          end
          def height
            File.read(resource[:path]).strip
          end
        end
    """,
    "lib/puppet/util/reed_text.rb": 'module ReedText; def self.of(h); "#{h}\\n"; end; end',
    "templates/a.erb": "erb <%= @depth %>",
    "templates/b.epp": "<%- | $x | -%>epp <%= $x %>",
    "files/duck": "a duck",
    "files/tree/one": "1",
    "files/tree/deep/two": "2",
}


def write_directory(top: Path) -> None:
    for name, text in MODULE.items():
        path = top / "pond" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_archive(top: Path, name: str) -> None:
    top.mkdir(parents=True)
    with zipfile.ZipFile(top / name, "w", zipfile.ZIP_DEFLATED) as file:
        for member, text in MODULE.items():
            file.writestr(member, text)


def apply(top: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], Any]:
    """Apply the module; return what was logged and the files that were made."""
    made = top / "made" / kind
    made.mkdir(parents=True)
    own = [f"--{each}={top}/{kind}-{each}" for each in ("state-dir", "cache-dir", "confdir")]
    code = f"class {{ 'pond': top => '{made}' }}"
    words = ["apply", *own, f"--modulepath={top}/{kind}", "--detailed-exitcodes", "-e", code]
    assert main(words) == 2
    assert main(words) == 0  # nothing is left to do, and the code cache serves
    logged = capsys.readouterr().out.replace(str(made), "TOP").splitlines()
    files = {
        str(path.relative_to(made)): path.read_text() for path in made.rglob("*") if path.is_file()
    }
    return [line for line in logged if " catalog " not in line], files


@pytest.mark.parametrize("name", ["pond.par", "pond.zip", "pond.jar", "pond-1.0.0.par"])
def test_the_same_as_a_directory(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_directory(tmp_path / "directory")
    write_archive(tmp_path / "archive", name)
    log, files = apply(tmp_path, "directory", capsys)
    assert files == {
        "duck": "a duck",
        "tree/one": "1",
        "tree/deep/two": "2",
        "reed": "3\n",
    }
    assert "Notice: Scope(Class[Pond]): 14 21 wet quack" in log
    assert apply(tmp_path, "archive", capsys) == (log, files)
    assert [path.name for path in (tmp_path / "archive").iterdir()] == [name]


def test_errors_name_the_member(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "modules").mkdir()
    with zipfile.ZipFile(tmp_path / "modules" / "pond.par", "w") as file:
        file.writestr("manifests/init.pp", "class pond {\n  fail('no water')\n}\n")
    words = ["compile", f"--confdir={tmp_path}/conf", f"--modulepath={tmp_path}/modules"]
    assert main([*words, "-e", "include pond"]) == 1
    assert "pond.par/manifests/init.pp, line: 2, column: 3" in capsys.readouterr().err


def test_a_hostile_archive_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "modules").mkdir()
    with zipfile.ZipFile(tmp_path / "modules" / "pond.par", "w") as file:
        file.writestr("manifests/init.pp", "class pond {}\n")
        file.writestr("../evil", "")
    words = ["compile", f"--confdir={tmp_path}/conf", f"--modulepath={tmp_path}/modules"]
    assert main([*words, "-e", "include pond"]) == 1
    error = capsys.readouterr().err
    assert "pond.par: the member '../evil' leads out of the archive" in error
    assert "a fault in duckrow" not in error


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_archives_that_are_no_modules(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_directory(tmp_path / "modules")
    stray = tmp_path / "modules" / "backup.zip"
    if content is None:
        with zipfile.ZipFile(stray, "w") as file:
            file.writestr("holiday.jpg", "")
    else:
        stray.write_bytes(content)
    words = ["compile", f"--confdir={tmp_path}/conf", f"--modulepath={tmp_path}/modules"]
    assert main([*words, "-e", "notice(pond::thrice(1)) no_such_function()"]) == 1
    error = capsys.readouterr().err
    assert "Unknown function: 'no_such_function'" in error
    assert "backup.zip" not in error


def test_a_package_that_is_cut_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_archive(tmp_path / "modules", "pond.par")
    package = tmp_path / "modules" / "pond.par"
    package.write_bytes(package.read_bytes()[:-9])
    for words in (["facts"], ["compile", f"--confdir={tmp_path}/conf", "-e", "include pond"]):
        assert main([*words, f"--modulepath={tmp_path}/modules"]) != 0
        error = capsys.readouterr().err
        assert "pond.par is not a zip archive, or its end is missing" in error
        assert "a fault in duckrow" not in error


def test_facts_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_archive(tmp_path / "modules", "pond.par")
    assert main(["facts", f"--modulepath={tmp_path}/modules", "--format=json", "pond_fact"]) == 0
    assert json.loads(capsys.readouterr().out) == {"pond_fact": "wet"}
