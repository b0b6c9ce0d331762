"""This process: its user, directory, environment, ancestors, signals and garbage collector."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

# For the garbage collector: a compile or a run needs nearly all of its objects to its end.
GC_THRESHOLDS = (100_000, 50, 100)


def collect_garbage_rarely() -> None:
    """Set the thresholds until the process ends: restoring them would start a collection."""
    from gc import set_threshold

    set_threshold(*GC_THRESHOLDS)


def share_objects() -> None:
    """Leave all objects so far to processes that are forked: collections do not touch them."""
    from gc import freeze

    freeze()


def own_objects_again() -> None:
    """Let collections look at the objects that `share_objects` has left out."""
    from gc import unfreeze

    unfreeze()


def system_string(number: int) -> str | None:
    """Return what confstr() of the C library says about a number, None if nothing is set."""
    return os.confstr(number)


def system_string_names() -> dict[str, int]:
    """Return the numbers for `system_string` by their names, such as CS_PATH."""
    return os.confstr_names


def process_id() -> int:
    """Return the id of this process."""
    return os.getpid()


def program_directory() -> str:
    """Return the directory of the programs that were installed with this one."""
    from sys import executable

    return os.path.dirname(executable)


def name_process(name: str) -> None:
    """Set the name by which `ps` knows this process: at most 15 characters."""
    try:
        with open("/proc/self/comm", "w") as file:
            file.write(name)
    except OSError:
        return  # the name is for others


def parent_id() -> int:
    """Return the id of the parent process."""
    return os.getppid()


def user_id() -> int:
    """Return the real user id."""
    return os.getuid()


def effective_user() -> int:
    """Return the effective user id."""
    return os.geteuid()


def user_name() -> str:
    """Return the name of the user, or the number of one without a name."""
    from pwd import getpwuid

    try:
        return getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def group_id() -> int:
    """Return the real group id."""
    return os.getgid()


def effective_group() -> int:
    """Return the effective group id."""
    return os.getegid()


def groups() -> list[int]:
    """Return the ids of the supplementary groups."""
    return os.getgroups()


def environment() -> MutableMapping[str, str]:
    """Return the environment; commands inherit changes of it."""
    return os.environ


def raw_environment() -> MutableMapping[bytes, bytes]:
    """Return the environment as bytes."""
    return os.environb


def was_started_with(name: str) -> bool:
    """Return whether this process was started with an environment variable."""
    try:
        with open("/proc/self/environ", "rb") as file:
            return any(each.startswith(name.encode() + b"=") for each in file.read().split(b"\0"))
    except OSError:
        return True


def cache_directory() -> str:
    """Return the user's cache directory, following the XDG specification."""
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def home() -> str:
    """Return the home directory of the user, or ~ if it has none."""
    return os.path.expanduser("~")


def host_name() -> str:
    """Return the host name."""
    return os.uname().nodename


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0))


def peak_memory() -> int:
    """Return the peak memory of this process, in kilobytes."""
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss


def process_seconds() -> float:
    """Return the seconds since this process was started."""
    from time import CLOCK_BOOTTIME, clock_gettime

    from duckrow.machine.processes.table import TICKS, read_process

    process = read_process(os.getpid(), with_argv=False)
    if process is None:
        return 0.0
    return max(0.0, clock_gettime(CLOCK_BOOTTIME) - process.start / TICKS)


def working_directory() -> str:
    """Return the working directory."""
    return os.getcwd()


def is_terminal(number: int) -> bool:
    """Return whether an open file is a terminal."""
    return os.isatty(number)


def random_bytes(count: int) -> bytes:
    """Return random bytes fit for secrets."""
    return os.urandom(count)


def ancestors() -> set[int]:
    """Return the ids of the ancestors of this process."""
    from duckrow.machine.processes.table import read_process

    found: set[int] = set()
    pid = os.getppid()
    while pid > 0 and pid not in found:
        found.add(pid)
        process = read_process(pid, with_argv=False)
        pid = 0 if process is None else process.parent
    return found


def end_on_signals() -> None:
    """End on SIGTERM and Ctrl-C at once: commands stop, output is flushed, state is released."""
    # The module without the underscore is slow to import.
    from _signal import (  # type: ignore[import-not-found]
        SIGINT,
        SIGTERM,
        default_int_handler,
        signal,
    )

    def end(_number: int, _frame: object) -> None:
        raise SystemExit(143)  # the exit code that a shell reports for SIGTERM

    try:
        signal(SIGTERM, end)
        signal(SIGINT, default_int_handler)
    except ValueError:
        return  # not in the main thread: the caller decides


def catch_signals(on_signal: Callable[[int], None]) -> Callable[[], int]:
    """Call a function with the exit code of the first signal; a second one ends the process.

    Return a function that returns that exit code, or 0 if no signal has arrived.
    """
    from _signal import SIG_DFL, SIGINT, SIGTERM, signal

    caught: list[int] = []

    def catch(number: int, _frame: object) -> None:
        caught.append(128 + number)
        for each in (SIGINT, SIGTERM):
            signal(each, SIG_DFL)
        on_signal(caught[0])

    try:
        for number in (SIGINT, SIGTERM):
            signal(number, catch)
    except ValueError:
        pass  # not in the main thread: the caller decides
    return lambda: caught[0] if caught else 0


def name_of_signal(code: int) -> str:
    """Return the name of the signal that an exit code stands for: 130 is INT, 143 is TERM."""
    return {130: "INT", 143: "TERM"}.get(code, str(code - 128))
