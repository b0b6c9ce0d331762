"""A server to try: a throw-away authority and an environment, below a temporary directory."""

from __future__ import annotations

from duckrow.machine.paths import make_directories, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings

_SITE = """\
node default {
  include pond
}
"""
_POND = """\
# What every node gets.
class pond (String $greeting = 'quack') {
  notify { "${greeting}, ${trusted['certname']} on ${facts['os']['name']}": }
}
"""


def demo_settings(directory: str) -> dict[str, object]:
    """Return the settings of a demonstration, all below one directory."""
    return {
        "confdir": f"{directory}/conf",
        "vardir": f"{directory}/var",
        "codedir": f"{directory}/code",
        "environmentpath": f"{directory}/code/environments",
        "basemodulepath": f"{directory}/code/modules",
        "ssldir": f"{directory}/ssl",
        "cadir": f"{directory}/ca",
        "rundir": f"{directory}/run",
        "logdir": f"{directory}/log",
        "certname": "localhost",
        "autosign": "true",
    }


def prepare_demo(settings: Settings) -> None:
    """Write an environment, and make an authority with a certificate for localhost."""
    from duckrow.ca.directory import CaDirectory
    from duckrow.ca.host_files import HostFiles
    from duckrow.ca.pem import make_key
    from duckrow.ca.setup import Server, set_up

    production = f"{settings['environmentpath']}/production"
    manifests = {"manifests/site.pp": _SITE, "modules/pond/manifests/init.pp": _POND}
    for name, text in manifests.items():
        path = f"{production}/{name}"
        make_directories(path.rpartition("/")[0])
        write_text(path, text)
    set_up(
        CaDirectory(str(settings["cadir"])),
        Server("localhost", ["DNS:localhost", "IP:127.0.0.1"], HostFiles(str(settings["ssldir"]))),
        ca_name="Puppet CA: demo",
        root_ca_name="Puppet Root CA: demo",
        new_key=lambda: make_key("ec", 0, "prime256v1"),
    )


def agent_command(directory: str, port: int) -> str:
    """Return a command that runs an agent against the demonstration."""
    own = f"{directory}/agent"
    return (
        f"puppet agent --test --certname huey.lab --server localhost --serverport {port} "
        f"--confdir {own}/conf --vardir {own}/var --ssldir {own}/ssl --rundir {own}/run "
        f"--logdir {own}/log --publicdir {own}/public"
    )
