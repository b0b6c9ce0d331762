"""Command lines are parsed as getopt parses them."""

from __future__ import annotations

import pytest

from duckrow.cfengine.agent.command import OPTIONS, level_of
from duckrow.cfengine.agent.command_line import UsageError, parse_command_line
from duckrow.cfengine.agent.make_options import find_policy


@pytest.mark.parametrize(
    ("line", "given", "rest"),
    [
        ("-Kf p.cf", {"no-lock": [""], "file": ["p.cf"]}, []),
        ("-Kfp.cf q.cf", {"no-lock": [""], "file": ["p.cf"]}, ["q.cf"]),
        ("--file=a --file b", {"file": ["a", "b"]}, []),
        ("--dry p.cf -- -K", {"dry-run": [""]}, ["p.cf", "-K"]),
        ("-C always", {"color": [""]}, ["always"]),
        ("-Calways -", {"color": ["always"]}, ["-"]),
        ("--simulate diff", {"simulate": ["diff"]}, []),
    ],
)
def test_options_and_arguments(line: str, given: dict[str, list[str]], rest: list[str]) -> None:
    assert parse_command_line(line.split(), OPTIONS) == (given, rest)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-Z", "invalid option -- 'Z'"),
        ("-KZ", "invalid option -- 'Z'"),
        ("-f", "option requires an argument -- 'f'"),
        ("--file", "option '--file' requires an argument"),
        ("--bogus=1", "unrecognized option '--bogus=1'"),
        ("--timestamp=1", "option '--timestamp' doesn't allow an argument"),
        ("--d", "unrecognized option '--d'"),
    ],
)
def test_invalid_options(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"^{message}$"):
        parse_command_line(line.split(), OPTIONS)


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("promises.cf", "/in/promises.cf"),
        ("sub/p.cf", "/in/sub/p.cf"),
        ("./p.cf", "./p.cf"),
        (".", "."),
        ("../p.cf", "../p.cf"),
        ("/p.cf", "/p.cf"),
    ],
)
def test_names_without_a_directory_are_inputs(file: str, path: str) -> None:
    assert find_policy(file, "/in") == path


def test_levels_may_be_shortened() -> None:
    assert [level_of(word) for word in ("v", "INFO", "err", "warnings", "x", "")] == [
        "verbose",
        "info",
        "error",
        "warning",
        None,
        None,
    ]
