"""Real runs of small policies, for tests of what a recorder saw."""

from __future__ import annotations

from pathlib import Path

from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.run import run_policy
from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.messages.recorder import Recorder


def recorded(directory: Path, policy: str) -> Recorder:
    """Run a policy with locks, in a work directory below the given one."""
    path, work = directory / "p.cf", str(directory / "work")
    path.write_text(policy)
    path.chmod(0o600)
    make_work_directory(work)
    given = {"workdir": [work]}
    options = make_options(given, [str(path)])
    assert not isinstance(options, str)
    recorder = Recorder(explains=True)
    run_policy(options, Log("error", lambda _: None), given, recorder)
    return recorder
