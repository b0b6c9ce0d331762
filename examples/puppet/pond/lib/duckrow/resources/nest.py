"""nest: a directory entry for a duck, as a file that holds the number of its eggs."""

from duckrow.puppet.providers.base import ABSENT, Behaviour, Provider
from duckrow.puppet.resources.table import ResourceTypeTable

TABLE = ResourceTypeTable(
    "nest",
    properties={"ensure": "present absent", "eggs": ""},
    parameters={"path": ""},
    namevars=("path",),
)


class Shelf(Provider):
    """Keeps nests as small files."""

    name = "shelf"

    def read(self, machine, desired):
        try:
            text = machine.files.read(desired.name).decode()
        except FileNotFoundError:
            return {"ensure": ABSENT, "eggs": ABSENT}
        return {"ensure": "present", "eggs": text.strip()}

    def create(self, machine, desired, state):
        machine.files.replace(desired.name, f"{desired['eggs'] or 0}\n".encode())

    def remove(self, machine, desired, state):
        machine.files.remove(desired.name)

    def set(self, machine, desired, name, value, state):
        machine.files.replace(desired.name, f"{value}\n".encode())


class NestType(Behaviour):
    """There is a nest unless something else is said."""

    __slots__ = ()
    own_providers = {"shelf": Shelf}
    defaults = {"ensure": "present"}

    def munge_eggs(self, desired, value):
        if not str(value).isdecimal():
            raise ValueError(f"eggs are counted, and {value} is no number")
        return str(value)


BEHAVIOUR = NestType(TABLE)
