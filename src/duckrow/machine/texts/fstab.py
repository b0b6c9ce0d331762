"""/etc/fstab, and the current mounts."""

from __future__ import annotations

from errno import EOPNOTSUPP

from duckrow.machine.processes.tool import Tool, checked
from duckrow.machine.texts.lines import Lines
from duckrow.machine.texts.mount_lines import (
    Mount,
    read_mount,
    read_mounts,
    respace_mount,
    write_mount,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

PATH = "/etc/fstab"


def parse_fstab(content: bytes) -> Lines[Mount]:
    """Read the file."""
    return Lines(content, read_mount, write_mount, respace_mount)


class Mounts:
    """Mounts in the machine's fstab, from which `mount` reads the details.

    In a scratch root nothing is mounted, and nothing can be: the tools would change the host.
    """

    __slots__ = ("_commands", "_files", "root")

    def __init__(self, files: Files, commands: Commands, root: str = "/") -> None:
        self._files = files
        self._commands = commands
        self.root = root

    def mounted(self) -> dict[str, Mount]:
        """Return the current mounts by path; of several on one path, the last is on top."""
        if self.root != "/":
            return {}
        content = self._files.read("/proc/self/mounts")
        lines = content.decode("utf-8", "surrogateescape").split("\n")
        return {mount.path: mount for mount in read_mounts(lines)}

    def mount(self, path: str, options: str | None = None) -> None:
        """Mount a path that is in fstab."""
        words = () if not options else ("-o", options)
        self._tool("mount").change(*words, checked(path))

    def remount(self, path: str, options: str | None = None) -> None:
        """Remount a path with its options."""
        words = "remount" if not options or options == "defaults" else f"remount,{options}"
        self._tool("mount").change("-o", words, checked(path))

    def unmount(self, path: str) -> None:
        """Unmount a path."""
        self._tool("umount").change(checked(path))

    def _tool(self, name: str) -> Tool:
        if self.root != "/":
            raise OSError(EOPNOTSUPP, "Nothing can be mounted in a scratch root", self.root)
        return Tool(self._commands, name)
