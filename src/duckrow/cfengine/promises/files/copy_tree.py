"""Copies a tree: makes directories, copies files, and purges surplus files."""

from __future__ import annotations

import sys

from duckrow.cfengine.promises.files.copy_attributes import keep_copied
from duckrow.cfengine.promises.files.parents import make_parents_of_copy
from duckrow.cfengine.promises.files.search import skips_directory
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.promises.files.copy_source import CopySource
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

    CopyFile = Callable[[str, str, FileFacts | None], None]

_FRAMES = 12_000


class TreeCopy:
    """The copy of one tree; `copy_file` copies everything but directories."""

    __slots__ = (
        "_collapses",
        "_copy_file",
        "_has_one_device",
        "_origin",
        "_travels",
        "depth",
        "task",
    )

    def __init__(self, task: Task, origin: CopySource, copy_file: CopyFile) -> None:
        self.task = task
        self._origin = origin
        self._copy_file = copy_file
        self.depth = task.promise.integer("depth", 0)
        self._travels = task.promise.flag("traverse_links")
        self._collapses = task.promise.flag("collapse_destination_dir")
        self._has_one_device = task.promise.flag("xdev")

    def copy(self, source: str, path: str, depth: int, device: int) -> None:
        """Copy the content of a directory to a depth."""
        task = self.task
        promise = task.promise
        if depth == 0:
            task.failed(f"Maximum recursion level reached at '{source}'")
            return
        path = path.rstrip("/") or "/"
        below = f"{path.rstrip('/')}/dummy"
        if not make_parents_of_copy(task, below, path, force=promise.flag("move_obstructions")):
            return
        there = task.facts(path)
        if there is None:
            task.failed(
                f"Unable to stat newly created directory '{path}'. (lstat: No such file or "
                "directory)"
            )
            return
        if there.is_link and not self._move_link(path):
            return
        try:
            names = self._origin.names(source)
        except OSError:
            task.interrupted(f"Can't open directory '{source}' for copying")
            return
        self._origin.expect(source, names, path)
        for name in names:
            child = f"{source.rstrip('/')}/{name}"
            self._copy_child(child, path, name, depth, device)
        if promise.flag("purge"):
            self._purge(path, names)

    def _move_link(self, path: str) -> bool:
        """Move a link away that is at the path of a directory."""
        task = self.task
        if not task.promise.flag("move_obstructions"):
            task.failed(
                f"Path '{path}' is a symlink. Unable to move it aside without move_obstructions is "
                "set"
            )
            return False
        if task.may_change(f"backup '{path}'"):
            try:
                task.files.rename(path, f"{path}.cf-moved")
            except OSError:
                task.context.log.error(f"Unable to backup old '{path}'")
                return False
            task.changed(f"Backed up '{path}'")
        if task.may_change(f"create directory '{path}'"):
            try:
                task.files.make_directory(path, 0o700)
            except OSError as error:
                task.failed(f"Failed to make directory '{path}'. (mkdir: {error_text(error)})")
                return False
            task.changed(f"Created directory for '{path}'")
        return True

    def _copy_child(self, source: str, directory: str, name: str, depth: int, device: int) -> None:
        task = self.task
        log, travels, collapses = task.context.log, self._travels, self._collapses
        facts = self._origin.facts(source, follow=travels)
        if facts is None:
            log.verbose(f"Can't stat '{source}'. (cf_stat: No such file or directory)")
            log.verbose(f"Skipping '{source}'")
            return
        path = directory
        if not (collapses and facts.is_directory):
            path = f"{directory.rstrip('/')}/{name}"
        if self._has_one_device and facts.device != device:
            log.verbose(f"Skipping '{source}' on different device")
            return
        if not facts.is_directory:
            # The facts are those of the link's target, not of the link.
            self._copy_file(source, path, None if travels else facts)
            return
        if travels:
            log.verbose("Traversing directory links during copy is too dangerous, pruned")
            return
        if skips_directory(task, source, name):
            return
        if not collapses:
            there = task.facts(path, follow=True)
            if there is None:
                there = self._make_directory(path)
                if there is None:
                    return
            log.verbose(f"Entering '{path}'")
            # The outcome does not count, as in the reference.
            before = task.outcome
            keep_copied(task, self._origin, source, path, facts, there)
            task.outcome = before
        self.copy(source, path, depth - 1, device)

    def _make_directory(self, path: str) -> FileFacts | None:
        task = self.task
        if not task.may_change(f"make directory '{path}'"):
            return None
        try:
            task.files.make_directory(path, 0o700)
        except OSError as error:
            task.interrupted(f"Can't make directory '{path}'. (mkdir: {error_text(error)})")
            return None
        task.changed(f"Created directory '{path}'")
        return task.facts(path, follow=True)

    def _purge(self, path: str, names: list[str]) -> None:
        """Remove names that the source does not have; the outcome does not count."""
        task = self.task
        before = task.outcome
        if len(path) < 2:
            task.failed(f"Purge of '{path}' denied - too dangerous!")
        elif not task.promise.flag("depth_search"):
            task.kept(f"No depth search when copying '{path}' so purging does not apply")
        else:
            purge(task, path, names)
        task.outcome = before


def copy_tree(tree: TreeCopy, source: str, path: str, device: int) -> None:
    """Copy a tree of any depth; a path has at most some two thousand names."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    tree.task.files.keep_directories()
    try:
        tree.copy(source, path, tree.depth, device)
    finally:
        tree.task.files.close_directories()
        sys.setrecursionlimit(before)


def purge(task: Task, path: str, names: list[str]) -> None:
    """Remove everything from a directory but the given names."""
    try:
        there = task.names(path)
    except OSError as error:
        task.failed(f"Can't chdir to local directory '{path}'. (chdir: {error_text(error)})")
        return
    wanted = set(names)
    for name in there:
        if name in wanted:
            continue
        child = f"{path.rstrip('/')}/{name}"
        if not task.may_change(f"purge '{child}' from copy dest directory"):
            continue
        facts = task.facts(child)
        if facts is None:
            task.interrupted(
                f"Couldn't stat '{child}' while purging. (lstat: No such file or directory)"
            )
            continue
        try:
            task.files.remove(child, recursive=True)
        except OSError:
            if facts.is_directory:
                task.failed(f"Unable to purge directory tree '{child}'")
            else:
                task.failed(f"Couldn't delete '{child}' while purging")
            continue
        if facts.is_directory:
            task.changed(f"Purged directory '{child}' in copy dest directory")
        else:
            task.changed(f"Purged '{child}' copy dest directory")
