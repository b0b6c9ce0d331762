"""SELinux: whether the machine has it, and which context its policy assigns to a path."""

from __future__ import annotations

from duckrow.machine.processes.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

ENFORCING = "/sys/fs/selinux/enforce"
_KINDS = {
    "file": "file",
    "directory": "dir",
    "link": "link",
    "fifo": "pipe",
    "socket": "socket",
    "character device": "char",
    "block device": "block",
}


class Selinux:
    """Calls matchpathcon, since only the policy's own library knows the rules."""

    __slots__ = ("_commands", "_files", "_known")

    def __init__(self, files: Files, commands: Commands) -> None:
        self._files = files
        self._commands = commands
        self._known: dict[tuple[str, str], str | None] = {}

    @property
    def is_enabled(self) -> bool:
        """Return whether the kernel has a policy loaded."""
        return self._files.facts(ENFORCING) is not None

    def default_context(self, path: str, kind: str = "file") -> str | None:
        """Return the context that the policy assigns to a path, or None."""
        key = (path, kind)
        if key not in self._known:
            self._known[key] = self._ask(path, kind)
        return self._known[key]

    def _ask(self, path: str, kind: str) -> str | None:
        tool = Tool(self._commands, "matchpathcon")
        if not self.is_enabled or tool.path is None or not path.startswith("/"):
            return None
        result = tool.ask("-n", "-m", _KINDS.get(kind, "file"), path)
        context = result.text.strip()
        return context if result.is_success and ":" in context else None


def split_context(context: str) -> tuple[str, str, str, str]:
    """Split a context into user, role, type and range; missing parts are empty."""
    parts = [*context.split(":", 3), "", "", ""]
    return parts[0], parts[1], parts[2], parts[3]
