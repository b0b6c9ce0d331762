"""Permission bits as policies write them."""

from __future__ import annotations

import pytest

from duckrow.cfengine.evaluation.log import Log
from duckrow.cfengine.promises.files.modes import read_mode


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("644", 0o755, 0o644),
        ("4755", 0o644, 0o4755),
        ("0000", 0o755, 0),
        ("000", 0o7777, 0),
        ("u=rw,g=r", 0o777, 0o647),
        ("a+x", 0o644, 0o755),
        ("go-rwx", 0o777, 0o700),
        ("a=r", 0o755, 0o444),
        ("g+s,o+t", 0o755, 0o3755),
        ("u-s", 0o4755, 0o755),
        ("+x", 0o644, 0o644),
        ("100644", 0o755, 0o644),
        (None, 0o751, 0o751),
    ],
)
def test_modes(text: str | None, before: int, after: int) -> None:
    change = read_mode(text)
    if text == "+x":
        # Nobody is named, so nothing is added: that is no mode.
        assert change is None
        return
    assert change is not None
    assert change.of(before) == after


@pytest.mark.parametrize("text", ["0", "u=", "o=,u=", "rwx6", "u+r+w", "b+x", "u+q", "1000000", ""])
def test_what_is_no_mode(text: str) -> None:
    assert read_mode(text) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("600,u+x", ["Symbolic and numeric form for modes mixed"]),
        ("g=r,u=,o=r", ["Symbolic and numeric form for modes mixed"]),
        ("u=,g=r,o=r", []),
        ("u=rw,go=r", []),
        (
            "100644",
            [
                (
                    "Mode-Value is not entirely within the system's allowed permissions (octal "
                    "170000) and will be filtered accordingly : 100644"
                )
            ],
        ),
    ],
)
def test_what_is_said_of_odd_modes(text: str, said: list[str]) -> None:
    lines: list[str] = []
    assert read_mode(text, Log("info", lines.append)) is not None
    assert lines == [f"    info: {each}\n" for each in said]
