"""The root directory, the modules and the run lock of commands that read or change this host."""

from __future__ import annotations

from duckrow.cli.given_paths import expect_directory
from duckrow.machine.paths import absolute, file_in_the_way, is_directory
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.settings.settings import Settings
    from duckrow.state.lock import RunLock


def root_of(arguments: Arguments, doing: str) -> str:
    """Return the root directory to read or change."""
    root = arguments.get("root", "/")
    if not is_directory(root):
        raise InputError(f"cannot {doing} {root}: it is not a directory")
    return absolute(root)


def state_of(arguments: Arguments, root: str) -> str | None:
    """Return the state directory, or None for no state."""
    if arguments.has("no-state"):
        return None
    given = arguments.get("state-dir")
    if given:
        expect_directory(given)
        return given
    from duckrow.state.directory import state_directory

    return state_directory(root)


def existing_state(arguments: Arguments, what: str) -> str:
    """Return the state directory of a command that only reads it; reject a missing one."""
    from duckrow.state.directory import state_directory

    directory = arguments.get("state-dir") or state_directory(arguments.get("root", "/"))
    if not is_directory(directory):
        file = file_in_the_way(directory)
        why = f"{file} is not a directory" if file else "there is no such directory"
        raise InputError(f"there are no {what} in {directory}: {why}")
    return directory


def modules_of(settings: Settings, name: str) -> Environment:
    """Return an environment for its modules: of the setting modulepath, else of its directory."""
    from duckrow.puppet.environment.find import bare_environment, environment_at, find_directory

    modulepath = [each for each in str(settings.get("modulepath") or "").split(":") if each]
    if modulepath:
        return bare_environment(settings, name, modulepath=modulepath)
    directory = find_directory(settings, name)
    if directory is not None:
        return environment_at(settings, name, directory)
    return bare_environment(settings, name)


def take_run_lock(
    directory: str | None,
    seconds: float,
    console: Console,
    *,
    client: str = "duckrow",
    can_wait: bool = True,
    needs_state: bool = False,
) -> Callable[[], None] | None:
    """Take the run lock and return the function that releases it.

    If another run holds the lock for the given seconds, print a message and return None. The same
    if its file exists and cannot be used, since another run may hold it. If the file cannot be
    created, no run holds the lock: print a warning and return a function that does nothing.
    `can_wait` is whether the command has the option --wait-for-lock; if it `needs_state`, it has no
    --no-state.
    """
    if directory is None:
        return _nothing_to_release
    from duckrow.machine.files.private import exists
    from duckrow.state.lock import LockedError, RunLock, named

    lock = RunLock(directory)
    try:
        _take(lock, seconds, console)
    except LockedError as error:
        words = f"Run of {client} already in progress; skipping"
        notice = f"Notice: {words}{named(error.holders)} ({error.path} exists)"
        kind = "a cf-agent" if error.is_agent else "another run"
        why = f"{kind}{named(error.holders)} holds the lock until it ends"
        hint = "--wait-for-lock SECONDS to wait; deleting the file does not help"
        console.print_message(notice, "locked", "error", why=why, hint=hint if can_wait else "")
        return None
    except OSError as error:
        if error.filename in lock.files and exists(error.filename):
            message = f"Could not take the lock {error.filename}: {error.strerror}"
            hint = "move it away if no run uses it"
            console.print_error("lock", message, why="another run may hold it", hint=hint)
            return None
        message = f"Warning: Could not take the lock {lock.path}: {error.strerror}"
        option = "--vardir" if console.program == "puppet" else "--state-dir"
        hint = f"{option} DIR to store state elsewhere"
        if not needs_state and console.program != "puppet":
            hint += ", --no-state to store none"
        console.print_message(message, "lock", "warning", hint=hint)
        return _nothing_to_release
    return lock.release


def _take(lock: RunLock, seconds: float, console: Console) -> None:
    """Take the lock; tell the user about an endless wait."""
    from duckrow.state.lock import ENDLESS, LockedError, named

    if seconds != ENDLESS:
        lock.take(seconds)
        return
    try:
        lock.take()
    except LockedError as error:
        holder = "a cf-agent" if error.is_agent else "another run"
        words = f"Waiting for {holder}{named(error.holders)} to end ({error.path} exists)"
        console.print_message(f"Notice: {words}", "locked", "notice")
        lock.take(ENDLESS)


def _nothing_to_release() -> None:
    pass
