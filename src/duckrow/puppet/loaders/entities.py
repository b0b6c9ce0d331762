"""Functions and types by name, each defined once: the reference's "entities".

A second definition of a name is rejected with the location of the first. Names of the language's
own types, and of the resource types that it always has, are taken from the beginning.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.definition import Definition

_AUTHORITY = "http://puppet.com/2016.1/runtime"
# Types of the language whose origin the reference does not know.
_WITHOUT_LOCATION = frozenset(("data", "deferred", "pcore", "richdata", "richdatakey"))
# Names that have a meaning, but may be defined.
_FREE = frozenset(("error", "puppet", "target", "task", "unit"))
_CORE_RESOURCES = frozenset(
    "component exec file filebucket group notify package resources schedule service stage tidy "
    "user whit".split()
)


def origin(definition: Definition) -> str:
    """Return the location of a definition, for the error about a second one."""
    file = f"file://{definition.file}" if definition.file else "string:"
    return f"Originally set at {file}?line={definition.line}&pos={definition.column}."


def duplicate_error(kind: str, name: str, first: Definition) -> EvaluationError:
    """Return the error for a second function or type of a name."""
    return _redefinition(kind, name, origin(first))


def reserved_type_error(name: str) -> EvaluationError | None:
    """Return the error for defining a type under a name that the language has, else None."""
    if name in _FREE:
        return None
    if name in _WITHOUT_LOCATION or name in _CORE_RESOURCES:
        return _redefinition("type", name, "Set at unknown location")
    from duckrow.puppet.types.names import NAMED

    if name in NAMED or name == "typealias":
        return _redefinition("type", name, "Originally set by Puppet-Type-System/Static-Loader.")
    return None


def _redefinition(kind: str, name: str, where: str) -> EvaluationError:
    return EvaluationError(f"Attempt to redefine entity '{_AUTHORITY}/{kind}/{name}'. {where}")
