"""Which server to ask, by settings: one server, or the first that works of a list or a domain."""

from __future__ import annotations

from duckrow.puppet.agent.errors import AgentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings


class Address:
    """The host and the port of a server."""

    __slots__ = ("host", "port")

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port

    @property
    def url(self) -> str:
        """The start of the URLs of this server."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def server_list(settings: Settings) -> list[Address]:
    """Return the servers of the setting server_list; empty if it is not set."""
    return [_address(str(each), settings) for each in settings.get("server_list") or ()]


def servers_of_domain(settings: Settings, service: str = "") -> list[Address]:
    """Return the servers that SRV records of the domain name, in the order to try them.

    There are none without the setting use_srv_records. A service, such as ca, may have records of
    its own. Raises OSError.
    """
    if not settings["use_srv_records"]:
        return []
    domain = settings["srv_domain"] or settings.world.host_name().partition(".")[2]
    if not domain:
        return []
    from duckrow.machine.dns import service_records

    name = f"_x-puppet-{service}" if service else "_x-puppet"
    found = service_records(f"{name}._tcp.{domain}")
    return [Address(each.host, each.port) for each in found]


def usual_server(settings: Settings) -> Address:
    """Return the first of the servers, without asking whether it works."""
    found = server_list(settings)
    return found[0] if found else Address(str(settings["server"]), settings["serverport"])


def special_server(settings: Settings, service: str) -> Address | None:
    """Return the server for a service, ca or report, if one was set for it."""
    host, port = settings.get(f"{service}_server"), settings.get(f"{service}_port")
    if host is None and port is None:
        return None
    usual = usual_server(settings)
    return Address(
        usual.host if host is None else str(host),
        settings["serverport"] if port is None else int(port),
    )


def proxy_of(settings: Settings, host: str) -> str | None:
    """Return the proxy for a host, as a URL, or None."""
    proxy = str(settings["http_proxy_host"])
    if proxy in ("none", "") or _is_direct(host, str(settings["no_proxy"])):
        return None
    from urllib.parse import quote

    user, password = str(settings["http_proxy_user"]), str(settings["http_proxy_password"])
    who = ""
    if user not in ("none", ""):
        secret = "" if password == "none" else f":{quote(password, safe='')}"  # noqa: S105
        who = f"{quote(user, safe='')}{secret}@"
    return f"http://{who}{proxy}:{settings['http_proxy_port']}"


def _is_direct(host: str, no_proxy: str) -> bool:
    """Return whether no_proxy names a host or a domain that it is in."""
    for word in no_proxy.replace(",", " ").split():
        name = word.removeprefix("*").removeprefix(".").partition(":")[0]
        if host == name or host.endswith(f".{name}") or word == "*":
            return True
    return False


def _address(text: str, settings: Settings) -> Address:
    host, colon, port = text.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        return Address(text.strip("[]"), settings["serverport"])
    if not port.isdigit():
        raise AgentError(
            f"the setting server_list has no server '{text}'",
            hint="server_list = puppet1,puppet2:8140",
        )
    return Address(host.strip("[]"), int(port))
