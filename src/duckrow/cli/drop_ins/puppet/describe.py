"""`puppet describe`: explain resource types and their attributes."""

from __future__ import annotations

from duckrow.cli.commands.describe import run as describe
from duckrow.cli.drop_ins.puppet.application import Application
from duckrow.cli.drop_ins.puppet.help import help_of
from duckrow.cli.drop_ins.puppet.optparse import Switch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments

APPLICATION = Application(
    "describe",
    "explain resource types and their attributes",
    "[OPTION…] TYPE…",
    (
        Switch("--short -s", "list only the names of attributes"),
        Switch("--providers -p", "explain the providers too"),
        Switch("--list -l", "list all types"),
        Switch("--meta -m", "list the metaparameters too"),
    ),
    examples=("puppet describe --list", "puppet describe user -s -m"),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Explain the given types. As in the original, an unknown type is no failure."""
    if not arguments.words and not arguments.has("list"):
        console.print_result(help_of(APPLICATION))
        return 0
    describe(arguments, console)
    return 0
