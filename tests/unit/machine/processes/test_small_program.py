"""A small program: its output, its limits, its end."""

from __future__ import annotations

import pytest

from duckrow.machine.processes import small_program
from duckrow.machine.processes.small_program import CommandError, run


def test_status_output_and_errors() -> None:
    done = run(["/bin/sh", "-c", "read x; echo out$x; echo err >&2; exit 4"], 5, {})
    assert (done.status, done.output, done.errors) == (4, b"out\n", b"err\n")


def test_its_words_are_in_plain_english() -> None:
    done = run(["/bin/sh", "-c", "echo $LANG $LC_ALL $A"], 5, {"LANG": "de_DE", "A": "b"})
    assert done.output == b"C C b\n"


def test_it_may_write_more_than_a_pipe_holds() -> None:
    done = run(["/bin/sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"], 20, {})
    assert (len(done.output), len(done.errors)) == (300_000, 300_000)


def test_but_not_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_program, "LARGEST_OUTPUT", 100_000)
    with pytest.raises(CommandError, match="writes too much"):
        run(["/bin/sh", "-c", "cat /dev/zero"], 20, {})


def test_it_may_close_its_output_and_go_on() -> None:
    assert run(["/bin/sh", "-c", "exec >&- 2>&-; sleep 0.2; exit 3"], 20, {}).status == 3


def test_it_has_a_time_limit() -> None:
    with pytest.raises(CommandError, match=r"took longer than 0\.2 seconds"):
        run(["/bin/sh", "-c", "sleep 60"], 0.2, {})


def test_a_signal_is_a_status() -> None:
    assert run(["/bin/sh", "-c", "kill -9 $$"], 5, {}).status == -9


def test_it_must_exist() -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        run(["/nowhere/at/all"], 5, {})
    with pytest.raises(CommandError):
        run(["/bin/sh", "a\0b"], 5, {})
