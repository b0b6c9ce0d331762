"""How daemons begin: what their command lines share."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.agent.daemon_life import begin_daemon
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.executor import command as executor
from duckrow.cfengine.monitor import command as monitor

PROGRAMS = {"cf-execd": executor.OPTIONS, "cf-monitord": monitor.OPTIONS}


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["-x"], 0, "Self-diagnostic functionality is retired."),
        (["--quack"], 1, "unrecognized option '--quack'"),
        (["-g", "loud"], 1, "Invalid log level: 'loud'"),
    ],
)
def test_a_command_line_that_ends_at_once(
    program: str,
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    begun = begin_daemon(program, PROGRAMS[program], words, Log("notice"))
    assert begun == code
    out, err = capfd.readouterr()
    assert said in out + err


def test_options_are_those_of_the_run_with_absolute_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    begun = begin_daemon("cf-execd", executor.OPTIONS, ["-f", "./p.cf", "-D", "a,b"], Log("notice"))
    assert isinstance(begun, tuple)
    given, options = begun
    assert given["file"] == ["./p.cf"]
    assert options.entry_point == f"{tmp_path}/p.cf"
    assert options.work_directory == str(tmp_path)
