"""mailalias: lines of the aliases file."""

from __future__ import annotations

from duckrow.machine.texts.aliases import Alias, parse_aliases
from duckrow.puppet.providers.base import ABSENT, ProviderError
from duckrow.puppet.providers.parsed import ParsedFile
from duckrow.puppet.resources.mailalias import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.texts.lines import Lines
    from duckrow.puppet.providers.base import Desired, State


class Aliases(ParsedFile):
    """Names and their recipients."""

    name = "aliases"
    usual = USUAL
    can_hold = True

    def parse(self, content: bytes) -> Lines[Alias]:
        return parse_aliases(content)

    def key_of(self, record: Alias) -> str:
        return record.name

    def state_of(self, record: Alias) -> State:
        if record.file:
            return {"file": record.file, "recipient": ABSENT}
        return {"recipient": list(record.recipients), "file": ABSENT}

    def record_of(self, desired: Desired, state: State) -> Alias:
        # The resource's attribute replaces the existing one: the two exclude each other.
        for name in ("recipient", "file"):
            if name in desired:
                state = {name: desired[name]}
        recipients, file = state.get("recipient", ABSENT), state.get("file", ABSENT)
        if recipients != ABSENT:
            return Alias(desired.name, tuple(recipients))
        if file == ABSENT:
            raise ProviderError("Field 'recipient' is required")
        return Alias(desired.name, (), file)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "recipient":
            return bool(current == wanted)
        return super().is_in_sync(desired, name, current, wanted)


PROVIDER = Aliases
