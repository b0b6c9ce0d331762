"""Provider: reads, plans and changes the resources of one type with one tool.

    class Crontab(Provider):
        name = "crontab"
        features = frozenset(("system_users",))

        def is_suitable(self, machine):                 # can it work on this machine?
            return machine.commands.find("crontab") is not None

        def read(self, machine, desired):               # what is; changes nothing
            return {"ensure": "present", "hour": ["2"]}

        def create(self, machine, desired, state): …    # ensure: from absent to anything else
        def remove(self, machine, desired, state): …    # ensure: to absent
        def set(self, machine, desired, name, value, state): …      # any other property

    PROVIDER = Crontab                                  # in providers/cron/crontab.py

`plan` compares the state with the desired values and changes nothing: no-op shows the plan and
stops there. The default `plan` follows the reference: if `ensure` is out of sync, that is the only
change; if the resource is absent, there is none; else there is one change for each property that is
out of sync, in the order of the table. A provider that needs other changes overrides `plan`.

One provider object manages all resources of its type during one run, so it may remember what it
read: `prefetch` is called once, before the first resource, with all of them.

A step that fails raises ProviderError with a message, or the OSError of the machine. A state is a
dict from property to value; the value of a missing property is "absent".
"""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.machine.machine import Machine

    State = dict[str, Any]
    Action = Callable[[Machine], None]

__all__ = [
    "ABSENT",
    "Behaviour",
    "Broken",
    "Change",
    "Desired",
    "Inert",
    "Provider",
    "ProviderError",
    "ResourceError",
    "SetError",
]

ABSENT = "absent"
_REDACTED = "[redacted]"


class ProviderError(DuckrowError):
    """A state that cannot be read or a change that fails; the message is for the user.

    `cause` is the message of the unexpected error behind it, if there is one.
    """

    cause = ""


class SetError(ProviderError):
    """A value of a property that could not be set because of an unexpected error.

    The message ends with the location of the resource, as the reference's does.
    """

    def __init__(self, desired: Desired, name: str, value: object, cause: str) -> None:
        super().__init__(str(desired.fail(f"Could not set '{value}' on {name}: {cause}")))
        self.cause = cause


def ensure_error(desired: Desired, cause: str) -> SetError:
    """Return the error that `ensure` could not be set because of an unexpected error."""
    return SetError(desired, "ensure", desired["ensure"], cause)


class Change:
    """One change of a property: the old and the new value, the messages, and the action.

    The log shows `message` after the change, and the report names it `event_name`. `diff`, a text
    or a function that returns it, is shown before the change, also in no-op.
    """

    __slots__ = (
        "carry_out",  # makes the change on a machine; raises if that fails
        "diff",
        "drops_refreshes",  # the resource needs no refresh any more: it was just started
        "event_name",
        "is_idempotent",
        "is_sensitive",
        "message",
        "new",
        "new_text",
        "old",
        "old_text",
        "property",
    )

    def __init__(
        self,
        property_: str,
        old: object,
        new: object,
        action: Action,
        *,
        message: str | Callable[[], str] | None = None,
        old_text: str | None = None,
        new_text: str | None = None,
        event_name: str | None = None,
        diff: str | Callable[[], str] | None = None,
        is_sensitive: bool = False,
        is_idempotent: bool = True,
        drops_refreshes: bool = False,
    ) -> None:
        self.property = property_
        self.old = old
        self.new = new
        self.carry_out = action
        self.message = message
        self.old_text = old_text
        self.new_text = new_text
        self.event_name = event_name or f"{property_}_changed"
        self.diff = diff
        self.is_sensitive = is_sensitive
        self.is_idempotent = is_idempotent
        self.drops_refreshes = drops_refreshes

    def message_after(self) -> str:
        """Return the message after the change."""
        if self.is_sensitive:
            return f"changed {_REDACTED} to {_REDACTED}"
        message = self.message
        if message is None:
            return change_text(self.property, self.old, self.new, self.old_text, self.new_text)
        return message if isinstance(message, str) else message()

    def noop_message(self) -> str:
        """Return the message in no-op."""
        return f"current_value {self.shown_old()}, should be {self.shown_new()} (noop)"

    def shown_old(self) -> str:
        """Return the old value as it may be shown."""
        if self.is_sensitive:
            return _REDACTED
        return shown(self.old) if self.old_text is None else self.old_text

    def shown_new(self) -> str:
        """Return the new value as it may be shown."""
        if self.is_sensitive:
            return _REDACTED
        return shown(self.new) if self.new_text is None else self.new_text

    def __repr__(self) -> str:
        return f"<change of {self.property}>"


class Provider:
    """One tool, for the resources of one type, during one run."""

    # As in the reference; "" for types that have no providers there.
    name = ""
    features: frozenset[str] = frozenset()

    def bind(self, machine: Machine) -> None:
        """Called once, before anything else, with the machine that the provider works on."""

    def is_suitable(self, machine: Machine) -> bool:
        """Return whether it can work on a machine."""
        return True

    def missing_commands(self, machine: Machine) -> list[str]:
        """Return the commands that it needs and that the machine lacks, as far as it knows."""
        return []

    def prefetch(self, machine: Machine, many: list[Desired]) -> None:
        """Read in one step for all resources, where possible; called before the first `read`."""

    def read(self, machine: Machine, desired: Desired) -> State:
        """Return the state of a resource."""
        raise NotImplementedError("the provider has no method read")

    def plan(self, state: State, desired: Desired) -> list[Change]:
        """Return the changes from a state to the desired values. Touches nothing."""
        values = desired.values
        wanted = values.get("ensure")
        if wanted is not None and "ensure" in desired.table.properties:
            current = state.get("ensure", ABSENT)
            if not self._is_in_sync(desired, "ensure", current, wanted):
                return [self.change(state, desired, "ensure")]
        if state.get("ensure") == ABSENT:
            return []
        return [
            self.change(state, desired, name)
            for name in desired.table.properties
            if name in values
            and name != "ensure"
            and not self._is_in_sync(desired, name, state.get(name, ABSENT), values[name])
        ]

    def _is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if desired.alternatives is not None and name in desired.alternatives:
            many = desired.alternatives[name]
            return any(self.is_in_sync(desired, name, current, each) for each in many)
        return self.is_in_sync(desired, name, current, wanted)

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        """Return whether a property is as it should be. Numbers and their texts are the same."""
        return bool(current == wanted or _text(current) == _text(wanted))

    def change(self, state: State, desired: Desired, name: str, **more: Any) -> Change:
        """Make the Change of one property to its desired value; `more` is for Change."""
        wanted = desired.values[name]

        def act(machine: Machine) -> None:
            if name != "ensure":
                self.set(machine, desired, name, wanted, state)
            elif wanted == ABSENT:
                self.remove(machine, desired, state)
            else:
                self.create(machine, desired, state)

        if name == "ensure":
            kind = {"present": "created", ABSENT: "removed"}.get(wanted, "changed")
            more.setdefault("event_name", f"{desired.table.name}_{kind}")
        return Change(
            name,
            state.get(name, ABSENT),
            wanted,
            act,
            is_sensitive=desired.is_sensitive(name),
            **more,
        )

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        """Change `ensure` to its wanted value, which is not absent."""
        raise NotImplementedError("the provider has no method create")

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        """Remove the resource."""
        raise NotImplementedError("the provider has no method remove")

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        """Change one property."""
        raise NotImplementedError("the provider has no method set")

    def flush(self, machine: Machine, desired: Desired) -> None:
        """Called after the changes of a resource, for tools that take them together."""

    # Whether `flush` can postpone its work until `settle`, and whether it does so now: while
    # consecutive resources have this provider and no other resource waits for them.
    can_hold = False
    is_holding = False

    def settle(self, machine: Machine) -> list[tuple[Desired, Exception]]:
        """Do the postponed work; return the resources for which it failed."""
        return []

    def refresh(self, machine: Machine, desired: Desired) -> None:
        """Refresh a resource, because a resource that it depends on has changed."""

    def instances(self, machine: Machine) -> Iterable[tuple[str, State]]:
        """Return all resources that the machine has: names and states. For purging and listing."""
        raise ProviderError(f"{self.name or type(self).__name__} cannot list what there is")

    def listed(self, machine: Machine, state: State) -> State:
        """Return the attributes of one of `instances`."""
        return dict(state)

    def for_removal(
        self, machine: Machine, around: Desired, title: str, state: State, values: State
    ) -> Desired:
        """Make the resource that removes one of `instances`; `around` is what purges it."""
        assert around.catalog is not None
        kind = around.name.lower()
        return around.catalog.make(kind, title, {**values, **self.to_find_again(state)}, around)

    def to_find_again(self, state: State) -> State:
        """Return the attributes that are needed to find a resource of `instances` again."""
        return {}

    def described(self, machine: Machine, desired: Desired, state: State) -> State:
        """Return a state as a manifest would describe it, for listings of resources and audits."""
        return state

    def shown(self, name: str, value: object) -> str:
        """Write a value of a property as messages about it do."""
        return shown(value)

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        """Return resources that take part in the run because of this one; before anything runs.

        `desired.catalog.make` makes them.
        """
        return []

    def generate_late(self, machine: Machine, desired: Desired) -> list[Desired]:
        """Return resources as it is this one's turn; they come after it (file with recurse)."""
        return []

    # Whether there is anything to ask generate or generate_late for.
    generates = False
    generates_late = False

    def finish(self, machine: Machine) -> None:
        """Called after the last resource."""


class Inert(Provider):
    """A provider of a type that describes nothing on the machine."""

    def read(self, machine: Machine, desired: Desired) -> State:
        return {}

    def plan(self, state: State, desired: Desired) -> list[Change]:
        return []


class Broken(Provider):
    """The provider of a resource whose own provider cannot be used: the resource fails."""

    def __init__(self, why: str) -> None:
        self._why = why

    def read(self, machine: Machine, desired: Desired) -> State:
        raise ProviderError(self._why)


class Foreign(Provider):
    """A provider for other systems; it is never suitable."""

    def is_suitable(self, machine: Machine) -> bool:
        return False


def change_text(
    name: str, old: object, new: object, old_text: str | None = None, new_text: str | None = None
) -> str:
    """Return the message that a property was changed, in the reference's words."""
    if name == "ensure":
        if old == ABSENT or old is None:
            return "created"
        if new == ABSENT:
            return "removed"
    elif old == ABSENT:
        return f"defined '{name}' as {shown(new) if new_text is None else new_text}"
    elif new in (ABSENT, [ABSENT]):
        return f"undefined '{name}' from {shown(old) if old_text is None else old_text}"
    before = shown(old) if old_text is None else old_text
    return f"{name} changed {before} to {shown(new) if new_text is None else new_text}"


def shown(value: object) -> str:
    """Write a value as log messages do: 'text', 3, ['a', 'b'].

    Python writes plain texts, and lists of them, in the same way: an exec shows its exit codes
    without the import of the formats, which takes a tenth of a small run.
    """
    if _is_plain(value) or (type(value) is list and all(map(_is_plain, value))):
        return repr(value)
    from duckrow.puppet.types.format.convert import to_string
    from duckrow.puppet.types.names import NAMED

    formats = {"collection": "%#p", "object": "%#p", "binary": "%p", "string": "%p"}
    typed = {NAMED[name]: directive for name, directive in formats.items()}
    return to_string("" if value is None else value, typed)


def _is_plain(value: object) -> bool:
    """Return whether a value is a string without characters that need a backslash in quotes."""
    return type(value) is str and value.isprintable() and "'" not in value and "\\" not in value


def _text(value: Any) -> Any:
    """Return the text to compare: numbers as their text, booleans as words."""
    kind = type(value)
    if kind is str:
        return value
    if kind is bool:
        return "true" if value else "false"
    if kind is list:
        return [_text(item) for item in value]
    return str(value) if kind in (int, float) else value
