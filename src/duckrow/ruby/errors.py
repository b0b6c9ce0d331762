"""Ruby's exceptions, and the jumps of its control flow.

DuckrowError
├── RubyError           an exception that Ruby code raises or can rescue
└── UnsupportedError    an unsupported construct; Ruby code cannot rescue it
    ├── RubySyntaxError text that is not Ruby
    └── LimitError      too many steps, too much memory
Jump (BreakJump, ThrowJump, ReturnJump, NextJump, RetryJump)
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.values.kinds import RubyModule


class RubyError(DuckrowError):
    """An exception of Ruby: the name of its class, and its message.

    `exception` is the RubyObject, once code has rescued it by name or raised one; the class is
    found by name among the constants, so that core methods need not import them.
    """

    def __init__(self, class_name: str, message: str, exception: object = None) -> None:
        super().__init__(message)
        self.class_name = class_name
        self.message = message
        self.exception = exception
        self.class_: RubyModule | None = None
        # For a method that was not found: the receiver and the name; for a key or constant, too.
        self.missing: tuple[Any, str] | None = None
        self.sought: tuple[object, Any] | None = None
        self.status = 1  # of exit


def argument_error(message: str) -> RubyError:
    return RubyError("ArgumentError", message)


def type_error(message: str) -> RubyError:
    return RubyError("TypeError", message)


def wrong_count(given: int, expected: str) -> RubyError:
    return argument_error(f"wrong number of arguments (given {given}, expected {expected})")


class UnsupportedError(DuckrowError):
    """A construct that this Ruby does not know. Says which, and where."""

    def __init__(self, construct: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(construct)
        self.construct = construct
        self.file = file
        self.line = line


class RubySyntaxError(UnsupportedError):
    """Text that is not Ruby; `what` may say what is unexpected.

    The message begins with the location. No Ruby runs such text, but like an unsupported construct
    it makes its file useless and no more.
    """

    def __init__(self, what: str, file: str | None, line: int) -> None:
        super().__init__(f"syntax error, {what}" if what else "syntax error", file, line)

    def __str__(self) -> str:
        return f"{self.file or '(ruby)'}:{self.line}: {self.construct}"


class LimitError(UnsupportedError):
    """A limit was reached."""


class Jump(Exception):  # noqa: N818  (a jump is not an error)
    """Control leaves a body."""

    def __init__(self, tag: object, value: object = None) -> None:
        super().__init__()
        self.tag = tag
        self.value = value


class BreakJump(Jump):
    """break: the call that was given the block is left. `tag` is the block's home."""


class ReturnJump(Jump):
    """return inside a block: the method around it is left. `tag` is the method's frame."""


class NextJump(Jump):
    """next inside an expression: the block is left."""


class RetryJump(Jump):
    """retry inside an expression: the begin runs again. `tag` is the number of the begin."""


class ThrowJump(Jump):
    """throw: the catch of the same tag is left."""
