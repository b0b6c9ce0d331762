"""How a daemon begins and ends: one in a work directory, in the background, with its name in ps."""

from __future__ import annotations

from duckrow.cfengine.agent.command import check_option_values, configure_log
from duckrow.cfengine.agent.command_line import Option, begin_command
from duckrow.cfengine.agent.daemon_policy import make_paths_absolute
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.agent.system_log import stays_in_foreground
from duckrow.cfengine.agent.work_directory import has_work_directory
from duckrow.cfengine.evaluation.messages.log import flush
from duckrow.machine.processes.daemon import detach
from duckrow.machine.processes.pid_file import PidFile
from duckrow.machine.processes.title import show_as
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


def begin_daemon(
    program: str, options: tuple[Option, ...], words: list[str], log: Log
) -> tuple[dict[str, list[str]], Options] | int:
    """Return what was given and the options of its policy, or the exit code if it ends here."""
    begun = begin_command(program, options, words, log)
    if isinstance(begun, int):
        return begun
    given, rest = begun
    if "diagnostic" in given:
        log.error("Self-diagnostic functionality is retired.")
        return 0
    if not configure_log(log, given) or not check_option_values(log, given):
        return 1
    found = make_options(given, rest)
    if isinstance(found, str):
        log.error(found)
        return 1
    make_paths_absolute(found)
    return (given, found) if has_work_directory(found.work_directory, log) else 1


def take_over(program: str, work_directory: str, log: Log) -> PidFile | None:
    """Take the place of a daemon that runs; log why and return None if that is impossible."""
    pid_file = PidFile(f"{work_directory}/{program}.pid", program)
    try:
        ended = pid_file.take()
    except OSError as error:
        log.error(f"Another {program} cannot be ended, or its file not written: {reason(error)}")
        return None
    if ended is not None:
        log.info(f"Ended the {program} that ran before (process {ended})")
    return pid_file


def run_daemon(
    program: str,
    work_directory: str,
    pid_file: PidFile,
    given: Mapping[str, list[str]],
    words: list[str],
    run: Callable[[bool], None],
) -> int:
    """Run a daemon, in the background unless its options say otherwise; return the exit code.

    `run` gets whether it is in the background.
    """
    is_in_background = not stays_in_foreground(given)
    if is_in_background:
        flush()
        if not detach():
            return 0
    show_as(f"{work_directory}/bin/{program}", words)
    try:
        pid_file.write()
        run(is_in_background)
    finally:
        pid_file.release()
    return 0
