"""MyType[…]: an object type narrowed by values for its type parameters."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.values.default import DEFAULT as DEFAULT_VALUE
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.puppet.types.objects.object_type import ObjectType


class ObjectExtensionType(Type):
    """The instances of an object type whose attributes match the values, as a case would."""

    __slots__ = ("base", "parameters", "types")
    name = "Object"

    def __init__(
        self, base: ObjectType, parameters: Mapping[str, object], types: Mapping[str, Type]
    ) -> None:
        self.base = base
        self.parameters = parameters
        self.types = types  # of the parameters' values, for matching them with types

    def key(self) -> object:
        """The order in which parameters were named does not matter."""
        return self.base, frozenset((name, to_key(v)) for name, v in self.parameters.items())

    def arguments(self) -> list[object] | Mapping[str, object]:
        """Return the arguments between the brackets: by position if one or two, else by name.

        A parameter without a value before the last one is written as default.
        """
        declared = self.base.type_parameters()
        if len(declared) > 2:
            return self.parameters
        found = [self.parameters.get(name, DEFAULT_VALUE) for name in declared]
        while found and found[-1] is DEFAULT_VALUE:
            found.pop()
        return found
