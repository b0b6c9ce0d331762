"""The behaviour and the provider of types that an installed Puppet runs."""

from __future__ import annotations

from duckrow.puppet.catalog.references import reference_text
from duckrow.puppet.providers.base import Change, Provider, ProviderError
from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.runtime.definition import IS_METAPARAMETER
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import State
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.installed.program import InstalledPuppet

REFERENCE = "__reference"


class Made:
    """What the program says of a resource that it made."""

    __slots__ = ("number", "relations")

    def __init__(self, number: int, relations: dict[str, list[tuple[str, list[str]]]]) -> None:
        self.number = number
        self.relations = relations


class InstalledBehaviour(Behaviour):
    """A type of a module; the program checks its attributes."""

    __slots__ = ("_program", "_provider", "can_refresh", "own_providers")

    def __init__(self, table: ResourceTypeTable, program: InstalledPuppet) -> None:
        super().__init__(table)
        self._program = program
        self._provider = InstalledProvider(table.name, program)
        self.own_providers = {self._provider.name: lambda: self._provider}
        self.can_refresh = False

    def choose_provider(self, desired: Desired, providers: object) -> Provider:
        """Return the one that hands everything on; the program chooses the real one."""
        return self._provider

    def fill(self, desired: Desired) -> None:
        given = {}
        for name, value in desired.given.items():
            if value is None:
                continue
            if name in IS_METAPARAMETER:
                self.set(desired, name, value)
            else:
                given[name] = _to_data(value)
        try:
            made = self._program.ask(
                "make",
                type=self.type_name,
                title=desired.title,
                values=given,
                sensitive=sorted(desired.sensitive),
                file=desired.file,
                line=desired.line,
            )
        except ProviderError as error:
            raise ResourceError(str(error)) from error
        desired.instance = Made(made["id"], made["relations"])
        desired.name = made["name"]
        for name, value in made["values"].items():
            if name not in IS_METAPARAMETER:
                desired.values[name] = value
        self.can_refresh = self.can_refresh or made["refreshes"]

    def autorequire(self, desired: Desired) -> Related:
        return _made(desired).relations["autorequire"]

    def autobefore(self, desired: Desired) -> Related:
        return _made(desired).relations["autobefore"]

    def autosubscribe(self, desired: Desired) -> Related:
        return _made(desired).relations["autosubscribe"]

    def autonotify(self, desired: Desired) -> Related:
        return _made(desired).relations["autonotify"]


class InstalledProvider(Provider):
    """Hands all work on resources of one type to the program."""

    def __init__(self, type_name: str, program: InstalledPuppet) -> None:
        self.name = "installed"
        self._type_name = type_name
        self._program = program

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        self._program.ask("prefetch", ids=[_made(each).number for each in many])

    def read(self, machine: Machine, desired: Desired) -> State:
        if not self._program.ask("suitable", id=_made(desired).number):
            name = desired["provider"]
            if name is None:
                raise ProviderError(f"Could not find a suitable provider for {self._type_name}")
            raise ProviderError(f"Provider {name} is not functional on this host")
        state: State = self._program.ask("read", id=_made(desired).number)
        return state

    def plan(self, state: State, desired: Desired) -> Iterator[Change]:  # type: ignore[override]
        done: list[str] = []
        while True:
            found = self._program.ask("next", id=_made(desired).number, done=done)
            if found is None:
                return
            yield InstalledChange(self._program, desired, found)
            done.append(found["property"])
            if found["property"] == "ensure":
                return

    def flush(self, machine: Machine, desired: Desired) -> None:
        self._program.ask("flush", id=_made(desired).number)

    def refresh(self, machine: Machine, desired: Desired) -> None:
        self._program.ask("refresh", id=_made(desired).number)

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        found: list[tuple[str, State]] = self._program.ask("instances", type=self._type_name)
        return found


class InstalledChange(Change):
    """The change of one property, in the words of the program."""

    __slots__ = ("_number", "_program", "_said")

    def __init__(
        self, program: InstalledPuppet, desired: Desired, found: dict[str, object]
    ) -> None:
        name = str(found["property"])
        super().__init__(
            name,
            found["old"],
            found["new"],
            self._sync,
            old_text=str(found["old_text"]),
            new_text=str(found["new_text"]),
            event_name=str(found["event"]),
            is_sensitive=bool(found["sensitive"]) or desired.is_sensitive(name),
        )
        self._program = program
        self._number = _made(desired).number
        self._said = ""

    def _sync(self, _machine: Machine) -> None:
        self._said = self._program.ask("sync", id=self._number, property=self.property)

    def message_after(self) -> str:
        return super().message_after() if self.is_sensitive else self._said


def _to_data(value: object) -> object:
    """Return a value of the catalog for the program; a reference is a hash with its text.

    Values that JSON lacks, and hashes with other keys than strings, have the form of rich data.
    """
    if isinstance(value, list):
        return [_to_data(each) for each in value]
    if isinstance(value, dict) and all(type(key) is str for key in value):
        return {key: _to_data(each) for key, each in value.items()}
    if isinstance(value, (ClassType, ResourceType)):
        return {REFERENCE: reference_text(value)}
    if isinstance(value, Sensitive):
        return _to_data(value.unwrap())
    return value if isinstance(value, str | int | float | None) else to_data(value)


def _made(desired: Desired) -> Made:
    made = desired.instance
    assert isinstance(made, Made)
    return made
