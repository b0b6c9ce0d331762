"""The errors that a test can meet: a compile that fails, a thing that is not there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import pytest

    from duckrow.explain.answer import Place


class CompileError(Exception):
    """A compile that failed, in the words of Puppet; below them the line, why, and what to try.

    `message` is what Puppet says, and `place` is where.
    """

    def __init__(self, message: str, place: Place | None, details: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.details = details

    def __str__(self) -> str:
        return f"{self.message}\n{self.details}" if self.details else self.message

    @property
    def file(self) -> str | None:
        return None if self.place is None else self.place.file

    @property
    def line(self) -> int | None:
        return None if self.place is None else self.place.line or None

    @property
    def column(self) -> int | None:
        return None if self.place is None else self.place.column or None


class ArgumentError(TypeError, ValueError, LookupError):
    """An argument that a test cannot give: what is wrong with it, and what to write."""

    def __str__(self) -> str:
        return str(self.args[0])


class MissingError(AssertionError, KeyError, AttributeError):
    """A name that a catalog or a run does not have, with the reason and the nearest name."""

    def __str__(self) -> str:
        return str(self.args[0])


class SnapshotError(AssertionError):
    """A snapshot that is not there, or not the same."""


class PolicyError(Exception):
    """A policy that cannot be run, with the messages about it."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines) or "the policy is invalid")
        self.lines = lines


def hides(info: pytest.ExceptionInfo[BaseException] | None) -> bool:
    """Return whether an error is the test's own: pytest shows no frame of duckrow then.

    A module of this room says so for all its functions: __tracebackhide__ = hides.
    """
    own = CompileError, ArgumentError, MissingError, PolicyError, SnapshotError
    return info is not None and isinstance(info.value, own)
