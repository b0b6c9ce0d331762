"""Promise locks: a promise is kept once per run, and not again within ifelapsed minutes.

The identity of a promise is its promiser, its bundle and all its attributes. A promise with changed
variables is another promise.
"""

from __future__ import annotations

from time import sleep, time

from duckrow.cfengine.evaluation.messages.log import VERBOSE
from duckrow.cfengine.evaluation.state import Unavailable
from duckrow.cfengine.values.rvals import Call, Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise

_LISTS = (tuple, list)
# The reason why a promise is skipped that was already evaluated in this run.
DONE = "it was already evaluated in this run"
# The beginning of the reason why a promise is skipped within ifelapsed.
RECENT = "it was checked"
# Attributes whose values do not change the identity of a promise.
_IGNORED = frozenset(
    ("mtime", "atime", "ctime", "stime_range", "ttime_range", "log_string", "template_data")
)


class Lock:
    """A lock that is held; `release` marks the promise as done."""

    __slots__ = ("_context", "_name")

    def __init__(self, context: Context, name: str | None) -> None:
        self._context = context
        # None if the lock ends with the run.
        self._name = name

    def release(self) -> None:
        """Release the lock: remove its holder and store the time."""
        name, state = self._name, self._context.state
        if name is None or state is None:
            return

        def release(connection: Connection) -> None:
            connection.execute("DELETE FROM locks WHERE name=?", (f"lock.{name}",))
            connection.execute(_SET, (f"last.{name}", *state.holder(), int(time())))

        try:  # noqa: SIM105  (contextlib is slow to import)
            state.transact(release)
        except Unavailable:
            pass  # an error was logged; the lock becomes free when this process ends


def acquire(context: Context, promise: ExpandedPromise, operand: str) -> Lock | None:
    """Take the lock of a promise; return None if it was kept in this run or a short time ago."""
    key = (operand, *identity(promise))
    if key in context.done_locks:
        context.explain(*context.refused_locks.get(key, (DONE, "done")))
        return None
    context.done_locks.add(key)
    if context.options.ignores_locks or context.state is None:
        _log_start(context, promise)
        return Lock(context, None)
    name = _name(promise, operand, key)
    if_elapsed = promise.integer("ifelapsed", context.options.if_elapsed)
    expire_after = promise.integer("expireafter", context.options.expire_after)
    refused = _refusal(context, name, if_elapsed, expire_after)
    if refused is not None:
        context.refused_locks[key] = refused
        context.explain(*refused)
        return None
    _log_start(context, promise)
    return Lock(context, name)


def _log_start(context: Context, promise: ExpandedPromise) -> None:
    if context.log.level >= VERBOSE:
        from duckrow.cfengine.evaluation.messages.verbose import begin_promise

        begin_promise(context, promise)


def obtain(context: Context, name: str, if_elapsed: int, expire_after: int) -> bool:
    """Take a lock by name; return False if it is held or was held within `if_elapsed`."""
    return _refusal(context, name, if_elapsed, expire_after) is None


def _refusal(
    context: Context, name: str, if_elapsed: int, expire_after: int
) -> tuple[str, str] | None:
    """Take a lock; return None, or why it cannot be taken: a sentence and a word for it."""
    log, state = context.log, context.state
    # Elapsed times count up to the start of the run, as in the reference.
    now = context.options.started
    holder: tuple[int, int] | None = None

    def take(connection: Connection) -> tuple[str, str] | None:
        nonlocal holder
        if if_elapsed:
            row = connection.execute(_GET, (f"last.{name}",)).fetchone()
            minutes = if_elapsed if row is None else _minutes(now - row[2])
            if minutes < 0:
                log.verbose(
                    f"Another cf-agent seems to have done this since I started (elapsed={minutes})"
                )
                return f"{RECENT} by another agent since the run started", "recent"
            if minutes < if_elapsed:
                log.verbose(
                    f"Nothing promised here [{f'last.{name}'[:40]}] "
                    f"({minutes}/{if_elapsed} minutes elapsed)"
                )
                return f"{RECENT} {minutes} minutes ago (ifelapsed {if_elapsed})", "recent"
        row = connection.execute(_GET, (f"lock.{name}",)).fetchone()
        if row is not None and _is_alive(row[0], row[1]):
            minutes = _minutes(now - row[2])
            if minutes < expire_after:
                log.verbose(f"Couldn't obtain lock for lock.{name} (already running!)")
                return f"process {row[0]} holds its lock", "locked"
            log.info(f"Lock expired after {minutes}/{expire_after} minutes: lock.{name}")
            if row[1] is None:
                # The process id may have been reused: never signal a process that may be another
                # one.
                log.info(
                    f"Taking over lock.{name} without a signal to process {row[0]}, "
                    "whose start time is unknown"
                )
            else:
                holder = row[0], row[1]
        # Not `now`: a lock that was taken late in a long run has not been held since its start.
        connection.execute(_SET, (f"lock.{name}", *state.holder(), int(time())))
        return None

    try:
        refused: tuple[str, str] | None = state.transact(take)
    except Unavailable as unavailable:
        # Without a database there are no locks; in a busy one, another process may hold this lock.
        return ("the database of locks is busy", "locked") if unavailable.is_busy else None
    if holder is not None:
        _end_holder(context, holder[0], holder[1], name)
    return refused


# SIGINT, SIGTERM, SIGKILL.
_ENDING = (2, 15, 9)
_GET = "SELECT pid, born, time FROM locks WHERE name=?"
_SET = "INSERT OR REPLACE INTO locks VALUES (?, ?, ?, ?)"


def _minutes(seconds: int) -> int:
    return seconds // 60 if seconds >= 0 else -(-seconds // 60)


def _is_alive(pid: int, born: int | None) -> bool:
    """Return whether the holder may still run; with an unknown start time, any process counts."""
    from duckrow.machine.processes.table import start_of

    found = start_of(pid)
    return found is not None and born in (None, found)


def _end_holder(context: Context, pid: int, born: int, name: str) -> None:
    """End a process that has held a lock for too long: SIGINT, SIGTERM, then SIGKILL."""
    for number in _ENDING:
        try:
            if _is_alive(pid, born):
                context.machine.commands.signal(pid, number)
        except ProcessLookupError:
            break
        except OSError as error:
            context.log.error(f"Failed to kill process with PID: {pid} (kill: {error.strerror})")
            context.log.error(f"Failed to expire lock: lock.{name}")
            return
        for _ in range(50):
            if not _is_alive(pid, born):
                context.log.info(f"Process with PID {pid} successfully killed")
                context.log.verbose(f"Lock successfully expired: lock.{name}")
                return
            sleep(0.02)
    context.log.verbose(f"Process with PID {pid} has already been killed")


def identity(promise: ExpandedPromise) -> tuple[Any, ...]:
    """Return the identity of a promise as a hashable value."""
    bundle = promise.bundle
    own = (promise.promiser, promise.comment, bundle.namespace, bundle.name)
    if not promise.attributes:
        return own
    return (
        *own,
        *[
            (
                name,
                None if name in _IGNORED else value if type(value) is str else frozen(value),
            )
            for name, value in promise.attributes.items()
        ],
    )


def frozen(value: object) -> Any:
    """Return a hashable value."""
    if isinstance(value, str):
        return value
    if isinstance(value, Call):
        return (value.name, frozen(value.arguments))
    if isinstance(value, _LISTS):
        for each in value:
            if type(each) is not str:
                return tuple([frozen(each) for each in value])
        return tuple(value)
    if isinstance(value, Data):
        return repr(value.value)
    return value


def _name(promise: ExpandedPromise, operand: str, key: Any) -> str:
    from _blake2 import blake2b

    text = repr(key).encode("utf-8", "surrogateescape")
    digest = blake2b(text, digest_size=16).hexdigest()
    return f"{promise.bundle.name}.{promise.type}.{operand[:100]}_{digest}"
