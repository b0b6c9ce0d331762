"""Values of a policy that are more than text.

Text is `str`, also for the kinds int and real; undecodable bytes are kept as surrogates. A list is
a `tuple` in a policy and a `list` once evaluated. What else there is stands here.
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
    """A function call that was not done yet, or a body or bundle with arguments."""

    __slots__ = ("arguments", "line", "name")

    def __init__(self, name: str, arguments: tuple[object, ...] = (), line: int = 0) -> None:
        self.name = name
        self.arguments = arguments
        self.line = line

    def __eq__(self, other: object) -> bool:
        """Tell whether the same is called with the same arguments, wherever it stands."""
        if not isinstance(other, Call):
            return NotImplemented
        return self.name == other.name and self.arguments == other.arguments

    def __hash__(self) -> int:
        """Go by the name: arguments may hold lists."""
        return hash(self.name)

    def __repr__(self) -> str:
        """Show the call nearly as it is written."""
        return f"{self.name}({', '.join(map(repr, self.arguments))})"


class Real(float):
    """A number with a point, in data; `text` is how it is written."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, text: str) -> Real:
        """Read the text; one that is no number, or beyond all bounds, is zero."""
        try:
            real = super().__new__(cls, text)
        except ValueError:
            real = super().__new__(cls, 0.0)
        real.text = text
        return real

    def __str__(self) -> str:
        """Give the text."""
        return self.text

    def __repr__(self) -> str:
        """Show the text."""
        return f"Real({self.text!r})"


class Data:
    """A data container where a value may be of any kind; what it holds is never changed."""

    __slots__ = ("value",)

    def __init__(self, value: Json) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Tell whether the same data is held."""
        return isinstance(other, Data) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show what is held."""
        return f"Data({self.value!r})"
