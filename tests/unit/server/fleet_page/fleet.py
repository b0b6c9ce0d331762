"""A small fleet for the page: ducks that failed, drift, are silent, and have hostile values."""

from __future__ import annotations

import copy
from time import gmtime, strftime
from typing import Any

from tests.unit.store.payloads import (
    catalog,
    event,
    facts,
    policy_run,
    promise,
    report,
    resource,
)

from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.store import Store

NOW = 1_794_500_000.0
HOSTILE = "<img src=x onerror=alert(1)>\"'&"
UUID = "b4a0a3ee-2f39-4d2c-b9a4-0a8e3a3d6a"


def at(seconds: float) -> str:
    return strftime("%Y-%m-%dT%H:%M:%S.000Z", gmtime(NOW - seconds))


def edge(source: str, relationship: str, target: str) -> dict[str, object]:
    ends = {}
    for name, text in (("source", source), ("target", target)):
        type_, _, title = text.partition("[")
        ends[name] = {"type": type_, "title": title[:-1]}
    return {**ends, "relationship": relationship}


def touched(type_: str, title: str, *events: dict[str, object]) -> dict[str, object]:
    return {
        "resource_type": type_,
        "resource_title": title,
        "timestamp": at(60),
        "skipped": bool(events and events[0]["status"] == "skipped"),
        "file": "/pond.pp",
        "line": 3,
        "containment_path": ["Stage[main]", "Pond", f"{type_}[{title}]"],
        "corrective_change": False,
        "events": list(events),
    }


def run_of(name: str, ago: float, **changes: object) -> dict[str, object]:
    times = {"start_time": at(ago + 12), "end_time": at(ago), "producer_timestamp": at(ago)}
    return {**report(name), **times, **changes}


def _failed(name: str) -> dict[str, object]:
    """Return a run in which a package fails, a service is skipped, and another is refreshed."""
    when = at(60)
    return run_of(
        name,
        60,
        status="failed",
        catalog_uuid=f"{UUID}12",
        resources=[
            touched(
                "Package",
                "duck",
                event(status="failure", timestamp=when, message=f"no such package {HOSTILE}"),
            ),
            touched("Service", "duck", event(status="skipped", timestamp=when, message=None)),
            touched("File", "/pond", event(timestamp=when)),
            touched(
                "Service",
                "pond",
                event(
                    timestamp=when,
                    name="restarted",
                    property=None,
                    old_value=None,
                    new_value=None,
                    message="Triggered 'refresh' from 1 event",
                ),
            ),
            touched(
                "User",
                "duck",
                event(
                    timestamp=when,
                    property="password",
                    old_value="hunter1",
                    new_value="hunter2",
                    message="changed hunter1 to hunter2",
                ),
            ),
        ],
    )


def policies_of(name: str, ago: float, *promises: dict[str, object], **changes: object) -> Any:
    times = {"start_time": at(ago + 2), "end_time": at(ago), "producer_timestamp": at(ago)}
    return {**policy_run(name, int(ago) % 90, *promises), **times, **changes}


def policy_runs() -> list[tuple[str, dict[str, Any]]]:
    """Return runs of policies: of a node with reports, and of one that has nothing else."""
    broken = promise(
        "failed",
        "/reeds",
        reason="the directory /pond is missing",
        messages=[f"Cannot create {HOSTILE}"],
    )
    hidden = promise("repaired", "/etc/secret_token", messages=["wrote hunter2"])
    found = [
        policies_of("huey.lab", 5000, promise("kept")),
        policies_of(
            "huey.lab",
            70,
            promise("kept", HOSTILE),
            promise("repaired"),
            broken,
            hidden,
            status="failed",
            classes=["linux", "pond_is_dry"],
        ),
        policies_of("scrooge.lab", 80, promise("noop"), promise("skipped"), noop=True),
    ]
    return [("store policy run", each) for each in found]


def payloads() -> list[tuple[str, dict[str, Any]]]:
    more = [
        resource("Package", "duck", ensure="installed"),
        resource("Service", "duck", ensure="running"),
        resource("Service", "pond", ensure="running"),
        resource("User", "duck", password="hunter2", comment=HOSTILE),
    ]
    of_huey = copy.deepcopy(catalog("huey.lab", 2, *more))
    edges = of_huey["edges"]
    assert isinstance(edges, list)
    edges += [
        edge("Class[Pond]", "contains", "Package[duck]"),
        edge("Package[duck]", "before", "Service[duck]"),
        edge("File[/pond]", "notifies", "Service[pond]"),
    ]
    drifted = touched("File", "/pond", event(timestamp=at(600), corrective_change=True))
    return [
        ("replace facts", facts("huey.lab", secret_token="hunter2", motto=HOSTILE)),
        ("replace catalog", of_huey),
        ("store report", run_of("huey.lab", 2000, status="unchanged", resources=[])),
        ("store report", _failed("huey.lab")),
        ("replace facts", facts("dewey.lab", os={"family": "RedHat"})),
        ("replace catalog", catalog("dewey.lab")),
        ("store report", run_of("dewey.lab", 600, corrective_change=True, resources=[drifted])),
        ("replace facts", facts("louie.lab")),
        ("store report", run_of("louie.lab", 90_000, status="unchanged", resources=[])),
    ]


def fill(store: Store) -> None:
    give(store, [*payloads(), *policy_runs()])


def give(store: Store, commands: list[tuple[str, dict[str, Any]]]) -> None:
    for kind, payload in commands:
        version = COMMANDS[kind][1]
        command = read_command(kind, version, str(payload["certname"]), payload, int(NOW * 1e6))
        store.submit(command)
