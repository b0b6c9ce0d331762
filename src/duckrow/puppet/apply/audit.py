"""The metaparameter `audit`: report properties that other programs changed since the last run."""

from __future__ import annotations

from duckrow.puppet.apply.status import AUDIT, FAILURE, Event
from duckrow.puppet.apply.stored_state import stored_form
from duckrow.puppet.providers.base import ABSENT
from duckrow.puppet.resources.behaviour import word_of
from duckrow.ruby.values.inspect import inspect
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
    """Report audited properties that have changed since the last run.

    `state` is from before the changes of this run; of a resource that is absent, so is everything.
    """
    history = stored.get(desired.ref, "audited") or {}
    known = {name: _value(state, name) for name in names if _is_known(desired, name)}
    synced = {event.property for event in status.events}
    for name, value in known.items():
        path = f"{desired.path}/{name}"
        if name not in history:
            message = f"audit change: newly-recorded value {_plain(desired, name, value)}"
            desired.log("notice", message, path)
        elif history[name] not in (REDACTED, stored_form(value)) and name not in synced:
            event = Event(f"{name}_changed", AUDIT, None, name, value)
            event.is_audited = True
            event.historical_value = REDACTED if desired.is_sensitive(name) else history[name]
            event.message = (
                f"audit change: previously recorded value {_shown(desired, name, history[name])} "
                f"has been changed to {_shown(desired, name, value)}"
            )
            desired.log(desired.loglevel, event.message, path)
            status.add(event)
    if known:
        secret = desired.sensitive
        stored.set(
            desired.ref,
            "audited",
            {
                name: REDACTED if name in secret else stored_form(value)
                for name, value in known.items()
            },
        )


def _is_known(desired: Desired, name: str) -> bool:
    """Return whether a name is a property that the provider supports."""
    if name not in desired.table.properties:
        return False
    needed = desired.table.features.get(name, "").split()
    return all(each in desired.provider.features for each in needed)


def _value(state: State, name: str) -> object:
    """Return the value of a property; of an absent resource every property is absent."""
    return state.get(name, ABSENT if state.get("ensure") == ABSENT else None)


def _plain(desired: Desired, name: str, value: object) -> str:
    if desired.is_sensitive(name):
        return REDACTED
    if value is None:
        return ""
    return inspect(value) if isinstance(value, list | dict) else word_of(value)


def _shown(desired: Desired, name: str, value: object) -> str:
    if value is None:
        return ""
    return REDACTED if desired.is_sensitive(name) else desired.provider.shown(name, value)


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
    is_known = before not in (None, REDACTED, stored_form(_value(state, change.property)))
    if is_known and event.status != FAILURE and event.message is not None:
        text = _shown(desired, change.property, before)
        event.message += f" (previously recorded value was {text})"
