"""Types that `puppet generate types` wrote for an environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.loaders.generated_types import read_generated

EGG = """
# Written by a program.
Puppet::Resource::ResourceType3.new(
  'egg',
  [
    # How it is.
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),
    Puppet::Resource::Param(Any, 'size')
  ],
  [
    Puppet::Resource::Param(Pattern[/\\S+/], 'name', true),
    Puppet::Resource::Param(Any, 'nest', true),
    Puppet::Resource::Param(Any, 'provider')
  ],
  {
    /^([^\\/]+)\\/(.+)$/ => ['nest', 'name'],
    /(.*)/ => ['name']
  },
  true,
  false)
"""


def test_attributes_names_and_titles() -> None:
    table = read_generated("egg", "egg.pp", EGG.encode())
    assert table is not None
    assert list(table.properties) == ["ensure", "size"]
    assert list(table.parameters) == ["name", "nest", "provider"]
    assert table.namevars == ("name", "nest")
    assert table.parts_of("a/b") == {"nest": "a", "name": "b"}
    assert table.is_isomorphic


@pytest.mark.parametrize("text", ["", "class {", "notice(1)", EGG.replace("'egg'", "'other'")])
def test_a_file_that_is_something_else_gives_nothing(text: str) -> None:
    assert read_generated("egg", "egg.pp", text.encode()) is None


def test_a_manifest_may_use_them(tmp_path: Path) -> None:
    (tmp_path / ".resource_types").mkdir()
    (tmp_path / ".resource_types" / "egg.pp").write_text(EGG)

    def failure(code: str) -> str:
        environment = Environment(directory=str(tmp_path), code=code)
        found = compile_catalog(environment, Node("pond")).failure
        return "" if found is None else str(found.to_data()["message"])

    assert failure("egg { 'a/b': size => 3 }") == ""
    assert "no parameter named 'colour'" in failure("egg { 'a/b': colour => 3 }")
    assert "Unknown resource type: 'nest'" in failure("nest { 'a': }")


def test_a_file_that_cannot_be_read_is_reported_once_and_passed_over(tmp_path: Path) -> None:
    directory = tmp_path / ".resource_types"
    directory.mkdir()
    (directory / "egg.pp").write_text("Puppet::Resource::ResourceType3.new(")
    code = "define egg() { } egg { a: } egg { b: } $x = Egg[a]"
    environment = Environment(directory=str(tmp_path), code=code)
    said: list[str] = []
    result = compile_catalog(
        environment, Node("pond", {}), on_log=lambda entry: said.append(entry.message)
    )
    assert result.failure is None
    assert len([text for text in said if f"{directory}/egg.pp cannot be read" in text]) <= 1
    code = "egg { a: }"
    environment = Environment(directory=str(tmp_path), code=code)
    said.clear()
    compile_catalog(environment, Node("pond", {}), on_log=lambda entry: said.append(entry.message))
    assert len([text for text in said if f"{directory}/egg.pp cannot be read" in text]) == 1
