"""`puppet plugin`: download the plugins of a Puppet server."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.server import client_of
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.puppet.agent.directories import make_directories_of
from duckrow.puppet.agent.plugins import synchronize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments

APPLICATION = Application(
    "plugin",
    "download the plugins of a Puppet server",
    "ACTION",
    actions=(Action("download", "download the plugins of a Puppet server", arity=0),),
    section="agent",
    examples=("puppet plugin download",),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Download the plugins, and print the files that changed."""
    settings = settings_of(APPLICATION, arguments, console)
    make_directories_of(settings)
    with client_of(settings, console) as client:
        changed = synchronize(client, str(settings["environment"]))
    if changed:
        console.print_result(f"Downloaded these plugins: {', '.join(changed)}")
    else:
        console.print_result("No plugins downloaded.")
    return 0
