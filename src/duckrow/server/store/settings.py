"""The settings of the store: the section `store` of store.conf in conf.d.

    store: {
        database: "postgresql://duck:secret@db.lab/duckrow"     # else a SQLite file in vardir
        certificate-allowlist: [board.lab]                      # besides the server itself
        report-ttl: 14d
    }

The times have the names and the defaults of PuppetDB; 0s means never.
"""

from __future__ import annotations

from duckrow.ca.rules import seconds_in
from duckrow.data.errors import DataError
from duckrow.server.conf_d import read_section
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.data.hocon_strict import Section
    from duckrow.puppet.settings.settings import Settings

NAME = "store.db"
_TIMES = {
    "report-ttl": "14d",
    "resource-events-ttl": "",
    "node-ttl": "7d",
    "node-purge-ttl": "14d",
    "gc-interval": "60m",
}
_KEYS = ("database", "certificate-allowlist", "port", *_TIMES)


class StoreSettings:
    """Where the store is, who may use it, and how long it remembers. Times are in seconds."""

    __slots__ = (
        "address",
        "allowlist",
        "gc_interval",
        "is_named",
        "node_purge_ttl",
        "node_ttl",
        "port",
        "report_ttl",
        "resource_events_ttl",
    )

    def __init__(self, settings: Settings) -> None:
        """Read the settings. Raises InputError."""
        self.address = f"{settings['vardir']}/duckrow/{NAME}"
        self.is_named = False  # whether store.conf has the address
        self.allowlist = frozenset((str(settings["certname"]),))
        self.port = 0  # of loopback without TLS
        times = dict(_TIMES)
        section = read_section(settings, "store.conf", "store")
        if section is not None:
            try:
                self._read(section, times)
            except DataError as error:
                raise InputError(str(error)) from None
        seconds = {name: _seconds(name, text, section) for name, text in times.items()}
        self.report_ttl = seconds["report-ttl"]
        self.resource_events_ttl = seconds["resource-events-ttl"] or self.report_ttl
        self.node_ttl = seconds["node-ttl"]
        self.node_purge_ttl = seconds["node-purge-ttl"]
        self.gc_interval = seconds["gc-interval"]

    def _read(self, section: Section, times: dict[str, str]) -> None:
        section.expect_keys(*_KEYS)
        self.address = section.text("database", self.address)
        self.is_named = "database" in section
        self.port = section.number("port", 0)
        if "certificate-allowlist" in section:
            self.allowlist |= set(section.texts("certificate-allowlist"))
        times.update({name: section.text(name, usual) for name, usual in times.items()})


def _seconds(name: str, text: str, section: Section | None) -> int:
    """Return a time such as 14d in seconds. Raises InputError."""
    if not text:
        return 0
    seconds = seconds_in(text)
    if seconds is None:
        where = "" if section is None else f"{section.file}: "
        raise InputError(f"{where}'{name}' is a time such as 14d, not '{text}'")
    return seconds
