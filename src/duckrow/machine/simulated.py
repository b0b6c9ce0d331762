"""A machine whose file changes are simulated; everything else is the host's own."""

from __future__ import annotations

import os

from duckrow.machine.files.durability import NONE
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.overlay import OverlayFiles
from duckrow.machine.local import LocalMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.machine.files.files import Files


class SimulatedMachine(LocalMachine):
    """Changes of files are made to copies below `directory`, which `clear` removes."""

    __slots__ = ("_directory", "_host_files", "overlay")

    def __init__(self, directory: str) -> None:
        super().__init__()
        os.makedirs(directory, 0o700, exist_ok=True)
        self._directory = directory
        self._host_files: Files = self.files
        self.overlay = OverlayFiles(self.files, LocalFiles(directory, NONE), directory)
        self._files = self.overlay

    @property
    def files_now(self) -> Files:
        return self._host_files

    def use_other_files(self, given: Mapping[str, bytes | None]) -> None:
        """Let the host have these files, before anything changes; None is one that is missing."""
        directory = f"{self.overlay.directory}/given"
        os.makedirs(directory, 0o700)
        host = OverlayFiles(self._host_files, LocalFiles(directory, NONE), directory)
        for path, content in given.items():
            if content is None:
                host.remove(path, recursive=True)
            else:
                _make_parents(host, path)
                host.replace(path, content, 0o644)
        self._host_files = host
        copies = f"{self.overlay.directory}/copies"
        os.makedirs(copies, 0o700)
        overlay = OverlayFiles(host, LocalFiles(copies, NONE), copies)
        self._files = self.overlay = overlay

    def clear(self) -> None:
        """Remove the copies."""
        LocalFiles().remove(self._directory, recursive=True)


def _make_parents(files: OverlayFiles, path: str) -> None:
    missing = []
    above = os.path.dirname(path)
    while above != "/" and files.facts(above) is None:
        missing.append(above)
        above = os.path.dirname(above)
    for each in reversed(missing):
        files.make_directory(each)
