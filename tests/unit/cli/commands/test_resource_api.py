"""`duckrow resource` with a type of the Resource API: values of the command line get their types.

The values are those of Puppet 7.23 with the Resource API 2.0.1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

Run = Any

TYPE = """
require 'puppet/resource_api'
Puppet::ResourceApi.register_type(
  name: 'nest',
  desc: 'A nest.',
  features: ['simple_get_filter'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'There or not.', default: 'present' },
    name: { type: 'String', desc: 'Its name.', behaviour: :namevar },
    eggs: { type: 'Optional[Integer]', desc: 'Eggs.' },
    warm: { type: 'Optional[Boolean]', desc: 'Whether it is warm.' },
    either: { type: 'Optional[Variant[Boolean, Integer, String]]', desc: 'Anything.' },
    age: { type: 'Optional[Integer]', desc: 'Days.', behaviour: :read_only },
    deep: { type: 'Optional[Pond::Deep]', desc: 'A type of the module.' },
    narrow: { type: 'Optional[Variant[Integer, Float]]', desc: 'A number.' },
  },
)
"""
PROVIDER = """
require 'puppet/resource_api/simple_provider'
class Puppet::Provider::Nest::Nest < Puppet::ResourceApi::SimpleProvider
  def get(_context, names = nil)
    found = { name: 'reed', ensure: 'present', eggs: 2, age: 7 }
    names.nil? || names.include?('reed') ? [found] : []
  end

  def create(context, name, should)
    context.notice("create #{name} #{should.inspect}")
  end
end
"""


@pytest.fixture
def modules(tmp_path: Path) -> str:
    for path, text in (("type/nest.rb", TYPE), ("provider/nest/nest.rb", PROVIDER)):
        file = tmp_path / "modules/pond/lib/puppet" / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    types = tmp_path / "modules/pond/types"
    types.mkdir()
    (types / "deep.pp").write_text("type Pond::Deep = Integer[1, 9]")
    return f"--modulepath={tmp_path}/modules"


def test_resources_of_the_provider_are_listed(duckrow: Run, modules: str) -> None:
    age = "# age    => 7, # Read Only\n"
    nest = f"nest {{ 'reed':\n  ensure => 'present',\n{age}  eggs   => 2,\n}}\n"
    assert duckrow("resource", modules, "nest") == (0, nest, "")
    assert duckrow("resource", modules, "nest", "reed") == (0, nest, "")


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("eggs=3", ":eggs=>3"),
        ("eggs=-3", ":eggs=>-3"),
        ("warm=true", ":warm=>true"),
        ("warm=false", ":warm=>false"),
        ("either=true", ":either=>true"),
        ("either=4", ":either=>4"),
        ("either=four", ':either=>"four"'),
        ("narrow=3", ":narrow=>3"),
    ],
)
def test_values_of_the_command_line(duckrow: Run, modules: str, given: str, value: str) -> None:
    _, out, _ = duckrow("resource", "--no-state", modules, "nest", "new", given)
    assert f'create new {{:name=>"new", {value}, :ensure=>"present"}}' in out


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("eggs=many", "nest.eggs expects an Integer value, got String"),
        ("warm=yes", "nest.warm expects a Boolean value, got String"),
        ("narrow=x", "nest.narrow expects a value of type Integer or Float, got String"),
    ],
)
def test_values_that_do_not_fit(duckrow: Run, modules: str, given: str, why: str) -> None:
    code, _, err = duckrow("resource", "--no-state", modules, "nest", "new", given)
    assert code == 1
    assert why in err


def test_types_of_the_module_are_known(duckrow: Run, modules: str) -> None:
    apply = ("apply", "--no-state", modules, "-e")
    code, out, errors = duckrow(*apply, "nest { 'reed': deep => 40 }")
    wrong = "nest.deep expects a Pond::Deep = Integer[1, 9] value, got Integer[40, 40]"
    assert code == 1
    assert wrong in out + errors
    code, out, errors = duckrow(*apply, "nest { 'new': deep => 4 }")
    assert ":deep=>4" in out + errors
