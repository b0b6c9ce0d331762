"""The names of the host and of its kernel."""

from __future__ import annotations

from sys import maxsize

from duckrow.cfengine.agent.host.found import INVENTORY, Found
from duckrow.cfengine.evaluation.classes.table import canonify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

VARIABLES = (
    "host", "uqhost", "fqhost", "domain", "class", "os", "release", "version", "arch", "long_arch",
    "ostype", "fstab", "resolv", "maildir", "exports",
)  # fmt: skip


def find_kernel(host: Host) -> Found:
    """Find the names of the host and of its kernel."""
    found = Found()
    names = host.uname()
    system, machine = names.sysname.lower(), names.machine.lower()
    _find_names(host, names.nodename.lower(), found)
    found.define(system, *INVENTORY, "derived-from=sys.class")
    found.describe("class", system, "Kernel")
    found.put("os", system)
    found.describe("release", names.release, "Kernel Release")
    found.put("version", names.version)
    found.describe("arch", machine, "Architecture")
    for key, value in (
        ("fstab", "/etc/fstab"),
        ("resolv", "/etc/resolv.conf"),
        ("maildir", "/var/spool/mail"),
        ("exports", "/etc/exports"),
    ):
        found.put(key, value)
    found.define(f"{maxsize.bit_length() + 1}_bit", "source=agent")
    of_system, of_machine = "derived-from=sys.sysname", "derived-from=sys.machine"
    found.define(f"{system}_{names.release}", *INVENTORY, of_system, "derived-from=sys.release")
    found.define(machine, "source=agent", of_machine)
    found.define(f"{system}_{machine}", "source=agent", of_system, of_machine)
    found.define(
        f"{system}_{machine}_{names.release}",
        *("source=agent", of_system, of_machine, "derived-from=sys.release"),
    )
    whole = canonify(f"{system}_{machine}_{names.release}_{names.version}")
    found.put("long_arch", whole)
    found.define(whole, "source=agent", "derived-from=sys.long_arch")
    found.put("ostype", canonify(f"{system}_{machine}"))
    found.define("compiled_on_linux_gnu", "source=agent")
    _find_aliases(host, found)
    return found


def _find_names(host: Host, name: str, found: Found) -> None:
    known, _ = host.known_as(host.uname().nodename)
    full = known.lower() if "." in known else name
    if full.startswith(f"{name}."):
        short, domain = name, full[len(name) + 1 :]
    else:
        short, _, domain = name.partition(".")
    rest = full
    while rest:
        found.define(rest, *INVENTORY, "derived-from=sys.fqhost")
        rest = rest.partition(".")[2]
    found.define(short, "source=agent", "derived-from=sys.uqhost")
    found.define(domain, "source=agent", "derived-from=sys.domain")
    found.describe("host", name, "none")
    found.describe("uqhost", short, "none")
    found.describe("fqhost", full, "Host name")
    found.put("domain", domain)


def _find_aliases(host: Host, found: Found) -> None:
    _, others = host.known_as(found.variables["fqhost"].value)
    for each in others:
        found.define(each, *INVENTORY, "based-on=sys.fqhost")
