"""A small fleet of our own: the commands that tell a store about ten nodes.

    for command in commands():
        command.name, command.version, command.certname, command.payload

Values are chosen so that comparisons have something to tell apart: numbers and strings that look
like them, lists, nulls, nodes without catalogs, reports with failures, a node that was deactivated.
The reference stores no `corrective_change`, so there is none here.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator

NODES = (
    "web1.example.com",
    "web2.example.com",
    "db.example.com",
    "puppet.example.com",
    "foo1",
    "foo2",
    "foo3",
    "one.local",
    "two.local",
    "basic.catalogs.com",
)
LATER = "2026-11-11T00:00:00.000Z"


class FleetCommand:
    """A command of the fleet."""

    def __init__(self, name: str, version: int, payload: dict[str, object]) -> None:
        self.name = name
        self.version = version
        self.payload = payload

    @property
    def certname(self) -> str:
        """Return the node that it is about."""
        return str(self.payload["certname"])

    @property
    def producer_timestamp(self) -> str:
        """Return when it was made."""
        return str(self.payload["producer_timestamp"])


def _hour(number: int) -> str:
    return f"2026-11-10T{number:02}:00:00.000Z"


def _id(text: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, text))


def commands() -> Iterator[FleetCommand]:
    """Return the commands of the fleet, in the order of their times."""
    for number, node in enumerate(NODES):
        yield _facts(number, node)
        if node != "web2.example.com":
            yield _catalog(number, node)
            for run in range(2):
                yield _report(number, node, run)
    yield FleetCommand("deactivate node", 3, {"certname": "foo3", "producer_timestamp": LATER})
    inputs = [["hiera", "puppetdb::globals::version"], ["hiera", "puppetdb::disable_cleartext"]]
    yield FleetCommand(
        "replace catalog inputs",
        1,
        {
            "certname": "foo1",
            "catalog_uuid": _id("catfoo1"),
            "producer_timestamp": LATER,
            "inputs": inputs,
        },
    )
    yield FleetCommand(
        "configure expiration",
        1,
        {"certname": "foo2", "producer_timestamp": LATER, "expire": {"facts": False}},
    )


def _environment(number: int) -> str:
    return ("DEV", "PROD", "DEV", "production")[number % 4]


def _facts(number: int, node: str) -> FleetCommand:
    values = {
        "ipaddress": f"192.168.1.{number}",
        "hostname": node.split(".")[0],
        "operatingsystem": ("Debian", "RedHat", "Darwin")[number % 3],
        "kernel": "Linux",
        "uptime_seconds": 10000 + number * 1000,
        "domain": "testing.com",
        "uptime": f"{number} days",
        "bool": number % 2 == 0,
        "pi": 3.14 + number,
        "my_structured_fact": {
            "a": 1,
            "b": 3.14,
            "c": ["a", "b", "c"],
            "d": {"n": ""},
            "e": "1",
            "f": None,
            "g": number,
        },
        "test#~delimiter": "foo",
        "trusted": {
            "certname": node,
            "extensions": {"foo": "bar", "pp_role": "duck"},
            "authenticated": "remote",
        },
        "os": {"family": "Debian", "release": {"major": str(10 + number)}},
        "big": 2**40 + number,
    }
    payload: dict[str, object] = {
        "certname": node,
        "environment": _environment(number),
        "values": values,
        "producer_timestamp": _hour(number + 1),
        "producer": "foo.com",
    }
    if number < 2:
        payload["package_inventory"] = [
            ["foo", "1.2.3", "apt"],
            ["bar", "2.3.4", "apt"],
            ["baz", f"{number}.0", "pip"],
        ]
    return FleetCommand("replace facts", 5, payload)


def _catalog(number: int, node: str) -> FleetCommand:
    resources = [
        _resource("Class", "main", ["class", "main"], {}),
        _resource("Class", "Foobar", ["class", "foobar"], {"n": number}, "/etc/m.pp", 1),
        _resource(
            "File",
            "/etc/foobar",
            ["class", "file", "foobar", "one"],
            {
                "ensure": "directory",
                "owner": "root",
                "nested": {"a": [1, 2]},
                "acl": ["john:rwx", "fred:rwx"],
            },
            "/tmp/foo.pp",
            10,
        ),
        _resource(
            "File",
            "/etc/foobar/baz",
            ["class", "file", "foobar", "two"],
            {"ensure": "file", "require": "File[/etc/foobar]"},
            "/tmp/foo.pp",
            20,
        ),
        {
            **_resource("Notify", f"hello-{number}", ["notify", "vivid", "ünïcode"], {}),
            "exported": number % 2 == 1,
            "parameters": {"message": "hi"},
        },
    ]
    edges = [
        _edge(("Class", "Foobar"), ("File", "/etc/foobar"), "contains"),
        _edge(("File", "/etc/foobar"), ("File", "/etc/foobar/baz"), "required-by"),
    ]
    payload: dict[str, object] = {
        "certname": node,
        "version": str(1000 + number),
        "environment": _environment(number),
        "transaction_uuid": _id(f"tx{node}"),
        "catalog_uuid": _id(f"cat{node}"),
        "code_id": "c0de",
        "job_id": "0987654321" if number == 0 else None,
        "producer_timestamp": _hour(number + 2),
        "producer": "bar.com",
        "resources": resources,
        "edges": edges,
    }
    return FleetCommand("replace catalog", 9, payload)


def _resource(
    kind: str,
    title: str,
    tags: list[str],
    parameters: dict[str, object],
    file: str | None = None,
    line: int | None = None,
) -> dict[str, object]:
    found: dict[str, object] = {
        "type": kind,
        "title": title,
        "exported": False,
        "tags": tags,
        "parameters": parameters,
    }
    if file is not None:
        found.update(file=file, line=line)
    return found


def _edge(source: tuple[str, str], target: tuple[str, str], relationship: str) -> dict[str, object]:
    return {
        "source": {"type": source[0], "title": source[1]},
        "target": {"type": target[0], "title": target[1]},
        "relationship": relationship,
    }


def _report(number: int, node: str, run: int) -> FleetCommand:
    status = "changed" if run == 0 else ("unchanged", "failed", "changed")[number % 3]
    time = _hour(number + 3 + run)
    job = "0987654321" if number == 0 else None
    events = [
        {
            "status": ("success", "failure", "noop")[(number + run) % 3],
            "timestamp": time,
            "name": "content_changed",
            "property": "content",
            "new_value": ["a", "b"],
            "old_value": None,
            "message": f"changed {run}",
            "corrective_change": None,
        },
        {
            "status": "success",
            "timestamp": time,
            "name": None,
            "property": "mode",
            "new_value": "0644",
            "old_value": "0600",
            "message": "mode",
            "corrective_change": None,
        },
    ]
    resources = [
        {
            "resource_type": "File",
            "resource_title": "/etc/foobar",
            "timestamp": time,
            "skipped": False,
            "file": "/tmp/foo.pp",
            "line": 10,
            "containment_path": ["Stage[main]", "Foobar", "File[/etc/foobar]"],
            "corrective_change": None,
            "events": events,
        },
        {
            "resource_type": "Notify",
            "resource_title": "notify, yo",
            "timestamp": time,
            "skipped": True,
            "file": None,
            "line": None,
            "containment_path": [],
            "corrective_change": None,
            "events": [],
        },
    ]
    log = {
        "level": "notice",
        "message": f"log {run}",
        "source": "Puppet",
        "tags": ["notice"],
        "time": _hour(number + 3),
        "file": None,
        "line": None,
    }
    payload: dict[str, object] = {
        "certname": node,
        "environment": _environment(number),
        "puppet_version": "7.23.0",
        "report_format": 12,
        "configuration_version": str(1000 + number),
        "start_time": time,
        "end_time": time.replace(":00.000", ":30.000"),
        "producer_timestamp": _hour(number + 4 + run),
        "producer": "foo.com",
        "transaction_uuid": _id(f"tx{node}{run}"),
        "catalog_uuid": _id(f"cat{node}"),
        "code_id": None,
        "job_id": job,
        "cached_catalog_status": "not_used",
        "status": status,
        "noop": False,
        "noop_pending": (number + run) % 3 == 2,
        "corrective_change": None,
        "type": "agent",
        "metrics": [
            {"category": "resources", "name": "total", "value": 5},
            {"category": "time", "name": "total", "value": 1.5 + number},
        ],
        "logs": [log],
        "resources": resources,
    }
    return FleetCommand("store report", 8, payload)
