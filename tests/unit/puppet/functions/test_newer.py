"""What Puppet 8 takes and 7 refuses."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.functions.table import find
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.regexp import RubyRegexp

SCOPE: Any = None


def call(name: str, *arguments: Any) -> Any:
    function = find(name)
    assert function is not None
    return function(SCOPE, *arguments)


@pytest.mark.parametrize("pattern", [",", RubyRegexp(",")])
def test_secrets_are_split_into_secrets(pattern: Any) -> None:
    assert call("split", Sensitive("a,b"), pattern) == Sensitive(["a", "b"])


def test_what_is_replaced_in_secrets_stays_secret() -> None:
    assert call("regsubst", Sensitive("a,b"), ",", "-") == Sensitive("a-b")
    assert call("regsubst", Sensitive(["a,b"]), ",", "-") == Sensitive(["a-b"])
    assert call("regsubst", ["a,b", Sensitive("c,d")], ",", "-") == ["a-b", Sensitive("c-d")]


def test_versions_and_times_have_an_order() -> None:
    old, new = SemVer.parse("1.9.0"), SemVer.parse("1.10.0")
    assert call("max", old, new) == new
    assert call("min", [new, old]) == old
    assert call("min", Timespan(2), Timespan(1)) == Timespan(1)


def test_messages_speak_of_the_other_forms() -> None:
    with pytest.raises(EvaluationError, match="'split' parameter 'str' expects a String value"):
        call("split", 1, ",")
