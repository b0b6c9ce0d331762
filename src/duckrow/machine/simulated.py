"""A machine whose file changes are simulated; everything else is the host's own."""

from __future__ import annotations

import os

from duckrow.machine.files.durability import NONE
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.overlay import OverlayFiles
from duckrow.machine.local import LocalMachine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files


class SimulatedMachine(LocalMachine):
    """Changes of files are made to copies below `directory`, which `clear` removes."""

    __slots__ = ("_host_files", "overlay")

    def __init__(self, directory: str) -> None:
        super().__init__()
        os.makedirs(directory, 0o700, exist_ok=True)
        self._host_files = self.files
        self.overlay = OverlayFiles(self.files, LocalFiles(directory, NONE), directory)
        self._files = self.overlay

    @property
    def files_now(self) -> Files:
        return self._host_files

    def clear(self) -> None:
        """Remove the copies."""
        directory = self.overlay.directory
        LocalFiles().remove(directory, recursive=True)
