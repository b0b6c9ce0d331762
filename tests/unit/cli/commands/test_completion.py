"""Shells complete duckrow's command lines.

bash and zsh run in a terminal, and the test presses Tab; fish answers a command that asks.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cli.commands.completion import SHELLS, script
from duckrow.cli.options import COMMANDS

Run = Callable[..., tuple[int, str, str]]

START = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
READY = "ready>"
SET_UP = {
    "bash": f"bind 'set enable-bracketed-paste off'; PS1='{READY} '; source {{}}",
    "zsh": f"autoload -Uz compinit; compinit -D -u; source {{}}; unsetopt zle_bracketed_paste; "
    f"PS1='{READY} '",
}
SECONDS = 20  # until a shell that does not answer has failed


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, shell: str, folder: Path) -> None:
        (folder / "completion").write_text(script(shell))
        self.master, slave = pty.openpty()
        self.said = ""
        clean = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            START[shell],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=clean,
            cwd=folder,
            start_new_session=True,
        )
        os.close(slave)
        # The word is quoted, so that the echo of this line is not taken for the prompt.
        self.type(SET_UP[shell].format(folder / "completion").replace(READY, "rea''dy>") + "\n")
        self.wait_for(READY)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def wait_for(self, pattern: str) -> None:
        """Read until the terminal shows a pattern."""
        until = time.monotonic() + SECONDS
        while not re.search(pattern, self.said):
            assert time.monotonic() < until, f"no {pattern} in {self.said!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                piece = os.read(self.master, 65536).decode("utf-8", "replace")
                self.said += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x08|\x07", "", piece)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


CASES = pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("duckrow ap", "duckrow apply "),
        ("duckrow apply --detai", "duckrow apply --detailed-exitcodes"),
        ("duckrow -q compile --format js", "duckrow -q compile --format json"),
        ("duckrow help look", "duckrow help lookup"),
        ("duckrow module ch", "duckrow module check "),
        ("duckrow validate pon", "duckrow validate pond.pp"),
        ("duckrow apply --modulepath mod", "duckrow apply --modulepath modules/"),
    ],
)


@CASES
def test_fish_completes(typed: str, completed: str, tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    (tmp_path / "pond.pp").touch()
    (tmp_path / "modules").mkdir()
    (tmp_path / "completion").write_text(script("fish"))
    asked = f"source completion; complete -C '{typed}'"
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    words = ["fish", "--no-config", "-c", asked]
    said = subprocess.check_output(words, cwd=tmp_path, env=clean, text=True)
    found = [line.partition("\t")[0] for line in said.splitlines()]
    assert found == [completed.split()[-1]]


@pytest.mark.parametrize("shell", list(START))
@CASES
def test_tab_completes(shell: str, typed: str, completed: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "pond.pp").touch()
    (tmp_path / "modules").mkdir()
    terminal = Terminal(shell, tmp_path)
    try:
        terminal.said = ""
        terminal.type(f"{typed}\t")
        terminal.wait_for(re.escape(completed))
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command(duckrow: Run, shell: str) -> None:
    code, out, err = duckrow("completion", shell)
    assert (code, err) == (0, "")
    assert all(name in out for name in COMMANDS)


def test_an_unknown_shell_is_a_usage_error(duckrow: Run) -> None:
    code, _, err = duckrow("completion", "tcsh")
    assert code == 2
    assert err.startswith("duckrow: name a shell: bash, zsh or fish")
