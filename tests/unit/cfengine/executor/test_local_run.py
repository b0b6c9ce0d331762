"""One run of exec_command: its output file, its end, its limits."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest
from tests.unit.cfengine.executor.smtp_peer import SmtpPeer

from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.executor.local_run import NOT_STARTED, SILENT, run_locally
from duckrow.cfengine.executor.settings import Settings
from duckrow.machine.files import private
from duckrow.machine.processes import watched


@pytest.fixture
def work(tmp_path: Path) -> Path:
    make_work_directory(str(tmp_path))
    return tmp_path


def run(work: Path, command: str, settings: Settings | None = None) -> tuple[int, list[str]]:
    settings = settings or Settings()
    settings.host_name, settings.command = "goose.pond", command
    lines: list[str] = []
    log = Log("info", write=lines.append)
    return run_locally(settings, str(work), log, is_scheduled=True), lines


def outputs(work: Path) -> dict[str, str]:
    found = sorted((work / "outputs").glob("cf_*"))
    return {each.name: each.read_text() for each in found}


def test_the_file_has_the_lines_but_not_blank_ones(work: Path) -> None:
    code, lines = run(work, "echo one; echo; echo '  100% ducks'; echo three >&2; exit 3")
    assert code == 3
    [(name, text)] = outputs(work).items()
    assert re.fullmatch(r"cf_goose_pond__\d{10}_\w{3}_\w{3}_+\d+_\d\d_\d\d_\d\d_\d{4}_0x\w+", name)
    assert text == "one\n  100% ducks\nthree\n"
    assert (work / "outputs/previous").readlink() == work / "outputs" / name
    assert (work / "outputs" / name).stat().st_mode & 0o777 == 0o600
    assert lines == ["    info: one\n", "    info:   100% ducks\n", "    info: three\n"]


def test_without_output_there_is_no_file(work: Path) -> None:
    assert run(work, "echo; true") == (0, [])
    assert outputs(work) == {}
    assert not (work / "outputs/previous").is_symlink()


def test_a_silent_command_is_ended_with_its_group(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "GRACE", 0.5)
    settings = Settings()
    settings.expire_minutes = 0
    code, lines = run(work, f"(sleep 60; touch {work}/late) & sleep 60", settings)
    assert code == SILENT
    text = "cf-execd: timeout waiting for output from agent (agent_expireafter=0) - terminating it"
    assert list(outputs(work).values()) == [f"{text}\n"]
    assert f"  notice: {text}\n" in lines


def test_a_command_that_cannot_be_started_is_logged_and_stored(work: Path) -> None:
    code, lines = run(work, f"echo {'x' * 200_000}")
    assert code == NOT_STARTED
    text = "cf-execd: the command could not be started: Argument list too long"
    assert lines == [f"   error: {text}\n"]
    assert list(outputs(work).values()) == [f"{text}\n"]


def test_a_daemon_that_holds_the_output_does_not_hold_the_run(work: Path) -> None:
    code, _ = run(work, f"(sleep 30 & echo $! > {work}/pid); echo started")
    assert code == 0
    assert list(outputs(work).values()) == ["started\n"]
    pid = int((work / "pid").read_text())
    assert Path(f"/proc/{pid}").exists()
    import os
    import signal

    os.kill(pid, signal.SIGKILL)


def test_a_full_disk_does_not_keep_the_agent_from_running(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_self: object, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(private.NewFile, "write", fail)
    code, lines = run(work, f"echo one; touch {work}/done")
    assert code == 0
    assert (work / "done").exists()
    assert any("No space left on device" in line for line in lines)
    assert "    info: one\n" in lines


def test_a_missing_directory_does_not_either(work: Path) -> None:
    (work / "outputs").rmdir()
    code, lines = run(work, f"echo one; touch {work}/done")
    assert (code, (work / "done").exists()) == (0, True)
    assert any("Couldn't write" in line for line in lines)


def test_only_news_are_mailed(work: Path) -> None:
    peer = SmtpPeer()
    settings = Settings()
    settings.mail_to, settings.mail_server = "duck@pond", peer.address
    _, lines = run(work, "echo one", settings)
    run(work, "echo one", settings)
    run(work, "true", settings)
    run(work, "echo two", settings)
    peer.close()
    assert lines == []  # with a mail the lines are not in the log
    bodies = [each.partition("\r\n\r\n")[2].split("\r\n")[0] for each in peer.dialogs]
    assert bodies == ["one", "two"]


def test_the_usual_command_is_failsafe_and_then_the_agent(work: Path) -> None:
    agent = work / "bin/cf-agent"
    agent.write_text('#!/bin/sh\necho agent "$@"\n')
    agent.chmod(0o700)
    assert run(work, "")[0] == 0
    expected = "agent -f failsafe.cf\nagent -Dfrom_cfexecd,scheduled_run\n"
    assert list(outputs(work).values()) == [expected]
