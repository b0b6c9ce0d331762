"""Arguments of functions are judged by the table."""

from __future__ import annotations

from duckrow.cfengine.policy.check_calls import check_arguments
from duckrow.cfengine.policy.tables.functions import SIGNATURES
from duckrow.cfengine.values.rvals import Data


def test_arguments() -> None:
    ago = SIGNATURES["ago"]
    assert check_arguments(ago, ["1", "2", "3", "4", "5", "6"]) is None
    assert check_arguments(ago, ["1", "$(x)", "3", "4", "5", "6"]) is None
    assert check_arguments(ago, ["1", "1001", "3"]) == ("1001", "Integer is out of range")
    assert check_arguments(SIGNATURES["fileexists"], ["x"]) == (
        "x",
        "Filename is not an absolute path",
    )
    assert check_arguments(SIGNATURES["join"], [",", Data(["a"])]) is None
