"""What Puppet lends to Ruby code."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from duckrow.puppet.ruby_code.current import CURRENT
from duckrow.puppet.ruby_code.host import PuppetHost
from duckrow.puppet.world import FakeWorld
from duckrow.ruby.constants import find_constant
from duckrow.ruby.dispatch import send
from duckrow.ruby.known import Known
from duckrow.ruby.state import STATE


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STATE, "known", Known(PuppetHost()))


def test_the_scope_that_runs_says_which_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    scope: Any = SimpleNamespace(build=SimpleNamespace(world=FakeWorld(clock=5_000_000_000)))
    monkeypatch.setattr(CURRENT, "scope", scope)
    assert send(send(find_constant("Time"), "now"), "to_i") == 5


def test_constants_of_puppet() -> None:
    resource = find_constant("Puppet::Resource")
    assert send(resource, "type_and_title", "File[/a[b]]", None) == ["File", "/a[b]"]
