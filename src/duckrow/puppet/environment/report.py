"""From an exception to its message, in the reference's wording.

    Evaluation Error: MESSAGE (file: F, line: L, column: C) on node N
    Evaluation Error: Error while evaluating a Function Call, MESSAGE (...) on node N
    Could not parse for environment E: MESSAGE (...) on node N
    MESSAGE (file: F, line: L) on node N        what is wrong with a catalog rather than with code

An unexpected exception is reported as a fault in duckrow, with the location in the manifest.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BodyError, EvaluationError
from duckrow.puppet.runtime.location import Location, location_of_error
from duckrow.source.errors import DuckrowError, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.source.diagnostic import Diagnostic

RUNTIME_ERROR = "runtime-error"
_VOWELS = frozenset("aeiouyAEIOUY")


class Failure:
    """The failure of a compile.

    `message` is the whole message, `basic` the same without locations and names. `at` is the
    location, which some messages do not contain. `needs` is the feature that duckrow lacks, if that
    is the reason. `is_fault` marks a fault in duckrow.
    """

    __slots__ = (
        "at",
        "basic",
        "code",
        "hint",
        "is_fault",
        "location",
        "logged",
        "message",
        "needs",
        "trace",
        "why",
    )

    def __init__(
        self, message: str, basic: str, location: Location | None = None, code: str = ""
    ) -> None:
        self.message = message
        self.basic = basic
        self.location = location
        self.at = location
        self.code = code
        self.logged = message  # how the log says it
        self.why = ""
        self.hint = ""
        self.needs: tuple[str, str] | None = None
        self.is_fault = False
        self.trace = ""

    def to_data(self) -> dict[str, object]:
        """Return the failure as plain data."""
        data: dict[str, Any] = {"message": self.message, "basic": self.basic}
        location = self.location
        if location is None or not location.words():
            location = location_in_message(self.message)
        if location is not None:
            named = (("file", location.file), ("line", location.line), ("column", location.column))
            data.update({name: value for name, value in named if value is not None})
        if self.code:
            data["issue"] = issue(self.code)
        if self.why:
            data["why"] = self.why
        if self.hint:
            data["hint"] = self.hint
        if self.needs is not None:
            data["needs"] = list(self.needs)
        if self.is_fault:
            data["fault"] = True
        return data


def issue(code: str) -> str:
    """Return the reference's name of a kind of error: UNKNOWN_VARIABLE."""
    return code.upper().replace("-", "_")


def failure_of(error: Exception, node_name: str, environment_name: str = "") -> Failure:
    """Make the failure for an exception that ended a compile.

    `environment_name` is given when what the environment starts from could not be read.
    """
    failure = _failure(error)
    if environment_name:
        failure.message = f"Could not parse for environment {environment_name}: {failure.message}"
    failure.logged = failure.message
    failure.message = f"{failure.message} on node {node_name}"
    if getattr(error, "is_of_data", False) and not failure.is_fault:
        failure.code = ""  # the log says it without the node
    elif not failure.code and getattr(error, "is_unlogged", False):
        failure.logged = failure.basic
    else:
        failure.logged = failure.message
    return failure


def _failure(error: Exception) -> Failure:
    if isinstance(error, EvaluationError):
        failure = _of_evaluation(error)
        failure.needs = _needs(error)
        inner: Exception = error
        while isinstance(inner, BodyError):
            inner = inner.inner
        failure.why, failure.hint = getattr(inner, "why", ""), getattr(inner, "hint", "")
        if inner is not error or failure.at is None:
            failure.at = _where(inner) or failure.at
        return failure
    if isinstance(error, RecursionError):
        return _of_recursion(error)
    if isinstance(error, SourceError) and error.diagnostic.line is not None:
        return _of_text(error.diagnostic)
    if isinstance(error, DuckrowError):
        return _of_evaluation(EvaluationError(str(error)).with_traceback(error.__traceback__))
    from duckrow.source.python_files import text_of_error

    of_module = text_of_error(error)
    if of_module:  # a function in Python
        return _of_evaluation(EvaluationError(of_module).with_traceback(error.__traceback__))
    return _of_fault(error)


def _where(error: Exception) -> Location | None:
    """Return the location of an error, independent of its message."""
    location = getattr(error, "location", None) or location_of_error(error.__traceback__)
    part = getattr(error, "part", "")
    return location.part(part) if location is not None and part else location


def _needs(error: Exception) -> tuple[str, str] | None:
    """Return what duckrow lacks, if that is the reason for an error."""
    while isinstance(error, BodyError):
        error = error.inner
    if not isinstance(error, EvaluationError) or not error.code.startswith("needs-"):
        return None
    # Functions and types have a kind; others are named by the tool that they need.
    return getattr(error, "kind", error.code), getattr(error, "name", error.message)


def _of_evaluation(error: EvaluationError) -> Failure:
    if isinstance(error, BodyError):
        return _of_body(error)
    if error.is_bare:
        # Other errors have their locations in their messages.
        location = error.location if error.code else None
        return Failure(
            _with_location(error.message, error.location), error.message, location, error.code
        )
    location = error.location or location_of_error(error.__traceback__)
    if location is not None and error.part:
        location = location.part(error.part)
    if error.code:
        basic = f"Evaluation Error: {error.message}"
        return Failure(_with_location(basic, location), basic, location, error.code)
    if location is None:
        return Failure(error.message, error.message)  # nothing was running
    basic = f"Evaluation Error: {_while(location)}{error.message}"
    return Failure(_with_location(basic, location), basic, location, RUNTIME_ERROR)


def _of_body(error: BodyError) -> Failure:
    """Return the failure of a delayed body, with the location of its resource."""
    said = _failure(error.inner).message
    basic = f"Evaluation Error: Error while evaluating a Resource Statement, {said}"
    return Failure(_with_location(basic, error.location), basic, error.location, RUNTIME_ERROR)


def _of_text(found: Diagnostic) -> Failure:
    """Return the failure of source text that a manifest evaluates, with the location in it."""
    location = Location(found.source.name, found.line, found.column)
    failure = Failure(_with_location(found.what, location), found.what, location, found.code)
    failure.why, failure.hint = found.why, found.hint
    return failure


def _of_recursion(error: RecursionError) -> Failure:
    location = location_of_error(error.__traceback__)
    basic = "Evaluation Error: stack level too deep"
    failure = Failure(_with_location(basic, location), basic, location, "stack-level-too-deep")
    failure.why = "calls, inclusions or nested values go deeper than can be followed"
    return failure


def _of_fault(error: Exception) -> Failure:
    from traceback import format_exception

    location = location_of_error(error.__traceback__)
    basic = f"a fault in duckrow, not in your manifests: {type(error).__name__}: {error}"
    failure = Failure(_with_location(basic, location), basic, location, "fault")
    failure.is_fault = True
    failure.trace = "".join(format_exception(error))
    return failure


def location_in_message(message: str) -> Location | None:
    """Return the first location that a message names, for errors that have none of their own."""
    import re

    found = re.search(
        r"\((?:file: ([^,()]+)(?:, )?)?(?:line: (\d+))?(?:, column: (\d+))?\)", message
    )
    if found is None or not any(found.groups()):
        return None
    file, line, column = found.groups()
    return Location(file, int(line) if line else None, int(column) if column else None)


def _with_location(message: str, location: Location | None) -> str:
    words = location.words() if location is not None else ""
    return f"{message} {words}" if words else message


def _while(location: Location) -> str:
    """Name the expression that was running."""
    label = location.label or "Object"
    first = label.lstrip("'\"")[:1]
    article = "an" if first in _VOWELS else "a"
    return f"Error while evaluating {article} {label}, "
