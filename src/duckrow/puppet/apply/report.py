"""The results of a catalog, as the reference's report has them."""

from __future__ import annotations

from duckrow.state.report import Part, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.apply.status import Event, Status
    from duckrow.state.report import Counts, Data

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


class CatalogPart(Part):
    """The results of one catalog of a run."""

    __slots__ = ("has_failed_to_generate", "statuses")

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.statuses: dict[str, Status] = {}
        self.has_failed_to_generate = False

    @property
    def has_failed(self) -> bool:
        return any(status.is_bad for status in self.statuses.values())

    @property
    def has_changed(self) -> bool:
        return any(status.change_count for status in self.statuses.values())

    @property
    def has_pending(self) -> bool:
        return any(
            event.status == "noop" for status in self.statuses.values() for event in status.events
        )

    @property
    def is_corrective(self) -> bool:
        return any(status.is_corrective for status in self.statuses.values())

    @property
    def status(self) -> str:
        return "failed" if self.has_failed_to_generate else super().status

    def counts(self) -> dict[str, Counts]:
        statuses = list(self.statuses.values())
        resources: Counts = {"total": len(statuses)}
        for name, attribute in _STATES:
            resources[name] = sum(bool(getattr(status, attribute)) for status in statuses)
        times: Counts = {}
        events: Counts = {"total": 0, "failure": 0, "success": 0}
        for status in statuses:
            if status.seconds is not None:
                kind = status.desired.type.lower()
                times[kind] = times.get(kind, 0) + status.seconds
            for event in status.events:
                events["total"] += 1
                events[event.status] = events.get(event.status, 0) + 1
        changes: Counts = {"total": sum(status.change_count for status in statuses)}
        return {"resources": resources, "time": times, "changes": changes, "events": events}

    def resource_statuses(self) -> dict[str, Data]:
        return {ref: status_data(status) for ref, status in self.statuses.items()}


def status_data(status: Status) -> Data:
    """Return the result of a resource as plain data."""
    desired = status.desired
    provider = desired.provider
    data: Data = {
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
    if status.failed_dependencies:  # the reference only logs them, once for each
        data["failed_dependencies"] = [each.ref for each in status.failed_dependencies]
    return data


def event_data(event: Event) -> Data:
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


def plain(value: object) -> object:
    """Return a value as JSON can hold it."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return str(value)


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
