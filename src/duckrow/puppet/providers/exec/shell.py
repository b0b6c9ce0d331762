"""exec by a shell: everything that a shell understands is a command."""

from __future__ import annotations

from duckrow.puppet.providers.exec.posix import Posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Shell(Posix):
    """Commands for /bin/sh."""

    name = "shell"

    def argv(self, command: Any) -> list[str]:
        words = command if type(command) is list else [command]
        return ["/bin/sh", "-c", *(str(word) for word in words)]

    def executable(self, command: Any) -> str:
        return "/bin/sh"


PROVIDER = Shell
