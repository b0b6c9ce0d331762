"""The daemons of a policy host under one supervisor: cf-execd, cf-monitord, and cf-serverd.

Each daemon is a process of its own that stays in the foreground. One that ends is started again,
after a pause that grows while it keeps ending. cf-serverd runs only if the policy has access rules.
"""

from __future__ import annotations

from time import monotonic

from duckrow.cfengine.agent.daemon_policy import (
    INVALID,
    LONGEST,
    begin_reading,
    log_unread,
    make_paths_absolute,
    validation_stamp,
)
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.machine.processes.answers import SLOW
from duckrow.machine.processes.daemon import (
    CHILD,
    RESTART,
    RUN_NOW,
    STOP,
    Signals,
    end_process,
    has_ended,
    kill_process,
    reload_process,
    start_program,
)
from duckrow.machine.processes.pid_file import PidFile
from duckrow.machine.this_process import environment, program_directory
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.processes.answers import Answer

_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
# A daemon that lived so long was not broken from its start.
_HEALTHY = 60.0
# How long daemons have to end, and how often the supervisor looks for a new policy.
_GRACE = 10.0
_LOOK = 60.0
# What the process that reads the policy answers.
_RULES, _NO_RULES = b"rules", b"no rules"


class Supervised:
    """One daemon: it runs, or it waits to be started again."""

    __slots__ = ("_argv", "_due", "_pause", "_start", "_started", "is_wanted", "name", "pid")

    def __init__(self, name: str, argv: list[str], start: Callable[[list[str]], int]) -> None:
        self.name = name
        self.is_wanted = True
        self.pid: int | None = None
        self._argv = argv
        self._start = start
        self._pause = _FIRST_PAUSE
        self._due = 0.0
        self._started = 0.0

    def start_if_due(self, now: float) -> None:
        """Start the daemon if it should run, does not, and its pause is over; raises OSError."""
        if self.is_wanted and self.pid is None and now >= self._due:
            self._started = now
            self.pid = self._start(self._argv)

    def note_end(self, now: float) -> float:
        """Take note of its end; return the pause before its next start."""
        self.pid = None
        if now - self._started >= _HEALTHY:
            self._pause = _FIRST_PAUSE
        pause = self._pause
        self._due = now + pause
        self._pause = min(2 * pause, _LONGEST_PAUSE)
        return pause

    def until_due(self, now: float) -> float | None:
        """Return how long it still waits, or None if it runs or is not wanted."""
        return max(0.0, self._due - now) if self.is_wanted and self.pid is None else None


class Supervisor:
    """Runs the daemons of one work directory until it is stopped."""

    __slots__ = (
        "_daemons",
        "_given",
        "_has_rules",
        "_log",
        "_options",
        "_reading",
        "_reading_until",
        "_runs",
        "_server",
        "_signals",
        "_stamp",
        "_start",
    )

    def __init__(
        self,
        options: Options,
        log: Log,
        given: dict[str, list[str]],
        start: Callable[[list[str]], int],
    ) -> None:
        self._options = options
        self._log = log
        self._given = given
        self._start = start
        more = ["--inform"] if log.wants("info") else []
        self._daemons = [
            Supervised(name, [f"{program_directory()}/{name}", "--no-fork", *more], start)
            for name in ("cf-execd", "cf-monitord", "cf-serverd")
        ]
        self._server = self._daemons[-1]
        self._server.is_wanted = False
        # Whether the policy has rules; None before one could be read.
        self._has_rules: bool | None = None
        self._reading: Answer | None = None
        self._reading_until = 0.0
        # Runs that a user asked for.
        self._runs: list[int] = []
        self._stamp: float | None = None
        self._signals = Signals()

    def serve(self) -> None:
        """Keep the daemons running until a signal says stop."""
        self._look_at_rules()
        try:
            while True:
                now = monotonic()
                self._note_rules(now)
                self._start_due(now)
                flush()
                waits = [each.until_due(now) for each in self._daemons]
                meaning = self._signals.wait(min([_LOOK, *(w for w in waits if w is not None)]))
                self._note_ends()
                if meaning == STOP:
                    break
                if meaning == RESTART:
                    self._reload()
                elif meaning == RUN_NOW:
                    self._run_now()
                elif meaning != CHILD and self._stamp != self._validated():
                    self._look_at_rules()
        finally:
            self._end_all()
            self._signals.release()

    def _start_due(self, now: float) -> None:
        for each in self._daemons:
            try:
                each.start_if_due(now)
            except OSError as error:  # such as a program that is being replaced
                pause = each.note_end(now)
                self._log.error(
                    f"{each.name} could not be started: {reason(error)};"
                    f" the next attempt is in {pause:g} s"
                )

    def _run_now(self) -> None:
        try:
            self._runs.append(self._start([f"{program_directory()}/cf-execd", "--once"]))
        except OSError as error:
            self._log.error(f"A run of cf-execd could not be started: {reason(error)}")

    def _validated(self) -> float | None:
        return validation_stamp(self._options, self._given)

    def _look_at_rules(self) -> None:
        """Begin to find out whether the policy has rules that a server needs.

        Signals are heard and daemons start again meanwhile.
        """
        self._stop_reading()
        self._stamp = self._validated()

        def read() -> bytes:
            from duckrow.cfengine.agent.daemons import has_rules

            found = has_rules(self._options, self._log, self._given)
            if not found:
                return b"" if found is None else _NO_RULES
            try:
                __import__("OpenSSL")
            except ImportError as error:
                self._log.error(f"cf-serverd is not started: it needs the package {error.name}")
                self._log.error("try: pip install 'duckrow[cfengine]'")
                return _NO_RULES
            return _RULES

        self._reading = begin_reading(self._options, self._log, read)
        self._reading_until = monotonic() + LONGEST

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.give_up()
            self._reading = None

    def _note_rules(self, now: float) -> None:
        """Take note of what the policy has; one that cannot be read changes nothing."""
        if self._reading is None:
            return
        answer = self._reading.now()
        if answer is not None:
            self._reading = None
        elif now >= self._reading_until:
            self._stop_reading()
            answer = SLOW
        else:
            return
        if not answer or isinstance(answer, str):
            log_unread(self._log, answer or INVALID)
            return
        has = answer == _RULES
        if has != self._has_rules:
            self._log.info(f"The policy has {'' if has else 'no '}access rules for a server")
        self._has_rules = self._server.is_wanted = has
        if not has and self._server.pid is not None:
            end_process(self._server.pid)

    def _reload(self) -> None:
        self._log.info("All daemons read the policy again")
        self._look_at_rules()
        for each in self._daemons:
            if each.pid is not None:
                reload_process(each.pid)

    def _note_ends(self) -> None:
        now = monotonic()
        for each in self._daemons:
            code = None if each.pid is None else has_ended(each.pid)
            if code is not None:
                pause = each.note_end(now)
                if each.is_wanted:
                    self._log.error(
                        f"{each.name} ended with exit code {code}; it starts again in {pause:g} s"
                    )
        self._runs = [pid for pid in self._runs if has_ended(pid) is None]

    def _end_all(self) -> None:
        self._stop_reading()
        for each in self._daemons:
            each.is_wanted = False
            if each.pid is not None:
                end_process(each.pid)
        until = monotonic() + _GRACE
        while any(each.pid is not None for each in self._daemons):
            if monotonic() >= until:
                for each in self._daemons:
                    if each.pid is not None:
                        self._log.error(f"{each.name} does not end, and is killed")
                        kill_process(each.pid)
                until = monotonic() + _GRACE
            self._signals.wait(0.1)
            self._note_ends()


def supervise(work_directory: str, *, is_verbose: bool) -> int:
    """Run the daemons of a work directory until a signal says stop; return the exit code."""
    log = Log("info" if is_verbose else "notice")
    given = {"workdir": [work_directory]} if work_directory else {}
    options = make_options(given, [])
    if isinstance(options, str):
        raise InputError(options)
    make_paths_absolute(options)
    work = options.work_directory
    if not has_work_directory(work, log):
        return 1
    environment()["CFENGINE_TEST_OVERRIDE_WORKDIR"] = work
    pid_file = PidFile(f"{work}/duckrow-agent.pid", "duckrow")
    holder = pid_file.take_if_free()
    if holder is not None:
        raise InputError(
            f"the daemons of '{work}' have a supervisor already",
            why=f"it is process {holder}",
            hint=f"kill -HUP {holder} lets them read the policy again",
        )
    pid_file.write()
    log.notice(f"The daemons of '{work}' start")
    try:
        Supervisor(options, log, given, start_program).serve()
    finally:
        pid_file.release()
    log.notice("The daemons have ended")
    flush()
    return 0
