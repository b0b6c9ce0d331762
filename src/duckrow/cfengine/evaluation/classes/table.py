"""The defined classes.

The agent discovers hard classes. Promises define soft classes, for a namespace or for one call of a
bundle. Each class has tags.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT = "default"
# Names of this length or more are invalid.
LONGEST_CLASS = 1024
# Bytes of a canonical name: letters and digits stay, other bytes become an underscore.
_IN_NAME = b"".join(
    (
        b"_" * 48 + b"0123456789",
        b"_" * 7 + b"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        b"_" * 6 + b"abcdefghijklmnopqrstuvwxyz",
        b"_" * 133,
    )
)


class Class:
    """A defined class."""

    __slots__ = ("comment", "is_hard", "name", "namespace", "scope", "tags")

    def __init__(
        self,
        name: str,
        namespace: str = DEFAULT,
        scope: str = "namespace",
        tags: tuple[str, ...] = (),
        comment: str | None = None,
        *,
        is_hard: bool = False,
    ) -> None:
        self.name = name
        self.namespace = namespace
        self.scope = scope
        self.tags = tags
        self.comment = comment
        self.is_hard = is_hard

    @property
    def qualified_name(self) -> str:
        """Return the name with its namespace, unless that is the default one."""
        return self.name if self.namespace == DEFAULT else f"{self.namespace}:{self.name}"


class Classes:
    """The classes of the whole run; classes of one bundle call are in its frame."""

    __slots__ = ("hard", "soft")

    def __init__(self) -> None:
        self.hard: dict[str, Class] = {}
        self.soft: dict[tuple[str, str], Class] = {}

    def add_hard(self, name: str, *tags: str) -> None:
        """Define a hard class under its canonical name."""
        name = canonify(name)
        if name and name not in self.hard:
            self.hard[name] = Class(name, tags=tags, is_hard=True)

    def add_soft(self, found: Class) -> None:
        """Define a soft class."""
        self.soft[found.namespace, found.name] = found

    def has(self, namespace: str, name: str) -> bool:
        """Return whether a class is defined."""
        return (namespace, name) in self.soft or (namespace == DEFAULT and name in self.hard)

    def get(self, namespace: str, name: str) -> Class | None:
        """Return a class, or None."""
        found = self.soft.get((namespace, name))
        if found is None and namespace == DEFAULT:
            found = self.hard.get(name)
        return found

    def all(self) -> Iterator[Class]:
        """Return all classes, hard ones first."""
        yield from self.hard.values()
        yield from self.soft.values()


def canonify(text: str) -> str:
    """Return the canonical class name of a string: invalid bytes become underscores."""
    if text.isascii() and text.isidentifier():
        return text
    return text.encode("utf-8", "surrogateescape").translate(_IN_NAME).decode("ascii")
