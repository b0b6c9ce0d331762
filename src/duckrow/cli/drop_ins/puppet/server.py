"""A Puppet server, for applications that ask it for one thing."""

from __future__ import annotations

from duckrow import PUPPET_VERSION
from duckrow.machine.paths import exists
from duckrow.puppet.agent.client import make_client
from duckrow.puppet.agent.tls import node_tls
from duckrow.source.levels import from_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings


def client_of(settings: Settings, console: PuppetConsole) -> Client:
    """Return a client with the certificate of this node; reject a node that has none."""
    if not exists(str(settings["hostcert"])):
        from duckrow.puppet.agent.identity import check_identity

        check_identity(settings)
    client = make_client(settings, node_tls(settings), PUPPET_VERSION, log_to(console, "notice"))
    client.choose_server()
    return client


def log_to(console: PuppetConsole, usual: str) -> Log:
    """Return the function that prints messages from a level on; `usual` without -v and -d."""
    shown = frozenset(from_level(console.level(usual)))

    def log(
        level: str,
        message: str,
        source: str = "Puppet",
        file: str | None = None,  # noqa: ARG001
        line: int | None = None,  # noqa: ARG001
        /,
    ) -> None:
        if level in shown:
            console.print_log(level, message if source == "Puppet" else f"{source}: {message}")

    return log
