"""getvar(path, default) |$error| { }: return a variable or a value inside it."""

from __future__ import annotations

import re

from duckrow.puppet.functions.collections.get import GET, segments
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.variables import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _getvar(scope: Scope, path: str, *rest: object) -> object:

    found = re.match(r"((?:::)?(?:\w+::)*\w+)((?s:.*))", path)
    assert found is not None  # the type of the parameter guarantees it
    name, inner = found.groups()
    if inner and inner[0] != ".":
        raise EvaluationError(
            f"First character after var name in get string must be a '.' - got {inner[0]}"
        )
    # An unknown variable counts as undef, so the default is returned.
    if inner and name in ("facts", "::facts"):
        return GET(scope, _one_fact(scope, inner[1:]), inner[1:], *rest)
    return GET(scope, find(scope, name), inner[1:], *rest)


def _one_fact(scope: Scope, path: str) -> dict[str, object]:
    """Return a hash with only the requested fact, so that no other fact is computed."""
    first = segments(path)[0]
    value = scope.build.facts.get(first) if isinstance(first, str) else None
    return {} if value is None else {str(first): value}


def _error_message(_scope: Scope, _path: str, *_rest: object) -> str:
    return "The given string does not start with a valid variable name"


GETVAR = Function(
    "getvar",
    Form(
        r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] get_string",
        "Any default_value?",
        "&?Callable[1, 1] block",
        run=_getvar,
    ),
    Form(
        "String get_string",
        "Any default_value?",
        "&?Callable block",
        run=_error_message,
        is_fallback=True,
    ),
    wants_locals=True,
)
