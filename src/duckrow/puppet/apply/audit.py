"""The metaparameter `audit`: report properties that other programs changed since the last run."""

from __future__ import annotations

from duckrow.puppet.apply.status import AUDIT, Event
from duckrow.puppet.apply.stored_state import stored_form
from duckrow.puppet.providers.base import shown
from duckrow.state.secrets import REDACTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.apply.status import Status
    from duckrow.puppet.apply.stored_state import StoredState
    from duckrow.puppet.providers.base import Change, State
    from duckrow.puppet.resources.desired import Desired


def audit(
    stored: StoredState, desired: Desired, state: State, names: list[str], status: Status
) -> None:
    """Report audited properties that have changed since the last run."""
    history = stored.get(desired.ref, "audited") or {}
    known = {name: state[name] for name in names if name in state}
    synced = {event.property for event in status.events}
    for name, value in known.items():
        is_secret = desired.is_sensitive(name)
        path = f"{desired.path}/{name}"
        text = REDACTED if is_secret else shown(value)
        if name not in history:
            plain = REDACTED if is_secret else value if type(value) is str else text
            message = f"audit change: newly-recorded value {plain}"
            desired.log("notice", message, path)
        elif history[name] != stored_form(value) and name not in synced:
            before = REDACTED if is_secret else shown(history[name])
            event = Event(f"{name}_changed", AUDIT, None, name, value)
            event.is_audited = True
            event.historical_value = REDACTED if is_secret else history[name]
            event.message = (
                f"audit change: previously recorded value {before} has been changed to {text}"
            )
            desired.log(desired.loglevel, event.message, path)
            status.add(event)
    if known:
        secret = desired.sensitive
        stored.set(
            desired.ref,
            "audited",
            {name: stored_form(value) for name, value in known.items() if name not in secret},
        )


def mark_audited(
    stored: StoredState, desired: Desired, state: State, change: Change, event: Event
) -> None:
    """Add the value that an earlier run recorded to the event of an audited property."""
    if change.property not in desired.values["audit"]:
        return
    event.is_audited = True
    history = stored.get(desired.ref, "audited") or {}
    if change.property not in history:
        return
    before = history[change.property]
    event.historical_value = REDACTED if change.is_sensitive else before
    if before != stored_form(state.get(change.property)) and event.message is not None:
        text = REDACTED if change.is_sensitive else shown(before)
        event.message += f" (previously recorded value was {text})"
