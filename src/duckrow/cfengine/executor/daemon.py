"""The life of cf-execd: it looks at the schedule once in each minute, and sleeps between.

1. Each run is a process of its own, so the daemon answers signals and requests at any time.
   While one run goes on, no second one is started.
2. The policy is read again after SIGHUP, or when a newer stamp says that it was validated. A new
   policy that is invalid changes nothing.
3. When the daemon ends, a run that has begun continues to its end. A daemon that starts in the same
   minute does not begin it again.
"""

from __future__ import annotations

from time import monotonic, time

from duckrow.cfengine.agent.daemon_policy import in_child, log_unread, validation_stamp
from duckrow.cfengine.agent.system_log import log_to_system
from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.cfengine.executor.begun import Begun
from duckrow.cfengine.executor.requests import RequestSocket, answer_request
from duckrow.cfengine.executor.schedule import Minutes, due_by
from duckrow.cfengine.executor.settings import Settings, unpacked
from duckrow.machine.door import RELOAD, STOP, Door
from duckrow.machine.local_time import local_time_text
from duckrow.machine.processes.background import start_background
from duckrow.machine.processes.forks import ended_children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from socket import socket

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.processes.pid_file import PidFile

PROGRAM = "cf-execd"


def read_in_child(
    options: Options, log: Log, given: Mapping[str, list[str]], door: Door | None = None
) -> Settings | str:
    """Read the policy, or return why it cannot be read, as in_child says it.

    At the start of the daemon, failsafe.cf takes the place of an invalid policy.
    """

    def read() -> bytes:
        from duckrow.cfengine.executor.reading import read_policy, read_settings

        found = (read_policy if door is None else read_settings)(options, log, given)
        return b"" if found is None else found.packed()

    answer = in_child(options, log, read, door)
    return answer if isinstance(answer, str) else unpacked(answer)


class Executor:
    """The daemon of one work directory."""

    __slots__ = (
        "_begun",
        "_door",
        "_due",
        "_due_for",
        "_given",
        "_is_in_background",
        "_log",
        "_options",
        "_pid_file",
        "_requests",
        "_run",
        "_run_began",
        "_settings",
        "_stamp",
        "_work",
    )

    def __init__(
        self,
        options: Options,
        log: Log,
        given: Mapping[str, list[str]],
        settings: Settings,
        pid_file: PidFile,
        *,
        is_in_background: bool,
    ) -> None:
        self._options = options
        self._work = options.work_directory
        self._log = log
        self._given = given
        self._settings = settings
        self._pid_file = pid_file
        self._is_in_background = is_in_background
        self._stamp = validation_stamp(options, given)
        directory = given.get("with-runagent-socket", [""])[-1]
        self._requests: RequestSocket | None = None
        if directory.lower() != "no":
            directory = directory or f"{self._work}/state/cf-execd.sockets"
            self._requests = RequestSocket(directory, log)
        # The process of the run that goes on, and when it began.
        self._run: int | None = None
        self._run_began = 0.0
        self._begun = Begun(self._work)
        # When the run that waits for its splay time begins, by the monotonic clock, and the time of
        # the schedule that it belongs to.
        self._due: float | None = None
        self._due_for = 0
        self._door = Door(None if self._requests is None else self._requests.listening)

    def run(self) -> None:
        """Start runs until a signal says stop."""
        self._apply()
        minutes = Minutes(time())
        while True:
            self._reap()
            if minutes.is_new(time()):
                self._look_at_policy()
                self._look_at_schedule(int(time()))
            if self._due is not None and monotonic() >= self._due:
                self._due = None
                self._start()
            flush()
            found = self._door.wait(self._until_next(minutes))
            if found == STOP:
                break
            if found == RELOAD:
                self._reload()
            elif found is not None and not isinstance(found, str):
                self._serve(found)
        self._reap()
        self._log.notice("Cleaning up and exiting...")
        self._door.close()
        if self._requests is not None:
            self._requests.close()

    def _until_next(self, minutes: Minutes) -> float:
        wait = minutes.until_next(time())
        return wait if self._due is None else max(0.0, min(wait, self._due - monotonic()))

    # Policy

    def _look_at_policy(self) -> None:
        if self._stamp != validation_stamp(self._options, self._given):
            self._log.verbose("New promises detected...")
            self._reload()

    def _reload(self) -> None:
        self._stamp = validation_stamp(self._options, self._given)
        self._log.info(f"Re-reading promise file '{self._options.entry_point}'")
        found = read_in_child(self._options, self._log, self._given, self._door)
        if isinstance(found, str):
            log_unread(self._log, found)
            return
        self._settings = found
        self._apply()

    def _apply(self) -> None:
        settings = self._settings
        if self._is_in_background:
            log_to_system(self._log, PROGRAM, settings.facility)
        if self._requests is not None:
            self._requests.admit(settings.allowed_users, self._log)

    # Runs

    def _look_at_schedule(self, now: int) -> None:
        if self._due is not None:
            return
        why = due_by(self._settings.schedule, self._settings.classes, now)
        if why is None:
            self._log.verbose(f"Nothing to do at {local_time_text(now)}")
            return
        if self._begun.has(now):
            self._log.verbose("The run of this minute has begun already")
            return
        self._log.verbose(f"Waking up the agent at {local_time_text(now)} ~ {why}")
        self._log.verbose(f"Sleeping for splay time {self._settings.splay_seconds} seconds")
        self._due = monotonic() + self._settings.splay_seconds
        self._due_for = now

    def _start(self) -> None:
        if self._run is not None:
            began = local_time_text(self._run_began)
            self._log.notice(f"The run that began at {began} goes on: no second one is started")
            return
        self._begun.note(self._due_for)
        self._run = start_background(self._keep_running)
        self._run_began = time()

    def _keep_running(self) -> None:
        """Run the command, in a process of its own."""
        from duckrow.cfengine.executor.local_run import run_locally

        self._become_child()
        run_locally(self._settings, self._work, self._log, is_scheduled=True)
        flush()

    def _serve(self, channel: socket) -> None:
        def answer() -> None:
            self._become_child()
            answer_request(channel, self._settings, self._work, self._log)
            flush()

        start_background(answer)
        channel.close()

    def _become_child(self) -> None:
        """Give up what belongs to the daemon."""
        self._door.close()
        self._pid_file.forget()

    def _reap(self) -> None:
        for pid, code in ended_children():
            is_run = pid == self._run
            if code:
                what = "a run" if is_run else "an answer to a request"
                self._log.error(f"The process of {what} ended with exit code {code}")
            if is_run:
                self._run = None
