"""--simulate: change copies of files, and report the changes at the end of the run.

`manifest` shows each file that would change, `manifest-full` also the files that would not, and
`diff` the differences.
"""

from __future__ import annotations

import os
from time import strftime

from duckrow.machine.files.local import LocalFiles
from duckrow.machine.local_time import local_time
from duckrow.machine.simulated import SimulatedMachine
from duckrow.machine.this_process import environment, process_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files

    Keep = Callable[[Context, ExpandedPromise], str]

_NARROWEST = 80
_KINDS = {
    "file": "regular file",
    "directory": "directory",
    "link": "symbolic link",
    "fifo": "FIFO/pipe",
    "socket": "socket",
    "character device": "character device",
    "block device": "block device",
}
_BESIDE = (".cf-before-edit", ".cf-after-edit", ".cfsaved", ".cfnew", ".cfedited")


class _KeptFiles(dict[str, None]):
    """The paths of files promises that changed nothing, in order."""


def make_machine(options: Options, log: Log) -> SimulatedMachine:
    """Make the machine of a simulated run."""
    directory = f"{options.work_directory}/state/{process_id()}.changes"
    machine = SimulatedMachine(directory)
    log.warning(f"All changes in files will be made in the '{directory}' chroot")
    return machine


def recording(keep: Keep) -> Keep:
    """Wrap a function that keeps promises, to record which files change and which do not."""

    def keep_and_record(context: Context, promise: ExpandedPromise) -> str:
        outcome = keep(context, promise)
        if promise.type == "files" and not promise.has("rename"):
            path = promise.promiser
            if not promise.has("depth_search"):
                path = path.removesuffix("/.")
            if outcome == "repaired":
                assert isinstance(context.machine, SimulatedMachine)
                context.machine.overlay.changed.setdefault(path)
            elif outcome in ("kept", "noop"):
                context.run_data.of(_KeptFiles)[path] = None
        return outcome

    return keep_and_record


def report_changes(context: Context) -> None:
    """Print the changes that the run would have made."""
    machine = context.machine
    assert isinstance(machine, SimulatedMachine)
    report = _ChangeReport(context, machine)
    if context.options.simulate == "diff":
        report.print_diffs()
    else:
        report.print_manifest()
    from duckrow.cfengine.promises.packages.simulated import report_operations

    report_operations(context)


def clear(context: Context) -> None:
    """Remove the copies."""
    if isinstance(context.machine, SimulatedMachine):
        context.machine.clear()


class _ChangeReport:
    __slots__ = ("_context", "_files", "_host", "_machine", "_print_line")

    def __init__(self, context: Context, machine: SimulatedMachine) -> None:
        self._context = context
        self._machine = machine
        self._files: Files = machine.files
        self._host: Files = LocalFiles()
        self._print_line = context.log.plain

    def print_manifest(self) -> None:
        """Print the changed files, and the unchanged ones for manifest-full."""
        self._print_renamed()
        changed = self._changed("manifest", "Manifesting")
        for path in changed:
            self._show(path)
        if self._context.options.simulate != "manifest-full":
            return
        kept = [path for path in self._context.run_data.of(_KeptFiles) if path not in changed]
        if not kept:
            self._context.log.info("No unmodified files to manifest")
            return
        self._context.log.info("Manifesting unmodified files (in the changes chroot)")
        for path in kept:
            self._show(path)

    def print_diffs(self) -> None:
        """Print the differences between old and new files."""
        self._print_renamed()
        for path in self._changed("show diff for", "Showing diff for"):
            before, after = self._host.facts(path), self._files.facts(path)
            if before is None:
                self._show(path)
                continue
            self._delimit()
            if after is None:
                self._print_line(f"'{path}' no longer exists")
            elif before.kind != after.kind:
                self._print_line(
                    f"'{path}' changed type from {_KINDS[before.kind]} to {_KINDS[after.kind]}"
                )
                self._print_status(after)
                self._print_details(path, after)
            elif after.kind == "directory":
                self._compare_names(path)
            elif after.kind == "file":
                self._run_diff(path)
            else:
                self._print(path, after)

    def _changed(self, action: str, doing: str) -> list[str]:
        # Copies that editing makes next to a file are not changes themselves, and a pattern of
        # paths is not a file.
        changed = [
            path
            for path in self._machine.overlay.changed
            if not path.endswith(_BESIDE)
            and (self._files.facts(path) is not None or self._host.facts(path) is not None)
        ]
        if changed:
            self._context.log.info(f"{doing} changed files (in the changes chroot)")
        else:
            self._context.log.info(f"No changed files to {action}")
        return changed

    def _print_renamed(self) -> None:
        renamed = self._machine.overlay.renamed
        if renamed:
            self._context.log.info("Manifesting renamed files (in the changes chroot)")
        for old, new in renamed:
            self._delimit()
            self._print_line(f"'{new}' is the new name of '{old}'")

    def _delimit(self) -> None:
        width = environment().get("COLUMNS", "")
        self._print_line("=" * (max(int(width) if width.isdecimal() else 0, _NARROWEST) - 5))

    def _show(self, path: str) -> None:
        self._delimit()
        facts = self._files.facts(path)
        if facts is None:
            self._print_line(f"'{path}' no longer exists")
        else:
            self._print(path, facts)

    def _print(self, path: str, facts: FileFacts) -> None:
        self._print_line(f"'{path}' is a {_KINDS[facts.kind]}")
        self._print_status(facts)
        self._print_details(path, facts)

    def _print_status(self, facts: FileFacts) -> None:
        users = self._machine.users
        mode = facts.mode & 0o7777
        self._print_line(f"Size: {facts.size}")
        user, group = users.user_of(facts.uid), users.group_of(facts.gid)
        self._print_line(
            f"Access: ({mode:04o}/{_letters(mode)})  "
            f"Uid: ({facts.uid}/{user.name if user else ''})   "
            f"Gid: ({facts.gid}/{group.name if group else ''})"
        )

        for word, time in (
            ("Access", facts.atime_ns),
            ("Modify", facts.mtime_ns),
            ("Change", facts.ctime_ns),
        ):
            self._print_line(
                f"{word}: {strftime('%Y-%m-%d %H:%M:%S %z', local_time(time // 10**9))}"
            )

    def _print_details(self, path: str, facts: FileFacts) -> None:
        if facts.kind == "file":
            self._print_line("")
            self._print_line("Contents of the file:")
            content = self._files.read(path)
            if not content.isascii():
                self._print_line("File contains non-ASCII data")
                return
            text = content.decode()
            if text:
                self._print_line(text.removesuffix("\n"))
            if text and not text.endswith("\n"):
                self._print_line("\\no newline at the end of file")
        elif facts.kind == "link":
            self._print_line("")
            self._print_line(f"Target: '{facts.target}'")
        elif facts.kind == "directory":
            self._print_line("")
            self._print_line("Directory contents:")
            for name in self._files.names(path):
                self._print_line(name)

    def _compare_names(self, path: str) -> None:
        before, after = self._host.names(path), self._files.names(path)
        for name in sorted({*before, *after}, key=os.fsencode):
            if name not in after:
                self._print_line(f"Only in {path}: {name}")
            elif name not in before:
                self._print_line(f"Only in {self._machine.overlay.directory}{path}: {name}")

    def _run_diff(self, path: str) -> None:
        from duckrow.machine.processes.command import Command

        found = self._machine.commands.find("diff")
        if found is None:
            self._context.log.error(f"'diff -u {path}' failed: there is no diff")
            return
        other = f"{self._machine.overlay.directory}{path}"
        labels = ["--label", f"original {path}", "--label", f"changed  {path}"]
        result = self._machine.commands.run(Command([found, "-u", *labels, path, other]))
        if result.status > 1:
            self._context.log.error(f"'diff -u {path} {other}' failed")
        if result.text:
            self._print_line(result.text.removesuffix("\n"))


def _letters(mode: int) -> str:
    """Return permission bits as `ls` shows them."""
    out = ""
    for shift, special, letter in ((6, 0o4000, "s"), (3, 0o2000, "s"), (0, 0o1000, "t")):
        bits = mode >> shift
        runs = bits & 1
        last = (letter if runs else letter.upper()) if mode & special else ("x" if runs else "-")
        out += ("r" if bits & 4 else "-") + ("w" if bits & 2 else "-") + last
    return out
