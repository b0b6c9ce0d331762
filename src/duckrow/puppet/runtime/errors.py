"""Errors of a running manifest, and jumps, which are no errors.

    DuckrowError
    └── EvaluationError         a mistake in what a manifest asks for; gets its location when caught
        ├── ArgumentsError      arguments that a function does not take
        ├── BodyError           one that happened in a body that had waited for its turn
        └── CompilerCrash       one that Puppet reports as a crash of its compiler
    Jump                        not an error: control leaves a body
    ├── NextJump                next(): the block is left with a value
    ├── ReturnJump              return(): the function, class or define is left with a value
    └── BreakJump               break(): the iteration is left

Running code carries no positions. An EvaluationError says what is wrong; the report reads the
location from the traceback (see `location`). An error that belongs to another location than the
code that is running (a resource declared earlier) brings it.
"""

from __future__ import annotations

from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.location import Location


class EvaluationError(DuckrowError):
    """A mistake in what a manifest asks for.

    `code` is the reference's issue code in kebab case (unknown-variable). Without one the error is
    a plain failure inside an expression, and the report says inside which: "Error while evaluating
    a Function Call, ...".

    `part` names the operand that is to blame, where that is not the expression itself: left, right,
    title ... The compiler wrote down where the operands of each expression are.

    `location` is set when the error belongs elsewhere than to the code that was running. An error
    that is `is_bare` is reported in its own words alone, without "Evaluation Error:" in front.

    `why` and `hint`, what to try, are ours: the message is the reference's. `missing` is what was
    looked for in vain, its kind and its name: who reports the error finds out more about it.
    """

    def __init__(
        self,
        message: str,
        code: str = "",
        part: str = "",
        location: Location | None = None,
        is_bare: bool = False,
        hint: str = "",
        why: str = "",
        missing: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.part = part
        self.location = location
        self.is_bare = is_bare
        self.hint = hint
        self.why = why
        self.missing = missing
        self.is_of_data = False  # it happened during a lookup


class ArgumentsError(EvaluationError):
    """Arguments that a function does not take; Ruby code sees an ArgumentError."""


class BodyError(EvaluationError):
    """An error in the body, or the parameters, of a define that had waited for its turn.

    The report tells the whole of the error (`inner`, with its location if it has one) and then
    where the resource was declared: "Error while evaluating a Resource Statement, ...".
    """

    def __init__(self, inner: DuckrowError, location: Location) -> None:
        super().__init__(str(inner), location=location)
        self.inner = inner


class CompilerCrash(EvaluationError):  # noqa: N818  (Puppet crashes, duckrow does not)
    """A mistake that Puppet reports as a crash of its compiler, without a location."""

    def __init__(self, message: str) -> None:
        super().__init__(
            f"Puppet::Parser::Compiler failed with error ArgumentError: {message}", is_bare=True
        )


class Jump(Exception):  # noqa: N818  (a jump is not an error)
    """Control leaves a body."""

    def __init__(self, value: object = None) -> None:
        super().__init__()
        self.value = value


class NextJump(Jump):
    """next(): the block is left with a value."""


class ReturnJump(Jump):
    """return(): the function, class or define is left with a value."""


class BreakJump(Jump):
    """break(): the iteration is left."""
