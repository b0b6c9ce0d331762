"""The functions that log: level, source and text."""

from __future__ import annotations

import pytest

from duckrow.puppet.functions.table import find
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.world import FakeWorld

from .fake_scope import scope_in


@pytest.mark.parametrize(
    "level", ["alert", "crit", "debug", "emerg", "err", "info", "notice", "warning"]
)
def test_each_logs_at_its_level(level: str) -> None:
    scope = scope_in(FakeWorld())
    function = find(level)
    assert function is not None
    assert function(scope, 1, "two", None, True, [None, "a b"], 1e15) is None
    assert scope.build.logged == [(level, "Scope()", "1 two  true [, a b] 1.0e+15")]


def test_a_secret_is_not_logged() -> None:
    scope = scope_in(FakeWorld())
    function = find("notice")
    assert function is not None
    function(scope, Sensitive("bread"), [Sensitive("bread")], {"a": Sensitive("bread")})
    assert "bread" not in str(scope.build.logged)
