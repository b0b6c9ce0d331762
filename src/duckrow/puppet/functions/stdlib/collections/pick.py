"""pick(values...) and pick_default(values...)."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _pick(_scope: Scope, arguments: list[object]) -> object:
    """Return the first value that is neither undef nor an empty string."""
    for value in arguments:
        if value is not None and value != "":
            return value
    raise EvaluationError("pick(): must receive at least one non empty value")


PICK = LegacyFunction("pick", _pick)


def _pick_default(_scope: Scope, arguments: list[object]) -> object:
    """Return the first value that is neither undef nor empty, else the last."""
    if not arguments:
        raise EvaluationError("Must receive at least one argument.")
    for value in arguments:
        if value is not None and value != "":
            return value
    return arguments[-1]


PICK_DEFAULT = LegacyFunction("pick_default", _pick_default)
