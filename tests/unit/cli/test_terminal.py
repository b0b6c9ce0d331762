"""What is seen on a terminal, through a pseudo-terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cli.checks.pool import ENOUGH_BYTES

RED = "\x1b[1;31m"


@pytest.fixture
def on_terminal(program: str) -> Callable[..., tuple[int, str]]:
    """Run the command with stderr on a terminal; gives the exit code and what was seen there."""

    def run(*words: str, **variables: str) -> tuple[int, str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "COLUMNS")}
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [program, *words],
            env=kept | {"TERM": "xterm-256color"} | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=slave,
        )
        os.close(slave)
        seen = _read_all(master)
        os.close(master)
        return process.wait(), seen.decode().replace("\r\n", "\n")

    return run


def _read_all(terminal: int) -> bytes:
    seen = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # a terminal whose other end is closed says so with an error
            return seen
        if not piece:
            return seen
        seen += piece


Seen = Callable[..., tuple[int, str]]


def test_a_terminal_gets_colour(on_terminal: Seen) -> None:
    code, seen = on_terminal("validate", "-e", "notice(]")
    assert code == 1
    assert f"{RED}error:" in seen


@pytest.mark.parametrize(
    ("words", "variables"),
    [([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"}), (["--color=never"], {})],
)
def test_colour_can_be_declined(
    on_terminal: Seen, words: list[str], variables: dict[str, str]
) -> None:
    assert "\x1b[" not in on_terminal(*words, "validate", "-e", "notice(]", **variables)[1]


def test_asking_for_colour_outweighs_declining_it(on_terminal: Seen) -> None:
    assert RED in on_terminal("--color=always", "validate", "-e", "notice(]", NO_COLOR="1")[1]


def test_an_empty_no_color_declines_nothing(on_terminal: Seen) -> None:
    assert RED in on_terminal("validate", "-e", "notice(]", NO_COLOR="")[1]


def _plain(seen: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen)


def test_a_long_job_shows_progress_and_findings_above_it(on_terminal: Seen, tmp_path: Path) -> None:
    long_line = "$x = '" + "a" * 80 + "' + ]"
    for i in range(4):
        filling = "# quack\n" * (ENOUGH_BYTES // 24)
        (tmp_path / f"m{i}.pp").write_text(filling + long_line)
    code, seen = on_terminal("validate", str(tmp_path), COLUMNS="60")
    plain = _plain(seen)
    assert code == 1
    assert re.search(r"4/4 files \d+\.\d/s", plain)
    # What is printed above the bar is not folded to the width of the terminal.
    assert plain.count(f"| {long_line}\n") == 4
    assert plain.rstrip().endswith("4 files checked, 4 errors, 0 warnings")
    assert f"{RED}error:" in seen


def test_a_short_job_shows_no_progress(on_terminal: Seen) -> None:
    assert on_terminal("validate", "-e", "notice(1)")[1] == "1 file checked, 0 errors, 0 warnings\n"


def test_json_on_a_terminal_is_not_disturbed(on_terminal: Seen, tmp_path: Path) -> None:
    for i in range(2):
        (tmp_path / f"m{i}.pp").write_text("# quack\n" * (ENOUGH_BYTES // 8))
    _, seen = on_terminal("--log-format=json", "validate", str(tmp_path))
    assert seen.startswith('{"severity":"info"')
    assert seen.count("\n") == 1
