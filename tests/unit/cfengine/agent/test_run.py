"""A run of the agent: its work directory, and what it leaves behind in its process."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.evaluation.messages.log import Log

HELLO = 'bundle agent main { reports: "hello"; }'


def run(tmp_path: Path, work_directory: str, *words: str) -> int:
    """Run a policy that prints hello; return the exit code of the agent."""
    policy = tmp_path / "hello.cf"
    policy.write_text(HELLO)
    policy.chmod(0o600)
    command = ["-w", work_directory, "-f", str(policy), *words]
    return run_command(command, Log())


@pytest.mark.parametrize("words", [(), ("-K",), ("-n",)])
def test_a_work_directory_that_cannot_be_made_ends_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    work = "/proc/nope"  # nobody can make a directory there
    assert run(tmp_path, work, *words) == 1
    output = capsys.readouterr()
    assert (output.out + output.err).splitlines() == [
        f"   error: Failed to make directory: {work} (mkdir: No such file or directory)",
        "   error: Fatal CFEngine error: No access to WORKSPACE/inputs dir",
        "   error: try: choose another directory with --workdir (-w)",
    ]


def test_a_run_restores_the_limits_of_its_process(tmp_path: Path) -> None:
    before = gc.get_threshold(), sys.getrecursionlimit()
    assert run(tmp_path, str(tmp_path / "work"), "-K") == 0
    assert (gc.get_threshold(), sys.getrecursionlimit()) == before
