"""Files of data, lists and arrays."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.cfengine.functions.fakes import FakeContext, call

from duckrow.cfengine.functions.io.arrays import parsestringarrayidx
from duckrow.cfengine.functions.io.data_files import kind_of, read_data
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.memory import MemoryMachine


def machine(**files: bytes) -> MemoryMachine:
    found = MemoryMachine()
    for name, content in files.items():
        found.files.replace(f"/{name}", content)
    return found


def test_kinds() -> None:
    names = ("/a.json", "/a.CSV", "/a.yml", "/a.yaml", "/a.env", "/a")
    assert [kind_of(name) for name in names] == ["JSON", "CSV", "YAML", "YAML", "ENV", "JSON"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"A=1\n# B=2\n C = some words \n", {"A": "1", "C": "some words"}),
        (b'Q="a \\"b\\" c" rest\nS=\'x y\'\n', {"Q": 'a "b" c', "S": "x y"}),
        (b'BAD=a"b\n=none\nno\nL=a\\nb\nE=\n', {"L": "a\nb", "E": ""}),
        (b"A=1\nB=2\nA=3\n", {"B": "2", "A": "3"}),
    ],
)
def test_env(content: bytes, expected: dict[str, str]) -> None:
    context = FakeContext(machine=machine(f=content))
    assert read_data(context, "readenvfile", "/f", "ENV") == expected  # type: ignore[arg-type]


def test_csv() -> None:
    context = FakeContext(machine=machine(f=b'a,"b ""c"""\r\nd,\r\n', u=b"a,b\n"))
    assert read_data(context, "readcsv", "/f", "CSV") == [["a", 'b "c"'], ["d", ""]]  # type: ignore[arg-type]
    assert read_data(context, "readcsv", "/f", "CSV", 13) == [["a", 'b "c"']]  # type: ignore[arg-type]
    assert read_data(context, "readcsv", "/u", "CSV") == [["a", "b\n"]]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "limit", "message"),
    [
        (b"", 100, "f: data error parsing JSON file '/f': No data"),
        (b"[1, 2]", 3, "f: error parsing JSON file '/f': Unable to parse JSON without truncating"),
        (b'"text"', 100, "f: non-container from parsing JSON file '/f'"),
    ],
)
def test_errors(content: bytes, limit: int, message: str) -> None:
    context = FakeContext(machine=machine(f=content))
    with pytest.raises(FunctionFailed) as raised:
        read_data(context, "f", "/f", "JSON", limit)  # type: ignore[arg-type]
    assert raised.value.message == message


def test_missing_file() -> None:
    with pytest.raises(FunctionFailed) as raised:
        call("readjson", "/none")
    assert "No such file or directory" in raised.value.message


def test_lists() -> None:
    given = machine(f=b"one # rest\ntwo three\n\n", n=b"1\n2k\n", w=b"1\nx\n")
    found = call("readstringlist", "/f", "#[^\n]*", "\\s+", "10", "1000", machine=given)
    assert found == ["one", "two", "three"]
    assert call("readintlist", "/n", "", "\n", "10", "1000", machine=given) == ["1", "2k"]
    assert call("readreallist", "/n", "", "\n", "1", "1000", machine=given) == ["1"]
    with pytest.raises(FunctionFailed):
        call("readintlist", "/w", "", "\n", "10", "1000", machine=given)


def test_arrays() -> None:
    variables: dict[str, object] = {}
    text = "a:b\n\nc\n"
    assert call("parsestringarray", "p", text, "", ":", "10", "100", variables=variables) == "2"
    assert call("parsestringarray", "p", text, "", ":", "10", "100") == "2"
    found: Any = FakeContext()
    assert parsestringarrayidx(found, ["p", text, "", ":", "10", "3"]) == "1"
    assert found.given == {"p[0][0]": "a", "p[0][1]": "b"}


def test_line_of_a_file() -> None:
    given = machine(f=b"one two\nthree")
    assert call("regline", "one.*", "/f", machine=given)
    assert not call("regline", "one", "/f", machine=given)
    assert not call("regline", "one", "/none", machine=given)
