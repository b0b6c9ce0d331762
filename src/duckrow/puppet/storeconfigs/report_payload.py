"""The payload of `store report`, version 8, from a report of format 12."""

from __future__ import annotations

from duckrow.puppet.storeconfigs.store import STORE_REPORT, Command, wire_time
from duckrow.ruby.values.to_s import to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    Data = Mapping[str, Any]


def report_command(
    report: Data, producer: str, time_ns: int, *, includes_unchanged: bool = False
) -> Command:
    """Return the command that stores a report.

    Without `includes_unchanged` it has only resources with events, and skipped ones.
    """
    certname = report["host"]
    resources = [
        _resource(status)
        for status in (report.get("resource_statuses") or {}).values()
        if includes_unchanged or status.get("events") or status.get("skipped")
    ]
    start = _moment(report["time"])
    payload = {
        "certname": certname,
        "job_id": report.get("job_id"),
        "puppet_version": report.get("puppet_version"),
        "report_format": report.get("report_format"),
        "configuration_version": to_s(report.get("configuration_version")),
        "producer_timestamp": wire_time(time_ns),
        "start_time": wire_time(start),
        "end_time": wire_time(start + int(_duration(report) * 1_000_000_000)),
        "environment": report.get("environment"),
        "transaction_uuid": report.get("transaction_uuid"),
        "status": report.get("status"),
        "noop": _is_noop(report, resources),
        "noop_pending": report.get("noop_pending"),
        "corrective_change": report.get("corrective_change"),
        "logs": [_log(line) for line in report.get("logs") or ()],
        "metrics": list(_metrics(report)),
        "resources": resources,
        "catalog_uuid": report.get("catalog_uuid") or report.get("transaction_uuid"),
        "code_id": report.get("code_id"),
        "cached_catalog_status": report.get("cached_catalog_status"),
        "producer": producer,
    }
    return Command(STORE_REPORT, certname, payload, time_ns)


def _resource(status: Data) -> dict[str, object]:
    return {
        "skipped": status.get("skipped", False),
        "timestamp": _wire_text(status["time"]),
        "resource_type": status["resource_type"],
        "resource_title": to_s(status["title"]),
        "file": status.get("file"),
        "line": status.get("line"),
        "containment_path": status.get("containment_path"),
        "corrective_change": status.get("corrective_change", False),
        "events": [_event(event) for event in status.get("events") or ()],
    }


def _event(event: Data) -> dict[str, object]:
    return {
        "status": event.get("status"),
        "timestamp": _wire_text(event["time"]),
        "name": event.get("name"),
        "property": event.get("property"),
        "new_value": to_s(event.get("desired_value")),
        "old_value": to_s(event.get("previous_value")),
        "corrective_change": event.get("corrective_change"),
        "message": event.get("message"),
    }


def _log(line: Data) -> dict[str, object]:
    return {
        "file": line.get("file"),
        "line": line.get("line"),
        "level": line["level"],
        "message": line["message"],
        "source": line.get("source"),
        "tags": list(line.get("tags") or ()),
        "time": _wire_text(line["time"]),
    }


def _metrics(report: Data) -> Iterator[dict[str, object]]:
    for metric in (report.get("metrics") or {}).values():
        for value in metric.get("values") or ():
            yield {"category": metric["name"], "name": value[0], "value": value[-1]}


def _duration(report: Data) -> float:
    """Return the seconds of the run; a failed one may have none."""
    times = (report.get("metrics") or {}).get("time") or {}
    for name, _label, value in times.get("values") or ():
        if name == "total":
            return float(value)
    return 0.0


def _is_noop(report: Data, resources: list[dict[str, Any]]) -> bool:
    """Return what the report says; one of an older format has only events."""
    if report.get("noop") is not None:
        return bool(report["noop"])
    statuses = {event["status"] for resource in resources for event in resource["events"]}
    return statuses == {"noop"}


def _wire_text(text: str) -> str:
    return wire_time(_moment(text))


def _moment(text: str) -> int:
    """Return the nanoseconds of a moment in ISO 8601."""
    from datetime import UTC, datetime

    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000) * 1_000_000
