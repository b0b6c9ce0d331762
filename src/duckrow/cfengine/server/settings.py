"""body server control: how the server listens, and whom it lets in."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_flag, control_list, control_text
from duckrow.cfengine.server.rules import list_matches
from duckrow.cfengine.values.server_address import PORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.regexp.pcre.patterns import Patterns

CIPHERS = "AES256-GCM-SHA384:AES256-SHA:TLS_AES_256_GCM_SHA384"
_CONNECTIONS = 30
_LISTS = ("allowconnects", "denyconnects", "allowallconnects", "trustkeysfrom", "allowusers")


class Settings:
    """The settings of a server; `of` reads them from a policy."""

    __slots__ = (
        "address",
        "ciphers",
        "command",
        "denies_bad_clocks",
        "is_listening",
        "lists",
        "lowest_tls",
        "most_connections",
        "port",
    )

    def __init__(self) -> None:
        self.address = ""
        self.port = int(PORT)
        self.is_listening = True
        self.ciphers = CIPHERS
        self.lowest_tls: str | None = None
        self.most_connections = _CONNECTIONS
        self.denies_bad_clocks = True
        self.command = ""
        self.lists: dict[str, list[str]] = {name: [] for name in _LISTS}

    def why_not(self, address: str, patterns: Patterns, open_now: int) -> str | None:
        """Return why a connection of an address is denied, None if it may begin.

        `open_now` counts the connections that this address has already.
        """
        lists = self.lists
        if lists["allowconnects"] and not list_matches(lists["allowconnects"], address, patterns):
            return f"Remote host '{address}' not in allowconnects, denying connection"
        if list_matches(lists["denyconnects"], address, patterns):
            return f"Remote host '{address}' is in denyconnects, denying connection"
        if open_now and not list_matches(lists["allowallconnects"], address, patterns):
            return (
                f"Remote host '{address}' is not in allowallconnects, denying second simultaneous "
                "connection"
            )
        return None

    def trusts_keys_from(self, address: str, patterns: Patterns) -> bool:
        """Return whether an unknown key of an address is stored and trusted."""
        return list_matches(self.lists["trustkeysfrom"], address, patterns)


def settings_of(context: Context) -> Settings:
    """Return the settings of a policy."""
    found = Settings()
    for name in _LISTS:
        found.lists[name] = [str(each) for each in control_list(context, "server", name) or ()]
    found.address = control_text(context, "server", "bindtointerface") or ""
    found.port = _number(context, "port", int(PORT))
    found.most_connections = _number(context, "maxconnections", _CONNECTIONS)
    found.ciphers = control_text(context, "server", "allowciphers") or CIPHERS
    found.lowest_tls = control_text(context, "server", "allowtlsversion")
    found.command = control_text(context, "server", "cfruncommand") or ""
    control = context.control.get("server", {})
    if "denybadclocks" in control:
        found.denies_bad_clocks = control_flag(context, "server", "denybadclocks")
    if "listen" in control:
        found.is_listening = control_flag(context, "server", "listen")
    return found


def _number(context: Context, name: str, default: int) -> int:
    text = control_text(context, "server", name)
    return int(text) if text is not None and text.isdecimal() else default
