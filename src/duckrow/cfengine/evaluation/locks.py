"""Locks of promises: each is kept once in a run, and not again before some minutes have passed.

A promise is known by everything that it says: its promiser, its bundle and all its attributes. So
one whose variables have changed is another promise.
"""

from __future__ import annotations

from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.actual import Actual
    from duckrow.cfengine.evaluation.context import Context

# Their values change without the promise becoming another one.
_IGNORED = frozenset(
    ("mtime", "atime", "ctime", "stime_range", "ttime_range", "log_string", "template_data")
)


class Lock:
    """A lock that was obtained; `release` says that the promise was dealt with."""

    __slots__ = ("_context", "_name")

    def __init__(self, context: Context, name: str | None) -> None:
        self._context = context
        # None when locks are not kept beyond the run.
        self._name = name

    def release(self) -> None:
        """Give it back."""
        if self._name is not None and self._context.state is not None:
            self._context.state.release_lock(self._name)


def acquire(context: Context, promise: Actual, operand: str) -> Lock | None:
    """Take the lock of a promise; None if it was dealt with in this run or not long ago."""
    key = (operand, *identity(promise))
    if key in context.done_locks:
        return None
    context.done_locks.add(key)
    if context.options.ignores_locks or context.state is None:
        return Lock(context, None)
    name = _name(promise, operand, key)
    if_elapsed = promise.integer("ifelapsed", context.options.if_elapsed)
    expire_after = promise.integer("expireafter", context.options.expire_after)
    if not context.state.obtain_lock(context, name, if_elapsed, expire_after):
        return None
    return Lock(context, name)


def identity(promise: Actual) -> tuple[Any, ...]:
    """Give what makes a promise itself, as a value that can be compared."""
    bundle = promise.bundle
    return (
        promise.promiser,
        promise.comment,
        bundle.namespace,
        bundle.name,
        *(
            (name, None if name in _IGNORED else frozen(value))
            for name, value in promise.attributes.items()
        ),
    )


def frozen(value: Any) -> Any:
    """Give a value that can be a key."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return tuple(frozen(each) for each in value)
    if isinstance(value, Call):
        return (value.name, frozen(value.arguments))
    if isinstance(value, Data):
        return repr(value.value)
    return value


def _name(promise: Actual, operand: str, key: Any) -> str:
    from _blake2 import blake2b

    text = repr(key).encode("utf-8", "surrogateescape")
    digest = blake2b(text, digest_size=16).hexdigest()
    return f"{promise.bundle.name}.{promise.type}.{operand[:100]}_{digest}"
