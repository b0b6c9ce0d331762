"""The command line of cf-monitord."""

from __future__ import annotations

from duckrow.cfengine.agent.command_line import Option
from duckrow.cfengine.agent.daemon_life import begin_daemon, run_daemon, take_over
from duckrow.cfengine.agent.daemon_policy import text_of
from duckrow.cfengine.monitor.daemon import PROGRAM, Monitor
from duckrow.machine.files.umask import set_umask

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
    begun = begin_daemon(PROGRAM, OPTIONS, words, log)
    if isinstance(begun, int):
        return begun
    given, options = begun
    if "tcpdump" in given:
        log.warning("Packets are not counted with tcpdump here: their values stay 0")
    set_umask(_MASK)
    monitor = Monitor(options, log, given)
    why = monitor.read_policy()
    if why:
        log.error(f"The policy {text_of(why)}: only what needs no promise is measured")
    if "once" in given:
        is_stored = monitor.measure()
        return 0 if is_stored and not why else 1
    work = options.work_directory
    pid_file = take_over(PROGRAM, work, log)
    if pid_file is None:
        return 1
    return run_daemon(
        PROGRAM,
        work,
        pid_file,
        given,
        words,
        lambda is_in_background: monitor.run(is_in_background=is_in_background),
    )
