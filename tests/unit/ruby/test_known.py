"""What Ruby code adds to Ruby's classes and to Puppet's stays in its environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings

FUNCTION = """require 'puppet_x/pond/more'
Puppet::Functions.create_function(:'pond::f') do
  def f
    begin
      %s
    rescue NameError, TypeError
      'none'
    end
  end
end
"""


class Pond:
    """An environment with one module, whose function gives what an expression is in it."""

    def __init__(self, directory: Path, more: str, expression: str) -> None:
        files = {
            "lib/puppet_x/pond/more.rb": more,
            "lib/puppet/functions/pond/f.rb": FUNCTION % expression,
        }
        for name, text in files.items():
            path = directory / "pond" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self._environment = Environment(
            code="notice(pond::f())",
            modulepath=[str(directory)],
            settings=Settings({"strict": "warning"}),
        )

    def said(self) -> list[str]:
        done = compile_catalog(self._environment, Node("pond.example.com", None))
        return [entry.message for entry in done.logs]


@pytest.mark.parametrize(
    ("addition", "expression"),
    [
        ("class String; def quack; 'own'; end; end", "'x'.quack"),
        ("class Object; def quack; 'own'; end; end", "3.quack"),
        ("def quack; 'own'; end", "[].quack"),
        ("class Array; attr_reader :quack; DUCK = 'own'; end", "Array::DUCK"),
        ("class Hash; def self.quack; 'own'; end; end", "Hash.quack"),
        ("class Integer; class << self; def quack; 'own'; end; end; end", "Integer.quack"),
        ("module Q; def quack; 'own'; end; end\nclass Symbol; include Q; end", ":x.quack"),
        ("module Q; def quack; 'own'; end; end\nString.extend(Q)", "String.quack"),
        ("class Range; @quack = 'own'; end", "Range.instance_variable_get(:@quack) + ''"),
        ("module Enumerable; def quack; 'own'; end; end", "[1].quack"),
        ("module Kernel; def self.quack; 'own'; end; end", "Kernel.quack"),
        ("module JSON; def self.quack; 'own'; end; end", "JSON.quack"),
        ("class Time; NOON = 'own'; end", "Time::NOON"),
        ("module Puppet::Util; def self.quack; 'own'; end; end", "Puppet::Util.quack"),
        ("class StandardError; def quack; 'own'; end; end", "StandardError.new('x').quack"),
        ("class Puppet::Functions::Function; def quack; 'own'; end; end", "quack"),
    ],
)
def test_an_addition_is_seen_in_its_environment_only(
    addition: str, expression: str, tmp_path: Path
) -> None:
    first = Pond(tmp_path / "first", addition, expression)
    second = Pond(tmp_path / "second", "", expression)
    assert first.said() == ["own"]
    assert second.said() == ["none"]
    assert first.said() == ["own"]
