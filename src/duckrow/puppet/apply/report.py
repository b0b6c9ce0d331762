"""The report of a run, in the reference's report format (number 12).

The report is updated while the run goes on, so that an interrupted run has one too. Times are UTC
with nanoseconds, durations seconds.
"""

from __future__ import annotations

from time import gmtime, strftime, time_ns

from duckrow import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.apply.status import Event, Status

FORMAT = 12
_STATES = (
    ("skipped", "is_skipped"),
    ("failed", "has_failed"),
    ("failed_to_restart", "has_failed_to_restart"),
    ("restarted", "is_restarted"),
    ("changed", "is_changed"),
    ("out_of_sync", "is_out_of_sync"),
    ("scheduled", "is_scheduled"),
    ("corrective_change", "is_corrective"),
)


class LogLine:
    """One message of a run."""

    __slots__ = ("file", "level", "line", "message", "source", "tags", "time_ns")

    def __init__(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        tags: Iterable[str] = (),
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        self.level = level
        self.message = message
        self.source = source
        self.tags = tags
        self.file = file
        self.line = line
        self.time_ns = time_ns()

    def to_data(self) -> dict[str, Any]:
        """Return the message as the report has it."""
        return {
            "level": self.level,
            "message": self.message,
            "source": self.source,
            "tags": sorted({self.level, *self.tags}),
            "time": time_text(self.time_ns),
            "file": self.file,
            "line": self.line,
        }


class Report:
    """The report of one run."""

    __slots__ = (
        "catalog_uuid",
        "environment",
        "has_failed_to_generate",
        "host",
        "is_complete",
        "is_noop",
        "logs",
        "statuses",
        "time_ns",
        "times",
        "uuid",
        "version",
    )

    def __init__(self, host: str, environment: str, uuid: str, *, is_noop: bool) -> None:
        self.host = host
        self.environment = environment
        self.uuid = uuid
        self.is_noop = is_noop
        self.version: Any = None
        self.catalog_uuid: str | None = None
        self.time_ns = time_ns()
        self.logs: list[LogLine] = []
        self.statuses: dict[str, Status] = {}
        self.times: dict[str, float] = {}
        self.is_complete = False
        self.has_failed_to_generate = False

    @property
    def status(self) -> str:
        """Return the status of the run: failed, changed or unchanged."""
        statuses = self.statuses.values()
        if (
            self.has_failed_to_generate
            or not self.is_complete
            or any(status.is_bad for status in statuses)
        ):
            return "failed"
        return "changed" if any(status.change_count for status in statuses) else "unchanged"

    @property
    def is_corrective(self) -> bool:
        """Whether a change reverted a change by another program."""
        return any(status.is_corrective for status in self.statuses.values())

    @property
    def has_pending(self) -> bool:
        """Whether there is something that only no-op kept from being done."""
        return any(
            event.status == "noop" for status in self.statuses.values() for event in status.events
        )

    def exit_code(self) -> int:
        """Return the code of --detailed-exitcodes: 2 for changes, 4 for failures, 6 for both."""
        statuses = self.statuses.values()
        code = 2 if any(status.change_count for status in statuses) else 0
        if any(status.is_bad for status in statuses):
            code |= 4
        return code

    def metrics(self) -> dict[str, dict[str, Any]]:
        """Count."""
        statuses = list(self.statuses.values())
        resources = {"total": len(statuses)}
        for name, attribute in _STATES:
            resources[name] = sum(bool(getattr(status, attribute)) for status in statuses)
        times: dict[str, float] = {}
        events = {"total": 0, "failure": 0, "success": 0}
        for status in statuses:
            if status.seconds is not None:
                kind = status.desired.type.lower()
                times[kind] = times.get(kind, 0) + status.seconds
            for event in status.events:
                events["total"] += 1
                events[event.status] = events.get(event.status, 0) + 1
        times |= self.times
        changes = {"total": sum(status.change_count for status in statuses)}
        return {"resources": resources, "time": times, "changes": changes, "events": events}

    def to_data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "host": self.host,
            "time": time_text(self.time_ns),
            "configuration_version": self.version,
            "transaction_uuid": self.uuid,
            "report_format": FORMAT,
            "puppet_version": f"duckrow {__version__}",
            "status": self.status,
            "transaction_completed": self.is_complete,
            "noop": self.is_noop,
            "noop_pending": self.has_pending,
            "environment": self.environment,
            "logs": [line.to_data() for line in self.logs],
            "metrics": {
                name: {
                    "name": name,
                    "label": _label(name),
                    "values": [[key, _label(key), value] for key, value in values.items()],
                }
                for name, values in self.metrics().items()
            },
            "resource_statuses": {
                ref: status_data(status) for ref, status in self.statuses.items()
            },
            "corrective_change": self.is_corrective,
            "catalog_uuid": self.catalog_uuid,
            "cached_catalog_status": "not_used",
        }


def status_data(status: Status) -> dict[str, Any]:
    """Return the result of a resource as plain data."""
    desired = status.desired
    provider = desired.provider
    return {
        "title": desired.title,
        "file": desired.file or None,
        "line": desired.line,
        "resource": desired.ref,
        "resource_type": desired.type,
        "provider_used": provider.name or None if provider is not None else None,
        "containment_path": _containment(desired.path, desired.ref),
        "evaluation_time": status.seconds,
        "tags": list(desired.tags),
        "time": time_text(status.time_ns),
        "failed": status.has_failed,
        "failed_to_restart": status.has_failed_to_restart,
        "changed": status.is_changed,
        "out_of_sync": status.is_out_of_sync,
        "skipped": status.is_skipped,
        "change_count": status.change_count,
        "out_of_sync_count": status.out_of_sync_count,
        "events": [event_data(event) for event in status.events],
        "corrective_change": status.is_corrective,
    }


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data."""
    return {
        "audited": event.is_audited,
        "property": event.property,
        "previous_value": plain(event.previous_value),
        "desired_value": plain(event.desired_value),
        "historical_value": plain(event.historical_value),
        "message": event.message,
        "name": event.name,
        "status": event.status,
        "time": time_text(event.time_ns),
        "redacted": event.is_redacted,
        "corrective_change": event.is_corrective,
    }


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is list:
        return [plain(item) for item in value]
    if kind is dict:
        return {str(key): plain(item) for key, item in value.items()}
    if kind is bytes:
        return value.decode("utf-8", "backslashreplace")
    return str(value)


def time_text(nanoseconds: int) -> str:
    """Write a moment as ISO 8601 does."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return f"{strftime('%Y-%m-%dT%H:%M:%S', gmtime(seconds))}.{rest:09d}+00:00"


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _containment(path: str, ref: str) -> list[str]:
    """Split the path of a resource; its own name may hold slashes, and so may those around it."""
    around = path.removesuffix(ref).strip("/")
    names: list[str] = []
    depth = 0
    part = ""
    for char in around:
        if char == "/" and depth == 0:
            names.append(part)
            part = ""
            continue
        depth += (char == "[") - (char == "]")
        part += char
    return [*names, *([part] if part else []), ref]
