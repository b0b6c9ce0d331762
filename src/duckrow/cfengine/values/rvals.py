"""Values of the language other than strings and lists.

A string is a `str`, also for the kinds int and real; invalid UTF-8 is represented by surrogates. A
list is a `tuple` in a policy and a `list` once evaluated.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
    Value = "str | Call | Data | list[Value] | tuple[Value, ...]"

# The kinds of variables.
STRING, INT, REAL = "string", "int", "real"
SLIST, ILIST, RLIST = "slist", "ilist", "rlist"
DATA = "data"
LISTS = frozenset((SLIST, ILIST, RLIST))


class Name(str):
    """A bare word: the name of a body, a bundle or a class."""

    __slots__ = ()


class Call:
    """A function call before it is called, or a body or bundle with arguments."""

    __slots__ = ("arguments", "is_checked", "line", "name")

    def __init__(self, name: str, arguments: tuple[object, ...] = (), line: int = 0) -> None:
        # Whether a check of the arguments, as they are written, found nothing to say.
        self.is_checked = False
        self.name = name
        self.arguments = arguments
        self.line = line

    def __eq__(self, other: object) -> bool:
        """Return whether two calls have the same name and arguments, wherever they are."""
        if not isinstance(other, Call):
            return NotImplemented
        return self.name == other.name and self.arguments == other.arguments

    def __hash__(self) -> int:
        """Hash only the name: arguments may contain lists."""
        return hash(self.name)

    def __repr__(self) -> str:
        """Show the call much like its source text."""
        return f"{self.name}({', '.join(map(repr, self.arguments))})"


class Real(float):
    """A real number in data; `text` is its source text."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Real:
        """Convert the text; an invalid or infinite number is zero."""
        try:
            real = super().__new__(cls, text)
        except ValueError:
            real = super().__new__(cls, 0.0)
        real.text = text
        return real

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def __repr__(self) -> str:
        """Show the text."""
        return f"Real({self.text!r})"


class Data:
    """A data container where a value may be of any kind; its content is never changed."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Return whether the data is equal."""
        return isinstance(other, Data) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show the content."""
        return f"Data({self.value!r})"
