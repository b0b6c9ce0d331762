"""The variables of `this` that every promise has; few are ever used."""

from __future__ import annotations

import os.path

from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.cfengine.evaluation.variables.table import Variable
from duckrow.machine.this_process import group_id, parent_id, process_id, user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.policy.model import Promise


def variable_of(context: Context, promise: Promise, name: object) -> Variable | None:
    """Return a variable of `this` that follows from the location of a promise, or None."""
    if name in _AGENT:
        return Variable(str(_AGENT[name]()), "int")
    if name == "bundle":
        return Variable(promise.bundle.name)
    if name == "namespace":
        return Variable(promise.bundle.namespace)
    if name == "promise_linenumber":
        return Variable(str(promise.line))
    if name == "handle":
        file = canonify(os.path.basename(promise.file))
        return Variable(f"promise_{file}_{promise.line}")
    if name in ("promise_filename", "promise_dirname"):
        path = os.path.join(context.options.launch_directory, promise.file)
        return Variable(path if name == "promise_filename" else os.path.dirname(path))
    return None


_AGENT: dict[str, Callable[[], int]] = {
    "promiser_uid": user_id,
    "promiser_gid": group_id,
    "promiser_pid": process_id,
    "promiser_ppid": parent_id,
}
