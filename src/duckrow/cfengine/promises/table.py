"""The function that keeps each promise type; its module is imported on demand."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import NOOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

    Keep = Callable[[Context, ExpandedPromise], str]

# Each is a module of this directory.
_TYPES = frozenset((
    "users", "files", "packages", "guest_environments", "methods", "processes", "services",
    "commands", "storage", "databases", "reports",
))  # fmt: skip
_VARIABLES, _CLASSES = "variables.keep_vars", "classes.keep_classes"
# Those that set variables and classes: the module in the room of the evaluation, and its function.
_EVALUATED = {
    "vars": (_VARIABLES, "keep_variable"),
    "meta": (_VARIABLES, "keep_meta"),
    "classes": (_CLASSES, "keep_class"),
    "defaults": (_VARIABLES, "keep_default"),
}
_found: dict[str, Keep] = {}
PROMISE_TYPES = _TYPES | _EVALUATED.keys()


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep a promise of any type of an agent bundle."""
    found = _found.get(promise.type)
    if found is None:
        found = _found[promise.type] = _find(promise.type)
    return found(context, promise)


def _find(type_: str) -> Keep:
    if type_ in ("access", "roles", "measurements", "topics", "things", "occurrences"):
        return _nothing
    if type_ in _EVALUATED:
        name, function = _EVALUATED[type_]
        path = f"duckrow.cfengine.evaluation.{name}"
    else:
        function = "keep"
        path = f"duckrow.cfengine.promises.{type_ if type_ in _TYPES else 'custom'}"
    module = __import__(path, fromlist=[function])
    found: Keep = getattr(module, function)
    return found


def _nothing(_context: Context, _promise: ExpandedPromise) -> str:
    return NOOP
