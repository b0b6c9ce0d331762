"""The help texts, written from the same lists that read the command line."""

from __future__ import annotations

from duckrow import __version__
from duckrow.cli.options import COMMON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.cli.options import Command, Option

EXIT_CODES = (
    ("0", "what was asked was done"),
    ("1", "a file was refused"),
    ("2", "a command line that makes no sense, or a file that could not be read or written"),
    ("70", "a fault in duckrow itself"),
    ("130", "stopped by Ctrl-C"),
)


def overview(commands: Iterable[tuple[str, str]]) -> str:
    """Write what `duckrow --help` prints."""
    return "\n".join(
        [
            f"duckrow {__version__}: Puppet manifests, read and checked without Ruby",
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
            "duckrow COMMAND --help tells more about a command.",
        ]
    )


def command_help(command: Command) -> str:
    """Write what `duckrow COMMAND --help` prints."""
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
