"""glob() of stdlib; tests/unit/puppet/runtime/test_glob.py has the patterns."""

from __future__ import annotations

import pytest
from tests.unit.puppet.functions.fake_scope import scope_in

from duckrow.puppet.functions.stdlib.files.glob import GLOB
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld

WORLD = FakeWorld(dict.fromkeys(["/d/a.conf", "/d/b.conf", "/d/e/f.conf"], b""))


def test_one_pattern_or_several() -> None:
    scope = scope_in(WORLD)
    assert GLOB(scope, "/d/*.conf") == ["/d/a.conf", "/d/b.conf"]
    assert GLOB(scope, ["/d/e/*", "/d/a*", "/none/*"]) == ["/d/e/f.conf", "/d/a.conf"]


def test_a_pattern_has_no_null_byte() -> None:
    with pytest.raises(EvaluationError, match="nul-separated"):
        GLOB(scope_in(WORLD), "/d/\0")
