"""One run of exec_command: its output goes to a file below outputs/, which is mailed if it is new.

A file that cannot be written does not keep the agent from running: the lines go to the log.
"""

from __future__ import annotations

from _thread import get_ident
from time import time

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.machine.files.private import NewFile, remove, replace_link
from duckrow.machine.local_time import local_time_text
from duckrow.machine.paths import exists, is_program
from duckrow.machine.processes.watched import Watched
from duckrow.machine.this_process import program_directory
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.executor.settings import Settings

# The exit code of a run that was ended because it was silent, and of one that could not begin.
SILENT = 124
NOT_STARTED = 126


def run_locally(settings: Settings, work: str, log: Log, *, is_scheduled: bool) -> int:
    """Run the command, store its output and mail it; return the exit code."""
    command = settings.command or _usual_command(work, is_scheduled=is_scheduled)
    log.verbose("Command => " + command)
    path = _output_path(settings.host_name, work, int(time()))
    output = _OutputFile(path, log)
    code = _run(command, settings, output, log)
    output.close()
    log.verbose("Command is complete" if code != SILENT else "Terminated command")
    if not output.has_lines:
        log.verbose("No output")
        remove(path)
    elif output.exists:
        _mail(settings, work, path, log)
    return code


def _usual_command(work: str, *, is_scheduled: bool) -> str:
    """Return the command without exec_command: the failsafe policy, then the agent."""
    agent = find_program(work, "cf-agent")
    twin = f"{work}/bin/cf-twin"
    first = twin if is_program(twin) else agent
    classes = "from_cfexecd,scheduled_run" if is_scheduled else "from_cfexecd"
    return f'"{first}" -f failsafe.cf && "{agent}" -D{classes}'


def find_program(work: str, name: str) -> str:
    """Return the path of a program of CFEngine: in the work directory, or beside this one."""
    usual = f"{work}/bin/{name}"
    beside = f"{program_directory()}/{name}"
    return usual if is_program(usual) or not is_program(beside) else beside


def _output_path(host_name: str, work: str, now: int) -> str:
    """Return the path of an output file, as the reference names it."""
    words = (canonify(host_name), f"_{now}", canonify(local_time_text(now)))
    path = usual = f"{work}/outputs/cf_{'_'.join(words)}_{get_ident():#x}"
    count = 1
    while exists(path):  # of another run in this second
        count += 1
        path = f"{usual}_{count}"
    return path


class _OutputFile:
    """The output file; after its first error lines are only counted."""

    __slots__ = ("_file", "_log", "_path", "has_lines")

    def __init__(self, path: str, log: Log) -> None:
        self._path = path
        self._log = log
        self._file: NewFile | None = None
        self.has_lines = False
        try:
            self._file = NewFile(path)
        except OSError as error:
            self._report(error)

    @property
    def exists(self) -> bool:
        """Return whether the file has the output, or its beginning."""
        return self._file is not None

    def _report(self, error: OSError) -> None:
        self._log.error(f"Couldn't write '{self._path}': {reason(error)}")
        self._log.error("The command runs without it; try: make space, or repair its directory")

    def write(self, line: bytes) -> bool:
        """Write a line; return False if the file does not get it."""
        self.has_lines = True
        if self._file is None:
            return False
        try:
            self._file.write(line + b"\n")
        except OSError as error:
            self._report(error)
            self.close()
            self._file = None
            return False
        return True

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def _run(command: str, settings: Settings, output: _OutputFile, log: Log) -> int:
    """Run the command in a shell, as the reference does, and return its exit code."""
    try:
        watched = Watched(["/bin/sh", "-c", command])
    except (OSError, ValueError) as error:
        text = f"cf-execd: the command could not be started: {reason(error)}"
        output.write(text.encode())
        log.error(text)
        return NOT_STARTED
    is_silent = False
    try:
        for line in watched.lines(60 * settings.expire_minutes):
            if line.strip():
                is_stored = output.write(line)
                if not settings.mail_to or not is_stored:
                    log.info(line.decode("utf-8", "replace"))
    except TimeoutError:
        is_silent = True
        text = (
            "cf-execd: timeout waiting for output from agent"
            f" (agent_expireafter={settings.expire_minutes}) - terminating it"
        )
        output.write(text.encode())
        log.notice(text)
        watched.end_group()
    code = watched.wait()
    return SILENT if is_silent else code


def _mail(settings: Settings, work: str, path: str, log: Log) -> None:
    """Mail an output if it is new, and remember it as the previous one."""
    from duckrow.cfengine.executor.comparing import Filter, is_new

    previous = f"{work}/outputs/previous"
    wanted = Filter(settings.mail_include, settings.mail_exclude, log)
    has_news = is_new(path, previous, wanted)
    try:
        replace_link(previous, path)
    except OSError as error:
        log.error(f"Could not symlink '{path}' to '{previous}': {reason(error)}")
    if not has_news:
        log.verbose("Mail report: previous output is the same as current so do not mail it")
    elif not settings.mail_server or not settings.mail_to:
        log.verbose("Mail report: empty mail server or address - skipping")
    elif settings.mail_lines == 0:
        log.debug("Mail report: not mailing because EmailMaxLines was zero")
    else:
        from duckrow.cfengine.executor.mail import send_output

        send_output(settings, path, wanted, log)
