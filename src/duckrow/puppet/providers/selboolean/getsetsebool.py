"""selboolean: switches by getsebool and setsebool."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.tool import Tool, checked
from duckrow.puppet.providers.base import Provider, ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

GET, SET = "/usr/sbin/getsebool", "/usr/sbin/setsebool"


class Getsetsebool(Provider):
    """Booleans of the loaded policy, and of the policy on disk if `persistent` is set."""

    name = "getsetsebool"

    def is_suitable(self, machine: Machine) -> bool:
        return all(machine.commands.find(tool) is not None for tool in (GET, SET))

    def read(self, machine: Machine, desired: Desired) -> State:
        text = _ask(machine, checked(desired.name)).strip()
        value = text.rpartition(" ")[2]
        if value not in ("on", "off"):
            raise ProviderError(f"Invalid response '{text}' returned from getsebool")
        return {"value": value}

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        for line in _ask(machine, "-a").splitlines():
            name, _, value = line.partition(" --> ")
            yield name, {"value": value.strip()}

    def set(self, machine: Machine, desired: Desired, name: str, value: Any, state: State) -> None:
        words = ["-P"] if desired["persistent"] == "true" else []
        try:
            Tool(machine.commands, SET).change(*words, checked(desired.name), value)
        except CommandFailed as error:
            said = error.output.decode("utf-8", "backslashreplace")
            raise ProviderError(said.partition("\n")[0] or error.whole) from error


def _ask(machine: Machine, word: str) -> str:
    try:
        return Tool(machine.commands, GET).change(word).text
    except CommandFailed as error:
        raise ProviderError(error.whole) from error


PROVIDER = Getsetsebool
