"""The function that keeps each promise type; its module is imported on demand."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.keep_classes import keep_class
from duckrow.cfengine.evaluation.variables.keep_vars import keep_default, keep_meta, keep_variable
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
_found: dict[str, Keep] = {
    "vars": keep_variable,
    "meta": keep_meta,
    "classes": keep_class,
    "defaults": keep_default,
}
PROMISE_TYPES = _TYPES | _found.keys()


def keep(context: Context, promise: ExpandedPromise) -> str:
    """Keep a promise of any type of an agent bundle."""
    found = _found.get(promise.type)
    if found is None:
        found = _found[promise.type] = _find(promise.type)
    return found(context, promise)


def _find(type_: str) -> Keep:
    if type_ in ("access", "roles", "measurements", "topics", "things", "occurrences"):
        return _nothing
    name = type_ if type_ in _TYPES else "custom"
    module = __import__(f"duckrow.cfengine.promises.{name}", fromlist=["keep"])
    found: Keep = module.keep
    return found


def _nothing(_context: Context, _promise: ExpandedPromise) -> str:
    return NOOP
