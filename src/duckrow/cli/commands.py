"""The commands of duckrow, with one line about each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments, Command

# Each is a module of this directory with a COMMAND and a run(arguments, console).
COMMANDS = {
    "validate": "check manifests, templates and policies without running them",
    "dump": "print the syntax tree of a manifest, a template or a policy",
    "compile": "compile the catalog of a node, or of many nodes",
    "apply": "apply manifests, catalogs and policies to this host",
    "report": "list the runs of this host, and show what a run did",
    "backup": "list, show and restore previous contents of files",
    "lookup": "look up a key in a node's Hiera data",
    "facts": "print the facts of this host, or what CFEngine knows of it",
    "resource": "show resources of this host as Puppet code, or change one",
    "describe": "explain resource types and their attributes",
    "module": "report which parts of a module run here, and how",
    "completion": "print the completion of duckrow for a shell",
    "help": "explain a command",
}


def load(name: str) -> tuple[Command, Callable[[Arguments, Console], int]]:
    """Import only the module of this command."""
    module = __import__(f"duckrow.cli.{name}", fromlist=("COMMAND", "run"))
    return module.COMMAND, module.run
