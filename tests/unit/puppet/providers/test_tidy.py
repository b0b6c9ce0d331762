"""tidy: what is old, large or named becomes resources that remove it."""

from __future__ import annotations

from typing import Any

import pytest

DAY = 86400


def make(accounts: Any, path: str, content: bytes = b"x", age: int = 0) -> None:
    files = accounts.machine.files
    files.make_parents(path)
    files.replace(path, content)
    files.set_times(path, accounts.machine.now_ns() - age * 1_000_000_000)


@pytest.fixture
def room(accounts: Any) -> Any:
    make(accounts, "/d/old.log", age=10 * DAY)
    make(accounts, "/d/new.log", age=60)
    make(accounts, "/d/big", b"y" * 5000, age=60)
    make(accounts, "/d/.hidden", age=60)
    make(accounts, "/d/sub/old.log", age=10 * DAY)
    return accounts


def left(accounts: Any) -> list[str]:
    return [name for name, facts in accounts.machine.files.walk("/d") if not facts.is_directory]


@pytest.mark.parametrize(
    ("more", "gone"),
    [
        ({"age": "1w"}, {"old.log", "sub/old.log"}),
        ({"age": "1w", "recurse": 1}, {"old.log"}),
        ({"age": "60s", "recurse": "1"}, {"old.log", "new.log", "big", ".hidden"}),
        ({"size": "4"}, {"big"}),
        ({"size": "5kb"}, set()),
        ({"size": "5000bytes"}, {"big"}),
        ({"matches": ["[on]*.log", ".h*"]}, {"old.log", "new.log", ".hidden", "sub/old.log"}),
        ({"matches": "*.log", "age": "2d", "size": "1t"}, {"old.log", "sub/old.log"}),
        ({"recurse": False}, set()),
        ({"recurse": 0}, set()),
        ({}, {"old.log", "new.log", "big", ".hidden", "sub/old.log"}),
    ],
)
def test_what_goes(room: Any, more: Any, gone: set[str]) -> None:
    before = set(left(room))
    values = {"recurse": True, "type": "mtime", **more}
    done = room.apply(("Tidy", "/d", values))
    assert before - set(left(room)) == gone
    assert (f"notice /Tidy[/d]: Tidying {len(gone)} files" in done.said) == bool(gone)
    assert room.apply(("Tidy", "/d", values)).changed == []


@pytest.mark.parametrize(
    ("pattern", "gone"),
    [
        ("[^a]*", {"bcd", "x]y", "*", "{b,c}", ".h"}),
        ("[!a]*", {"bcd", "x]y", "*", "{b,c}", ".h"}),
        ("\\*", {"*"}),
        ("x[\\]]y", {"x]y"}),
        ("{b,c}*", {"{b,c}"}),
        ("[z-a]*", {"abc"}),
        ("*h", {".h"}),
        ("[b", set()),
    ],
)
def test_names_match_as_in_ruby(accounts: Any, pattern: str, gone: set[str]) -> None:
    for name in ("abc", "bcd", "x]y", "*", "{b,c}", ".h"):
        make(accounts, f"/d/{name}", age=60)
    before = set(left(accounts))
    accounts.apply(("Tidy", "/d", {"recurse": True, "matches": [pattern], "age": "0"}))
    assert before - set(left(accounts)) == gone


def test_directories_go_after_what_is_in_them(room: Any) -> None:
    done = room.apply(("Tidy", "/d", {"recurse": True, "rmdirs": True}))
    assert room.machine.files.facts("/d") is None
    order = list(done.statuses)
    assert order.index("File[/d/sub/old.log]") < order.index("File[/d/sub]")
    assert order[-2:] == ["File[/d]", "Tidy[/d]"]


def test_what_the_catalog_has_is_left_alone(room: Any) -> None:
    room.apply(
        ("Tidy", "/d", {"recurse": True, "matches": "old*"}),
        ("File", "/d/old.log", {"mode": "0600"}),
    )
    assert "old.log" in left(room)
    assert "sub/old.log" not in left(room)


def test_no_more_than_so_many(room: Any) -> None:
    done = room.apply(("Tidy", "/d", {"recurse": True, "max_files": 3}))
    assert "contains 6 entries, which exceeds the limit of 3 specified by" in done.said[0]
    assert len(left(room)) == 5


def test_only_reported(room: Any) -> None:
    done = room.apply(("Tidy", "/d", {"recurse": True, "noop": True, "matches": "big"}))
    assert (
        "notice /File[/d/big]/ensure: current_value 'file', should be 'absent' (noop)" in done.said
    )
    assert "big" in left(room)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"age": "soon"}, "Invalid tidy age soon"),
        ({"age": "3y"}, "Invalid age unit 'y'"),
        ({"size": "3q"}, "Invalid size unit 'q'"),
        ({"recurse": "maybe"}, 'Invalid recurse value "maybe"'),
        ({"matches": "*"}, "Tidy can't use matches with recurse 0, false, or undef"),
    ],
)
def test_what_is_rejected(room: Any, more: Any, message: str) -> None:
    assert message in room.apply(("Tidy", "/d", more)).said[0]
