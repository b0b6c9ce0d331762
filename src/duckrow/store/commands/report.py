"""store report: a report of a run, and its events."""

from __future__ import annotations

from hashlib import sha1

from orjson import dumps

from duckrow.store.commands.checks import (
    a_flag,
    a_list,
    a_number,
    a_string,
    a_time,
    a_whole_number,
    anything,
    check_fields,
    maybe,
    strings,
    time_in,
)
from duckrow.store.commands.command import Command
from duckrow.store.commands.nodes import active_node_id, environment_id, producer_id
from duckrow.store.database.session import insert_into, number
from duckrow.store.day_counts import change, days_of
from duckrow.store.packed import packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.store.commands.checks import Check
    from duckrow.store.database.session import Session

    Data = dict[str, object]
    # status, time in microseconds, and the other columns
    Event = tuple[object, int, *tuple[object, ...]]

_MAYBE, _MAYBE_FLAG, _MAYBE_LINE = maybe(a_string), maybe(a_flag), maybe(a_whole_number)
_FIELDS = {
    "certname": a_string,
    "puppet_version": a_string,
    "report_format": a_whole_number,
    "configuration_version": a_string,
    "start_time": a_time,
    "end_time": a_time,
    "producer_timestamp": a_time,
    "noop": _MAYBE_FLAG,
    "transaction_uuid": _MAYBE,
    "metrics": maybe(a_list),
    "logs": maybe(a_list),
    "environment": a_string,
    "status": _MAYBE,
}
# Keys that a version added.
_ADDED: dict[int, dict[str, Check]] = {
    6: {"resources": a_list},
    7: {"catalog_uuid": _MAYBE, "cached_catalog_status": _MAYBE, "code_id": _MAYBE},
    8: {"producer": _MAYBE, "noop_pending": _MAYBE_FLAG, "corrective_change": _MAYBE_FLAG},
}
_METRIC = {"category": a_string, "name": a_string, "value": a_number}
_LOG = {
    "file": _MAYBE,
    "line": _MAYBE_LINE,
    "level": a_string,
    "message": a_string,
    "source": a_string,
    "tags": strings,
    "time": a_time,
}
_RESOURCE = {
    "skipped": a_flag,
    "timestamp": a_time,
    "resource_type": a_string,
    "resource_title": a_string,
    "file": _MAYBE,
    "line": _MAYBE_LINE,
    "containment_path": maybe(strings),
    "events": a_list,
}
_EVENT = {
    "status": a_string,
    "timestamp": a_time,
    "property": _MAYBE,
    "new_value": anything,
    "old_value": anything,
    "message": _MAYBE,
}
_CORRECTIVE = {"corrective_change": _MAYBE_FLAG}
_OF_RESOURCE = ("resource_type", "resource_title", "file", "line", "containment_path")
_COLUMNS = (
    "hash certname_id transaction_uuid catalog_uuid code_id job_id cached_catalog_status status"
    " type noop noop_pending corrective_change puppet_version report_format configuration_version"
    " start_time end_time producer_timestamp receive_time environment_id producer_id metrics logs"
)
_INSERT = f"{insert_into('reports', _COLUMNS)} ON CONFLICT (hash) DO NOTHING RETURNING id"
_INSERT_EVENT = insert_into(
    "resource_events",
    "report_id certname_id status timestamp resource_type resource_title property name old_value"
    " new_value message file line containment_path containing_class corrective_change",
)


class StoreReport(Command):
    """A report of a run."""

    __slots__ = ("data", "events", "hash", "logs", "metrics")

    name = "store report"

    def __init__(self, payload: object, version: int, received: int) -> None:
        """Check a payload. Raises InvalidCommandError."""
        fields, optional = dict(_FIELDS), {"job_id": _MAYBE, "type": _a_type}
        for since, added in _ADDED.items():
            (fields if version >= since else optional).update(added)
        if version < 6:
            fields["resource_events"] = a_list
        data = check_fields(payload, fields, optional, "the report")
        super().__init__(str(data["certname"]), time_in(str(data["producer_timestamp"])), received)
        self.data = data
        if version < 7:
            data.setdefault("catalog_uuid", data["transaction_uuid"])
        metrics = _checked(data["metrics"], _METRIC, "a metric")
        logs = _checked(data["logs"], _LOG, "a log")
        self.metrics, self.logs = packed(metrics), packed(logs)
        if version < 6:
            self.events = _events_of_version_5(data["resource_events"])
        else:
            self.events = _events(data["resources"], version)
        self.hash = _identity(data)

    def write(self, session: Session) -> None:
        """Write the report, unless it is stored already, and its events."""
        node = active_node_id(session, self.certname, self.producer_timestamp)
        data, time = self.data, session.dialect.time
        row = session.execute(
            _INSERT,
            (
                self.hash,
                node,
                data["transaction_uuid"],
                data.get("catalog_uuid"),
                data.get("code_id"),
                data.get("job_id"),
                data.get("cached_catalog_status"),
                data["status"],
                data.get("type") or "agent",
                data["noop"],
                data.get("noop_pending"),
                data.get("corrective_change"),
                data["puppet_version"],
                data["report_format"],
                data["configuration_version"],
                time(time_in(str(data["start_time"]))),
                time(time_in(str(data["end_time"]))),
                time(self.producer_timestamp),
                time(self.received),
                environment_id(session, data["environment"]),
                producer_id(session, data.get("producer")),
                self.metrics,
                self.logs,
            ),
        ).fetchone()
        if row is None:
            return
        report = number(row[0])
        counted = days_of("events", [(each[0], each[1]) for each in self.events])
        if data.get("type") != "plan":
            self._make_latest(session, node, report)
            counted += days_of("reports", [(data["status"], self.producer_timestamp)])
        change(session, counted)
        if self.events:
            events = [
                (report, node, status, time(when), *rest) for status, when, *rest in self.events
            ]
            session.execute_many(_INSERT_EVENT, events)

    def _make_latest(self, session: Session, node: int, report: int) -> None:
        """Make it the latest report of its node, unless a newer one is."""
        query = (
            "SELECT r.producer_timestamp FROM certnames c JOIN reports r ON r.id = c.latest_report"
            " WHERE c.id = ?"
        )
        latest = session.execute(query, (node,)).fetchone()
        if latest is None or session.dialect.microseconds(latest[0]) < self.producer_timestamp:
            session.execute("UPDATE certnames SET latest_report = ? WHERE id = ?", (report, node))


def _a_type(value: object) -> str | None:
    return None if value in ("agent", "plan") else "'agent' or 'plan'"


def _checked(items: object, fields: Mapping[str, Check], what: str) -> list[Data]:
    assert isinstance(items, list | None)
    return [check_fields(each, fields, {}, what) for each in items or ()]


def _identity(data: Data) -> str:
    """Return the digest of what makes a report the same one."""
    names = "certname puppet_version report_format configuration_version transaction_uuid".split()
    times = [time_in(str(data[name])) for name in ("start_time", "end_time", "producer_timestamp")]
    return sha1(dumps([*(data[name] for name in names), *times])).hexdigest()  # noqa: S324


# ---- events


def _events(resources: object, version: int) -> list[Event]:
    """Return the events of resources as rows, in order; a skipped resource is an event too."""
    assert isinstance(resources, list)
    corrective = _CORRECTIVE if version >= 8 else {}
    of_resource, of_event = {**_RESOURCE, **corrective}, {**_EVENT, **corrective}
    found: dict[Event, Event] = {}
    for each in resources:
        resource = check_fields(each, of_resource, _CORRECTIVE, "a resource of the report")
        events = resource["events"]
        assert isinstance(events, list)
        for event in events:
            check_fields(event, of_event, {"name": _MAYBE, **_CORRECTIVE}, "an event")
        if resource["skipped"]:
            _add(found, resource, {**_SKIPPED, "timestamp": resource["timestamp"]})
        else:
            for event in events:
                _add(found, resource, event)
    return list(found.values())


_SKIPPED: Data = {
    "status": "skipped",
    "property": None,
    "old_value": None,
    "new_value": None,
    "message": None,
    "corrective_change": False,
}


def _events_of_version_5(events: object) -> list[Event]:
    """Return the events of a report of version 5, which repeat their resource each."""
    assert isinstance(events, list)
    fields = {name: check for name, check in _RESOURCE.items() if name in _OF_RESOURCE}
    found: dict[Event, Event] = {}
    for each in events:
        event = check_fields(each, {**fields, **_EVENT}, {"name": _MAYBE}, "an event")
        _add(found, event, event)
    return list(found.values())


def _add(found: dict[Event, Event], resource: Data, event: Data) -> None:
    """Add the row of an event, unless there is an equal one."""
    path = resource["containment_path"]
    key = (
        event["status"],
        time_in(str(event["timestamp"])),
        resource["resource_type"],
        resource["resource_title"],
        event["property"],
        event.get("name"),
        dumps(event["old_value"]).decode(),
        dumps(event["new_value"]).decode(),
        event["message"],
        resource["file"],
        resource["line"],
    )
    if key not in found:
        text = None if path is None else dumps(path).decode()
        found[key] = (*key, text, _containing_class(path), event.get("corrective_change"))


def _containing_class(path: object) -> str | None:
    """Return the innermost class of a containment path: a name without a title."""
    if isinstance(path, list):
        for each in reversed(path):
            if each and "[" not in each:
                return str(each)
    return None
