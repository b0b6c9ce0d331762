"""Reports for tests."""

from __future__ import annotations

import json


def report_data(node: str = "huey.lab", **more: object) -> dict[str, object]:
    """Return the values of a small report."""
    return {
        "host": node,
        "time": "2026-11-16T14:04:10.942258471+00:00",
        "configuration_version": 1794837850,
        "transaction_uuid": "1acd4333-536e-445e-8168-39a01c42dd9c",
        "report_format": 12,
        "puppet_version": "8.11.0",
        "status": "changed",
        "transaction_completed": True,
        "noop": False,
        "noop_pending": False,
        "environment": "production",
        "logs": [
            {
                "level": "notice",
                "message": "defined 'message' as \"quack: été 🦆\"\n",
                "source": "/Stage[main]/Main/Notify[quack]/message",
                "tags": ["notice", "notify"],
                "time": "2026-11-16T14:04:10.964110390+00:00",
                "file": None,
                "line": 7,
            }
        ],
        "metrics": {
            "resources": {
                "name": "resources",
                "label": "Resources",
                "values": [["total", "Total", 7], ["failed", "Failed", 0]],
            },
            "time": {"name": "time", "label": "Time", "values": [["total", "Total", 5.7784e-05]]},
        },
        "resource_statuses": {
            "Notify[quack]": {
                "title": "quack",
                "file": "/etc/puppetlabs/code/environments/production/manifests/site.pp",
                "line": 7,
                "resource": "Notify[quack]",
                "resource_type": "Notify",
                "provider_used": None,
                "containment_path": ["Stage[main]", "Main", "Notify[quack]"],
                "evaluation_time": 0.000273,
                "tags": ["notify", "quack", "class"],
                "time": "2026-11-16T14:04:10.950959802+00:00",
                "failed": False,
                "failed_to_restart": False,
                "changed": True,
                "out_of_sync": True,
                "skipped": False,
                "change_count": 1,
                "out_of_sync_count": 1,
                "events": [
                    {
                        "audited": False,
                        "property": "message",
                        "previous_value": "absent",
                        "desired_value": "no",
                        "historical_value": None,
                        "message": "defined 'message' as 'no'",
                        "name": "message_changed",
                        "status": "success",
                        "time": "2026-11-16T14:04:10.951+00:00",
                        "redacted": None,
                        "corrective_change": False,
                    }
                ],
                "corrective_change": False,
            }
        },
        "corrective_change": False,
        "catalog_uuid": "59986400-662a-4c21-a835-7026f97fe60f",
        "cached_catalog_status": "not_used",
        **more,
    }


def report_json(node: str = "huey.lab", **more: object) -> bytes:
    """Return a small report as an agent sends it."""
    return json.dumps(report_data(node, **more)).encode()
