"""package: software that a package manager installs, holds or removes."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.resources.behaviour import Behaviour, listed_value, word_of
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

# The feature that a value of `ensure` needs from a provider; a version needs the last.
_FEATURES = {"purged": "purgeable", "disabled": "disableable", "latest": "upgradeable"}
_ALWAYS = ("present", "absent")
_CLASSES = {"int": "Integer", "float": "Float", "dict": "Hash", "list": "Array"}


def _split(title: str) -> dict[str, str]:
    """Take a title for the name alone: provider and command only count where they are given."""
    return {"name": title}


TABLE = ResourceTypeTable(
    "package",
    namevars=("name", "provider", "command"),
    split_title=_split,
    properties={
        "ensure": "present absent purged disabled latest /./",
        "package_settings": "",
        "flavor": "",
        "mark": "hold none",
    },
    parameters={
        "name": "",
        "provider": "",
        "command": "",
        "source": "",
        "instance": "",
        "status": "",
        "adminfile": "",
        "responsefile": "",
        "configfiles": "keep replace",
        "category": "",
        "platform": "",
        "root": "",
        "vendor": "",
        "description": "",
        "allowcdrom": "true false",
        "enable_only": "true false yes no",
        "install_only": "true false yes no",
        "install_options": "",
        "uninstall_options": "",
        "allow_virtual": "true false yes no",
        "reinstall_on_refresh": "true false",
    },
    features={
        "package_settings": "package_settings",
        "flavor": "supports_flavors",
        "mark": "holdable",
        "command": "targetable",
        "install_only": "install_only",
        "install_options": "install_options",
        "uninstall_options": "uninstall_options",
        "allow_virtual": "virtual_packages",
    },
    summary="Installs, updates and removes packages.",
    attribute_help={
        "ensure": "present, absent, purged, latest, held, or a version.",
        "package_settings": "Settings that the package is built or installed with.",
        "flavor": "The flavour or stream of the package.",
        "mark": "Whether the package is kept at its version.",
        "name": "The name of the package, if it is not the title.",
        "command": "The program that installs packages, for pip and gem.",
        "source": "The file that is installed, for tools that do not fetch packages themselves.",
        "instance": "What the package is called when it is installed; for information.",
        "status": "What the tool says about it; for information.",
        "adminfile": "The file with settings for Solaris packages.",
        "responsefile": "A file with answers to what the package asks.",
        "configfiles": "Whether configuration files are kept or replaced.",
        "category": "A note of the package; for information.",
        "platform": "A note of the package; for information.",
        "root": "A note of the package; for information.",
        "vendor": "A note of the package; for information.",
        "description": "A note of the package; for information.",
        "allowcdrom": "Whether apt may install from a disc.",
        "enable_only": "Whether a module stream is only enabled.",
        "install_only": "Whether it is only ever installed beside other versions, never updated.",
        "install_options": "More words for the tool when it installs.",
        "uninstall_options": "More words for the tool when it removes.",
        "allow_virtual": "Whether a name may be one that other packages provide.",
        "reinstall_on_refresh": "Whether a refresh installs the package again.",
    },
)


class PackageType(Behaviour):
    """A package: its version, and whether it is held at that version."""

    __slots__ = ()
    providers = (
        "apt",
        "dnf",
        "yum",
        "zypper",
        "apk",
        "dpkg",
        "rpm",
        "aptitude",
        "pip3",
        "pip",
        "gem",
        "npm",
        "snap",
        "dnfmodule",
    )
    foreign = (
        *("aix", "appdmg", "apple", "aptrpm", "blastwave", "fink", "freebsd", "hpux", "macports"),
        *("nim", "openbsd", "opkg", "pacman", "pip2", "pkg", "pkgdmg", "pkgin", "pkgng", "pkgutil"),
        *("portage", "ports", "portupgrade", "puppet_gem", "puppetserver_gem", "rug", "sun"),
        *("sunfreeware", "tdnf", "up2date", "urpmi", "windows"),
    )
    aliases = {"ensure": {"installed": "present"}}
    strings = ("responsefile",)
    defaults = {"ensure": "present", "configfiles": "keep", "reinstall_on_refresh": "false"}
    can_refresh = True

    def preferred(self, machine: Any) -> tuple[str, ...]:
        tool = machine.packages.default()
        return () if tool is None else (tool.name,)

    def unique_key(self, desired: Desired) -> tuple[object, ...] | None:
        """Return command, name and provider; a package without a provider has the default one."""
        provider = desired.provider
        if provider is None:
            return super().unique_key(desired)
        command: object = desired["command"]
        if command is None and "targetable" in provider.features:
            command = Symbol("default")
        return command, desired.name, Symbol(provider.name)

    def munge_name(self, desired: Desired, value: object) -> str:
        if type(value) is not str:
            kind = type(value).__name__
            raise ValueError(f"Name must be a String not {_CLASSES.get(kind, kind)}")
        return value

    def munge_ensure(self, desired: Desired, value: object) -> str:
        known = listed_value(self.table.properties["ensure"], value, self.aliases["ensure"])
        wanted = word_of(known)
        need = None if wanted in _ALWAYS else _FEATURES.get(wanted, "versionable")
        provider = desired.provider
        if need is not None and provider is not None and need not in provider.features:
            raise ValueError(
                f"Provider {provider.name} must have features '{need}' to set 'ensure' to "
                f"'{word_of(value)}'"
            )
        return wanted

    def munge_mark(self, desired: Desired, value: object) -> str:
        return str(listed_value("hold none", value))

    def munge_flavor(self, desired: Desired, value: object) -> Any:
        if desired["ensure"] == "disabled" and value:
            raise ValueError("Cannot have both `ensure => disabled` and `flavor`")
        return value

    def munge_enable_only(self, desired: Desired, value: object) -> bool:
        if word_of(value) == "true" and desired["flavor"] is not None:
            raise ValueError("Cannot have both `enable_only => true` and `flavor`")
        if desired["ensure"] == "disabled":
            raise ValueError("Cannot have both `ensure => disabled` and `enable_only => true`")
        return bool(listed_value("true false yes no", value))

    def munge_install_options(self, desired: Desired, value: object) -> list[Any]:
        found: list[Any] = []
        for each in value if type(value) is list else [value]:
            if type(each) is dict:
                found.append({_quoted(name): _quoted(item) for name, item in each.items()})
            elif type(each) is str:
                found.append(_quoted(each))
            else:
                raise ValueError("Expected either a string or hash of options")
        return found

    munge_uninstall_options = munge_install_options

    def default_allow_virtual(self, desired: Desired) -> bool:
        provider = desired.provider
        return provider is not None and bool(getattr(provider, "allows_virtual", True))

    def validate(self, desired: Desired) -> None:
        if desired["mark"] is not None and desired["ensure"] in ("absent", "purged"):
            raise ValueError(
                'You cannot use "mark" property while "ensure" is one of ["absent", "purged"]'
            )

    def autorequire(self, desired: Desired) -> Related:
        names = [desired["responsefile"], desired["adminfile"]]
        source = desired["source"]
        if type(source) is str and source.startswith("/"):
            names.append(source)
        yield "file", [str(name) for name in names if name is not None]


def _quoted(value: object) -> str:
    """Return an option as the reference passes it on: quoted if it has a space."""
    text = value if type(value) is str else inspect(value)
    if " " not in text:
        return text
    return '"' + text.replace('"', '\\"') + '"'


BEHAVIOUR = PackageType(TABLE)
