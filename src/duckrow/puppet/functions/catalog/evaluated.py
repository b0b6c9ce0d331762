"""evaluated(references...): return whether the bodies of classes and defines have run.

It says whether parameters may be read: a default of a define has its value only then. A resource
without a body counts as evaluated once it is declared.
"""

from __future__ import annotations

from duckrow.puppet.catalog.references import type_and_title
from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.scope import Scope


def _evaluated(scope: Scope, *references: object) -> bool:
    return all(_is_evaluated(scope, reference) for reference in flattened(references))


def _is_evaluated(scope: Scope, reference: object) -> bool:
    pair = type_and_title(reference)
    if pair is None or not pair[1]:
        raise EvaluationError("evaluated() expects references with a title, such as File['/x']")
    resource: Resource | None = scope.build.find_resource(*pair)
    if resource is None:
        return False
    if resource.definition is None:
        return True
    return resource.is_evaluated and not _is_running(scope, resource)


def _is_running(scope: Scope, resource: Resource) -> bool:
    """Return whether this code is part of a body, or of a class that the body includes."""
    around: Scope | None = scope.body()
    while around is not None:
        if around.resource is resource:
            return True
        definition = around.definition
        if definition is not None and definition.kind != CLASS:
            return False  # the body that declares a define has ended when the define runs
        around = around.parent
    return False


EVALUATED = Function("evaluated", Form("Any references+", run=_evaluated))
