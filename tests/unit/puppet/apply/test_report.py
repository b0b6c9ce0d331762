"""The report of a run, and what is remembered."""

from __future__ import annotations

import json
from typing import Any

from duckrow.puppet.apply.stored_state import StoredState, stored_form
from duckrow.state.report import time_text
from duckrow.state.small_json import dump


def test_a_report_has_the_keys_of_the_reference(world: Any, nest: Any) -> None:
    run = world.run({"type": "Class", "title": "A"}, nest("a/b", eggs=2, around=["Class[A]"]))
    data = json.loads(dump(run.report.to_data()))
    assert data["report_format"] == 12
    assert data["status"] == "changed"
    assert data["transaction_completed"] is True
    status = data["resource_statuses"]["Nest[a/b]"]
    assert status["containment_path"] == ["A", "Nest[a/b]"]
    assert status["provider_used"] == "dict"
    assert status["change_count"] == 1
    (event,) = status["events"]
    assert event["name"] == "nest_created"
    assert (event["previous_value"], event["desired_value"]) == ("absent", "present")
    metrics = {name: {k: v for k, _, v in m["values"]} for name, m in data["metrics"].items()}
    assert metrics["changes"] == {"total": 1}
    assert metrics["resources"]["total"] == 1
    assert metrics["resources"]["out_of_sync"] == 1
    assert metrics["events"] == {"total": 1, "failure": 0, "success": 1}


def test_moments_have_nanoseconds() -> None:
    assert time_text(1_700_000_000_000_000_042) == "2023-11-14T22:13:20.000000042+00:00"


def test_json_is_written_as_others_read_it() -> None:
    value: dict[str, Any] = {
        "a": [1, 2.5, None, True, False, 'ä"\n\udcff', {}, []],
        "b": {"c": "d"},
    }
    assert json.loads(dump(value)) == value


def test_memory_writes_only_what_is_new() -> None:
    stored = StoredState({"File[/a]": '{"managed":{"mode":"0644"}}'})
    assert stored.has_only("File[/a]", "managed", {"mode": "0644"})
    stored.set("File[/a]", "managed", {"mode": "0644"})
    assert stored.changed == {}
    stored.set("File[/a]", "synced", 7)
    assert stored.get("File[/a]", "managed") == {"mode": "0644"}
    assert json.loads(stored.changed["File[/a]"]) == {"managed": {"mode": "0644"}, "synced": 7}


def test_long_texts_are_remembered_by_digest() -> None:
    assert stored_form("short") == "short"
    assert str(stored_form("x" * 1000)).startswith("{sha256}")
    assert stored_form(["a", b"bytes"])[1].startswith("{sha256}")
