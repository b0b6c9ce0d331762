"""The command line of cf-execd."""

from __future__ import annotations

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.agent.daemon_life import begin_daemon, run_daemon, take_over
from duckrow.cfengine.agent.daemon_policy import INVALID, text_of
from duckrow.cfengine.executor.daemon import PROGRAM, Executor, read_in_child
from duckrow.machine.files.umask import set_umask
from duckrow.machine.this_process import environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.executor.settings import Settings

OPTIONS = (
    Option("help", "h", "no", "print this help"),
    Option("debug", "d", "no", "show debug messages"),
    Option("verbose", "v", "no", "stay in the foreground and show verbose messages"),
    Option("dry-run", "n", "no", "accepted for compatibility: exec_command decides"),
    Option("version", "V", "no", "print the version"),
    Option("file", "f", "yes", "take the schedule from this policy instead of promises.cf"),
    Option("define", "D", "yes", "define these classes from the start, separated by commas"),
    Option("negate", "N", "yes", "keep these classes undefined at the start"),
    Option("no-lock", "K", "no", "accepted for compatibility"),
    Option("inform", "I", "no", "show informational messages"),
    Option("diagnostic", "x", "no", "accepted for compatibility"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("no-fork", "F", "no", "stay in the foreground"),
    Option("once", "O", "no", "run the agent once, now, and end with its exit code"),
    Option("no-winsrv", "W", "no", "accepted for compatibility"),
    Option("ld-library-path", "L", "yes", "set LD_LIBRARY_PATH for the agent"),
    Option("workdir", "w", "yes", "keep state and inputs below this directory, the agent too"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("timestamp", "l", "no", "start each log line with the time"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
    Option("skip-db-check", "", "maybe", "accepted for compatibility"),
    Option("with-runagent-socket", "", "yes", "directory of the socket of requests, or 'no'"),
)
_MASK = 0o077
_WORK = "CFENGINE_TEST_OVERRIDE_WORKDIR"


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-execd and return the exit code."""
    begun = begin_daemon(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, options = begun
    _set_environment(given, options.work_directory)
    set_umask(_MASK)
    settings = read_in_child(options, log, given)
    if isinstance(settings, str):
        if settings != INVALID:  # which was said with its place
            log.error(f"The policy {text_of(settings)}")
        log.error("Error reading CFEngine policy. Exiting...")
        return 1
    if "once" in given:
        return _run_once(settings, options.work_directory, log)
    work = options.work_directory
    pid_file = take_over(PROGRAM, work, log)
    if pid_file is None:
        return 1

    def run(is_in_background: bool) -> None:
        Executor(options, log, given, settings, pid_file, is_in_background=is_in_background).run()

    return run_daemon(PROGRAM, work, pid_file, given, words, run)


def _set_environment(given: dict[str, list[str]], work: str) -> None:
    """Set what the agent inherits."""
    variables = environment()
    if "ld-library-path" in given:
        variables["LD_LIBRARY_PATH"] = given["ld-library-path"][-1]
    if "workdir" in given or _WORK in variables:
        variables[_WORK] = work


def _run_once(settings: Settings, work: str, log: Log) -> int:
    from duckrow.cfengine.executor.local_run import run_locally

    return run_locally(settings, work, log, is_scheduled=False)
