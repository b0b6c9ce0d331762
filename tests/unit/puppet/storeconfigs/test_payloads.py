"""The payloads of facts and reports; those of catalogs are in tests/conformance."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.storeconfigs.catalog_payload import CatalogIdentity, inputs_command
from duckrow.puppet.storeconfigs.facts_payload import facts_command
from duckrow.puppet.storeconfigs.report_payload import report_command

NOON = 1_794_830_400_123_000_000
TIME = "2026-11-16T12:00:00.123Z"


def test_facts_have_trusted_data_and_packages_apart() -> None:
    values = {"os": {"family": "Debian"}, "_puppet_inventory_1": {"packages": [["a", "1", "apt"]]}}
    command = facts_command("web.lab", values, {"certname": "web.lab"}, "test", "server.lab", NOON)
    assert (command.name, command.version, command.certname) == ("replace_facts", 5, "web.lab")
    assert command.payload == {
        "certname": "web.lab",
        "values": {"os": {"family": "Debian"}, "trusted": {"certname": "web.lab"}},
        "environment": "test",
        "producer_timestamp": TIME,
        "producer": "server.lab",
        "package_inventory": [["a", "1", "apt"]],
    }


def status(title: object, **more: Any) -> dict[str, Any]:
    return {
        "title": title,
        "resource_type": "File",
        "time": "2026-11-16T13:00:00.999999999+01:00",
        "skipped": False,
        "containment_path": ["Stage[main]", f"File[{title}]"],
        "corrective_change": False,
        "events": [],
        **more,
    }


def event(**more: Any) -> dict[str, Any]:
    found = {"status": "success", "time": "2026-11-16T12:00:00.5+00:00", "name": "n", **more}
    return {"property": "p", "message": "m", "corrective_change": True, **found}


REPORT: dict[str, Any] = {
    "host": "web.lab",
    "time": "2026-11-16T12:00:00.100000000+00:00",
    "configuration_version": 1794830400,
    "transaction_uuid": "t",
    "report_format": 12,
    "puppet_version": "7.23.0",
    "status": "changed",
    "noop": False,
    "noop_pending": False,
    "environment": "production",
    "logs": [{"level": "notice", "message": "m", "source": "s", "time": "2026-11-16T12:00:01Z"}],
    "metrics": {"time": {"name": "time", "label": "Time", "values": [["total", "Total", 2.5]]}},
    "resource_statuses": {
        "File[/a]": status("/a"),
        "File[/b]": status("/b", skipped=True),
        "File[/c]": status(
            "/c", events=[event(previous_value=None, desired_value=["x", 1, True])], line=7
        ),
    },
    "corrective_change": True,
    "catalog_uuid": "c",
    "cached_catalog_status": "not_used",
}


def payload_of(report: dict[str, Any], **options: bool) -> dict[str, Any]:
    command = report_command(report, "server.lab", NOON, **options)
    assert (command.name, command.version) == ("store_report", 8)
    return dict(command.payload)


def test_a_report_has_only_resources_that_something_happened_to() -> None:
    payload = payload_of(REPORT)
    assert [each["resource_title"] for each in payload["resources"]] == ["/b", "/c"]
    assert len(payload_of(REPORT, includes_unchanged=True)["resources"]) == 3


def test_times_are_in_utc_and_the_end_is_the_start_and_the_duration() -> None:
    payload = payload_of(REPORT)
    assert payload["start_time"] == "2026-11-16T12:00:00.100Z"
    assert payload["end_time"] == "2026-11-16T12:00:02.600Z"
    assert payload["resources"][0]["timestamp"] == "2026-11-16T12:00:00.999Z"
    assert payload["logs"][0]["time"] == "2026-11-16T12:00:01.000Z"


def test_values_of_events_are_texts() -> None:
    (found,) = payload_of(REPORT)["resources"][1]["events"]
    assert (found["old_value"], found["new_value"]) == ("", '["x", 1, true]')
    assert payload_of(REPORT)["configuration_version"] == "1794830400"


def test_metrics_are_a_list() -> None:
    assert payload_of(REPORT)["metrics"] == [{"category": "time", "name": "total", "value": 2.5}]


def test_a_report_of_a_failed_compile_has_little() -> None:
    keys = ("host", "time", "report_format", "puppet_version", "status", "environment")
    payload = payload_of({key: REPORT[key] for key in keys} | {"transaction_uuid": "t"})
    assert payload["start_time"] == payload["end_time"]
    assert payload["catalog_uuid"] == "t"
    assert payload["resources"] == payload["logs"] == payload["metrics"] == []
    assert payload["noop"] is False


def test_an_old_report_is_noop_if_all_its_events_are() -> None:
    old = {**REPORT, "noop": None, "resource_statuses": {"x": status("/x", events=[event()])}}
    assert not payload_of(old)["noop"]
    old["resource_statuses"] = {"x": status("/x", events=[event(status="noop")])}
    assert payload_of(old)["noop"]


def test_inputs_are_keys_of_hiera() -> None:
    command = inputs_command("web.lab", CatalogIdentity(1, "c", NOON), ["a", "b::c"])
    assert (command.name, command.version) == ("replace_catalog_inputs", 1)
    assert command.payload == {
        "certname": "web.lab",
        "catalog_uuid": "c",
        "producer_timestamp": TIME,
        "inputs": [["hiera", "a"], ["hiera", "b::c"]],
    }
