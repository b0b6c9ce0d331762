"""Make a store that knows three ducks: python pond.py FILE."""

import sys
from time import time_ns

from duckrow.store.commands.table import read_command
from duckrow.store.database.database import open_database

DUCKS = {
    "huey.lab": ("Debian", "changed"),
    "dewey.lab": ("Debian", "failed"),
    "louie.lab": ("Fedora", "unchanged"),
}
TIME = "2026-11-16T08:00:00.000Z"
ID = "9e1b1e0a-1c2d-4e3f-8a5b-6c7d8e9f0a1b"


def facts(node: str, system: str) -> dict:
    values = {"kernel": "Linux", "os": {"name": system}, "processors": {"count": len(node)}}
    return {
        "certname": node,
        "environment": "production",
        "values": values,
        "producer_timestamp": TIME,
        "producer": "puppet.lab",
    }


def report(node: str, status: str) -> dict:
    return {
        "certname": node,
        "environment": "production",
        "puppet_version": "8.11.0",
        "report_format": 12,
        "configuration_version": "1",
        "start_time": TIME,
        "end_time": TIME,
        "producer_timestamp": TIME,
        "producer": "puppet.lab",
        "transaction_uuid": ID,
        "catalog_uuid": ID,
        "code_id": None,
        "job_id": None,
        "cached_catalog_status": "not_used",
        "status": status,
        "noop": False,
        "noop_pending": False,
        "corrective_change": False,
        "metrics": [],
        "logs": [],
        "resources": [],
    }


database = open_database(sys.argv[1], print)
for duck, (system, status) in DUCKS.items():
    for name, version, payload in (
        ("replace facts", 5, facts(duck, system)),
        ("store report", 8, report(duck, status)),
    ):
        database.write(read_command(name, version, duck, payload, time_ns() // 1000).write)
database.close()
