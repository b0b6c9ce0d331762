"""Numbers and arithmetic."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from tests.unit.cfengine.functions.fakes import FakeContext, call

from duckrow.cfengine.functions.data.comparing import compare
from duckrow.cfengine.functions.data.statistics import moments
from duckrow.cfengine.functions.helpers.reals import leading_real, read_real, whole_part, write_real
from duckrow.cfengine.values.outcomes import Aborted, FunctionFailed
from duckrow.cfengine.values.rvals import Data


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.5", 1.5),
        (" 2", 2.0),
        ("2k", 2000.0),
        ("1K", 1024.0),
        ("0x1F", 31.0),
        ("1e3", 1000.0),
        ("1e", 1.0),
        ("50%", -50.0),
        ("7 ", 7.0),
        ("7x", 7.0),
        ("7xy", None),
        ("7é", None),
        ("101%", None),
        ("abc", None),
        ("", None),
    ],
)
def test_read_real(text: str, expected: float | None) -> None:
    assert read_real(FakeContext(), text) == expected  # type: ignore[arg-type]


def test_scan_and_write() -> None:
    assert leading_real("12abc") == 12.0
    assert leading_real("x") == 0.0
    assert write_real(1.0) == "1.000000"
    assert write_real(math.nan) == "nan"
    assert write_real(-math.nan) == "-nan"
    assert whole_part(-1.9) == -1
    assert whole_part(math.inf) == -(1 << 63)


def test_compare() -> None:
    context = FakeContext()
    assert compare(context, "10", "9") == 1  # type: ignore[arg-type]
    assert compare(context, "10", "9x") == 1  # type: ignore[arg-type]
    assert compare(context, "x10", "x9") == -1  # type: ignore[arg-type]
    assert compare(context, "a", "a") == 0  # type: ignore[arg-type]
    with pytest.raises(FunctionFailed):
        compare(context, "1xy", "0")  # type: ignore[arg-type]


def test_folding() -> None:
    numbers = Data([1, "2", "x", 3.5])
    found = {"l": [1, "2", "x", 3.5]}
    assert call("sum", "l", variables=found) == "6.500000"
    assert call("product", "l", variables=found) == "0.000000"
    assert call("mean", "l", variables=found) == "1.625000"
    assert call("max", "l", "int", variables=found) == "3.50"
    assert call("min", "l", "int", variables=found) == "x"
    assert moments([1.0, 2.0, 3.0]) == (2.0, 2.0)
    assert numbers.value == found["l"]
    with pytest.raises(FunctionFailed):
        call("mean", "l", variables={"l": {}})


def test_ranges_and_chance() -> None:
    assert call("irange", "5", "1") == "1,5"
    assert call("rrange", "5", "1") == "5.000000,5.000000"
    assert call("randomint", "3", "4") == "3"
    assert call("int", "2.9k") == "2900"
    with pytest.raises(FunctionFailed):
        call("irange", "x", "1")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("cf_version_after", ["9" * 5000]),
        ("hostrange", ["x", "1-" + "9" * 5000]),
        ("userexists", ["9" * 5000]),
        ("getuid", ["9" * 5000]),
        ("format", ["%" + "9" * 5000 + "d", "1"]),
        ("isipinsubnet", ["1.2.3.4/" + "9" * 5000, "1.2.3.4"]),
        ("isipinsubnet", ["1.2.3.1-" + "9" * 5000, "1.2.3.4"]),
        ("sort", [Data(["9" * 5000 + ".1.1.1", "1.1.1.1"]), "ip"]),
        ("expandrange", ["[1-3]", "9" * 5000]),
        ("regex_replace", ["a", "a", "\\" + "9" * 5000, ""]),
    ],
)
def test_numbers_of_any_length(name: str, arguments: list[object]) -> None:
    with suppress(FunctionFailed, Aborted):
        call(name, *arguments)
