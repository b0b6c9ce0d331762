"""A simulated run of a policy: the files that it finds, and all that is left when it ends."""

from __future__ import annotations

from os.path import dirname

from duckrow.cfengine.evaluation.messages.recorder import CANCELLED, DEFINED, Recorder
from duckrow.cfengine.evaluation.variables.names import index_text, read_name
from duckrow.cfengine.explain.dry_run import QuietLog
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.simulated import SimulatedMachine
from duckrow.testing.lines import lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.files import Files

_BESIDE = (".cf-before-edit", ".cf-after-edit", ".cfsaved", ".cfnew", ".cfedited")
_OF_SIMULATION = "All changes in files will be made in the"


class FileState:
    """A file as it would be: `content` of a file, `target` of a link, `mode` as in 0644."""

    __slots__ = ("content", "gid", "kind", "mode", "target", "uid")

    def __init__(self, files: Files, path: str) -> None:
        facts = files.facts(path)
        assert facts is not None
        self.kind = facts.kind
        self.mode = f"{facts.mode & 0o7777:04o}"
        self.uid = facts.uid
        self.gid = facts.gid
        self.target = facts.target
        self.content: str = ""
        if facts.is_file:
            self.content = files.read(path).decode("utf-8", "surrogateescape")

    def __repr__(self) -> str:
        return f"<{self.kind} with mode {self.mode}>"


class TrialLog(QuietLog):
    """Keeps errors and warnings, but not the one that every simulation begins with."""

    __slots__ = ()

    def print_line(self, level: str, text: str) -> None:
        """Keep a line."""
        if not text.startswith(_OF_SIMULATION):
            super().print_line(level, text)


class TrialRecorder(Recorder):
    """Puts files into the simulated host, and keeps classes, variables and files at the end."""

    __slots__ = ("_files", "_given", "changed", "classes", "variables")

    def __init__(self, files: Mapping[str, str | bytes | None]) -> None:
        super().__init__(explains=True)
        self._given = {
            path: content.encode() if isinstance(content, str) else content
            for path, content in files.items()
        }
        self._files: dict[str, FileState | None] = {}
        self.changed: list[str] = []
        self.classes: list[str] = []
        self.variables: dict[str, Any] = {}

    def begin(self, context: Context) -> None:
        """Put the files of the test into the copies."""
        super().begin(context)
        assert isinstance(context.machine, SimulatedMachine)
        if self._given:
            context.machine.use_other_files(self._given)

    def finish(self) -> None:
        """Keep all that is left when the run ends: its copies of files are removed next."""
        context = self.context
        assert context is not None
        assert isinstance(context.machine, SimulatedMachine)
        overlay = context.machine.overlay
        touched = [*overlay.changed, *(new for _, new in overlay.renamed)]
        self.changed = [
            path
            for path in dict.fromkeys(touched)
            if not path.endswith(_BESIDE)
            and (path in self._given or overlay.facts(path) or LocalFiles().facts(path))
        ]
        gone = [old for old, _ in overlay.renamed]
        for path in (*self._given, *self.changed, *gone):
            self._files[path] = None if overlay.facts(path) is None else FileState(overlay, path)
        self.classes = [each.qualified_name for each in context.classes.all()]
        self.classes += self._local_classes()
        self.variables = {
            _variable_name(namespace, scope, index_text(key)): found.value
            for (namespace, scope), table in context.variables.scopes()
            for key, found in table.items()
        }

    def _local_classes(self) -> list[str]:
        found: dict[str, None] = {}
        for change in self.changes:
            prefix = "" if change.namespace == "default" else f"{change.namespace}:"
            if change.kind == DEFINED and change.scope == "bundle":
                found[f"{prefix}{change.name}"] = None
            elif change.kind == CANCELLED:
                found.pop(f"{prefix}{change.name}", None)
        return list(found)

    def agent_variable(self, name: str) -> object:
        """Return a variable of the agent such as sys.os, or None."""
        context, reference = self.context, read_name(name)
        assert context is not None
        found = context.agent_variables.get(reference.scope, reference)
        return None if found is None else found.value

    def state_of(self, path: str) -> FileState | None:
        """Return a file as it would be after the run, or None if it would not exist."""
        above = path
        while above not in ("", "/"):
            if above in self._files and (above == path or self._files[above] is None):
                return self._files[above]
            above = dirname(above)
        host = LocalFiles()
        return None if host.facts(path) is None else FileState(host, path)

    def described(self, path: str) -> list[str]:
        """Describe a changed file as lines of a snapshot."""
        found = self.state_of(path)
        if found is None:
            return [f"{path}: absent"]
        about = f"{path}: {found.kind} {found.mode}"
        if found.target is not None:
            return [f"{path}: link to {found.target}"]
        return [about, *lines_of(found.content, "  ")]


def _variable_name(namespace: str, scope: str, name: str) -> str:
    prefix = "" if namespace == "default" else f"{namespace}:"
    return f"{prefix}{scope}.{name}"
