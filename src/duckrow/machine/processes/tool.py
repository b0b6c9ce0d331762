"""A system tool, run with argument vectors in a plain environment."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.command import MERGED, SEPARATE, Command
from duckrow.machine.processes.commands import Commands, plain_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.machine.processes.command import Result

# Long enough for a package over a slow network, short enough to end eventually.
LONGEST = 3600.0


class Tool:
    """One executable, searched once by its name."""

    __slots__ = ("_commands", "_environment", "_found", "name")

    def __init__(
        self, commands: Commands, name: str, environment: Mapping[str, str] | None = None
    ) -> None:
        self._commands = commands
        self._environment = environment
        self._found: str | None = None
        self.name = name

    @property
    def path(self) -> str | None:
        """Return the path of the tool, or None."""
        if self._found is None:
            self._found = self._commands.find(self.name)
        return self._found

    def ask(
        self,
        *words: str,
        stdin: bytes | None = None,
        environment: Mapping[str, str] | None = None,
        errors: str = SEPARATE,
        limit: int = 64 * 1024 * 1024,
        timeout: float = LONGEST,
    ) -> Result:
        """Run the tool; the caller checks the exit code. A missing tool raises ENOENT."""
        names = plain_environment(self._commands.search_path)
        names |= self._environment or {}
        names |= environment or {}
        return self._commands.run(
            Command(
                [self.path or self.name, *words],
                environment=names,
                directory="/",
                stdin=stdin,
                errors=errors,
                limit=limit,
                timeout=timeout,
            )
        )

    def change(
        self,
        *words: str,
        stdin: bytes | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Result:
        """Run the tool to change something; an exit code but 0 is an error with its output."""
        result = self.ask(*words, stdin=stdin, environment=environment, errors=MERGED)
        if not result.is_success:
            raise CommandFailed([self.path or self.name, *words], result.status, output_of(result))
        return result


def output_of(result: Result) -> bytes:
    """Return the output of a tool, or a message that its time is over."""
    output = result.output.content or result.errors.content
    return output + b"\n(stopped after its time limit)" if result.has_timed_out else output


def checked(name: str) -> str:
    """Return a name unless a tool could read it as an option or as two words."""
    if not name or name.startswith("-") or "\0" in name or "\n" in name:
        raise ValueError(f"not a name that can be passed to a tool: {name!r}")
    return name
