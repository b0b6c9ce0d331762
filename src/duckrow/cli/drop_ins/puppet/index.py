"""The applications of `puppet`: those that run here, and the reasons why others are refused."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.drop_ins.puppet.application import Application
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments

    Run = Callable[[Arguments, PuppetConsole], int]

# The modules of this directory, each with an APPLICATION and a run(arguments, console).
APPLICATIONS = {
    "agent": "run as the agent of a Puppet server",
    "apply": "apply a manifest or a catalog to this host",
    "catalog": "compile catalogs",
    "config": "show and change settings",
    "describe": "explain resource types and their attributes",
    "epp": "validate, dump and render EPP templates",
    "facts": "print the facts of this host",
    "filebucket": "store files in a file bucket, and get them back",
    "generate": "generate descriptions of resource types in Puppet code",
    "help": "show help",
    "lookup": "look up a key in the Hiera data of a node",
    "module": "list installed modules",
    "parser": "validate manifests, and dump their trees",
    "plugin": "download the plugins of a Puppet server",
    "resource": "show resources of this host as Puppet code, or change one",
    "ssl": "manage the key and the certificate of this node",
}

_KEYS = "duckrow ca signs and revokes certificates"

# Why an application of the original does not exist here.
REFUSED = {
    "device": "duckrow manages hosts, not devices without an agent",
    "doc": "it writes references from Ruby source; puppet describe explains resource types",
    "node": "it removes data of nodes from a Puppet server; duckrow ca clean removes certificates",
    "report": "it sends reports to a Puppet server; duckrow report shows stored reports",
    "script": "duckrow has no scripts apart from catalogs; puppet apply runs functions too",
    # Applications of other packages.
    "ca": _KEYS,
    "cert": _KEYS,
    "master": "duckrow serve is the server",
    "server": "duckrow serve is the server",
}


def load(name: str) -> tuple[Application, Run]:
    """Import the module of an application."""
    module = __import__(f"duckrow.cli.drop_ins.puppet.{name}", fromlist=("APPLICATION", "run"))
    return module.APPLICATION, module.run
