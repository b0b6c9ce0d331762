"""Programs that answer line by line, and background work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.machine.processes.background import start_background, wait_for
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.dialogue import Dialogue
from duckrow.machine.processes.run import run


def test_question_and_answer() -> None:
    dialogue = Dialogue(["/bin/sh", "-c", 'while read line; do echo "<$line>"; done'])
    assert dialogue.send(b"one\n")
    assert dialogue.receive() == b"<one>\n"
    assert dialogue.send(b"two\n")
    assert dialogue.receive() == b"<two>\n"
    dialogue.close()


def test_one_that_has_gone() -> None:
    dialogue = Dialogue(["/bin/true"])
    assert dialogue.receive() is None
    assert not dialogue.send(b"x" * 1_000_000)
    dialogue.close()


def test_one_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        Dialogue(["/nonexistent/program"])


def test_background_work(tmp_path: Path) -> None:
    path = tmp_path / "done"

    def work() -> None:
        path.write_text(str(os.getpid()))

    pid = start_background(work)
    wait_for(pid)
    assert path.read_text() == str(pid)
    wait_for(pid)


def test_a_root_that_cannot_be_entered() -> None:
    with pytest.raises(FileNotFoundError) as raised:
        run(Command(["/bin/true"], root="/nonexistent"))
    assert raised.value.filename == "/nonexistent"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root enters a root")
def test_a_root() -> None:
    assert run(Command(["/bin/pwd"], root="/", directory="/usr")).text == "/usr\n"
    with pytest.raises(FileNotFoundError) as raised:
        run(Command(["/bin/pwd"], root="/", directory="/nonexistent"))
    assert raised.value.filename == "/nonexistent"
