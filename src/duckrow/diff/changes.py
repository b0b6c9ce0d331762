"""One change between two catalogs: a resource that comes or goes, or one of its attributes.

The kinds are octocatalog-diff's signs: + and - for a resource, ~ for a value, and ! for a hash or
an array that has other keys or elements.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Location = tuple[str | None, int | None]
    Step = str | int

ADDED, REMOVED, CHANGED, RESHAPED = "+", "-", "~", "!"
NOWHERE: Location = (None, None)
REDACTED = "Sensitive [redacted]"
NOT_SHOWN = "[redacted]"  # what show_diff hides
CONTENTS = ("content", "value")  # attributes whose differences show_diff is about
_PARAMETERS = "parameters"


class Hidden:
    """A sensitive value: equal to another one if the values are, and never shown."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return type(other) is Hidden and same(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return REDACTED


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same, also in their types: 1, 1.0 and true are not."""
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is dict:
        return len(one) == len(other) and all(
            key in other and same(value, other[key]) for key, value in one.items()
        )
    if kind is list:
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends, as `diff` sees them: only a newline ends one."""
    lines = text.split("\n")
    return [*(f"{line}\n" for line in lines[:-1]), *filter(None, lines[-1:])]


class Change:
    """A change. `path` leads from the resource to the value; of an array, by number."""

    __slots__ = ("cause", "kind", "new", "new_at", "old", "old_at", "path", "title", "type")

    def __init__(
        self,
        kind: str,
        type_: str,
        title: str,
        path: tuple[Step, ...] = (),
        old: object = None,
        new: object = None,
        old_at: Location = NOWHERE,
        new_at: Location = NOWHERE,
    ) -> None:
        self.kind = kind
        self.type = type_
        self.title = title
        self.path = path
        self.old = old
        self.new = new
        self.old_at = old_at
        self.new_at = new_at
        self.cause = ""

    @property
    def ref(self) -> str:
        """The name of the resource."""
        return f"{self.type}[{self.title}]"

    @property
    def key(self) -> tuple[str, str]:
        """The type and the title."""
        return self.type, self.title

    def hide_content(self) -> None:
        """Hide the content, whose differences the resource does not want to be shown."""
        self.old, self.new = (_without_content(each, self.path) for each in (self.old, self.new))

    @property
    def is_change(self) -> bool:
        """Whether both catalogs have the resource."""
        return self.kind in (CHANGED, RESHAPED)

    @property
    def structure(self) -> list[str]:
        """The path as octocatalog-diff writes it: numbers belong to the name before them."""
        found: list[str] = []
        for step in self.path:
            if isinstance(step, int):
                found[-1] += f"[{step}]"
            else:
                found.append(step)
        return found

    def to_data(self) -> dict[str, Any]:
        """Return the change as plain data, with octocatalog-diff's names."""
        data: dict[str, Any] = {
            "diff_type": self.kind,
            "type": self.type,
            "title": self.title,
            "structure": self.structure,
            "old_value": shown(self.old),
            "new_value": shown(self.new),
            "old_file": self.old_at[0],
            "old_line": self.old_at[1],
            "new_file": self.new_at[0],
            "new_line": self.new_at[1],
        }
        if self.cause:
            data["cause"] = self.cause
        return data


def _without_content(value: Any, path: tuple[Step, ...]) -> Any:
    """Return a resource, or what a path in it leads to, without the content."""
    if not value:
        return value
    if not path:
        return {**value, _PARAMETERS: _without_content(value.get(_PARAMETERS), (_PARAMETERS,))}
    if path[0] != _PARAMETERS:
        return value
    if len(path) == 1:
        return {name: NOT_SHOWN if name in CONTENTS else each for name, each in value.items()}
    return NOT_SHOWN if path[1] in CONTENTS else value


def shown(value: Any) -> Any:
    """Return a value without secrets."""
    kind = type(value)
    if kind is Hidden:
        return REDACTED
    if kind is dict:
        return {key: shown(item) for key, item in value.items()}
    if kind is list:
        return [shown(item) for item in value]
    return value
