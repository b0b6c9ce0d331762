"""What Puppet lends to Ruby code."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from duckrow.puppet.ruby_code.host import PuppetHost
from duckrow.puppet.world import FakeWorld
from duckrow.ruby.constants import find_constant
from duckrow.ruby.dispatch import send
from duckrow.ruby.interpreter import Interpreter


def test_the_scope_that_runs_says_which_clock() -> None:
    scope: Any = SimpleNamespace(build=SimpleNamespace(world=FakeWorld(clock=5_000_000_000)))
    ruby = Interpreter(host=PuppetHost(scope=scope))
    assert send(ruby, send(ruby, find_constant(ruby, "Time"), "now"), "to_i") == 5


def test_constants_of_puppet() -> None:
    ruby = Interpreter(host=PuppetHost())
    resource = find_constant(ruby, "Puppet::Resource")
    assert send(ruby, resource, "type_and_title", "File[/a[b]]", None) == ["File", "/a[b]"]
