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
        """Return the file of the promise."""
        return self.bundle.file

    @property
    def handle(self) -> str | None:
        """Return the handle, which depends_on refers to, or None."""
        return self.text("handle")

    @property
    def only_warns(self) -> bool:
        """Return whether action_policy asks for warnings in place of changes."""
        return self.attributes.get("action_policy") in ("warn", "nop")

    def has(self, name: str) -> bool:
        """Return whether the promise has an attribute."""
        return name in self.attributes

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return a string attribute, or the default."""
        value = self.attributes.get(name)
        return value if isinstance(value, str) else default

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a boolean attribute, or the default."""
        value = self.attributes.get(name)
        if value is None:
            return default
        return value.lower() in _TRUE if isinstance(value, str) else default

    def items(self, name: str) -> list[str]:
        """Return a list attribute; a string is a list of one."""
        value = self.attributes.get(name)
        if isinstance(value, list | tuple):
            return [each for each in value if isinstance(each, str)]
        if isinstance(value, str):
            return [value]
        return []

    def integer(self, name: str, default: int) -> int:
        """Return an integer attribute with its suffix k, m or g, or the default."""
        value = self.attributes.get(name)
        if not isinstance(value, str):
            return default
        from duckrow.cfengine.values.numbers import read_integer

        found = read_integer(value)
        return default if found is None else found

    def data(self, name: str) -> Any:
        """Return a data container, or None."""
        value = self.attributes.get(name)
        return value.value if isinstance(value, Data) else None

    def call(self, name: str) -> Call | None:
        """Return an attribute that is a call, such as edit_line => x(1), or None."""
        value = self.attributes.get(name)
        return value if isinstance(value, Call) else None

    def __repr__(self) -> str:
        return f"<{self.type} {self.promiser!r}>"
