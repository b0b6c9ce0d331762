"""hostsseen: the hosts that were met."""

from __future__ import annotations

from pathlib import Path
from time import time

import pytest

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cli.drop_ins.cf_agent import run_words

POLICY = """
bundle agent main
{
  vars:
    "recent" slist => hostsseen("1", "lastseen", "address");
    "old" slist => hostsseen("1", "notseen", "address");
    "keys" slist => hostsseen("99", "lastseen", "hostkey");
  reports:
    "recent $(recent)"; "old $(old)"; "keys $(keys)";
}
"""


def test_recent_and_old_hosts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = State(str(tmp_path), Log())
    lastseen = LastSeen(state)
    now = int(time())
    lastseen.note("10.0.0.1", "MD5=11", is_incoming=True, now=now - 60)
    lastseen.note("10.0.0.2", "MD5=22", is_incoming=False, now=now - 7300)
    state.close()
    path = tmp_path / "seen.cf"
    path.write_text(POLICY)
    path.chmod(0o600)
    assert run_words(["-w", str(tmp_path), "-K", "-f", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "R: recent 10.0.0.1",
        "R: old 10.0.0.2",
        "R: keys MD5=22",
        "R: keys MD5=11",
    ]
