"""Tools that write the fetched data to standard output. They get secrets on standard input."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine


def stream(
    machine: Machine,
    name: str,
    words: list[str],
    write: Callable[[bytes], None],
    stdin: str | None = None,
) -> None:
    """Run a tool and pass its output on piece by piece, without a limit of size.

    The tool must write nothing to standard error unless it fails.
    """
    from duckrow.machine.processes.command import SEPARATE, Command
    from duckrow.machine.processes.commands import plain_environment

    found = machine.commands.find(name)
    if found is None:
        raise ProviderError(f"Could not find command '{name}'")
    result = machine.commands.run(
        Command(
            [found, *words],
            environment=plain_environment(machine.commands.search_path),
            directory="/",
            stdin=None if stdin is None else stdin.encode("utf-8", "surrogateescape"),
            errors=SEPARATE,
        ),
        write,
    )
    if not result.is_success:
        said = result.errors.content.decode("utf-8", "replace").strip()
        line = " ".join([found, *words])
        raise ProviderError(f"Execution of '{line}' returned {result.status}: {said}")
