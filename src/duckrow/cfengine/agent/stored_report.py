"""The report of a run of cf-agent, which it stores where the class `duckrow_reports` is defined.

The class has to be defined before the policy is read: by -D, in def.json, or as a persistent class.
It means nothing to the reference. `duckrow report` shows the reports, and a hub collects them.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.cfengine.agent.policy_part import PolicyPart
from duckrow.cfengine.evaluation.messages.log import LEVELS
from duckrow.cfengine.evaluation.messages.recorder import Recorder
from duckrow.machine.this_process import host_name
from duckrow.state.run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context

SOURCE = "CFEngine"
# The levels of a report, which are Puppet's.
LEVELS_OF_REPORT = {"critical": "crit", "error": "err", "verbose": "debug"}


class StoredReport:
    """The report of one run: it begins when augments were read, and is stored at the end."""

    __slots__ = ("_part", "_run", "_start")

    def __init__(self, context: Context, directory: str) -> None:
        """Begin to record the run."""
        options, log = context.options, context.log
        if context.recorder is None:
            context.recorder = Recorder(explains=False)
            context.recorder.begin(context)
        recorder = context.recorder
        self._start = perf_counter()
        is_noop = options.is_dry_run
        self._run = run = Run(
            host_name().lower(),
            "",
            lambda entry: log.warning(entry.message),
            is_noop=is_noop,
            level="warning",
        )
        self._part = PolicyPart(options.entry_point, recorder, is_noop=is_noop)
        run.report.parts.append(self._part)
        run.open_state(directory)
        if not run.has_state:
            log.warning("The report of this run cannot be stored")

        def note(level: str, text: str) -> None:
            file, line = recorder.location
            entry = run.record(LEVELS_OF_REPORT.get(level, level), text, SOURCE, file, line)
            recorder.add_message(entry.message)

        log.note, log.noted_level = note, LEVELS["info"]

    def end(self, context: Context, *, is_applied: bool, is_complete: bool) -> None:
        """Store the report."""
        context.log.note, context.log.noted_level = None, LEVELS["nothing"]
        self._part.is_applied = is_applied
        self._part.is_complete = is_complete
        self._part.finish()
        self._run.close(perf_counter() - self._start)
