"""copy_from: copies files and trees of this host, or of a server.

`FileCopy` holds the state of one promise: its source, the files copied so far (hard links stay hard
links), and the rules of its body.
"""

from __future__ import annotations

import os

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.promises.ranges import read_range
from duckrow.cfengine.evaluation.variables.match import matches_any
from duckrow.cfengine.promises.files.copy_attributes import are_free, keep_copied
from duckrow.cfengine.promises.files.copy_compare import differs
from duckrow.cfengine.promises.files.copy_content import copy_content
from duckrow.cfengine.promises.files.copy_source import HERE, CopySource, SourceGone
from duckrow.cfengine.promises.files.copy_tree import TreeCopy, copy_tree
from duckrow.cfengine.promises.files.file_state import FilesRunData
from duckrow.cfengine.promises.files.links import (
    LinkSettings,
    expand_links,
    link_type,
    make,
    make_hard_link,
)
from duckrow.cfengine.promises.files.parents import make_parents_of_copy
from duckrow.cfengine.promises.files.select import is_selected
from duckrow.machine.errors import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts


def copy_from(task: Task, path: str) -> None:
    """Copy the promised source to a path."""
    promise = task.promise
    source = promise.text("source")
    if source is None:
        task.failed(f"Body copy_from for '{path}' has no source")
        return
    task.context.log.verbose(f"File '{path}' copy_from '{source}'")
    origin = _find_origin(task, promise.items("servers"))
    if origin is None:
        task.failed(f"No suitable server found for '{path}'")
        task.log_location()
        return
    try:
        FileCopy(task, origin).start(source, path)
    except SourceGone as gone:
        # The rest of a tree is neither copied nor purged.
        task.interrupted(f"Connection error when checking '{gone}'")


def _find_origin(task: Task, servers: list[str]) -> CopySource | None:
    """Return the first server that answers; this host if no server is named."""
    if not servers or servers[0] == HERE:
        return CopySource(task)
    try:
        from duckrow.cfengine.promises.files.remote_source import open_source
    except ModuleNotFoundError as error:
        if error.name not in ("cryptography", "OpenSSL"):
            raise
        task.context.log.error(f"The Python package {error.name} is not installed")
        task.context.log.error("try: pip install 'duckrow[cfengine]'")
        return None
    for server in servers:
        found = CopySource(task) if server == HERE else open_source(task, server)
        if found is not None:
            return found
        task.context.log.info(f"Unable to establish connection to '{server}'")
    return None


class FileCopy:
    """The copy of one promise."""

    __slots__ = ("_by_inode", "_link_type", "_made_parent", "_origin", "_task", "link_settings")

    def __init__(self, task: Task, origin: CopySource) -> None:
        self._task = task
        self._origin = origin
        self._made_parent: str | None = None
        self._link_type = link_type(task.promise)
        # The first copy of each file that has hard links.
        self._by_inode: dict[int, str] = {}
        self.link_settings = LinkSettings(
            self._link_type, "force", moves_obstructions=task.promise.flag("move_obstructions")
        )

    def start(self, source: str, path: str) -> None:
        """Copy a file, or the content of a directory."""
        task = self._task
        promise = task.promise
        is_gone = False
        try:
            facts = self._origin.facts(source, follow=True)
        except SourceGone:
            facts, is_gone = None, True
        where = self._origin.address
        if facts is None:
            if promise.flag("missing_ok") and not is_gone:
                task.kept(
                    f"Can't stat file '{source}' on '{where}' but promise is kept because of "
                    "'missing_ok' in files.copy_from promise"
                )
            else:
                task.failed(f"Can't stat file '{source}' on '{where}' in files.copy_from promise")
            return
        below = f"{path.rstrip('/')}/." if facts.is_directory else path
        if not make_parents_of_copy(task, below, path, force=promise.flag("move_obstructions")):
            return
        if not facts.is_directory:
            self.copy(source, path)
            return
        if promise.flag("purge"):
            task.context.log.verbose("Destination purging enabled")
        task.context.log.verbose(f"Entering directory '{source}'")
        copy_tree(TreeCopy(task, self._origin, self.copy), source, path, facts.device)
        there = task.facts(path, follow=True)
        if there is not None and promise.flag("check_root"):
            keep_copied(task, self._origin, source, path, facts, there)

    # One file

    def copy(self, source: str, path: str, facts: FileFacts | None = None) -> None:
        """Copy one file; `facts` are those of the source itself, if known."""
        task = self._task
        if facts is None:
            facts = self._origin.facts(source)
        if facts is None:
            task.context.log.error("lstat: No such file or directory")
            task.failed(f"Can't stat '{source}' in verify copy")
            return
        if facts.links > 1 and not facts.is_directory:
            self._preserve_hard_link(facts, path)
        if not facts.is_directory:
            self._copy_file(source, path, facts)
            return
        there = task.facts(f"{path.rstrip('/')}/", follow=True)
        if there is None:
            task.failed(
                f"Can't stat directory '{path.rstrip('/')}/'. (stat: No such file or directory)"
            )
        else:
            keep_copied(task, self._origin, source, path, facts, there)
        for name in self._origin.names(source):
            child = f"{source.rstrip('/')}/{name}"
            found = self._origin.facts(child)
            if found is not None:
                self._copy_file(child, f"{path.rstrip('/')}/{name}", found)

    def _preserve_hard_link(self, facts: FileFacts, path: str) -> None:
        first = self._by_inode.setdefault(facts.inode, path)
        task = self._task
        if first != path and task.may_change(
            f"remove old hard link '{path}' to preserve structure"
        ):
            task.changed(f"Removed old hard link '{path}' to preserve structure")
            there = task.facts(path)
            if there is not None and not there.is_directory:
                task.files.remove(path)

    def _copy_file(self, source: str, path: str, facts: FileFacts) -> None:
        task = self._task
        promise, context = task.promise, task.context
        if source == path and self._origin.is_local:
            task.kept(f"File copy promise loop: file/dir '{source}' is its own source")
            return
        if promise.flag("file_select") and not is_selected(task, source, facts):
            task.kept(f"Skipping non-selected file '{source}'")
            return
        if path in context.run_data.of(FilesRunData).copied:
            task.kept(f"Skipping single-copied file '{path}'")
            return
        name = source.rpartition("/")[2]
        instead = promise.items("linkcopy_patterns")
        if instead and matches_any(context, instead, name):
            if matches_any(context, promise.items("copylink_patterns"), name):
                task.kept(
                    f"File {source} matches both copylink_patterns and linkcopy_patterns - "
                    "promise loop (skipping)!"
                )
                return
            context.log.verbose(f"Copy item '{source}' marked for linking")
            self._copy_link(source, path, facts)
            return
        there = task.facts(path)
        if there is None:
            # All files of a directory have the same parents.
            parent = path.rpartition("/")[0]
            if parent != self._made_parent:
                if not make_parents_of_copy(task, path, path, force=True):
                    return
                self._made_parent = parent
        elif there.is_link and not facts.is_link:
            if not self._remove_link(path):
                return
            there = None
        if not self._has_size(source, facts):
            return
        if there is None:
            self._copy_new(source, path, facts)
        else:
            self._copy_over(source, path, facts, there)

    def _remove_link(self, path: str) -> bool:
        task = self._task
        if task.promise.flag("type_check"):
            task.failed(
                "File image exists but destination type is silly (file/dir/link doesn't match)"
            )
            task.log_location()
            return False
        if not task.may_change(f"remove old symbolic link '{path}' to make way for copy"):
            return False
        try:
            task.files.remove(path)
        except OSError as error:
            task.failed(f"Couldn't remove link '{path}'. (unlink: {error_text(error)})")
            return False
        task.changed(f"Removing old symbolic link '{path}' to make way for copy")
        return True

    def _has_size(self, source: str, facts: FileFacts) -> bool:
        span = read_range(self._task.context, self._task.promise, "copy_size")
        if span is None or span[0] <= facts.size <= span[1]:
            return True
        self._task.kept(
            f"Source file '{source}' size is not in the permitted safety range, skipping"
        )
        return False

    def _copy_new(self, source: str, path: str, facts: FileFacts) -> None:
        task = self._task
        if facts.is_file:
            if not task.may_change(f"copy '{path}' to '{source}'"):
                return
            task.context.log.verbose(
                f"'{path}' wasn't at destination, copying from '{self._origin.host}:{source}'"
            )
            if not self._copy_content(source, path, facts, is_new=True):
                task.failed(f"Copy from '{self._origin.host}:{source}' failed")
                return
            if facts.links > 1 or not are_free(task):
                there = task.facts(path, follow=True)
                if there is not None:
                    keep_copied(task, self._origin, source, path, facts, there)
            task.changed(f"Updated file '{path}' from '{self._origin.host}:{source}'")
            self._record_copied(path, always=True)
            self._define_class(path)
        elif facts.is_link:
            self._copy_link(source, path, facts)
        else:
            self._make_special(path, facts)

    def _make_special(self, path: str, facts: FileFacts) -> None:
        task = self._task
        is_pipe = facts.kind == "fifo"
        if not task.may_change(
            f"create FIFO '{path}'" if is_pipe else f"make special file/device '{path}'"
        ):
            return
        try:
            if is_pipe:
                task.files.make_fifo(path, facts.mode)
            else:
                task.files.make_special(path, facts.kind, facts.mode, facts.special)
        except OSError as error:
            if is_pipe:
                task.failed(f"Cannot create fifo '{path}'. (mkfifo: {error_text(error)})")
            else:
                task.failed(f"Cannot create special file '{path}'. (mknod: {error_text(error)})")
            return
        task.changed(
            f"Created fifo '{path}'" if is_pipe else f"Created special file/device '{path}'."
        )

    def _copy_over(self, source: str, path: str, facts: FileFacts, there: FileFacts) -> None:
        task = self._task
        promise = task.promise
        task.context.log.verbose(f"Destination file '{path}' already exists")
        if promise.text("compare") == "exists":
            task.kept("Existence only is promised, no copying required")
            return
        is_wanted = promise.flag("force_update") or differs(
            task, self._origin, source, path, facts, there
        )
        if promise.flag("type_check") and there.kind != facts.kind:
            task.failed(
                f"Promised file copy {path} exists but type mismatch with source '{source}'"
            )
            return
        if not (is_wanted or facts.is_link):
            keep_copied(task, self._origin, source, path, facts, there)
            self._record_copied(path)
            task.kept(f"File '{path}' is an up to date copy of source")
            return
        if facts.is_file:
            if not task.may_change(
                f"update file '{path}' from '{source}' on '{self._origin.host}'"
            ):
                return
            self._define_class(path)
            if not self._copy_content(source, path, facts):
                task.failed(f"Was not able to copy '{source}' on '{self._origin.host}' to '{path}'")
                return
            new = task.facts(path, follow=True)
            if new is None:
                task.interrupted(
                    f"Can't stat destination '{path}'. (stat: No such file or directory)"
                )
            else:
                task.changed(f"Updated '{path}' from source '{source}' on '{self._origin.host}'")
                keep_copied(task, self._origin, source, path, facts, new)
            self._record_copied(path)
        elif facts.is_link:
            self._copy_link(source, path, facts)

    def _copy_content(
        self, source: str, path: str, facts: FileFacts, *, is_new: bool = False
    ) -> bool:
        task = self._task
        if not task.may_change(f"copy '{source}' to '{path}'"):
            return False
        first = self._by_inode.get(facts.inode) if facts.links > 1 else None
        if first is not None and first != path:
            if task.facts(path) is not None:
                task.files.remove(path)
                task.changed(f"Removed '{path}'")
            make_hard_link(task, path, first, first)
            return True
        return copy_content(task, self._origin, source, path, facts, is_new=is_new)

    def _copy_link(self, source: str, path: str, facts: FileFacts) -> None:
        """Copy a link, or make a link to the source."""
        task = self._task
        target = source if facts.target is None else facts.target
        if facts.target is not None:
            task.context.log.verbose(f"Checking link from '{path}' to '{target}'")
            if self._link_type == "absolute" and not target.startswith("/"):
                target = f"{os.path.dirname(source)}/{target}"
        patterns = task.promise.items("copylink_patterns")
        is_copied = self._origin.is_local and bool(patterns)
        if is_copied and matches_any(task.context, patterns, source.rpartition("/")[2]):
            expanded = expand_links(task, source)
            if expanded is None:
                return
            task.context.log.verbose(
                f"Link item in copy '{source}' marked for copying from '{expanded}' instead"
            )
            found = task.facts(expanded, follow=True)
            if found is not None:
                self._copy_file(expanded, path, found)
            return
        link_settings = self.link_settings
        if self._link_type == "symlink" and target.startswith("."):
            link_settings = LinkSettings(
                "relative", "force", moves_obstructions=link_settings.moves_obstructions
            )
        before = task.outcome
        is_made = make(task, path, target, link_settings)
        # Only the outcome of the steps after a correct link counts.
        task.outcome = before
        if not is_made:
            return
        there = task.facts(path)
        if there is None:
            task.failed(f"Can't lstat '{path}'. (lstat: No such file or directory)")
        else:
            keep_copied(task, self._origin, source, path, facts, there)

    # Bookkeeping

    def _record_copied(self, path: str, *, always: bool = False) -> None:
        """Note that a file was copied, so that a run copies it once."""
        context = self._task.context
        patterns = context.control.get("agent", {}).get("files_single_copy")
        if patterns and (always or matches_any(context, list(patterns), path)):
            context.run_data.of(FilesRunData).copied.add(path)

    def _define_class(self, path: str) -> None:
        """Define the class of a copied file, if the promise asks for one."""
        context = self._task.context
        patterns = context.control.get("agent", {}).get("files_auto_define")
        if patterns and matches_any(context, list(patterns), path):
            name = f"auto_{canonify(path)}"
            context.set_class(name, "namespace", ("source=promise",))
            context.log.info(f"Auto defining class '{name}'")
