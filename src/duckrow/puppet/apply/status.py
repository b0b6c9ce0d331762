"""The status of a resource, and its events: the reference's report, as objects."""

from __future__ import annotations

from time import time_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

SUCCESS, FAILURE, NOOP, AUDIT = "success", "failure", "noop", "audit"


class Event:
    """Something that happened to a resource, or would have happened."""

    __slots__ = (
        "desired_value",
        "drops_refreshes",
        "historical_value",
        "is_audited",
        "is_corrective",
        "is_redacted",
        "message",
        "name",
        "previous_value",
        "property",
        "status",
        "time_ns",
    )

    def __init__(
        self,
        name: str,
        status: str,
        message: str | None = None,
        property_: str | None = None,
        previous: object = None,
        desired: object = None,
        *,
        is_redacted: bool = False,
    ) -> None:
        self.name = name
        self.status = status
        self.message = message
        self.property = property_
        self.previous_value = previous
        self.desired_value = desired
        self.historical_value: object = None
        self.is_redacted = is_redacted
        self.is_audited = False
        self.is_corrective: bool | None = False
        self.drops_refreshes = False
        self.time_ns = time_ns()

    def __repr__(self) -> str:
        return f"<event {self.name} {self.status}: {self.message}>"


class Status:
    """The result of one resource."""

    __slots__ = (
        "change_count",
        "desired",
        "events",
        "failed_dependencies",
        "has_failed",
        "has_failed_to_restart",
        "is_changed",
        "is_corrective",
        "is_out_of_sync",
        "is_restarted",
        "is_scheduled",
        "is_skipped",
        "out_of_sync_count",
        "seconds",
        "time_ns",
    )

    def __init__(self, desired: Desired) -> None:
        self.desired = desired
        self.events: list[Event] = []
        self.failed_dependencies: tuple[Desired, ...] = ()
        self.has_failed = False
        self.has_failed_to_restart = False
        self.is_changed = False
        self.is_corrective = False
        self.is_out_of_sync = False
        self.is_restarted = False
        self.is_scheduled = False
        self.is_skipped = False
        self.change_count = 0
        self.out_of_sync_count = 0
        self.seconds: float | None = None
        self.time_ns = time_ns()

    def add(self, event: Event) -> None:
        """Take in an event."""
        self.events.append(event)
        if event.status == FAILURE:
            self.has_failed = True
        elif event.status == SUCCESS:
            self.change_count += 1
            self.is_changed = True
        if event.status != AUDIT:
            self.out_of_sync_count += 1
            self.is_out_of_sync = True
        if event.is_corrective:
            self.is_corrective = True

    def fail(self, message: str) -> None:
        """Record that the resource failed."""
        self.add(Event("resource_error", FAILURE, message))

    def take_over(self, earlier: Status) -> None:
        """Add the successful events of an earlier walk; its failures no longer count."""
        done = [event for event in earlier.events if event.status == SUCCESS]
        self.events[:0] = done
        self.change_count += len(done)
        self.out_of_sync_count += len(done)
        self.is_changed = self.is_changed or bool(done)

    @property
    def is_bad(self) -> bool:
        """Whether dependent resources must be skipped."""
        return self.has_failed or self.has_failed_to_restart

    def __repr__(self) -> str:
        return f"<status of {self.desired.ref}>"
