"""Commands that do not end: they are ended, with all that they have started."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .running import PROGRAM, Agent

POLICY = """
bundle agent main
{
  commands:
    "SCRIPT" contain => limited;
    "/bin/echo still here";
}
body contain limited
{
  exec_timeout => "1";
}
"""


def is_alive(number: int) -> bool:
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except FileNotFoundError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def test_a_hanging_grandchild_that_holds_the_output(agent: Agent, pond: Path) -> None:
    script = pond / "hang"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {pond}/pid\nwait\n")
    os.chmod(script, 0o755)
    policy = agent.folder / "commands.cf"
    policy.write_text(POLICY.replace("SCRIPT", str(script)))
    policy.chmod(0o600)
    done = subprocess.run(
        [*PROGRAM, "--state-dir", str(agent.folder), str(policy)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,  # far beyond what it takes; without an end the grandchild sleeps ten minutes
    )
    assert done.returncode == 1
    assert "still here" in done.stdout
    assert not is_alive(int((pond / "pid").read_text()))
