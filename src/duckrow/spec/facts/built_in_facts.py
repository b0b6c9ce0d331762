"""Facts of operating systems that ship with duckrow: enough for tests and specs of most modules.

They are the structured facts that manifests branch on: os, kernel, networking, processors, memory,
paths. Fact sets of FacterDB have all facts of a real host, and are used instead where they are.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.spec.facts.fact_files import Facts, Wanted

# NAME FAMILY RELEASE KERNEL CODENAME
_LINUX = """
AlmaLinux   RedHat    8.10   4.18.0-553  Cerulean_Leopard
AlmaLinux   RedHat    9.4    5.14.0-427  Seafoam_Ocelot
Amazon      RedHat    2      4.14.336    Karoo
Amazon      RedHat    2023   6.1.79      n/a
Archlinux   Archlinux 6.8.1  6.8.1       n/a
CentOS      RedHat    7.9    3.10.0-1160 Core
CentOS      RedHat    8      4.18.0-553  n/a
CentOS      RedHat    9      5.14.0-427  n/a
Debian      Debian    10.13  4.19.0-26   buster
Debian      Debian    11.9   5.10.0-28   bullseye
Debian      Debian    12.5   6.1.0-18    bookworm
Debian      Debian    13.0   6.12.38     trixie
Fedora      RedHat    39     6.7.7       n/a
Fedora      RedHat    40     6.8.5       n/a
Fedora      RedHat    41     6.11.4      n/a
OracleLinux RedHat    7.9    5.4.17-2136 n/a
OracleLinux RedHat    8.9    5.15.0-202  n/a
OracleLinux RedHat    9.3    5.15.0-202  n/a
RedHat      RedHat    7.9    3.10.0-1160 Maipo
RedHat      RedHat    8.10   4.18.0-553  Ootpa
RedHat      RedHat    9.4    5.14.0-427  Plow
Rocky       RedHat    8.9    4.18.0-513  Green_Obsidian
Rocky       RedHat    9.4    5.14.0-427  Blue_Onyx
SLES        Suse      12.5   4.12.14     n/a
SLES        Suse      15.5   5.14.21     n/a
Ubuntu      Debian    18.04  4.15.0-213  bionic
Ubuntu      Debian    20.04  5.4.0-173   focal
Ubuntu      Debian    22.04  5.15.0-100  jammy
Ubuntu      Debian    24.04  6.8.0-31    noble
"""
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def built_in_facts() -> list[dict[str, Any]]:
    """Return the facts of each system that ships."""
    return [_linux(*row.split()) for row in _LINUX.split("\n") if row]


def built_in_fact_set(wanted: Wanted) -> Facts | None:
    """Return the facts of a system, of which every caller gets a copy, or None."""
    return next((deepcopy(each) for each in _known() if wanted.fits(each)), None)


@lru_cache(maxsize=1)
def _known() -> list[dict[str, Any]]:
    return built_in_facts()


def _linux(name: str, family: str, release: str, kernel: str, codename: str) -> dict[str, Any]:
    full = _release(name, release)
    is_debian = family == "Debian"
    distro = {
        "id": name if name != "RedHat" else "RedHatEnterprise",
        "description": f"{name} {release}",
        "codename": codename.replace("_", " "),
        "release": full,
    }
    parts = kernel.partition("-")[0].split(".")
    return {
        "os": {
            "name": name,
            "family": family,
            "architecture": "amd64" if is_debian else "x86_64",
            "hardware": "x86_64",
            "release": full,
            "distro": distro,
            "selinux": {"enabled": False},
        },
        "kernel": "Linux",
        "kernelrelease": kernel,
        "kernelversion": kernel.partition("-")[0],
        "kernelmajversion": ".".join(parts[:2]),
        "networking": {
            "hostname": "foo",
            "domain": "example.com",
            "fqdn": "foo.example.com",
            "ip": "10.0.2.15",
            "mac": "08:00:27:00:00:01",
            "mtu": 1500,
            "netmask": "255.255.255.0",
            "network": "10.0.2.0",
            "primary": "eth0",
            "interfaces": {
                "eth0": {
                    "ip": "10.0.2.15",
                    "mac": "08:00:27:00:00:01",
                    "mtu": 1500,
                    "netmask": "255.255.255.0",
                    "network": "10.0.2.0",
                },
                "lo": {
                    "ip": "127.0.0.1",
                    "mtu": 65536,
                    "netmask": "255.0.0.0",
                    "network": "127.0.0.0",
                },
            },
        },
        "processors": {
            "count": 2,
            "cores": 2,
            "threads": 1,
            "physicalcount": 1,
            "isa": "x86_64" if not is_debian else "unknown",
            "models": ["a processor of 64 bits", "a processor of 64 bits"],
        },
        "memory": {
            "system": {"total": "3.83 GiB", "total_bytes": 4112000000, "capacity": "10.00%"}
        },
        "identity": {
            "user": "root",
            "uid": 0,
            "group": "root",
            "gid": 0,
            "privileged": True,
        },
        "path": _PATH,
        "is_virtual": True,
        "virtual": "kvm",
        "timezone": "UTC",
        "filesystems": "ext4",
        "mountpoints": {"/": {"device": "/dev/sda1", "filesystem": "ext4"}},
        "service_provider": "systemd",
        "facterversion": "4.3.0",
    }


def _release(name: str, release: str) -> dict[str, str]:
    if name == "Ubuntu":  # its major release has a dot
        return {"full": release, "major": release}
    major, _, minor = release.partition(".")
    return {"full": release, "major": major} | ({"minor": minor} if minor else {})
