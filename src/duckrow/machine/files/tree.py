"""Walks and removes trees: byte-exact names, links never followed, no limit of depth."""

from __future__ import annotations

import os

from duckrow.machine.errors import named
from duckrow.machine.files.descent import Descent
from duckrow.machine.files.facts import DIRECTORY, LINK, FileFacts, facts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def walk(
    directory: int,
    name: str,
    limit: int | None = None,
    is_wanted: Callable[[str, FileFacts], bool] | None = None,
    *,
    one_file_system: bool = False,
    path: str,
) -> Iterator[tuple[str, FileFacts]]:
    """Return every path below a directory with its facts, parents first, names in byte order.

    `limit` is how many levels to go down. Unwanted paths are left out with everything below them.
    `path` is the name of the directory in errors.
    """
    with named(path):
        start = Descent(directory, name)
    with start as descent:
        with named(path):
            waiting: list[list[tuple[str, FileFacts]]] = [_entries(descent.at)]
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                if waiting:
                    descent.leave()
                continue
            entry, facts = waiting[-1].pop()
            below = descent.relative(entry)
            if is_wanted is not None and not is_wanted(below, facts):
                continue
            yield below, facts
            if (
                facts.kind != DIRECTORY
                or (limit is not None and len(waiting) >= limit)
                or (one_file_system and facts.device != descent.device)
            ):
                continue
            with named(f"{path.rstrip('/')}/{below}"):
                try:
                    descent.enter(entry)
                except (FileNotFoundError, NotADirectoryError):
                    continue  # the directory was removed meanwhile
                waiting.append(_entries(descent.at))


def _entries(descriptor: int) -> list[tuple[str, FileFacts]]:
    """Return the names in a directory, last name first."""
    names = sorted(os.listdir(descriptor), key=os.fsencode, reverse=True)
    found: list[tuple[str, FileFacts]] = []
    for name in names:
        try:
            facts = facts_of(os.stat(name, dir_fd=descriptor, follow_symlinks=False))
            if facts.kind == LINK:
                facts.target = os.readlink(name, dir_fd=descriptor)
        except FileNotFoundError:
            continue
        found.append((name, facts))
    return found


def remove_tree(directory: int, name: str, *, one_file_system: bool = False) -> None:
    """Remove a directory and everything in it.

    A directory that someone replaces by a link meanwhile is removed as a link; paths that someone
    else removes are ignored.
    """
    with Descent(directory, name) as descent:
        waiting: list[list[str]] = [os.listdir(descent.at)]
        while True:
            if waiting[-1]:
                entry = waiting[-1].pop()
                if not _unlink(descent.at, entry):
                    _enter(descent, entry, waiting, one_file_system=one_file_system)
                continue
            waiting.pop()
            if not waiting:
                break
            entry = descent.leave()
            _remove_directory(descent.at, entry)
    _remove_directory(directory, name)


def _enter(
    descent: Descent, entry: str, waiting: list[list[str]], *, one_file_system: bool
) -> None:
    try:
        descent.enter(entry)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        waiting[-1].append(entry)  # replaced meanwhile: no directory any more
        return
    if one_file_system and os.stat(descent.at).st_dev != descent.device:
        descent.leave()
        return
    waiting.append(os.listdir(descent.at))


def _unlink(directory: int, name: str) -> bool:
    """Remove a file or link; return False for a directory."""
    try:
        os.unlink(name, dir_fd=directory)
    except FileNotFoundError:
        return True
    except IsADirectoryError:
        return False
    except PermissionError:
        # Some file systems raise this error for a directory.
        found = os.stat(name, dir_fd=directory, follow_symlinks=False)
        if found.st_mode & 0o170000 == 0o040000:
            return False
        raise
    return True


def _remove_directory(directory: int, name: str) -> None:
    try:  # noqa: SIM105  (contextlib is slow to import)
        os.rmdir(name, dir_fd=directory)
    except FileNotFoundError:
        pass
