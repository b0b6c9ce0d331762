"""Write help texts from the option lists that parse the command line."""

from __future__ import annotations

from duckrow import __version__
from duckrow.cli.options import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.cli.options import Command, Option

EXIT_CODES = (
    ("0", "success"),
    ("1", "failure: an invalid file, or a resource or promise that failed"),
    ("2", "a usage error, or a file that could not be read or written"),
    ("70", "a fault in duckrow itself"),
    ("130", "interrupted by Ctrl-C"),
)


def overview(commands: Iterable[tuple[str, str]]) -> str:
    """Return the text of `duckrow --help`."""
    return "\n".join(
        [
            f"duckrow {__version__}: Puppet and CFEngine 3 in Python",
            "",
            "usage: duckrow [OPTION…] COMMAND …",
            "",
            "commands:",
            *_columns(commands),
            "",
            "options, before or after the command:",
            *_columns(map(_described, COMMON)),
            "",
            "exit codes:",
            *_columns(EXIT_CODES),
            "",
            "duckrow COMMAND --help describes a command.",
        ]
    )


def command_help(command: Command) -> str:
    """Return the text of `duckrow COMMAND --help`."""
    lines = [
        f"duckrow {command.name}: {command.summary}",
        "",
        f"usage: duckrow {command.name} {command.usage}",
        "",
        "options:",
        *_columns(map(_described, (*command.options, *COMMON))),
    ]
    if command.notes:
        lines += ["", *command.notes.splitlines()]
    lines += ["", "examples:"]
    for line, meaning in command.examples:
        lines += [f"  $ {line}", f"      {meaning}"]
    return "\n".join(lines)


def _described(option: Option) -> tuple[str, str]:
    names = ", ".join(option.names)
    return (f"{names} {option.metavar}" if option.metavar else names), option.text


def _columns(rows: Iterable[tuple[str, str]]) -> Sequence[str]:
    rows = list(rows)
    width = max(len(left) for left, _ in rows)
    return [f"  {left.ljust(width)}  {right}" for left, right in rows]
