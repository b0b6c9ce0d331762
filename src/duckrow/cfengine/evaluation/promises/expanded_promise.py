"""A promise with all variables expanded, as its promise type receives it."""

from __future__ import annotations

from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.policy.model import Bundle, Promise

_TRUE = frozenset(("true", "yes", "on"))


class ExpandedPromise:
    """One promise in one round of iteration.

    `attributes` has evaluated values by name; bodies are part of it: `perms => m("600")` gives
    perms "true", perms_name "m" and mode "600".
    """

    __slots__ = (
        "attributes",
        "bundle",
        "comment",
        "line",
        "origin",
        "promisee",
        "promiser",
        "type",
    )

    def __init__(self, origin: Promise, promiser: str, attributes: dict[str, Any]) -> None:
        self.origin = origin
        self.type = origin.type
        self.bundle: Bundle = origin.bundle
        self.line = origin.line
        self.promiser = promiser
        self.promisee: Any = None
        self.attributes = attributes
        self.comment: str | None = None

    @property
    def file(self) -> str:
        """Return the file it is written in."""
        return self.bundle.file

    @property
    def handle(self) -> str | None:
        """Return what it is called by depends_on, or None."""
        return self.text("handle")

    def has(self, name: str) -> bool:
        """Return whether an attribute was given."""
        return name in self.attributes

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return an attribute that is text."""
        value = self.attributes.get(name)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """Return an attribute that is true or false."""
        value = self.attributes.get(name)
        if value is None:
            return default
        return value.lower() in _TRUE if isinstance(value, str) else default

    def items(self, name: str) -> list[str]:
        """Return an attribute that is a list; text alone is a list of one."""
        value = self.attributes.get(name)
        if isinstance(value, list | tuple):
            return [each for each in value if isinstance(each, str)]
        if isinstance(value, str):
            return [value]
        return []

    def integer(self, name: str, default: int) -> int:
        """Return an attribute that is a whole number, k, m and g understood."""
        value = self.attributes.get(name)
        if not isinstance(value, str):
            return default
        from duckrow.cfengine.values.numbers import read_integer

        found = read_integer(value)
        return default if found is None else found

    def data(self, name: str) -> Any:
        """Return an attribute that is a data container, or None."""
        value = self.attributes.get(name)
        return value.value if isinstance(value, Data) else None

    def call(self, name: str) -> Call | None:
        """Return an attribute that is a call, such as edit_line => x(1), or None."""
        value = self.attributes.get(name)
        return value if isinstance(value, Call) else None

    def __repr__(self) -> str:
        return f"<{self.type} {self.promiser!r}>"
