"""The settings of the page: the section `page` of page.conf in conf.d.

page: {
    enabled: true                   # for other hosts too; without it: loopback only
    token-file: "/etc/puppetlabs/puppetserver/page.token"
    silent-after: 1h
    drifting-within: 1d
}
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

_KEYS = ("enabled", "token-file", "silent-after", "drifting-within")
LEAST_SILENCE = 3600  # seconds


class PageSettings:
    """Who may look at the page, and after how many seconds a node is silent."""

    __slots__ = ("drifting_within", "is_enabled", "silent_after", "token_file")

    def __init__(self, settings: Settings) -> None:
        """Read the settings. Raises InputError."""
        self.is_enabled = False
        self.token_file = ""
        self.drifting_within = 86_400
        # A node that missed one run may only be late.
        self.silent_after = max(LEAST_SILENCE, 2 * int(settings["runinterval"]))
        section = read_section(settings, "page.conf", "page")
        if section is not None:
            try:
                self._read(section)
            except DataError as error:
                raise InputError(str(error)) from None

    def _read(self, section: Section) -> None:
        section.expect_keys(*_KEYS)
        self.is_enabled = section.flag("enabled")
        self.token_file = section.text("token-file", "")
        self.silent_after = _seconds(section, "silent-after", self.silent_after)
        self.drifting_within = _seconds(section, "drifting-within", self.drifting_within)


def _seconds(section: Section, key: str, usual: int) -> int:
    if key not in section:
        return usual
    seconds = seconds_in(section.text(key))
    if not seconds:
        raise section.error(f"'{key}' is a time such as 1h", key)
    return seconds
