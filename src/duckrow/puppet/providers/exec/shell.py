"""exec by a shell: everything that a shell understands is a command."""

from __future__ import annotations

from duckrow.puppet.providers.exec.posix import Posix


class Shell(Posix):
    """Commands for /bin/sh."""

    name = "shell"

    def argv(self, command: object) -> list[str]:
        words = command if type(command) is list else [command]
        return ["/bin/sh", "-c", *(str(word) for word in words)]

    def executable(self, command: object) -> str:
        return "/bin/sh"


PROVIDER = Shell
