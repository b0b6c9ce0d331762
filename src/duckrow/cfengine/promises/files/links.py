"""link_from: symbolic links, absolute and relative, and hard links."""

from __future__ import annotations

import os

from duckrow.cfengine.evaluation.variables.match import matches_any
from duckrow.cfengine.promises.files.create import create
from duckrow.cfengine.promises.files.obstructions import move_obstruction
from duckrow.cfengine.promises.files.parents import make_parents
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.task import Task

_MOST_LINKS = 4


class LinkSettings:
    """The type of links, and the behaviour without a link target."""

    __slots__ = ("moves_obstructions", "type", "without_source")

    def __init__(self, type_: str, without_source: str, *, moves_obstructions: bool) -> None:
        self.type = type_
        self.without_source = without_source
        self.moves_obstructions = moves_obstructions


def link_type(promise: ExpandedPromise) -> str:
    """Return the link type of a promise."""
    return promise.text("link_type") or "symlink"


def link_from(task: Task, path: str) -> None:
    """Make the promised link, or links to all children of the source."""
    promise = task.promise
    link_settings = LinkSettings(
        link_type(promise),
        promise.text("when_no_source") or "nop",
        moves_obstructions=promise.flag("move_obstructions"),
    )
    source = promise.text("source") or ""
    if promise.flag("link_children"):
        _link_children(task, path, source, 1, link_settings)
    else:
        _link(task, path, source, link_settings)


def _link(task: Task, path: str, source: str, link_settings: LinkSettings) -> None:
    promise = task.promise
    patterns = promise.items("copy_patterns")
    if patterns and matches_any(task.context, patterns, path.rpartition("/")[2]):
        from duckrow.cfengine.promises.files.copy_source import CopySource
        from duckrow.cfengine.promises.files.copying import FileCopy

        task.context.log.verbose(f"Link '{path}' matches copy_patterns")
        FileCopy(task, CopySource(task)).copy(promise.text("source") or "", path)
        return
    make(task, path, source, link_settings)


def make(task: Task, path: str, source: str, link_settings: LinkSettings) -> bool:
    """Make a link of the promised type; return True if it exists in the end."""
    if link_settings.type == "hardlink":
        return _keep_hard_link(task, path, source, link_settings)
    if link_settings.type == "relative":
        return _keep_relative(task, path, source, link_settings)
    if link_settings.type == "absolute":
        return _keep_absolute(task, path, source, link_settings)
    return keep_symlink(task, path, source, link_settings)


def keep_symlink(task: Task, path: str, source: str, link_settings: LinkSettings) -> bool:
    """Make a symbolic link with a given target."""
    is_absolute = source.startswith("/")
    written = source if is_absolute or source.startswith(".") else f"./{source}"
    target = written if is_absolute else os.path.normpath(f"{os.path.dirname(path)}/{written}")
    if task.facts(target, follow=True) is None:
        if link_settings.without_source == "delete":
            remove_if_dead(task, path)
            return True
        if link_settings.without_source != "force":
            task.context.log.verbose(f"Source '{target}' for linking is absent")
            task.failed(f"Unable to create link '{path}' -> '{written}', no source")
            return False
    facts = task.facts(path)
    if facts is None or facts.target is None:
        return _make_new(task, path, source, written, link_settings)
    if facts.target in (source, written):
        task.kept(f"Link '{path}' points to '{source}', promise kept")
        return True
    if not link_settings.moves_obstructions:
        task.failed(
            f"Link '{path}' points to '{facts.target}' not '{written}', but not moving obstructions"
        )
        return False
    if not task.may_change(f"remove incorrect link '{path}'"):
        return False
    # The new link replaces the old one in one step.
    try:
        task.files.make_link(path, source)
    except OSError as error:
        task.failed(f"Error removing link '{path}' (points to '{facts.target}' not '{written}')")
        task.context.log.verbose(
            f"Couldn't link '{source}' to '{path}'. (symlink: {error_text(error)})"
        )
        return False
    task.changed(f"Overrode incorrect link '{path}'")
    task.changed(f"Linked files '{path}' -> '{source}'")
    return True


def _make_new(
    task: Task, path: str, source: str, written: str, link_settings: LinkSettings
) -> bool:
    if not task.may_change(f"create link '{path}'"):
        return False
    made = make_parents(task, path, force=link_settings.moves_obstructions)
    if made is None:
        return False
    if made:
        task.changed(f"Created parent directory for link '{path}'")
    if not move_obstruction(task, path, force=link_settings.moves_obstructions):
        task.failed(f"Unable to create link '{path}' -> '{written}', failed to move obstruction")
        return False
    try:
        task.files.make_link(path, source)
    except OSError as error:
        task.failed(f"Couldn't link '{source}' to '{path}'. (symlink: {error_text(error)})")
        task.failed(f"Unable to create link '{path}' -> '{written}'")
        return False
    task.changed(f"Linked files '{path}' -> '{source}'")
    return True


def _keep_absolute(task: Task, path: str, source: str, link_settings: LinkSettings) -> bool:
    target = f"{os.path.dirname(path)}/{source}" if source.startswith(".") else source
    target = compress(target)
    if link_settings.without_source == "force":
        expanded = expand_links(task, target)
        if expanded is None:
            task.failed(f"Failed to expand absolute link to '{source}'")
            task.log_location()
            return False
        target = compress(expanded)
    return keep_symlink(task, path, target, link_settings)


def _keep_relative(task: Task, path: str, source: str, link_settings: LinkSettings) -> bool:
    if source.startswith("."):
        return keep_symlink(task, path, source, link_settings)
    target = compress(source)
    if target == path:
        task.interrupted(
            f"Failed to link '{path}' to '{source}', can't link file '{target}' to itself"
        )
        return False
    own, there = path.split("/"), target.split("/")
    common = 0
    while common < min(len(own), len(there)) - 1 and own[common] == there[common]:
        common += 1
    ups = len(own) - common - 1
    relative = "./" + "../" * ups + "/".join(there[common:])
    return keep_symlink(task, path, relative, link_settings)


def _keep_hard_link(task: Task, path: str, source: str, link_settings: LinkSettings) -> bool:
    is_absolute = source.startswith("/")
    written = source if is_absolute or source.startswith(".") else f"./{source}"
    target = written if is_absolute else os.path.normpath(f"{os.path.dirname(path)}/{written}")
    wanted = task.facts(target, follow=True)
    if wanted is None or not wanted.is_file:
        task.failed(f"Source file '{written}' is not a regular file, not appropriate to hard-link")
        return False
    there = task.facts(path, follow=True)
    if there is None:
        return make_hard_link(task, path, target, written)
    if (there.inode, there.device) == (wanted.inode, wanted.device):
        task.kept(f"Hard link '{path}' -> '{written}' exists and is okay")
        return True
    task.context.log.info(f"'{path}' does not appear to be a hard link to '{written}'")
    if not task.may_change(f"hard link '{path}' -> '{written}'"):
        return False
    if not move_obstruction(task, path, force=link_settings.moves_obstructions):
        task.failed(
            f"Unable to create hard link '{path}' -> '{written}', failed to move obstruction"
        )
        return False
    return make_hard_link(task, path, target, written)


def make_hard_link(task: Task, path: str, target: str, written: str) -> bool:
    """Make a hard link."""
    if not task.may_change(f"hard link files '{path}' -> '{written}'"):
        return False
    try:
        task.files.make_hard_link(path, target)
    except OSError as error:
        task.failed(f"Failed to hard link '{written}' to '{path}'. (link: {error_text(error)})")
        return False
    task.changed(f"Hard linked file '{path}' -> '{written}'")
    return True


def _link_children(
    task: Task, path: str, source: str, level: int, link_settings: LinkSettings
) -> None:
    promise = task.promise
    there = task.facts(path)
    if there is not None:
        if link_settings.moves_obstructions and there.is_link:
            try:
                task.files.remove(path)
            except OSError:
                task.failed(f"Failed to remove obstructing link '{path}'")
            else:
                task.changed(f"Removed obstructing link '{path}'")
                create(task, f"{path}/.")
        elif not there.is_directory:
            task.failed(
                f"Cannot promise to link files to children of '{path}' as it is not a directory"
            )
            return
    elif not create(task, f"{path}/."):
        task.failed(f"Failed to create directory '{path}' for linking files as its children")
        return
    try:
        names = task.names(source)
    except OSError as error:
        task.failed(
            f"Can't open source of children to link '{promise.text('source')}'. (opendir: "
            f"{error_text(error)})"
        )
        return
    for name in names:
        child, child_source = f"{path.rstrip('/')}/{name}", f"{source.rstrip('/')}/{name}"
        facts = task.facts(child)
        if facts is not None and not (facts.is_link or facts.is_directory):
            if promise.text("when_linking_children") == "override_file":
                link_settings = LinkSettings(
                    link_settings.type, link_settings.without_source, moves_obstructions=True
                )
            else:
                task.context.log.verbose(
                    f"Have promised not to disturb existing content belonging to '{child}'"
                )
                continue
        found = task.facts(child_source)
        if promise.integer("depth", 0) > level and found is not None and found.is_directory:
            _link_children(task, child, child_source, level + 1, link_settings)
        else:
            _link(task, child, child_source, link_settings)


def remove_if_dead(task: Task, path: str) -> bool:
    """Remove a dangling link if promised; return True if the link needs no further step."""
    facts = task.facts(path)
    if facts is None or facts.target is None:
        task.context.log.verbose(f"Can't read link '{path}' while checking for deadlinks")
        return True
    promise = task.promise
    if not (promise.text("when_no_source") == "delete" or promise.flag("rmdeadlinks")):
        return False
    if task.facts(path, follow=True) is not None:
        return False
    task.context.log.verbose(
        f"'{path}' is a link which points to '{facts.target}', but the target doesn't seem to exist"
    )
    if task.may_change(f"remove dead link '{path}'"):
        try:
            task.files.remove(path)
        except OSError as error:
            task.failed(f"Couldn't remove dead link '{path}'. (unlink: {error_text(error)})")
        else:
            task.changed(f"Removed dead link '{path}'")
    return True


def compress(path: str) -> str:
    """Remove // and /./ and /../ from a path."""
    parts: list[str] = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            if parts:
                parts.pop()
            continue
        parts.append(part)
    return "/" + "/".join(parts)


def expand_links(task: Task, path: str) -> str | None:
    """Return a path without links, as the reference follows them; None if a part is missing."""
    done = ""
    waiting = [part for part in path.split("/") if part not in ("", ".")]
    left = _MOST_LINKS
    while waiting:
        part = waiting.pop(0)
        if part == "..":
            done = done.rpartition("/")[0]
            continue
        own = f"{done}/{part}"
        facts = task.facts(own)
        if facts is None:
            task.context.log.error(
                f"Can't stat '{own}' in ExpandLinks. (lstat: No such file or directory)"
            )
            return None
        if facts.target is None:
            done = own
            continue
        left -= 1
        if left < 0:
            task.context.log.error("Too many levels of symbolic links to evaluate absolute path")
            return None
        if facts.target.startswith("/"):
            done = ""
        waiting = [each for each in facts.target.split("/") if each not in ("", ".")] + waiting
    return done or "/"
