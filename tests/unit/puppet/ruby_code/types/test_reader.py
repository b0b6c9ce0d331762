"""Type files are read, not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.paths import read_bytes
from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.ruby_code.types.description import Description
from duckrow.puppet.ruby_code.types.load import load_table, read_description
from duckrow.ruby.errors import RubySyntaxError

POND = """
require 'puppet/parameter/boolean'
Puppet::Type.newtype(:pond) do
  @doc = "not read"
  ensurable do
    defaultvalues
    newvalue(:drained) { provider.drain }
  end
  newparam(:name, :namevar => true) { desc 'the name' }
  newproperty(:depth) do
    newvalues(:deep, :shallow, %r{^\\d+m$})
    munge { |value| system('rm -rf /') }
  end
  newproperty(:ducks, array_matching: :all)
  newparam(:frozen, :boolean => true, :parent => Puppet::Parameter::Boolean)
  BIRDS = %w[heron stork].freeze
  BIRDS.each { |bird| newproperty("#{bird}s") }
  { :a => 1, :b => 2 }.each_pair do |key, _|
    newparam(key)
  end
  if Puppet::Util::Platform.windows?
    newparam(:conditional)
  end
  autorequire(:file) { self[:path] }
  validate { raise 'never run' }
end
"""


def described(text: str, name: str, files: dict[str, str] | None = None) -> Description:
    def read(path: str) -> bytes:
        for ending, content in (files or {}).items():
            if path.endswith(ending):
                return content.encode()
        raise FileNotFoundError(path)

    found = read_description(name, f"/m/lib/puppet/type/{name}.rb", text.encode(), read)
    assert found is not None
    return found


def test_properties_parameters_and_values() -> None:
    found = described(POND, "pond")
    assert set(found.properties.pop("ensure").split()) == {"present", "absent", "drained"}
    assert found.properties == {
        "depth": "deep shallow /^\\d+m$/",
        "ducks": "",
        "herons": "",
        "storks": "",
    }
    assert list(found.parameters) == ["name", "frozen", "a", "b", "conditional"]
    assert found.parameters["frozen"] == "true false yes no"
    assert found.namevars == ["name"]
    assert found.lists == ["ducks"]


def test_only_parameters_name_a_resource() -> None:
    text = """
    Puppet::Type.newtype(:nest) do
      newparam(:path) { isnamevar }
      newproperty(:owner) { isnamevar }
    end
    """
    assert described(text, "nest").namevars == ["path"]


def test_a_module_that_is_mixed_in_brings_attributes() -> None:
    text = """
    Puppet::Type.newtype(:nest_config) do
      require File.expand_path(File.join(File.dirname(__FILE__), '..', '..', 'puppet_x', 'ini'))
      extend PuppetX::Ini
      create_parameters
    end
    """
    helper = """
    module PuppetX
      module Ini
        def create_parameters
          ensurable
          newparam(:name, :namevar => true)
          newproperty(:value)
        end
      end
    end
    """
    found = described(text, "nest_config", {"/lib/puppet_x/ini.rb": helper})
    assert list(found.properties) == ["ensure", "value"]
    assert list(found.parameters) == ["name"]


def test_titles_are_taken_apart_by_patterns() -> None:
    text = """
    Puppet::Type.newtype(:egg) do
      def self.title_patterns
        [
          [/^([^\\/]+)\\/(.+)$/m, [[:nest], [:name]]],
          [/(.*)/m, [[:name]]],
        ]
      end
      newparam(:name)
      newparam(:nest) { isnamevar }
    end
    """
    table = described(text, "egg").table()
    assert table.parts_of("a/b") == {"nest": "a", "name": "b"}
    assert table.parts_of("b") == {"name": "b"}
    assert table.unique_key("a/b", {}) == ("b", "a")


def test_a_type_given_as_a_hash() -> None:
    text = """
    Puppet::ResourceApi.register_type(
      name: 'gosling',
      attributes: {
        ensure: { type: 'Enum[present, absent]' },
        name: { type: 'String', behaviour: :namevar },
        force: { type: 'Boolean', behaviour: :parameter },
      },
      title_patterns: [{ pattern: %r{^(?<name>.*)$}, desc: 'all' }],
    )
    """
    found = described(text, "gosling")
    assert list(found.properties) == ["ensure"]
    assert list(found.parameters) == ["name", "force"]
    assert found.namevars == ["name"]


@pytest.mark.parametrize("text", ["", "puts 1", "Puppet::Type.newtype(:other) { }"])
def test_a_file_without_the_type_gives_nothing(text: str) -> None:
    assert (
        read_description("pond", "/m/lib/puppet/type/pond.rb", text.encode(), lambda _: b"") is None
    )


def test_a_syntax_error_has_its_line() -> None:
    with pytest.raises(RubySyntaxError, match=r"^/m/lib/puppet/type/pond.rb:2: syntax error"):
        read_description("pond", "/m/lib/puppet/type/pond.rb", b"x\ndef broken(", lambda _: b"")


def test_the_reading_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(str(tmp_path / "cache"))

    def load() -> object:
        return load_table(
            "pond", "/m/lib/puppet/type/pond.rb", POND.encode(), lambda _: b"", cache, True
        )

    first = load()
    monkeypatch.setattr("duckrow.puppet.ruby_code.types.load.read_description", None)
    again = load()
    assert first is not None
    assert again is not None
    assert first.attribute_names == again.attribute_names  # type: ignore[attr-defined]
    assert again.is_attribute("provider")  # type: ignore[attr-defined]


def test_patterns_that_a_method_works_out() -> None:
    text = """
    require 'puppet_x/helper'
    Puppet::Type.newtype(:egg) do
      newparam(:name)
      newparam(:nest) { isnamevar }
      def self.title_patterns
        PuppetX::Helper.split(:name, :nest)
      end
    end
    """
    helper = """
    raise 'never run'
    module PuppetX
      module Helper
        def self.split(one, other, sign = '::')
          part = /[^:]+/
          [[/^(#{part})#{sign}(#{part})$/, [[one], [other]]], [/(.*)/, [[one]]]]
        end
      end
    end
    """
    table = described(text, "egg", {"/lib/puppet_x/helper.rb": helper}).table()
    assert table.parts_of("a::b") == {"name": "a", "nest": "b"}
    assert table.parts_of("a") == {"name": "a"}


@pytest.mark.parametrize(
    "body", ["`ls`", "File.read('/etc/passwd')", "loop { }", "raise 'no'", "nil", "unknown_name"]
)
def test_a_method_that_cannot_be_run_gives_no_patterns(body: str) -> None:
    text = f"""
    Puppet::Type.newtype(:egg) do
      newparam(:name)
      def self.title_patterns
        {body}
      end
    end
    """
    assert described(text, "egg").patterns == []


def test_blanks_and_flags_of_expressions_stay_in_lists_of_values() -> None:
    found = described(
        "Puppet::Type.newtype(:pond) do\n"
        "  newproperty(:depth) { newvalues(:deep, /^[\\S ]*$/, /(yes)|(no)/i) }\n"
        "end\n",
        "pond",
    )
    assert found.properties["depth"] == r"deep /^[\S\x20]*$/ /(?i)(yes)|(no)/"


def test_values_that_are_worked_out_allow_any_value() -> None:
    found = described(
        "Puppet::Type.newtype(:pond) do\n"
        "  newproperty(:depth) { newvalues(*[:deep, :flat].collect { |x| x }) }\n"
        "end\n",
        "pond",
    )
    assert found.properties["depth"] == ""


@pytest.mark.parametrize(
    ("body", "is_open"),
    [
        ("x = newparam(:a)", False),
        ("[:a, :b].each { |each| newparam(each) }", False),
        ('(1..3).each { |i| newparam("n#{i}".to_sym) }', True),
        ("newparam(ENV['X'])", True),
    ],
)
def test_attributes_with_computed_names_make_a_type_open(body: str, is_open: bool) -> None:
    code = f"Puppet::Type.newtype(:gauge) do\n newparam(:name)\n {body}\nend\n"
    found = read_description("gauge", "/m/lib/puppet/type/gauge.rb", code.encode(), read_bytes)
    assert found is not None
    assert found.is_open is is_open
    assert found.table().is_open is is_open
