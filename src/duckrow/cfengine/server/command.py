"""The command line of cf-serverd."""

from __future__ import annotations

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.agent.daemon_life import begin_daemon, run_daemon
from duckrow.cfengine.agent.prepare import log_input_error
from duckrow.cfengine.agent.system_log import log_to_system
from duckrow.cfengine.net.private_keys import keys_are_private
from duckrow.cfengine.server.daemon import Server
from duckrow.machine.processes.pid_file import PidFile
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log

PROGRAM = "cf-serverd"
OPTIONS = (
    Option("help", "h", "no", "print this help"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("debug", "d", "no", "stay in the foreground and show debug messages"),
    Option("verbose", "v", "no", "stay in the foreground and show verbose messages"),
    Option("version", "V", "no", "print the version"),
    Option("file", "f", "yes", "serve by this policy instead of promises.cf"),
    Option("define", "D", "yes", "define these classes from the start, separated by commas"),
    Option("negate", "N", "yes", "keep these classes undefined at the start"),
    Option("no-lock", "K", "no", "accepted for compatibility: the port is the lock"),
    Option("inform", "I", "no", "show informational messages"),
    Option("diagnostic", "x", "no", "accepted for compatibility"),
    Option("no-fork", "F", "no", "stay in the foreground"),
    Option("ld-library-path", "L", "yes", "accepted for compatibility"),
    Option("generate-avahi-conf", "A", "no", "not offered"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("timestamp", "l", "no", "start each log line with the time"),
    Option("graceful-detach", "t", "maybe", "accepted for compatibility"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
)


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-serverd and return the exit code."""
    begun = begin_daemon(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, options = begun
    if "generate-avahi-conf" in given:
        log.error("Configuration for Avahi is not offered")
        return 1
    work = options.work_directory
    if not keys_are_private(work, log):
        return 1
    server = Server(options, log, given)
    try:
        door = server.prepare()
    except InputError as error:
        log_input_error(log, error)
        return 1
    if door is None:
        return 1
    pid_file = PidFile(f"{work}/cf-serverd.pid", PROGRAM)
    try:
        holder = pid_file.take_if_free()
    except OSError as error:
        log.error(f"The pid file of cf-serverd cannot be written: {reason(error)}")
        return 1
    if holder is not None:
        log.error(f"Unable to start server: process {holder} serves '{work}' already")
        log.error(f"try: kill -HUP {holder} lets it read the policy again")
        return 1

    def run(is_in_background: bool) -> None:
        if is_in_background:
            log_to_system(log, PROGRAM)
        server.run(door)

    return run_daemon(PROGRAM, work, pid_file, given, words, run)
