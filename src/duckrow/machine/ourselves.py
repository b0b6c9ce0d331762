"""This process: who runs it, where, with which environment, and which processes started it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping


def process_id() -> int:
    """Return the number of this process."""
    return os.getpid()


def parent_id() -> int:
    """Return the number of the process that started this one."""
    return os.getppid()


def user_id() -> int:
    """Return the number of the user who runs this process."""
    return os.getuid()


def effective_user() -> int:
    """Return the number of the user whose rights this process has."""
    return os.geteuid()


def group_id() -> int:
    """Return the number of the group of this process."""
    return os.getgid()


def effective_group() -> int:
    """Return the number of the group whose rights this process has."""
    return os.getegid()


def groups() -> list[int]:
    """Return the numbers of the further groups of this process."""
    return os.getgroups()


def environment() -> MutableMapping[str, str]:
    """Return the environment; commands inherit what is changed in it."""
    return os.environ


def raw_environment() -> MutableMapping[bytes, bytes]:
    """Return the environment as bytes."""
    return os.environb


def was_started_with(name: str) -> bool:
    """Tell whether this process was started with an environment variable."""
    try:
        with open("/proc/self/environ", "rb") as file:
            return any(each.startswith(name.encode() + b"=") for each in file.read().split(b"\0"))
    except OSError:
        return True


def cache_directory() -> str:
    """Return the directory of caches of the user, as the XDG specification names it."""
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def home() -> str:
    """Return the home directory of the user, or ~ if there is none."""
    return os.path.expanduser("~")


def host_name() -> str:
    """Return the name of the host that this process sees."""
    return os.uname().nodename


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0))


def peak_memory() -> int:
    """Return the most memory that this process has held, in kilobytes."""
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss


def working_directory() -> str:
    """Return the working directory."""
    return os.getcwd()


def is_terminal(number: int) -> bool:
    """Tell whether an open file is a terminal."""
    return os.isatty(number)


def random_bytes(count: int) -> bytes:
    """Return bytes that nobody can foresee."""
    return os.urandom(count)


def is_running(pid: int) -> bool:
    """Tell whether a process exists that has not ended."""
    from duckrow.machine.processes.table import start_of

    return start_of(pid) is not None


def ancestors() -> set[int]:
    """Return the numbers of the processes that led to this one."""
    from duckrow.machine.processes.table import read_process

    found: set[int] = set()
    pid = os.getppid()
    while pid > 0 and pid not in found:
        found.add(pid)
        process = read_process(pid, with_argv=False)
        pid = 0 if process is None else process.parent
    return found
