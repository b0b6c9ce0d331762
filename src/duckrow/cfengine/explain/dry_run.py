"""Run a policy without changing the host, and record it.

State is written to a scratch directory that is removed afterwards. It starts as a copy of the
persistent classes, the data of the host and the modules of the work directory.
"""

from __future__ import annotations

from duckrow.cfengine.agent.environment import clean_environment
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.run import INVALID, run_policy
from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.messages.recorder import Recorder
from duckrow.cfengine.evaluation.state import NAME
from duckrow.cfengine.explain.record import replace_path
from duckrow.cfengine.explain.stored import make_record
from duckrow.machine.files.temporary import temporary_directory
from duckrow.machine.files.whole import copy_tree
from duckrow.machine.paths import exists, is_directory, make_directories
from duckrow.machine.sqlite import connect, connect_to_read, is_busy, is_damaged, is_unavailable
from duckrow.machine.this_process import environment
from duckrow.source.errors import InputError
from duckrow.state.directory import usual_work_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.explain.record import RunRecord

# Seconds to wait for a run that writes its state.
_WAIT = 5.0


class InvalidPolicyError(Exception):
    """A policy that cannot be run, with the errors and warnings about it."""

    def __init__(self, lines: list[tuple[str, str]]) -> None:
        super().__init__("the policy is invalid")
        self.lines = lines


class QuietLog(Log):
    """Keeps errors and warnings, and prints nothing."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__("warning")
        self.lines: list[tuple[str, str]] = []

    def print_line(self, level: str, text: str) -> None:
        """Keep a line."""
        self.lines.append((level, text))

    def plain(self, text: str) -> None:
        """Omit a report."""


def record_dry_run(
    file: str,
    given: Mapping[str, list[str]] | None = None,
    work_directory: str | None = None,
    recorder: Recorder | None = None,
    log: QuietLog | None = None,
) -> RunRecord:
    """Run a policy in a dry run and return its record; raise InvalidPolicyError.

    `given` has options of cf-agent: define, negate, bundlesequence, simulate.
    """
    log, recorder = log or QuietLog(), recorder or Recorder(explains=True)
    log.record = log.print_line
    variables = environment()
    before = dict(variables)
    clean_environment()
    try:
        with temporary_directory("duckrow-explain-") as scratch:
            if make_work_directory(scratch) is not None:
                raise InputError("cannot make a scratch directory")
            if work_directory is not None:
                _copy_state(work_directory, scratch)
            options = {**(given or {}), "workdir": [scratch], "dry-run": [""]}
            made = make_options(options, [file])
            if isinstance(made, str):
                raise InputError(made)
            made.changes_nothing = True
            ended = run_policy(made, log, options, recorder)
            if ended == INVALID or recorder.context is None:
                raise InvalidPolicyError(log.lines)
            record = make_record(recorder)
            # The policy would see the real work directory.
            replace_path(record, scratch, work_directory or usual_work_directory())
    finally:
        variables.clear()
        variables.update(before)
    record.messages = [record.secrets.hide(f"{level}: {text}") for level, text in log.lines]
    return record


def _copy_state(work_directory: str, scratch: str) -> None:
    for name in ("data", "modules"):
        if is_directory(f"{work_directory}/{name}"):
            make_directories(f"{scratch}/{name}", 0o700)
            copy_tree(f"{work_directory}/{name}", f"{scratch}/{name}")
    database = f"{work_directory}/state/{NAME}"
    if not exists(database):
        return
    target = connect(f"{scratch}/state/{NAME}", _WAIT)
    try:
        source = connect_to_read(database, _WAIT)
        try:
            source.backup(target)
        finally:
            source.close()
    except Exception as error:  # not sqlite3's own class: importing it takes time
        if not (is_damaged(error) or is_busy(error) or is_unavailable(error)):
            raise
    finally:
        target.close()
