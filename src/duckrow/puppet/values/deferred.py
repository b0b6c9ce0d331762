"""A call that is left for later: the agent makes it when it applies the catalog."""

from __future__ import annotations

from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.keys import to_key
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = r"[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*"


class Deferred(Immutable):
    """The name of a function and its arguments, or a variable with a leading $ and keys to dig.

    `arguments` is None when none were given, which is not the same value as an empty list.
    """

    __slots__ = ("arguments", "name")

    name: str
    arguments: list[object] | None

    def __init__(self, name: str, arguments: Sequence[object] | None = None) -> None:
        import re

        if not re.fullmatch(NAME, name):
            raise InvalidValueError(
                f"parameter 'name' expects a match for Pattern[/\\A{NAME}\\z/], got '{name}'"
            )
        set_field(self, "name", name)
        set_field(self, "arguments", None if arguments is None else list(arguments))

    @property
    def variable(self) -> str | None:
        """The variable to dig into, or None if this is a call."""
        return self.name[1:] if self.name.startswith("$") else None

    def _identity(self) -> tuple[object, ...]:
        return self.name, None if self.arguments is None else to_key(self.arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deferred) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((Deferred, self._identity()))

    def __reduce__(self) -> tuple[object, ...]:
        return Deferred, (self.name, self.arguments)

    def __repr__(self) -> str:
        if self.arguments is None:
            return f"Deferred({self.name!r})"
        return f"Deferred({self.name!r}, {self.arguments!r})"
