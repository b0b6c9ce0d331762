"""Payloads of commands for a small fleet of ducks."""

from __future__ import annotations

Payload = dict[str, object]


def at(hour: int, minute: int = 0) -> str:
    return f"2026-11-10T{hour:02}:{minute:02}:00.000Z"


def facts(certname: str, hour: int = 1, **values: object) -> Payload:
    usual = {"kernel": "Linux", "os": {"family": "Debian", "release": {"major": "12"}}}
    return {
        "certname": certname,
        "environment": "production",
        "values": {**usual, "trusted": {"certname": certname}, **values},
        "producer_timestamp": at(hour),
        "producer": "pond.lab",
    }


def resource(type_: str, title: str, **parameters: object) -> Payload:
    return {
        "type": type_,
        "title": title,
        "exported": False,
        "tags": ["class", type_.lower()],
        "parameters": parameters,
    }


def catalog(certname: str, hour: int = 2, *more: Payload) -> Payload:
    return {
        "certname": certname,
        "version": "1000",
        "environment": "production",
        "transaction_uuid": "b4a0a3ee-2f39-4d2c-b9a4-0a8e3a3d6a11",
        "catalog_uuid": "b4a0a3ee-2f39-4d2c-b9a4-0a8e3a3d6a12",
        "code_id": None,
        "job_id": None,
        "producer_timestamp": at(hour),
        "producer": "pond.lab",
        "resources": [
            resource("Class", "Pond"),
            {**resource("File", "/pond", mode="0755"), "file": "/pond.pp", "line": 3},
            *more,
        ],
        "edges": [
            {
                "source": {"type": "Class", "title": "Pond"},
                "target": {"type": "File", "title": "/pond"},
                "relationship": "contains",
            }
        ],
    }


def event(**changes: object) -> Payload:
    return {
        "status": "success",
        "timestamp": at(3),
        "name": "mode_changed",
        "property": "mode",
        "new_value": "0755",
        "old_value": "0700",
        "message": "mode changed '0700' to '0755'",
        "corrective_change": False,
        **changes,
    }


def report(certname: str, hour: int = 3, **changes: object) -> Payload:
    return {
        "certname": certname,
        "environment": "production",
        "puppet_version": "7.23.0",
        "report_format": 12,
        "configuration_version": "1000",
        "start_time": at(hour),
        "end_time": at(hour, 1),
        "producer_timestamp": at(hour, 2),
        "producer": "pond.lab",
        "transaction_uuid": "b4a0a3ee-2f39-4d2c-b9a4-0a8e3a3d6a11",
        "catalog_uuid": None,
        "code_id": None,
        "job_id": None,
        "cached_catalog_status": "not_used",
        "status": "changed",
        "noop": False,
        "noop_pending": False,
        "corrective_change": False,
        "type": "agent",
        "metrics": [{"category": "time", "name": "total", "value": 1.5}],
        "logs": [
            {
                "level": "notice",
                "message": "quack",
                "source": "Puppet",
                "tags": ["notice"],
                "time": at(hour),
                "file": None,
                "line": None,
            }
        ],
        "resources": [
            {
                "resource_type": "File",
                "resource_title": "/pond",
                "timestamp": at(hour),
                "skipped": False,
                "file": "/pond.pp",
                "line": 3,
                "containment_path": ["Stage[main]", "Pond", "File[/pond]"],
                "corrective_change": False,
                "events": [event()],
            },
            {
                "resource_type": "Notify",
                "resource_title": "hidden",
                "timestamp": at(hour),
                "skipped": True,
                "file": None,
                "line": None,
                "containment_path": [],
                "corrective_change": None,
                "events": [],
            },
        ],
        **changes,
    }


def promise(outcome: str, promiser: str = "/pond", **changes: object) -> Payload:
    return {
        "outcome": outcome,
        "type": "files",
        "promiser": promiser,
        "bundle": "main",
        "reason": None,
        "messages": [],
        "seconds": 0.5,
        "file": "/pond.cf",
        "line": 7,
        **changes,
    }


def policy_run(certname: str, hour: int = 3, *promises: Payload, **changes: object) -> Payload:
    return {
        "certname": certname,
        "transaction_uuid": f"b4a0a3ee-2f39-4d2c-b9a4-0a8e3a3d6a{hour}",
        "status": "unchanged",
        "noop": False,
        "policies": ["pond.cf"],
        "duckrow_version": "1.0",
        "start_time": at(hour),
        "end_time": at(hour, 1),
        "producer_timestamp": at(hour, 1),
        "classes": ["linux", "any"],
        "promises": list(promises),
        **changes,
    }
