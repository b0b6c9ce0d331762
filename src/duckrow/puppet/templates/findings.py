"""Findings of the compiler in a template, as error messages and log messages."""

from __future__ import annotations

from duckrow.puppet.runtime.location import Location
from duckrow.source.diagnostic import ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.compiler.unit import Unit
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.source.diagnostic import Diagnostic


def sentence(finding: Diagnostic) -> str:
    """Write a finding with its location."""
    return f"{finding.what} {_location(finding).words()}"


def summary(scope: Scope, findings: Sequence[Diagnostic], name: str) -> str:
    """Return the message of a single error; log several and return their number."""
    errors = [each for each in findings if each.severity == ERROR]
    for each in findings:
        if each.severity != ERROR:
            scope.build.log("warning", each.what, location=_location(each), code=each.code)
    if len(errors) == 1:
        return sentence(errors[0])
    for each in errors:
        scope.build.log("err", each.what, location=_location(each), code=each.code)
    return f"Language validation logged {len(errors)} errors. Giving up (file: {name})"


def log_warnings(scope: Scope, unit: Unit) -> None:
    """Log the warnings of the compiler."""
    for warned in unit.warnings:
        location = Location(unit.file, warned.line, warned.column)
        scope.build.log("warning", warned.message, location=location, code=warned.code)


def _location(finding: Diagnostic) -> Location:
    return Location(finding.source.name, finding.line, finding.column)
