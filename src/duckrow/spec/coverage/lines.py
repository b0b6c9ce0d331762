"""Traces the lines of manifests and templates that run.

Compiled manifests have the name and the lines of the manifest, so Python's own tracing sees them.
A compile that several examples share has run once: its lines are kept with it.
"""

from __future__ import annotations

import sys

from duckrow.machine.paths import real_path
from duckrow.puppet.runtime.location import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

    # Lines by the name of their file.
    Lines = dict[str, set[int]]


class LineTracer:
    """Collects the lines that run between `begin` and `end`."""

    __slots__ = ("_paths", "_root", "lines")

    def __init__(self, root: str) -> None:
        self._root = f"{real_path(root)}/"  # the directory of the module
        self._paths: dict[str, str] = {}  # by the name in the code: relative to the module, or ""
        self.lines: Lines = {}

    def begin(self) -> None:
        """Begin with no lines."""
        self.lines = {}
        sys.settrace(self._call)

    def end(self) -> Lines:
        """Return the lines since the beginning."""
        sys.settrace(None)
        return self.lines

    def add(self, lines: Lines) -> None:
        """Add lines that have run before, in a compile that the running example shares."""
        for file, numbers in lines.items():
            self.lines.setdefault(file, set()).update(numbers)

    def _call(self, frame: FrameType, _event: str, _argument: object) -> Any:
        if MARK not in frame.f_globals:
            return None
        path = self._path(frame.f_code.co_filename)
        if not path:
            return None
        numbers = self.lines.setdefault(path, set())

        def trace(frame: FrameType, event: str, _argument: object) -> Any:
            if event == "line":
                numbers.add(frame.f_lineno)
            return trace

        return trace

    def _path(self, name: str) -> str:
        """Return the path of a file of the module; of others, nothing."""
        found = self._paths.get(name)
        if found is None:
            path = real_path(name)
            inner = path.removeprefix(self._root)
            is_own = inner != path and not inner.startswith("spec/")
            found = self._paths[name] = inner if is_own else ""
        return found
