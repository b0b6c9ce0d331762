"""resources: rules for all resources of a type, such as purging those not declared."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour, listed_value, munging_failed
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

TABLE = ResourceTypeTable(
    "resources",
    properties={},
    parameters={
        "name": "",
        "purge": "true false yes no",
        "unless_system_user": r"true false /^\d+$/",
        "unless_uid": "",
    },
    summary="Says something about all resources of a type, above all that unknown ones go.",
    attribute_help={
        "name": "The type.",
        "purge": "Whether resources of that type which nobody declares are removed.",
        "unless_system_user": "Users with a number up to this are left alone.",
        "unless_uid": "Users with these numbers are left alone.",
    },
)


class ResourcesType(Behaviour):
    """A type whose undeclared resources are removed."""

    __slots__ = ()
    providers = ("resources",)

    def munge_name(self, desired: Desired, value: object) -> str:
        name = str(value)
        if desired.catalog is not None and desired.catalog.find_table(name.lower()) is None:
            raise ValueError(f"Could not find resource type '{name}'")
        return name

    def munge_purge(self, desired: Desired, value: object) -> bool:
        wanted = bool(listed_value(self.table.parameters["purge"], value))
        catalog = desired.catalog
        table = None if catalog is None else catalog.find_table(str(desired["name"]).lower())
        if wanted and table is not None and "ensure" not in table.properties:
            raise ValueError("Purging is only supported on types that accept 'ensure'")
        return wanted

    def munge_unless_system_user(self, desired: Desired, value: object) -> bool | int:
        found = listed_value(self.table.parameters["unless_system_user"], value)
        return found == "true" if found in ("true", "false") else int(found)

    def default_unless_system_user(self, desired: Desired) -> bool | None:
        return True if desired["name"] == "user" else None

    def munge_unless_uid(self, desired: Desired, value: object) -> list[int]:
        found: list[int] = []
        waiting = [value]
        while waiting:
            each = waiting.pop(0)
            if type(each) is list:
                waiting[:0] = each
            elif type(each) is int:
                found.append(each)
            elif type(each) is str:
                try:
                    found.append(int(each))
                except ValueError:
                    why = f"invalid value for Integer(): {inspect(each)}"
                    raise munging_failed("unless_uid", value, why) from None
            else:
                raise munging_failed("unless_uid", value, f"Invalid value {inspect(each)}.")
        return found


BEHAVIOUR = ResourcesType(TABLE)
