"""`puppet catalog` and `puppet generate types` work on an environment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.puppet.main import run_words

TYPE = """\
Puppet::Type.newtype(:pond) do
  newproperty(:ensure) { newvalues(:present, :absent) }
  newproperty(:depth) { newvalues(/^\\d+ m\\/s$/) }
  newparam(:name, namevar: true)
  newparam(:frozen) { newvalues(true, false) }
  def self.title_patterns
    [[/^([^@]+)@(.*)$/i, [[:name], [:depth]]]]
  end
end
"""
GENERATED = """\
Puppet::Resource::ResourceType3.new(
  'pond',
  [
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),

    Puppet::Resource::Param(Pattern[/^\\d+ m\\/s$/], 'depth')
  ],
  [
    Puppet::Resource::Param(Any, 'name', true),

    Puppet::Resource::Param(Variant[Boolean, Enum['true', 'false']], 'frozen')
  ],
  {
    /(?i-mx:^([^@]+)@(.*)$)/ => ['name', 'depth']
  },
  true,
  false)
"""


@pytest.fixture
def production(tmp_path: Path) -> Path:
    path = tmp_path / "code/environments/production"
    (path / "manifests").mkdir(parents=True)
    (path / "manifests/site.pp").write_text("notice(1)\nnotify { ['a', 'b']: }\n")
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    return path


@pytest.fixture
def options(production: Path) -> list[str]:
    scratch = production.parents[2]
    names = {"confdir": "conf", "vardir": "var", "codedir": "code"}
    base = f"--basemodulepath={scratch}/none"
    return ["--color=false", base, *(f"--{name}={scratch / at}" for name, at in names.items())]


def test_compile_and_select(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["catalog", "compile", "pond.example", *options]) == 0
    notice, compiled, *rest = capsys.readouterr().out.splitlines(keepends=True)
    assert notice == "Notice: Scope(Class[main]): 1\n"
    assert compiled.startswith("Notice: Compiled catalog for pond.example in environment prod")
    assert json.loads("".join(rest))["name"] == "pond.example"
    assert run_words(["catalog", "select", "pond.example", "notify", *options]) == 0
    assert capsys.readouterr().out.endswith("\nNotify[a]\nNotify[b]\n")


def test_a_catalog_that_does_not_compile(
    options: list[str], production: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (production / "manifests/site.pp").write_text("fail('quack')\n")
    assert run_words(["catalog", "compile", "pond.example", *options]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: Evaluation Error: Error while evaluating a Function Call, quack")
    assert err.endswith("Error: Try 'puppet help catalog compile' for usage\n")


def test_types_are_generated_once(
    options: list[str], production: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_words(["generate", "types", *options]) == 0
    assert capsys.readouterr().out == "Notice: No custom types were found.\n"
    directory = production / "modules/pond/lib/puppet/type"
    directory.mkdir(parents=True)
    (directory / "pond.rb").write_text(TYPE)
    old = production / ".resource_types/lake.pp"
    old.write_text("")
    output = production / ".resource_types/pond.pp"
    assert run_words(["generate", "types", *options]) == 0
    assert capsys.readouterr().out == (
        "Notice: Removed output '[\"lake.pp\"]' for non existing inputs\n"
        "Notice: Generating Puppet resource types.\n"
        f"Notice: Generating '{output}' using 'pcore' format.\n"
    )
    assert not old.exists()
    assert output.read_text().endswith(f"\n\n{GENERATED}")
    assert run_words(["generate", "types", *options]) == 0
    assert "No files were generated because all inputs were up-to-date." in capsys.readouterr().out
    assert run_words(["generate", "types", "--format", "quack", *options]) == 1
