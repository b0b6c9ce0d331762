"""Arguments of functions are checked against the table."""

from __future__ import annotations

from duckrow.cfengine.policy.check_calls import check_arguments
from duckrow.cfengine.policy.tables.functions import SIGNATURES
from duckrow.cfengine.values.numbers import ignore_message
from duckrow.cfengine.values.rvals import Data


def test_arguments() -> None:
    ago = SIGNATURES["ago"]
    assert check_arguments(ago, ["1", "2", "3", "4", "5", "6"], ignore_message) is None
    assert check_arguments(ago, ["1", "$(x)", "3", "4", "5", "6"], ignore_message) is None
    assert check_arguments(ago, ["1", "1001", "3"], ignore_message) == (
        "1001",
        "Integer is out of range",
    )
    assert check_arguments(SIGNATURES["fileexists"], ["x"], ignore_message) == (
        "x",
        "Filename is not an absolute path",
    )
    assert check_arguments(SIGNATURES["join"], [",", Data(["a"])], ignore_message) is None


def test_messages_about_numbers() -> None:
    heard: list[tuple[str, str]] = []
    wrong = check_arguments(SIGNATURES["ago"], ["1,5"], lambda *each: heard.append(each))
    assert wrong == ("1,5", "Cannot parse value as integer")
    assert heard == [("error", "Anomalous ending ',5' while parsing integer number: 1,5")]
