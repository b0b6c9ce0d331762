"""A generated fleet: payloads of nodes, and a store that is filled with them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from uuid import UUID

from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import open_database
from duckrow.store.store import Store

DAY = 86_400
DAYS = 30
_TOGETHER = 200  # commands in one transaction
_TYPES = ("File", "Package", "Service", "User", "Cron")
Payload = dict[str, object]


def _text(moment: float) -> str:
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment))
    return f"{whole}.{int(moment % 1 * 1000):03}Z"


def _uuid(chance: random.Random) -> str:
    return str(UUID(int=chance.getrandbits(128)))


def report_payload(
    certname: str, moment: float, chance: random.Random, events: int | None = None
) -> Payload:
    """Return a report of a run that ended at a moment; most runs change nothing."""
    if events is None:
        events = chance.choice((0, 0, 0, 0, 0, 0, 0, 1, 3, 8))
    failed = events > 0 and chance.random() < 0.1
    is_corrective = events > 0 and chance.random() < 0.1
    start = _text(moment - 20)
    resources = []
    for number in range(events):
        type_, title = _TYPES[number % 5], f"/srv/pond/{number}"
        event = {
            "status": "failure" if failed and not number else "success",
            "timestamp": start,
            "name": "content_changed",
            "property": "content",
            "new_value": f"{{sha256}}{chance.getrandbits(256):064x}",
            "old_value": f"{{sha256}}{chance.getrandbits(256):064x}",
            "message": "content changed from what it was to what it is now",
            "corrective_change": is_corrective and not number,
        }
        resources.append(
            {
                "resource_type": type_,
                "resource_title": title,
                "timestamp": start,
                "skipped": False,
                "file": "/etc/puppetlabs/code/environments/production/manifests/site.pp",
                "line": 10 + number,
                "containment_path": ["Stage[main]", f"Pond::Part{number % 7}", f"{type_}[{title}]"],
                "corrective_change": is_corrective and not number,
                "events": [event],
            }
        )
    categories = ("resources", "time", "changes", "events")
    metrics = [
        {"category": category, "name": f"name{number}", "value": number * 1.5}
        for category in categories
        for number in range(8)
    ]
    logs = [
        {
            "level": "notice",
            "message": f"Applied catalog in {chance.random() * 9:.2f} seconds",
            "source": "Puppet",
            "tags": ["notice"],
            "time": start,
            "file": None,
            "line": None,
        }
        for _ in range(3 + events)
    ]
    return {
        "certname": certname,
        "environment": chance.choice(("production", "production", "production", "testing")),
        "puppet_version": "7.23.0",
        "report_format": 12,
        "configuration_version": str(int(moment)),
        "start_time": start,
        "end_time": _text(moment),
        "producer_timestamp": _text(moment + 0.5),
        "producer": "puppet.lab",
        "transaction_uuid": _uuid(chance),
        "catalog_uuid": _uuid(chance),
        "code_id": None,
        "job_id": None,
        "cached_catalog_status": "not_used",
        "status": "failed" if failed else "changed" if events else "unchanged",
        "noop": False,
        "noop_pending": False,
        "corrective_change": is_corrective,
        "type": "agent",
        "metrics": metrics,
        "logs": logs,
        "resources": resources,
    }


def facts_payload(certname: str, moment: float, chance: random.Random) -> Payload:
    """Return facts as a small virtual machine has them."""
    values: Payload = {f"fact{number}": f"value {chance.randrange(20)}" for number in range(60)}
    values |= {
        "kernelrelease": f"6.1.0-{chance.randrange(30)}-amd64",
        "os": {"family": "Debian", "name": "Debian", "release": {"major": "12", "full": "12.4"}},
        "networking": {
            "ip": f"10.{chance.randrange(256)}.{chance.randrange(256)}.7",
            "interfaces": {f"eth{n}": {"mtu": 1500, "bindings": [{"n": n}]} for n in range(3)},
        },
        "processors": {"count": chance.choice((1, 2, 4, 8)), "models": ["duck"] * 4},
        "trusted": {"certname": certname, "extensions": {"pp_role": "duck"}},
    }
    return {
        "certname": certname,
        "environment": "production",
        "values": values,
        "producer_timestamp": _text(moment),
        "producer": "puppet.lab",
    }


def catalog_payload(certname: str, moment: float, chance: random.Random) -> Payload:
    """Return a catalog of 100 resources, of which most are as on other nodes."""
    resources = [
        {
            "type": _TYPES[number % 5],
            "title": f"/srv/pond/{number}",
            "exported": number == 7,
            "tags": ["class", "pond", f"part{number % 7}"],
            "file": "/etc/puppetlabs/code/environments/production/manifests/site.pp",
            "line": number,
            "parameters": {"ensure": "present", "content": f"{number} {chance.randrange(3)}"},
        }
        for number in range(100)
    ]
    edges = [
        {
            "source": {"type": "File", "title": "/srv/pond/0"},
            "target": {"type": _TYPES[number % 5], "title": f"/srv/pond/{number}"},
            "relationship": "contains",
        }
        for number in range(1, 100)
    ]
    return {
        "certname": certname,
        "version": str(int(moment)),
        "environment": "production",
        "transaction_uuid": _uuid(chance),
        "catalog_uuid": _uuid(chance),
        "code_id": None,
        "job_id": None,
        "producer_timestamp": _text(moment),
        "producer": "puppet.lab",
        "resources": resources,
        "edges": edges,
    }


def payloads(nodes: int, per_day: int, now: float) -> Iterator[tuple[str, Payload]]:
    """Return the commands of a fleet, the oldest reports first."""
    chance = random.Random(7)
    names = [f"node{number}.lab" for number in range(nodes)]
    for name in names:
        yield "replace facts", facts_payload(name, now - DAY / 2, chance)
        yield "replace catalog", catalog_payload(name, now - DAY / 2, chance)
    for turn in range(DAYS * per_day):
        moment = now - (DAYS * per_day - turn) * DAY / per_day
        for number, name in enumerate(names):
            at = moment + number * DAY / per_day / nodes
            yield "store report", report_payload(name, at, chance)


def fill(database: str, nodes: int, per_day: int, now: float) -> None:
    """Fill a store with a fleet."""
    store = Store(open_database(database, print))
    began = time.perf_counter()
    count = 0
    waiting = []
    for kind, payload in payloads(nodes, per_day, now):
        certname = str(payload["certname"])
        version = COMMANDS[kind][1]
        waiting.append(read_command(kind, version, certname, payload, int(now * 1e6)))
        if len(waiting) == _TOGETHER:
            store.submit_all(waiting)
            count += len(waiting)
            waiting = []
    store.submit_all(waiting)
    count += len(waiting)
    seconds = time.perf_counter() - began
    store.close()
    print(f"filled with {nodes} nodes, {count} commands: {count / seconds:.0f} a second")
