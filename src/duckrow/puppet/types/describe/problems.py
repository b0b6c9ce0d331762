"""The data of a mismatch and its message.

A mismatch is a path and a problem. The path leads from the checked value to the wrong part: an
entry, an index, a parameter. A step into an option of a Variant or into a signature of a function
says how the check got there, not where the part is; the canonical path omits it.
"""

from __future__ import annotations

from duckrow.puppet.types.describe.words import wrong_pattern, wrong_type
from duckrow.source.frozen import abstract, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.numbers import IntegerType

    Path = tuple["Step", ...]


@frozen
class Step:
    """One step of a path: its kind is one of the names below."""

    kind: str
    key: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and (self.kind, self.key) == (other.kind, other.key)

    def __hash__(self) -> int:
        return hash((self.kind, self.key))

    def is_choice(self) -> bool:
        """Return whether the step chooses among alternatives and so leads to no other part."""
        return self.kind in (VARIANT, SIGNATURE)

    def text(self) -> str:
        """Write the step as a message shows it."""
        return _STEPS[self.kind].format(self.key)


SUBJECT = "subject"
ENTRY = "entry"
ENTRY_KEY = "key"
PARAMETER = "parameter"
INDEX = "index"
VARIANT = "variant"
SIGNATURE = "signature"

_STEPS = {
    SUBJECT: "{}",
    ENTRY: "entry '{}'",
    ENTRY_KEY: "key of entry '{}'",
    PARAMETER: "parameter '{}'",
    INDEX: "index {}",
    VARIANT: "variant {}",
    SIGNATURE: "{}.",
    "return": "return",
    "block": "block",
}

RETURN = Step("return", "return")
BLOCK = Step("block", "block")


@abstract
class Problem:
    """The problem of a mismatch, without its path."""

    __slots__ = ()


@frozen
class MissingKey(Problem):
    """A hash lacks a key."""

    key: str


@frozen
class UnrecognizedKey(Problem):
    """A hash has a key that it should not have."""

    key: str


@frozen
class MissingParameter(Problem):
    """A parameter without a default has no value."""

    key: str


@frozen
class UnknownParameter(Problem):
    """A value is given for a parameter that does not exist."""

    key: str


@frozen
class UnexpectedBlock(Problem):
    """A block is given to a function that takes none."""


@frozen
class MissingBlock(Problem):
    """A block is needed and not given."""


@frozen
class UnresolvedType(Problem):
    """The expected type mentions a type that does not exist."""

    type_string: str


@frozen
class WrongType(Problem):
    """A value of a wrong type. Both types are in normal form."""

    expected: Type
    actual: Type


@frozen
class WrongPattern(Problem):
    """A value where particular strings are expected. Both types are in normal form."""

    expected: Type
    actual: Type


@frozen
class WrongSize(Problem):
    """A collection is too small or too large."""

    expected: IntegerType
    actual: IntegerType


@frozen
class WrongCount(Problem):
    """There are too few or too many arguments."""

    expected: IntegerType
    actual: IntegerType


@frozen
class Mismatch:
    """A problem and the path to it."""

    path: Path
    problem: Problem

    def canonical_path(self) -> Path:
        """Return the path without the alternatives chosen on the way."""
        return tuple(step for step in self.path if not step.is_choice())

    def chopped(self, index: int) -> Mismatch:
        """Leave one step out of the path."""
        return Mismatch(self.path[:index] + self.path[index + 1 :], self.problem)

    def text(self) -> str:
        """Write the mismatch; the text begins with a space."""
        steps = "".join(f" {step.text()}" for step in self.path)
        return f"{steps} {_WORDS[type(self.problem)](self.problem)}"


def _range(range_: IntegerType, nothing: str) -> str:
    low, high = range_.low or 0, range_.high
    if low == high:
        return nothing if low == 0 else str(low)
    if low == 0:
        return "unlimited" if high is None else f"at most {high}"
    return f"at least {low}" if high is None else f"between {low} and {high}"


def _size(problem: WrongSize) -> str:
    return f"expects size to be {_range(problem.expected, '0')}, got {_range(problem.actual, '0')}"


def _count(problem: WrongCount) -> str:
    bounds = (problem.expected.low or 0, problem.expected.high)
    plural = "" if bounds in ((1, 1), (1, None), (0, 1)) else "s"
    wanted, given = _range(problem.expected, "no"), _range(problem.actual, "none")
    return f"expects {wanted} argument{plural}, got {given}"


_WORDS: dict[type[Problem], Callable[[Any], str]] = {
    MissingKey: lambda problem: f"expects a value for key '{problem.key}'",
    UnrecognizedKey: lambda problem: f"unrecognized key '{problem.key}'",
    MissingParameter: lambda problem: f"expects a value for parameter '{problem.key}'",
    UnknownParameter: lambda problem: f"has no parameter named '{problem.key}'",
    UnexpectedBlock: lambda _problem: "does not expect a block",
    MissingBlock: lambda _problem: "expects a block",
    UnresolvedType: lambda problem: f"references an unresolved type '{problem.type_string}'",
    WrongType: lambda problem: wrong_type(problem.expected, problem.actual),
    WrongPattern: lambda problem: wrong_pattern(problem.expected, problem.actual),
    WrongSize: _size,
    WrongCount: _count,
}
