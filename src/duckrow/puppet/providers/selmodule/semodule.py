"""selmodule: modules of the policy by semodule."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.tool import Tool, checked
from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError
from duckrow.puppet.resources.selmodule import file_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

TOOL = "/usr/sbin/semodule"
MAGIC = 0xF97CFF8F
LARGEST = 64 << 20  # bytes of a module; a length in it is not believed beyond that


class Semodule(Provider):
    """The loaded modules are listed once, and again after a change."""

    name = "semodule"

    def __init__(self) -> None:
        self._loaded: dict[str, str] | None = None

    def is_suitable(self, machine: Machine) -> bool:
        return machine.commands.find(TOOL) is not None

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        self._modules(machine)

    def _modules(self, machine: Machine) -> dict[str, str]:
        if self._loaded is None:
            try:
                text = Tool(machine.commands, TOOL).change("--list").text
            except CommandFailed as error:
                said = " ".join(error.output.decode("utf-8", "backslashreplace").split("\n"))
                raise ProviderError(
                    f'Could not list policy modules: "{TOOL} --list" failed with "{said.strip()}"'
                ) from error
            lines = (line.split() for line in text.splitlines() if line.strip())
            self._loaded = {words[0]: (words[1] if len(words) > 1 else "") for words in lines}
        return self._loaded

    def read(self, machine: Machine, desired: Desired) -> State:
        loaded = self._modules(machine)
        if desired.name not in loaded:
            return {"ensure": ABSENT, "syncversion": "false"}
        state = {"ensure": "present"}
        if "syncversion" in desired:
            version = _version(machine, file_of(desired))
            state["syncversion"] = "true" if version == loaded[desired.name] else "false"
        return state

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        return [(name, {"ensure": "present"}) for name in self._modules(machine)]

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        self._run(machine, "load", "--install", file_of(desired))

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        self._run(machine, "remove", "--remove", desired.name)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._run(machine, "upgrade", "--upgrade", file_of(desired))

    def _run(self, machine: Machine, what: str, *words: str) -> None:
        self._loaded = None
        try:
            Tool(machine.commands, TOOL).change(words[0], checked(words[1]))
        except CommandFailed as error:
            said = error.output.decode("utf-8", "backslashreplace").partition("\n")[0]
            raise ProviderError(f"Could not {what} policy module: {said or error.whole}") from error


def _version(machine: Machine, path: str) -> str:
    """Read the version of a module from its file: magic, sections, then texts with lengths."""
    content = machine.files.read(path, LARGEST)

    def number(at: int) -> int:
        if at + 4 > len(content):
            raise ProviderError(f"The policy file {path} is too short")
        return int.from_bytes(content[at : at + 4], "little")

    if number(0) != MAGIC:
        raise ProviderError(f"Found {number(0)} instead of magic {MAGIC} in {path}")
    if number(4) != 1:
        raise ProviderError(f"Unknown policy file version {number(4)} in {path}")
    at = 12 + (number(8) + 1) * 4
    at += 4 + number(at)
    at += 4 + number(at)
    at += 14
    at += 4 + number(at)
    return content[at + 4 : at + 4 + number(at)].decode("utf-8", "replace")


PROVIDER = Semodule
