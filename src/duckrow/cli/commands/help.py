"""`duckrow help`: write help texts from the option lists that parse the command line."""

from __future__ import annotations

from duckrow import __version__
from duckrow.cli.options import COMMANDS, COMMON, Command, Option, UsageError, load, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

COMMAND = Command(
    "help",
    "[OPTION…] [COMMAND]",
    (Option("--format", "text (default), or the source of a man page", choices=("text", "man")),),
    (
        ("duckrow help", "all commands"),
        ("duckrow help apply", "one command, with its options and examples"),
    ),
    "A text that is longer than the terminal is shown in $PAGER.",
)
EXIT_CODES = (
    ("0", "success"),
    ("1", "failure: an invalid file, or a resource or promise that failed"),
    ("2", "a usage error or an unreadable file (1 with --detailed-exitcodes: there 2 is a change)"),
    ("70", "a fault in duckrow itself"),
    ("130", "interrupted by Ctrl-C"),
    ("143", "ended by SIGTERM"),
)


def run(arguments: Arguments, console: Console) -> int:
    """Print the overview, or the help of one command."""
    from duckrow.machine.processes.pager import page

    if len(arguments.words) > 1:
        raise UsageError("help takes one command")
    name = "".join(arguments.words)
    if name and name not in COMMANDS:
        raise UsageError(f"there is no command {name}{nearest(name, list(COMMANDS))}")
    if arguments.get("format") == "man":
        console.print_result(man_page(name), end="")
    else:
        page(command_help(load(name)[0]) if name else overview(COMMANDS.items()))
    return 0


def man_page(name: str) -> str:
    """Return the man page of a command, or of duckrow itself without a name."""
    from duckrow.cli.man import command_page, overview_page

    return command_page(load(name)[0]) if name else overview_page(EXIT_CODES)


def overview(commands: Iterable[tuple[str, str]]) -> str:
    """Return the text of `duckrow --help`."""
    return "\n".join(
        [
            f"duckrow {__version__}: Puppet and CFEngine 3 in Python",
            "",
            "usage: duckrow [OPTION…] COMMAND …",
            "",
            "commands:",
            *columns(commands),
            "",
            "options of every command, before or after it:",
            *columns(map(_described, COMMON)),
            "",
            "exit codes:",
            *columns(EXIT_CODES),
            "",
            "duckrow help COMMAND explains a command. A command works on what it is given:",
            "manifests (.pp), templates (.epp), policies (.cf), catalogs and policies in JSON, and",
            "directories of them.",
        ]
    )


def command_help(command: Command) -> str:
    """Return the text of `duckrow COMMAND --help`."""
    lines = [
        f"duckrow {command.name}: {COMMANDS[command.name]}",
        "",
        f"usage: duckrow {command.name} {command.usage}",
        "",
        "options:",
        *columns(map(_described, (*command.options, *COMMON))),
    ]
    if command.notes:
        lines += ["", *command.notes.splitlines()]
    lines += ["", "examples:"]
    for line, meaning in command.examples:
        lines += [f"  $ {line}", f"      {meaning}"]
    return "\n".join(lines)


def _described(option: Option) -> tuple[str, str]:
    names = ", ".join(option.names)
    if option.metavar:
        names += f"[={option.metavar}]" if option.is_switch else f" {option.metavar}"
    return names, option.text


def columns(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return lines with names and, in a column, their meanings."""
    rows = list(rows)
    width = max(len(left) for left, _ in rows)
    return [f"  {left.ljust(width)}  {right}" for left, right in rows]
