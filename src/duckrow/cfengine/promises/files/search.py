"""depth_search: every file below a directory, the deepest first in each branch.

A directory is checked by its inode when it is entered: if another directory has taken its name
meanwhile, the search ends.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.match import matches_any
from duckrow.cfengine.promises.files.leaf import keep_leaf
from duckrow.cfengine.promises.files.select import is_selected
from duckrow.cfengine.values.outcomes import FAILED, Aborted
from duckrow.machine.errors import error_text
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.changes import Listing
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_DEEPEST = 100


def keep_found(task: Task, path: str, facts: FileFacts) -> None:
    """Apply the promise to a path, or to the files below it."""
    if task.promise.flag("depth_search"):
        Search(task).enter(path, facts, 0, facts.device)
        if task.promise.flag("include_basedir"):
            keep_one(task, path, facts)
        return
    keep_one(task, path, facts)


def keep_one(task: Task, path: str, facts: FileFacts) -> None:
    """Apply the promise to a path itself, if it is selected."""
    if not task.promise.flag("file_select") or is_selected(task, path, facts):
        keep_leaf(task, path, facts)


class Search:
    """One recursive search."""

    __slots__ = ("_depth", "_task")

    def __init__(self, task: Task) -> None:
        self._task = task
        self._depth = task.promise.integer("depth", 0)

    def enter(self, path: str, facts: FileFacts, level: int, device: int) -> None:
        """Process the content of a directory."""
        task = self._task
        promise = task.promise
        if level > _DEEPEST:
            task.warned(
                f"Very deep nesting of directories (>{level} deep) for '{path}' (Aborting files)"
            )
            task.count_outcome(FAILED)
            return
        self._check(path, facts)
        try:
            names = task.names(path)
        except OSError as error:
            task.failed(
                f"Could not change to directory '{path}' (mode '{facts.mode:04o}', chdir: "
                f"{error_text(error)})"
            )
            return
        listing = None
        if promise.flag("changes"):
            from duckrow.cfengine.promises.files.changes import Listing

            listing = Listing(task, path)
        for name in names:
            child = f"{path}{name}" if path.endswith("/") else f"{path}/{name}"
            self._visit(child, name, level, device, listing)
        if listing is not None:
            listing.close()

    def _check(self, path: str, facts: FileFacts) -> None:
        """Check that a directory is the one that was found; otherwise stop."""
        found = self._task.facts(path, follow=True)
        if found is None or (found.device, found.inode) == (facts.device, facts.inode):
            return
        self._task.context.log.error(
            f"SERIOUS SECURITY ALERT: path race exploited in recursion to/from '{path}'. Not safe "
            "for agent to continue - aborting"
        )
        raise Aborted("Not safe to continue")

    def _visit(
        self, path: str, name: str, level: int, device: int, listing: Listing | None
    ) -> None:
        task = self._task
        promise = task.promise
        log = task.context.log
        facts = task.facts(path)
        if facts is None:
            log.verbose(
                f"Recurse was looking at '{path}' when an error occurred. (lstat: No such file or "
                "directory)"
            )
            return
        if facts.is_link:
            from duckrow.cfengine.promises.files.links import remove_if_dead

            if remove_if_dead(task, path):
                return
            if promise.flag("traverse_links"):
                seen = self._follow(path, facts)
                if seen is None:
                    return
                facts = seen
        if promise.flag("xdev") and facts.device != device:
            log.verbose(
                f"Skipping '{path}' on different device - use xdev option to change this. (stat: "
                "Success)"
            )
            return
        if facts.is_directory:
            if skips_directory(task, path, name):
                return
            if self._depth > 1 and level <= self._depth:
                log.verbose(f"Entering '{path}', level {level}")
                self.enter(path, facts, level + 1, device)
        if promise.flag("file_select") and not is_selected(task, path, facts):
            return
        if listing is not None:
            listing.add(name, path)
        keep_leaf(task, path, facts)

    def _follow(self, path: str, facts: FileFacts) -> FileFacts | None:
        """Return the facts of a link's target, if its owner is trusted."""
        task = self._task
        if facts.uid not in (0, user_id()):
            task.context.log.info(
                f"File '{path}' is an untrusted link: cfengine will not follow it with a "
                "destructive operation"
            )
            return None
        found = task.facts(path, follow=True)
        if found is None:
            task.failed(
                f"Recurse was working on '{path}' when this failed. (stat: No such file or "
                "directory)"
            )
        return found


def skips_directory(task: Task, path: str, name: str) -> bool:
    """Return whether a directory should not be entered."""
    promise = task.promise
    excluded = promise.items("exclude_dirs")
    if excluded and (
        matches_any(task.context, excluded, path) or matches_any(task.context, excluded, name)
    ):
        task.context.log.verbose(f"Skipping matched excluded directory '{path}'")
        return True
    included = promise.items("include_dirs")
    if included and not (
        matches_any(task.context, included, path) or matches_any(task.context, included, name)
    ):
        task.context.log.verbose(f"Skipping matched non-included directory '{path}'")
        return True
    return False
