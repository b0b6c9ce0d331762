"""The command line of cf-monitord."""

from __future__ import annotations

from duckrow.cfengine.agent.command import configure_log
from duckrow.cfengine.agent.command_line import Option, begin_command
from duckrow.cfengine.agent.daemon_policy import make_paths_absolute, text_of
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.system_log import stays_in_foreground
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.cfengine.monitor.daemon import PROGRAM, Monitor
from duckrow.machine.files.umask import set_umask
from duckrow.machine.processes.daemon import detach
from duckrow.machine.processes.pid_file import PidFile
from duckrow.machine.processes.title import show_as
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.messages.log import Log

OPTIONS = (
    Option("help", "h", "no", "print this help"),
    Option("debug", "d", "no", "stay in the foreground and show debug messages"),
    Option("verbose", "v", "no", "stay in the foreground and show verbose messages"),
    Option("dry-run", "n", "no", "accepted for compatibility"),
    Option("version", "V", "no", "print the version"),
    Option("no-lock", "K", "no", "measure promises even if they were measured a short time ago"),
    Option("file", "f", "yes", "take measurements from this policy instead of promises.cf"),
    Option("log-level", "g", "yes", "error, warning, notice, info, verbose or debug"),
    Option("inform", "I", "no", "show informational messages"),
    Option("diagnostic", "x", "no", "accepted for compatibility"),
    Option("no-fork", "F", "no", "stay in the foreground"),
    Option("once", "O", "no", "measure once and end; an addition to the original's options"),
    Option("histograms", "H", "no", "accepted for compatibility"),
    Option("tcpdump", "T", "no", "not offered"),
    Option("color", "C", "maybe", "colour the levels: always, auto or never"),
    Option("timestamp", "l", "no", "start each log line with the time"),
    Option("ignore-preferred-augments", "", "no", "read def.json, not def_preferred.json"),
)
_MASK = 0o077


def run_command(words: list[str], log: Log) -> int:
    """Run a command line of cf-monitord and return the exit code."""
    begun = begin_command(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, rest = begun
    if "diagnostic" in given:
        log.error("Self-diagnostic functionality is retired.")
        return 0
    if not configure_log(log, given):
        return 1
    if "tcpdump" in given:
        log.warning("Packets are not counted with tcpdump here: their values stay 0")
    options = make_options(given, rest)
    if isinstance(options, str):
        log.error(options)
        return 1
    make_paths_absolute(options)
    if not has_work_directory(options.work_directory, log):
        return 1
    set_umask(_MASK)
    monitor = Monitor(options, log, given)
    why = monitor.read_policy()
    if why:
        log.error(f"The policy {text_of(why)}: only what needs no promise is measured")
    if "once" in given:
        monitor.measure()
        return 1 if why else 0
    pid_file = PidFile(f"{options.work_directory}/cf-monitord.pid", PROGRAM)
    try:
        ended = pid_file.take()
    except OSError as error:
        log.error(f"Another cf-monitord cannot be ended, or its file not written: {reason(error)}")
        return 1
    if ended is not None:
        log.info(f"Ended the cf-monitord that ran before (process {ended})")
    is_in_background = not stays_in_foreground(given)
    if is_in_background:
        flush()
        if not detach():
            return 0
    show_as(f"{options.work_directory}/bin/{PROGRAM}", words)
    try:
        pid_file.write()
        monitor.run(is_in_background=is_in_background)
    finally:
        pid_file.release()
    return 0
