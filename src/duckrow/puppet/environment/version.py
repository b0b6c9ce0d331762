"""config_version: a program that prints the version of the catalog."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.world import World


def run_config_version(environment: Environment, world: World) -> str:
    """Run the program and return its output. No shell splits the command."""
    from shlex import split

    command = environment.settings.with_values({"environment": environment.name}).expand(
        environment.config_version or ""
    )
    failed = f"Execution of config_version command `{command}` failed: "
    try:
        words = split(command)
        status, output = world.run(words, environment.directory or "/")
    except (OSError, ValueError) as error:
        raise EvaluationError(
            f"{failed}Could not execute posix command: {error}", is_bare=True
        ) from error
    if status != 0:
        raise EvaluationError(
            f"{failed}Execution of '{command}' returned {status}: "
            f"{output.decode('utf-8', 'replace').strip()}",
            is_bare=True,
        )
    return output.decode("utf-8", "replace").strip()
