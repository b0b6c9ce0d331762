"""facter.conf: blocked facts, and directories of external facts.

    facts  : { blocklist : [ "disks", "file system", "memory.swap" ] }
    global : { external-dir : [ "/opt/facts.d" ], no-external-facts : false }
    cli    : { log-level : "error" }

A name in the blocklist is a fact, a group of facts, or a file of external facts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.host import Host

FILES = ("/etc/puppetlabs/facter/facter.conf", "/etc/facter/facter.conf")


class Configuration:
    """The settings of a configuration file.

    `groups` are the groups of facts that the file defines; `cli` are settings of the command line
    of facter: debug, trace, verbose, log-level.
    """

    __slots__ = (
        "blocked",
        "cli",
        "custom",
        "external",
        "groups",
        "has_custom",
        "has_external",
        "has_ruby",
        "resolves_dots",
        "shows_legacy",
    )

    def __init__(self, data: dict[str, object] | None = None) -> None:
        everything = _part(data, "global")
        self.cli = _part(data, "cli")
        self.groups = {name: _list(facts) for name, facts in _part(data, "fact-groups").items()}
        self.blocked = self._blocked(_list(_part(data, "facts").get("blocklist")))
        self.external = tuple(_list(everything.get("external-dir")))
        self.custom = tuple(_list(everything.get("custom-dir")))
        self.has_external = everything.get("no-external-facts") is not True
        self.has_custom = everything.get("no-custom-facts") is not True
        self.has_ruby = everything.get("no-ruby") is not True
        self.shows_legacy = everything.get("show-legacy") is True
        self.resolves_dots = everything.get("force-dot-resolution") is True

    def _blocked(self, named: list[str]) -> frozenset[str]:
        """Return the named facts and files, and the facts of named groups."""
        if not named:
            return frozenset()
        from duckrow.facts.groups import members

        return frozenset(
            fact for name in named for fact in (name, *members(name), *self.groups.get(name, ()))
        )


def _part(data: dict[str, object] | None, name: str) -> dict[str, object]:
    found = data.get(name) if data else None
    return found if isinstance(found, dict) else {}


def _list(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def read_configuration(
    host: Host, warn: Callable[[str], None], file: str | None = None
) -> Configuration:
    """Read the configuration file, if it exists."""
    for path in (file,) if file else FILES:
        content = host.content(path)
        if content is None:
            if host.is_directory(path):
                warn(f"Facter failed to read config file {path}: it is a directory")
            continue
        from duckrow.data.errors import DataError
        from duckrow.data.hocon import load

        try:
            data = load(content, path)
        except DataError as error:
            warn(f"Facter failed to read config file {path} with the following error: {error}")
            return Configuration()
        return Configuration(data)
    return Configuration()
