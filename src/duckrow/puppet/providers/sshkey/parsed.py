"""sshkey: lines of a file of known hosts."""

from __future__ import annotations

from duckrow.machine.texts.ssh_keys import KnownHost, parse_known_hosts
from duckrow.puppet.providers.base import ABSENT, ProviderError
from duckrow.puppet.providers.parsed import ParsedFile
from duckrow.puppet.resources.sshkey import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.texts.lines import Lines
    from duckrow.puppet.providers.base import Desired, State


class Parsed(ParsedFile):
    """Keys by name and type; markers such as @revoked stay, and are never touched."""

    usual = USUAL
    can_hold = True
    mode = 0o644

    def parse(self, content: bytes) -> Lines[KnownHost]:
        return parse_known_hosts(content)

    def key_of(self, record: KnownHost) -> tuple[str, ...]:
        # A line with a marker is not a plain host key.
        key = (record.names[0], record.kind)
        return (*key, record.marker) if record.marker else key

    def key_for(self, desired: Desired) -> tuple[str, ...]:
        return (desired["name"], desired["type"])

    def name_of(self, record: KnownHost) -> str:
        return f"{record.names[0]}@{record.kind}"

    def state_of(self, record: KnownHost) -> State:
        return {
            "name": record.names[0],
            "type": record.kind,
            "key": record.key,
            "host_aliases": list(record.names[1:]),
        }

    def record_of(self, desired: Desired, state: State) -> KnownHost:
        key, aliases = state.get("key", ABSENT), state.get("host_aliases", ABSENT)
        for name, value in (("type", desired["type"]), ("key", key)):
            if value is None or value == ABSENT:
                raise ProviderError(f"Field '{name}' is required")
        names = (desired["name"], *(() if aliases == ABSENT else aliases))
        return KnownHost(names, desired["type"], key)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "host_aliases":
            return bool(current == wanted)
        return super().is_in_sync(desired, name, current, wanted)


PROVIDER = Parsed
