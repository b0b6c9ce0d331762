"""Errors in a manifest, reported as the reference reports them.

A single error stops the compile. Several are each logged, and the compile stops with their
number. Warnings are always logged.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.runtime.build import Build
    from duckrow.source.diagnostic import Diagnostic


class ManifestError(EvaluationError):
    """A manifest that is not valid."""

    def __init__(
        self, message: str, code: str, location: Location, why: str = "", hint: str = ""
    ) -> None:
        super().__init__(message, code, location=location, is_bare=True, why=why, hint=hint)

    @property
    def is_unlogged(self) -> bool:
        """Whether the log has the bare message: it has when the errors were logged before."""
        return not self.code


class NoLocationError(ManifestError):
    """An error that Ruby reports without a location; the hint names the location."""

    is_unlogged = False

    def __init__(self, finding: Diagnostic) -> None:
        where = f"line {finding.line}, column {finding.column}"
        if finding.source.name:
            where += f" of {finding.source.name}"
        super().__init__(finding.what, "", Location(None, None), finding.why, f"look at {where}")


_WITHOUT_LOCATION = ("illegal-regexp", "number-too-large")


def manifest_error(findings: Sequence[Diagnostic], build: Build) -> ManifestError:
    """Log the findings, and return the error that stops the compile."""
    errors = [each for each in findings if each.severity == "error"]
    warnings = [each for each in findings if each.severity != "error"]
    settings = build.settings
    if warnings:
        _log("warning", warnings[: settings["max_warnings"]], build)
    first = errors[0]
    if len(errors) == 1:
        if first.code in _WITHOUT_LOCATION:
            return NoLocationError(first)
        return ManifestError(first.what, first.code, _location(first), first.why, first.hint)
    _log("err", errors[: settings["max_errors"]], build)
    also = f", and {len(warnings)} warnings" if warnings else ""
    message = f"Language validation logged {len(errors)} errors{also}. Giving up"
    return ManifestError(message, "", Location(first.source.name, None))


def _log(level: str, findings: Sequence[Diagnostic], build: Build) -> None:
    for each in findings:
        build.log(level, each.what, location=_location(each), code=each.code)


def _location(finding: Diagnostic) -> Location:
    return Location(finding.source.name, finding.line, finding.column)
