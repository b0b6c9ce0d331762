"""host: lines of the hosts file."""

from __future__ import annotations

from duckrow.machine.texts.hosts import Host, parse_hosts
from duckrow.puppet.providers.base import ABSENT, ProviderError
from duckrow.puppet.providers.parsed import ParsedFile
from duckrow.puppet.resources.host import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.texts.lines import Lines
    from duckrow.puppet.providers.base import Change, Desired, State


class Parsed(ParsedFile):
    """Addresses, names, other names, comments."""

    usual = USUAL
    can_hold = True

    def is_suitable(self, machine: Machine) -> bool:
        return machine.files.facts(USUAL, follow=True) is not None

    def parse(self, content: bytes) -> Lines[Host]:
        return parse_hosts(content)

    def key_of(self, record: Host) -> str:
        return record.name

    def state_of(self, record: Host) -> State:
        return {
            "ip": record.address,
            "host_aliases": list(record.aliases) or ABSENT,
            "comment": record.comment,
        }

    def record_of(self, desired: Desired, state: State) -> Host:
        address = state.get("ip", ABSENT)
        if address == ABSENT:
            raise ProviderError("ip is a required attribute for hosts")
        aliases = state.get("host_aliases", ABSENT)
        comment = state.get("comment", ABSENT)
        return Host(
            address,
            desired.name,
            () if aliases == ABSENT else tuple(aliases),
            "" if comment == ABSENT else comment,
        )

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "host_aliases":
            return bool((current if current != ABSENT else []) == wanted)
        return super().is_in_sync(desired, name, current, wanted)

    def change(self, state: State, desired: Desired, name: str, **more: object) -> Change:
        if name == "host_aliases":
            # The reference shows a list that it joins itself without quotes.
            if state.get(name, ABSENT) != ABSENT:
                more["old_text"] = " ".join(state[name])
            more["new_text"] = f"'{' '.join(desired[name])}'"
        return super().change(state, desired, name, **more)


PROVIDER = Parsed
