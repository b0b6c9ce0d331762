"""One resource: read its state, plan the changes, carry them out or, in no-op, only report them.

A change that fails does not stop the other changes of the resource. A change of `ensure` is always
the only one. If the state cannot be read, the resource as a whole fails.
"""

from __future__ import annotations

from time import perf_counter

from duckrow.puppet.apply.status import FAILURE, NOOP, SUCCESS, Event, Status
from duckrow.puppet.apply.stored_state import stored_form
from duckrow.puppet.providers.base import ProviderError
from duckrow.source.errors import DuckrowError
from duckrow.state.secrets import REDACTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.stored_state import StoredState
    from duckrow.puppet.providers.base import Change, State
    from duckrow.puppet.resources.desired import Desired


class Applier:
    """Applies resources one by one."""

    __slots__ = ("_on_fault", "is_noop", "logs_corrective", "machine", "shows_diff", "stored")

    def __init__(
        self,
        machine: Machine,
        stored: StoredState,
        *,
        is_noop: bool = False,
        shows_diff: bool = False,
        logs_corrective: bool = False,
        on_fault: Callable[[Desired, Exception], None] | None = None,
    ) -> None:
        self.machine = machine
        self.stored = stored
        self.is_noop = is_noop
        self.shows_diff = shows_diff
        self.logs_corrective = logs_corrective
        self._on_fault = on_fault

    def is_noop_for(self, desired: Desired) -> bool:
        """Return whether a resource is in no-op mode; its own `noop` overrides that of the run."""
        return self.is_noop if desired.noop is None else desired.noop

    def evaluate(self, desired: Desired) -> Status:
        """Bring a resource to its desired state."""
        status = Status(desired)
        start = perf_counter()
        try:
            self._perform(desired, status)
        except (Exception, SystemExit) as error:
            _raise_exit_of_others(error)
            self._fail(desired, status, error)
        status.seconds = perf_counter() - start
        return status

    def take_back(self, desired: Desired, status: Status, error: Exception) -> None:
        """Record that a change that was reported as made has failed after all."""
        self.stored.set(desired.ref, "managed", None)
        self._fail(desired, status, error)

    def _fail(self, desired: Desired, status: Status, error: BaseException) -> None:
        message = desired.hide(error_text(error, desired.provider))
        desired.log("err", f"Could not evaluate: {message}")
        status.fail(message)
        self._note_fault(desired, error)

    def _note_fault(self, desired: Desired, error: BaseException) -> None:
        """Report an unexpected exception of duckrow; show where one of a module happened."""
        if isinstance(error, (OSError, DuckrowError)):
            return
        from duckrow.source.python_files import text_of_error

        if text_of_error(error, desired.provider):
            from traceback import format_exception

            desired.log("debug", desired.hide("".join(format_exception(error)).rstrip()))
        elif self._on_fault is not None and isinstance(error, Exception):
            self._on_fault(desired, error)

    def _perform(self, desired: Desired, status: Status) -> None:
        provider = desired.provider
        state = provider.read(self.machine, desired)
        changes = provider.plan(state, desired)
        audited = desired.values.get("audit")
        if not changes and audited is None:
            self._remember(desired, status)
            return
        if audited is not None:  # before the changes
            state = {**provider.described(self.machine, desired, state), **state}
        is_noop = self.is_noop_for(desired)
        is_idempotent = False
        for change in changes:
            event = self._make(desired, state, change, is_noop)
            status.add(event)
            is_idempotent = is_idempotent or change.is_idempotent
        if audited is not None:
            from duckrow.puppet.apply.audit import audit

            audit(self.stored, desired, state, audited, status)
        if status.is_changed and not is_noop:
            provider.flush(self.machine, desired)
        # A change that every run makes, as notify's message is, leaves nothing to compare with.
        if not status.events or is_idempotent:
            self._remember(desired, status)

    def _make(self, desired: Desired, state: State, change: Change, is_noop: bool) -> Event:
        """Carry out one change, or in no-op report it."""
        name = change.property
        path = f"{desired.path}/{name}"
        event = _event_of(change)
        event.drops_refreshes = change.drops_refreshes
        try:
            if change.diff is not None and self.shows_diff:
                self._show_diff(desired, change, path)
            if is_noop:
                event.message = change.noop_message()
                event.status = NOOP
            else:
                change.carry_out(self.machine)
                event.message = change.message_after()
                event.status = SUCCESS
        except (Exception, SystemExit) as error:
            _raise_exit_of_others(error)
            text = desired.hide(error_text(error, desired.provider))
            event.status = FAILURE
            event.message = (
                f"change from {change.shown_old()} to {change.shown_new()} failed: {text}"
            )
            desired.log("err", text, "Puppet")
            if isinstance(error, ProviderError) and error.cause:
                cause = desired.hide(error.cause)
                desired.log("err", f"{text}\nWrapped exception:\n{cause}", "Puppet")
            self._note_fault(desired, error)
        if desired.values.get("audit"):
            from duckrow.puppet.apply.audit import mark_audited

            mark_audited(self.stored, desired, state, change, event)
        level = "err" if event.status == FAILURE else desired.loglevel
        message = event.message or ""
        event.is_corrective = self._is_corrective(desired, change)
        if event.is_corrective:
            event.message = f"{message} (corrective)"
        # The report always has the word; of the logs, only that of an agent.
        desired.log(level, event.message or "" if self.logs_corrective else message, path)
        return event

    def _show_diff(self, desired: Desired, change: Change, path: str) -> None:
        if change.is_sensitive:
            desired.log(desired.loglevel, "[diff redacted]", path)
            return
        diff = change.diff if isinstance(change.diff, str) else change.diff() if change.diff else ""
        if diff:
            desired.log(desired.loglevel, f"\n{diff}", path)

    def _is_corrective(self, desired: Desired, change: Change) -> bool:
        """Return whether another program changed the value that the last run set."""
        if not change.is_idempotent or change.is_sensitive:
            return False
        managed = self.stored.get(desired.ref, "managed")
        if managed is None or change.property not in managed:
            return False
        left, current = managed[change.property], stored_form(change.old)
        if left == current:
            return False
        provider = desired.provider
        return not provider.is_in_sync(desired, change.property, change.old, left)

    def _remember(self, desired: Desired, status: Status) -> None:
        """Remember the values that the properties now have."""
        properties = desired.table.properties
        ref = desired.ref
        managed: dict[str, Any] = {}
        if not status.events:
            for name, value in desired.values.items():
                if name in properties and name not in desired.sensitive:
                    managed[name] = stored_form(value)
            if managed and not self.stored.has_only(ref, "managed", managed):
                self.stored.set(ref, "managed", managed)
            return
        old = self.stored.get(ref, "managed")
        events = {event.property: event for event in status.events}
        for name, value in desired.values.items():
            if name not in properties or name in desired.sensitive:
                continue
            event = events.get(name)
            if event is not None and event.status != SUCCESS:
                value = event.previous_value
                if old is not None and name in old:
                    value = old[name]
            managed[name] = stored_form(value)
        if managed:
            self.stored.set(ref, "managed", managed)


def _event_of(change: Change) -> Event:
    is_secret = change.is_sensitive
    old, new = (REDACTED, REDACTED) if is_secret else (change.old, change.new)
    return Event(change.event_name, FAILURE, None, change.property, old, new, is_redacted=is_secret)


def _raise_exit_of_others(error: BaseException) -> None:
    if isinstance(error, SystemExit):
        from duckrow.source.python_files import raise_exit_of_others

        raise_exit_of_others(error)


def error_text(error: BaseException, provider: object = None) -> str:
    """Return the message of an error; an unexpected error also names its class.

    An error in a Python file of a module names the file; that may be the file of the provider.
    """
    if isinstance(error, OSError) and error.strerror:
        where = "" if error.filename is None else f" - {_path(error.filename)}"
        if type(error).__str__ is not OSError.__str__:
            return str(error)
        return f"{error.strerror}{where}"
    if isinstance(error, DuckrowError):
        return str(error)
    from duckrow.source.python_files import text_of_error

    return text_of_error(error, provider) or f"{type(error).__name__}: {error}"


def _path(name: object) -> str:
    return name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else str(name)
