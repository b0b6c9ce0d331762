"""puppetdb.conf: which PuppetDB to use, and how.

Its section main has settings of its own, such as server_urls = https://puppetdb.example.com:8081.
"""

from __future__ import annotations

from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.settings.settings import Settings

    Warn = Callable[[str], None]

NAME = "puppetdb.conf"
DEFAULT_URL = "https://puppetdb:8081"
_RETIRED = ("server", "port")
_FAILED = "Could not configure PuppetDB terminuses"


class Configuration:
    """The settings of puppetdb.conf; their names are those of the file."""

    __slots__ = (
        "command_broadcast",
        "include_catalog_edges",
        "include_unchanged_resources",
        "min_successful_submissions",
        "server_url_timeout",
        "server_urls",
        "soft_write_failure",
        "sticky_read_failover",
        "submit_only_server_urls",
        "verify_client_certificate",
    )

    def __init__(self, given: dict[str, str]) -> None:
        self.server_urls = _urls(given.get("server_urls", DEFAULT_URL))
        self.submit_only_server_urls = _urls(given.get("submit_only_server_urls", ""))
        self.server_url_timeout = _number(given, "server_url_timeout", 30)
        self.min_successful_submissions = _number(given, "min_successful_submissions", 1)
        self.soft_write_failure = _flag(given, "soft_write_failure", False)
        self.include_unchanged_resources = _flag(given, "include_unchanged_resources", False)
        self.include_catalog_edges = _flag(given, "include_catalog_edges", True)
        self.command_broadcast = _flag(given, "command_broadcast", False)
        self.sticky_read_failover = _flag(given, "sticky_read_failover", False)
        self.verify_client_certificate = _flag(given, "verify_client_certificate", True)
        self._check()

    def _check(self) -> None:
        """Reject settings that contradict each other."""
        least = self.min_successful_submissions
        if self.soft_write_failure and least > 1:
            raise InputError(
                f"{_FAILED}: soft_write_failure cannot be enabled when "
                "min_successful_submissions is greater than 1"
            )
        both = [url for url in self.server_urls if url in self.submit_only_server_urls]
        if both:
            raise InputError(
                f"{_FAILED}: Server URLs must be in either server_urls or "
                f"submit_only_server_urls, not both. ({', '.join(both)} are in both)"
            )
        if least > 1 and not self.command_broadcast:
            raise InputError(
                f"{_FAILED}: command_broadcast must be set to true to use "
                "min_successful_submissions"
            )
        if least > len(self.server_urls):
            raise InputError(
                f"{_FAILED}: min_successful_submissions ({least}) must be less than or equal to "
                f"the number of server_urls ({len(self.server_urls)})"
            )


def read_configuration(settings: Settings, warn: Warn) -> Configuration:
    """Read puppetdb.conf in confdir; without that file the defaults count."""
    path = f"{settings['confdir']}/{NAME}"
    try:
        text = settings.world.read(path).decode()
    except FileNotFoundError:
        return Configuration({})
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None
    return Configuration(parse_configuration(text, path, warn))


def parse_configuration(text: str, path: str, warn: Warn) -> dict[str, str]:
    """Return the settings of the section main."""
    section = ""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line[0] in "#;":
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
            continue
        name, equals, value = (each.strip() for each in line.partition("="))
        if name in _RETIRED and equals:
            warn(
                f"Setting '{line}' is retired: use 'server_urls' instead. "
                f"Defaulting to 'server_urls={DEFAULT_URL}'."
            )
            continue
        if not equals or not value or not name.replace("_", "").isalnum():
            raise InputError(
                f"{_FAILED}: Unparseable line '{line}' in PuppetDB config {path}:{number}"
            )
        if not section:
            raise InputError(
                f"{_FAILED}: Setting '{line}' is illegal outside of section in PuppetDB config "
                f"{path}:{number}",
                hint=f"write [main] above line {number}",
            )
        if section == "main":
            found[name] = value
    return found


def _urls(text: str) -> list[str]:
    """Return the URLs of a list, without the slash at their ends."""
    from urllib.parse import urlsplit

    urls = []
    for each in (word.strip() for word in text.split(",")):
        if not each:
            continue
        try:
            parts = urlsplit(each)
            _ = parts.port
        except ValueError as error:
            raise InputError(
                f"{_FAILED}: Error parsing URL '{each}' in PuppetDB 'server_urls', "
                f"error message was '{error}'"
            ) from None
        if parts.scheme != "https" or not parts.hostname:
            raise InputError(f"{_FAILED}: PuppetDB 'server_urls' must be https, found '{each}'")
        if parts.path not in ("", "/"):
            raise InputError(
                f"{_FAILED}: PuppetDB 'server_urls' cannot contain URL paths, found '{each}'"
            )
        urls.append(each.rstrip("/"))
    return urls


def _flag(given: dict[str, str], name: str, default: bool) -> bool:
    value = given.get(name)
    if value is None:
        return default
    if value not in ("true", "false"):
        raise InputError(
            f'{_FAILED}: invalid value for Boolean: "{value}"',
            why=f"{name} in {NAME} is true or false",
        )
    return value == "true"


def _number(given: dict[str, str], name: str, default: int) -> int:
    value = given.get(name)
    if value is None:
        return default
    if not (value.isascii() and value.isdigit()):
        raise InputError(f"{_FAILED}: {name} is a whole number, not '{value}'")
    return int(value)
