"""The DHCP server of an interface, from the leases of DHCP clients."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.host import Host

_MANAGER = "/var/lib/NetworkManager"
_DIRECTORIES = ("/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", _MANAGER, "/var/db")


def dhcp_server(host: Host, name: str, index: int | None) -> str | None:
    """Return the address of the DHCP server of an interface."""
    return (
        (index is not None and _server_in(host, f"/run/systemd/netif/leases/{index}"))
        or _by_dhclient(host, name)
        or _by_manager(host, name)
        or _by_dhcpcd(host, name)
        or None
    )


def _server_in(host: Host, path: str) -> str | None:
    for line in host.lines(path):
        if line.startswith("SERVER_ADDRESS="):
            return line[15:].strip()
    return None


def _by_dhclient(host: Host, name: str) -> str | None:
    for directory in _DIRECTORIES:
        for file in host.names(directory):
            if "dhclient" not in file or ".lease" not in file.partition("dhclient")[2]:
                continue
            server = None
            is_meant = False
            for line in host.lines(f"{directory}/{file}"):
                words = line.strip().rstrip(";").split()
                if words[:1] == ["interface"] and name in line.partition("interface")[2]:
                    is_meant = True
                elif words[:2] == ["option", "dhcp-server-identifier"] and len(words) > 2:
                    server = server or words[2]
            if is_meant and server:
                return server
    return None


def _by_manager(host: Host, name: str) -> str | None:
    for file in host.names(_MANAGER):
        if "internal" in file and file.endswith(f"{name}.lease"):
            return _server_in(host, f"{_MANAGER}/{file}")
    return None


def _by_dhcpcd(host: Host, name: str) -> str | None:
    for line in host.output("dhcpcd", "-U", name).splitlines():
        if line.startswith("dhcp_server_identifier="):
            return line.partition("=")[2].strip("'\"")
    return None
