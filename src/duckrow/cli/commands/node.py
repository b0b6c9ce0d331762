"""`duckrow node`: remove nodes that are gone."""

from __future__ import annotations

from duckrow.cli.expect import expect_packages, expect_subcommand
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import read_settings, setting_option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

ACTIONS = ("purge",)
_SETTINGS = (
    Option("--cadir", "the directory of the authority", metavar="DIR"),
    Option("--ssldir", "the directory of keys and certificates of nodes", metavar="DIR"),
)

COMMAND = Command(
    "node",
    "purge NAME… [OPTION…]",
    _SETTINGS,
    (("duckrow node purge huey.example.com", "remove everything about a node"),),
    "Run it on the server, which may run on. It revokes and removes the certificate of the node,\n"
    "and removes its facts, its catalog with what it exports, and its reports from the store.\n"
    "Any setting of puppet.conf is an option too. The exit code is 1 if a node is unknown.",
    setting_option,
    ACTIONS,
)


def run(arguments: Arguments, console: Console) -> int:
    """Remove nodes; an error about one does not stop the others."""
    _, names = expect_subcommand(arguments, ACTIONS)
    if not names:
        raise UsageError("give the name of a node")
    expect_packages("node", "server")
    from duckrow.server.log import Log
    from duckrow.server.nodes.purge import purge_node

    settings = read_settings(arguments)

    log = Log(is_json=console.json, level="warning", has_times=False)
    code = 0
    for name in names:
        try:
            removed = list(purge_node(settings, name, log))
        except InputError as error:
            text = str(error) if name in str(error) else f"{name}: {error}"
            console.print_error("node", text, why=error.why, hint=error.hint)
            code = 1
            continue
        if removed:
            console.print_result(f"{name}: removed {'; '.join(removed)}")
        else:
            console.print_error("node", f"nothing is known about {name}")
            code = 1
    return code
