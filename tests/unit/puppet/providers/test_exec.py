"""exec: which commands need a shell, and what a command runs."""

from __future__ import annotations

import pytest

from duckrow.puppet.providers.exec.words import argv_of
from duckrow.puppet.resources.exec import executable_of


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("/bin/echo a  b", ["/bin/echo", "a", "b"]),
        (["/bin/echo", "a b;c"], ["/bin/echo", "a b;c"]),
        ("echo a; echo b", ["/bin/sh", "-c", "echo a; echo b"]),
        ("echo '$x'", ["/bin/sh", "-c", "echo '$x'"]),
        ("A=1 env", ["/bin/sh", "-c", "A=1 env"]),
        ("env A=1", ["env", "A=1"]),
        ("exit 3", ["/bin/sh", "-c", "exit 3"]),
    ],
)
def test_only_what_needs_a_shell_gets_one(command: str | list[str], expected: list[str]) -> None:
    assert argv_of(command) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("/bin/echo a", "/bin/echo"),
        ('"/a b/c" d', "/a b/c"),
        ("'/a b/c' d", "/a b/c"),
        (["/bin/x", "y"], "/bin/x"),
    ],
)
def test_executable(command: str | list[str], expected: str) -> None:
    assert executable_of(command) == expected
