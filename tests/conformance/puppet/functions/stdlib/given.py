"""What the programs in the recorded files find: facts, files, and a module that is called stdlib.

FILES in a program is the directory that `make_files` fills, MODULES the one of the modules.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

FACTS = {
    "networking": {"fqdn": "test.example.com", "ip": "10.0.0.1"},
    "fqdn": "test.example.com",
    "interfaces": "lo,eth0",
    "ipaddress": "10.0.0.1",
    "ipaddress_lo": "127.0.0.1",
    "ipaddress_eth0": "10.0.0.1",
    "network_eth0": "10.0.0.0",
    "network_lo": "127.0.0.0",
    "macaddress_eth0": "aa:bb",
    "a": {"b": ["x", {"c.d": 5}], "e.f": 1},
    "n": 3,
    "operatingsystem": "Debian",
    "operatingsystemmajrelease": "12",
}
FILES = "a/1.conf a/2.conf a/b/3.conf a/b/c/4.conf a/.h/5.conf a/.6.conf z/7.txt [x] A/8 a/{q}"


def make_files(folder: Path) -> None:
    """Make the files that programs ask for; they are empty."""
    _make(folder, FILES.split())


def make_module(folder: Path, newer: Collection[str], older: Collection[str]) -> None:
    """Make a module that has the files of functions by name, with nothing in them."""
    names = [f"functions/{name.replace('::', '/')}.rb" for name in newer]
    names += [f"parser/functions/{name}.rb" for name in older]
    _make(folder / "stdlib" / "lib" / "puppet", names)


def _make(folder: Path, names: list[str]) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
