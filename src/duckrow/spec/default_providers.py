"""The provider of packages that name none, in an example.

rspec-puppet says that all commands are there, so it depends on the facts of the example alone. It
is part of what makes a package unique.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import Foreign
from duckrow.puppet.providers.index import Providers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.resources.behaviour import Behaviour

_SYSTEM, _FAMILY, _MAJOR = "operatingsystem", "osfamily", "operatingsystemmajrelease"
# Providers with the facts that make them a default. Where several fit, the last one counts.
_DEFAULTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("aix", {_SYSTEM: "aix"}),
    ("hpux", {_SYSTEM: "hp-ux"}),
    ("openbsd", {_SYSTEM: "openbsd"}),
    ("opkg", {_SYSTEM: "openwrt"}),
    ("pacman", {_SYSTEM: "archlinux manjarolinux"}),
    ("pkgin", {_SYSTEM: "smartos netbsd"}),
    ("pkgng", {_SYSTEM: "freebsd dragonfly"}),
    ("portage", {_FAMILY: "gentoo"}),
    ("sun", {_FAMILY: "solaris"}),
    ("windows", {_SYSTEM: "windows"}),
    ("apt", {_FAMILY: "debian"}),
    ("zypper", {_SYSTEM: "suse sles sled opensuse"}),
    ("urpmi", {_SYSTEM: "mandriva mandrake"}),
    ("yum", {_SYSTEM: "amazon"}),
    ("dnf", {_SYSTEM: "fedora"}),
    ("dnf", {_FAMILY: "redhat"}),
    ("tdnf", {_SYSTEM: "photonos"}),
    ("pkg", {_FAMILY: "solaris", "kernelrelease": "5.11 5.12"}),
    ("up2date", {_FAMILY: "redhat", "lsbdistrelease": "2.1 3 4"}),
    ("yum", {_FAMILY: "redhat", _MAJOR: "4 5 6 7"}),
)
_NO_DEFAULTS = (
    {_SYSTEM: "fedora", _MAJOR: "19 20 21"},
    {_FAMILY: "redhat", _MAJOR: "4 5 6 7"},
)
# What these providers can do, as far as attributes need it: those of other systems, and the one
# for modules, which inherits `latest` from that of packages.
_FEATURES = {
    "dnfmodule": "disableable purgeable supports_flavors upgradeable versionable",
    "aix": "upgradeable versionable",
    "hpux": "",
    "openbsd": "install_options purgeable supports_flavors uninstall_options upgradeable "
    "versionable",
    "opkg": "upgradeable",
    "pacman": "install_options uninstall_options upgradeable virtual_packages",
    "pkgin": "upgradeable versionable",
    "pkgng": "install_options upgradeable versionable",
    "portage": "install_options purgeable reinstallable uninstall_options upgradeable versionable "
    "virtual_packages",
    "sun": "install_options upgradeable",
    "windows": "install_options uninstall_options versionable",
    "urpmi": "purgeable upgradeable versionable",
    "tdnf": "install_options purgeable upgradeable versionable virtual_packages",
    "pkg": "holdable install_options upgradeable versionable",
    "up2date": "upgradeable",
}


class ExampleProviders(Providers):
    """The providers of a catalog of an example."""

    __slots__ = ("_facts",)

    def __init__(self, machine: Machine, facts: Mapping[str, object]) -> None:
        super().__init__(
            machine,
            {
                ("package", name): type(
                    "Foreign",
                    (Foreign,),
                    {
                        "name": name,
                        "features": frozenset(f"installable uninstallable {can}".split()),
                    },
                )
                for name, can in _FEATURES.items()
            },
        )
        self._facts = facts

    def default(self, behaviour: Behaviour) -> Provider | None:
        """Return the default provider of a type."""
        if behaviour.table.name != "package":
            return super().default(behaviour)
        return self.get("package", default_of_packages(self._facts))


def default_of_packages(facts: Mapping[str, object]) -> str:
    """Return the name of the provider that packages have if they name none."""
    found = [name for name, wanted in _DEFAULTS if _fits(facts, wanted)]
    if any(_fits(facts, wanted) for wanted in _NO_DEFAULTS):
        found = [name for name in found if name != "dnf"]
    # The one with the most ancestors, if none is a default: facts may lack the older names.
    return found[-1] if found else "dnfmodule"


def _fits(facts: Mapping[str, object], wanted: Mapping[str, str]) -> bool:
    return all(str(facts.get(name, "")).lower() in words.split() for name, words in wanted.items())
