"""The providers of resources that name none, in an example.

rspec-puppet says that all commands are there, so that of packages depends on the facts of the
example alone. It is part of what makes a package unique.
"""

from __future__ import annotations

from functools import lru_cache

from duckrow.puppet.providers.base import Foreign
from duckrow.puppet.providers.index import Providers
from duckrow.spec.windows import PROVIDERS, TYPES, is_windows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable

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
# What the providers can do that duckrow itself does not have, besides `installable`.
_FEATURES = {
    "dnfmodule": "disableable purgeable supports_flavors uninstallable upgradeable versionable",
    "aix": "uninstallable upgradeable versionable",
    "hpux": "uninstallable",
    "openbsd": "install_options purgeable supports_flavors uninstall_options uninstallable "
    "upgradeable versionable",
    "opkg": "uninstallable upgradeable",
    "pacman": "install_options uninstall_options uninstallable upgradeable virtual_packages",
    "pkgin": "uninstallable upgradeable versionable",
    "pkgng": "install_options uninstallable upgradeable versionable",
    "portage": "install_options purgeable reinstallable uninstall_options uninstallable "
    "upgradeable versionable virtual_packages",
    "sun": "install_options uninstallable upgradeable",
    "windows": "install_options uninstall_options uninstallable versionable",
    "urpmi": "purgeable uninstallable upgradeable versionable",
    "tdnf": "install_options purgeable uninstallable upgradeable versionable virtual_packages",
    "pkg": "holdable install_options uninstallable upgradeable versionable",
    "up2date": "uninstallable upgradeable",
    "appdmg": "",
    "apple": "",
    "aptrpm": "purgeable uninstallable upgradeable versionable",
    "blastwave": "uninstallable upgradeable",
    "fink": "holdable purgeable uninstallable upgradeable versionable",
    "freebsd": "purgeable uninstallable upgradeable",
    "macports": "uninstallable upgradeable versionable",
    "nim": "uninstallable upgradeable versionable",
    "pip2": "install_options targetable uninstallable upgradeable versionable",
    "pkgdmg": "",
    "pkgutil": "uninstallable upgradeable",
    "ports": "purgeable uninstallable upgradeable",
    "portupgrade": "uninstallable upgradeable",
    "puppet_gem": "install_options uninstall_options uninstallable upgradeable versionable",
    "puppetserver_gem": "install_options uninstall_options uninstallable upgradeable versionable",
    "rug": "uninstallable upgradeable versionable",
    "sunfreeware": "uninstallable upgradeable",
}


@lru_cache(maxsize=1)
def _others() -> dict[tuple[str, str], type[Provider]]:
    """Return classes of the providers that duckrow itself does not have."""
    of_windows = {(type_name, each.name): each for type_name, each in PROVIDERS.items()}
    return of_windows | {
        ("package", name): type(
            "Foreign",
            (Foreign,),
            {"name": name, "features": frozenset(f"installable {can}".split())},
        )
        for name, can in _FEATURES.items()
    }


class ExampleProviders(Providers):
    """The providers of a catalog of an example."""

    __slots__ = ("_facts", "_windows")

    def __init__(self, machine: Machine, facts: Mapping[str, object]) -> None:
        super().__init__(machine, _others())
        self._facts = facts
        self._windows: bool | None = None

    @property
    def _is_windows(self) -> bool:
        """Whether the facts are those of Windows: facts are computed when somebody asks."""
        if self._windows is None:
            self._windows = is_windows(self._facts)
        return self._windows

    def own_behaviour(self, table: ResourceTypeTable) -> Behaviour | None:
        """Return the behaviour of a type whose paths are those of Windows, with its facts."""
        own = TYPES.get(table.name) if self._is_windows else None
        return own if own is not None and own.table is table else None

    def default(self, behaviour: Behaviour) -> Provider | None:
        """Return the default provider of a type."""
        type_name = behaviour.table.name
        if type_name == "package":
            return self.get(type_name, default_of_packages(self._facts))
        if type_name in PROVIDERS and self._is_windows:
            return self.get(type_name, PROVIDERS[type_name].name)
        return super().default(behaviour)


def facts_of_host(facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts with the older names of those in `os`, which every host has."""
    os = facts.get("os")
    if not isinstance(os, dict):
        return dict(facts)
    release = os.get("release")
    found = {_SYSTEM: os.get("name"), _FAMILY: os.get("family")}
    if isinstance(release, dict):
        found[_MAJOR] = release.get("major")
    return {**{name: value for name, value in found.items() if value is not None}, **facts}


def default_of_packages(facts: Mapping[str, object]) -> str:
    """Return the name of the provider that packages have if they name none."""
    found = [name for name, wanted in _DEFAULTS if _fits(facts, wanted)]
    if any(_fits(facts, wanted) for wanted in _NO_DEFAULTS):
        found = [name for name in found if name != "dnf"]
    # The one with the most ancestors, if none is a default: facts may lack the older names.
    return found[-1] if found else "dnfmodule"


def _fits(facts: Mapping[str, object], wanted: Mapping[str, str]) -> bool:
    return all(str(facts.get(name, "")).lower() in words.split() for name, words in wanted.items())
