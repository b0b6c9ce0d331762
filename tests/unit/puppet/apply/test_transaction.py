"""Runs over small catalogs: what is done, what is said, what is skipped."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_second_run_changes_nothing(world: Any, nest: Any) -> None:
    first = world.run(nest("reed", eggs="3"))
    assert world.said() == ["notice /Nest[reed]/ensure: created"]
    assert first.report.exit_code() == 2
    second = world.run(nest("reed", eggs="3"))
    assert world.said() == []
    assert second.report.exit_code() == 0
    assert second.report.status == "unchanged"


def test_properties_change_in_the_order_of_the_table(world: Any, nest: Any) -> None:
    world.pond.nests["reed"] = {"ensure": "present", "eggs": 1}
    world.run(nest("reed", eggs=4))
    assert world.said() == ["notice /Nest[reed]/eggs: eggs changed 1 to 4"]


def test_absent_needs_nothing_else(world: Any, nest: Any) -> None:
    world.pond.nests["reed"] = {"ensure": "present", "eggs": 1}
    world.run(nest("reed", ensure="absent", eggs=4))
    assert world.said() == ["notice /Nest[reed]/ensure: removed"]
    assert world.pond.nests == {}


def test_noop_tells_and_leaves(world: Any, nest: Any) -> None:
    run = world.run(nest("reed", notify=["Nest[lily]"]), nest("lily", noop=False), is_noop=True)
    assert world.pond.nests == {"lily": {"ensure": "present", "eggs": 0}}
    assert world.said() == [
        "notice /Nest[reed]/ensure: current_value 'absent', should be 'present' (noop)",
        "notice /Nest[lily]/ensure: created",
        "notice /Nest[lily]: Would have triggered 'refresh' from 1 event",
    ]
    assert run.report.has_pending


def test_what_depends_on_a_failure_is_skipped(world: Any, nest: Any) -> None:
    run = world.run(
        nest("reed", trouble="write"),
        nest("lily", require=["Nest[reed]"]),
        nest("rush", require=["Nest[lily]"]),
        nest("free"),
    )
    assert list(world.pond.nests) == ["free"]
    assert world.said() == [
        "err Puppet: no more twigs",
        "err /Nest[reed]/ensure: change from 'absent' to 'present' failed: no more twigs",
        "notice /Nest[lily]: Dependency Nest[reed] has failures: true",
        "warning /Nest[lily]: Skipping because of failed dependencies",
        "warning /Nest[rush]: Skipping because of failed dependencies",
        "notice /Nest[free]/ensure: created",
    ]
    assert run.report.exit_code() == 6
    assert run.report.status == "failed"


def test_what_a_failure_keeps_from_being_applied_is_told(world: Any, nest: Any) -> None:
    ponds = [nest(f"reed{number}", require=["Nest[fox]"]) for number in range(7)]
    last = nest("lily", require=["Nest[owl]", "Nest[reed6]"])
    bad = [nest("fox", trouble="write"), nest("owl", trouble="write")]
    world.run(*bad, *ponds, last, nest("free"), tells_skipped=True, level="info")
    shown = ", ".join(f"Nest[reed{number}]" for number in range(5))
    assert [line for line in world.said() if "skipped" in line] == [
        f"info Puppet: Nest[fox] failed, so 8 resources were skipped: {shown} and 3 more",
        "info Puppet: Nest[owl] failed, so 1 resource was skipped: Nest[lily]",
    ]
    world.run(nest("free"), tells_skipped=True, level="info")
    assert not any("skipped" in line for line in world.said())


def test_a_failure_goes_through_containers(world: Any, nest: Any) -> None:
    world.run(
        {"type": "Class", "title": "A"},
        {"type": "Class", "title": "B", "parameters": {"require": ["Class[A]"]}},
        nest("reed", trouble="read", around=["Class[A]"]),
        nest("lily", around=["Class[B]"]),
    )
    assert world.said() == [
        "err /A/Nest[reed]: Could not evaluate: the fox was here",
        "notice /B/Nest[lily]: Dependency Nest[reed] has failures: true",
        "warning /B/Nest[lily]: Skipping because of failed dependencies",
    ]


def test_refreshes_go_through_containers(world: Any, nest: Any) -> None:
    world.pond.nests["lily"] = {"ensure": "present", "eggs": 0}
    world.run(
        {"type": "Class", "title": "A", "parameters": {"notify": ["Class[B]"]}},
        {"type": "Class", "title": "B"},
        nest("reed", around=["Class[A]"]),
        nest("lily", around=["Class[B]"]),
        level="info",
    )
    assert world.pond.refreshed == ["lily"]
    assert world.said() == [
        "notice /A/Nest[reed]/ensure: created",
        "info Class[A]: Scheduling refresh of Class[B]",
        "info Class[B]: Scheduling refresh of Nest[lily]",
        "notice /B/Nest[lily]: Triggered 'refresh' from 1 event",
    ]


def test_a_refresh_that_fails_is_a_failure(world: Any, nest: Any) -> None:
    run = world.run(
        nest("reed", notify=["Nest[lily]"]),
        nest("lily", trouble="refresh"),
        nest("rush", require=["Nest[lily]"]),
    )
    status = run.part.statuses["Nest[lily]"]
    assert status.has_failed_to_restart
    assert "rush" not in world.pond.nests
    assert "err /Nest[lily]: Failed to call refresh: asleep" in world.said()


def test_tags_and_skip_tags_choose(world: Any, nest: Any) -> None:
    nests = (nest("a", tags=["wet"]), nest("b", tags=["wet", "cold"]), nest("c"))
    run = world.run(*nests, tags=("wet",), skip_tags=("cold",))
    assert list(world.pond.nests) == ["a"]
    assert run.part.statuses["Nest[c]"].is_skipped


def test_a_cycle_leaves_everything_alone(world: Any, nest: Any) -> None:
    run = world.run(nest("a", require=["Nest[b]"]), nest("b", require=["Nest[a]"]), nest("c"))
    assert world.pond.nests == {}
    assert "(Nest[a] => Nest[b] => Nest[a])" in world.said()[0]
    assert world.said()[-1] == (
        "err Puppet: Failed to apply catalog: "
        "One or more resource dependency cycles detected in graph"
    )
    assert run.report.status == "failed"
    assert run.part.statuses["Nest[a]"].has_failed


def test_what_is_secret_is_never_shown(world: Any, nest: Any) -> None:
    world.pond.nests["reed"] = {"ensure": "present", "eggs": 31415926535}
    run = world.run(nest("reed", eggs=2718, secret=["eggs"]))
    assert world.pond.nests["reed"]["eggs"] == 2718
    assert world.said() == ["notice /Nest[reed]/eggs: changed [redacted] to [redacted]"]
    shown = str(run.report.to_data())
    assert "2718" not in shown
    assert "31415926535" not in shown
    assert "2718" not in str(run.stored.changed)


def test_a_tool_that_tells_a_secret_is_not_quoted(world: Any, nest: Any) -> None:
    run = world.run(nest("reed", eggs=2718, trouble="tell", secret=["eggs"]))
    assert world.said()[0] == "err Puppet: cannot count to [redacted]"
    assert "2718" not in str(world.said()) + str(run.report.to_data())
    world.run(nest("reed", eggs="two thousand", secret=["eggs"]))
    assert world.said() == [
        "err Puppet: Parameter eggs failed on Nest[reed]: Invalid value [redacted]"
    ]


def test_another_pass_takes_up_what_failed(world: Any, nest: Any) -> None:
    nests = (nest("a", trouble="once"), nest("b", require=["Nest[a]"]))
    run = world.run(*nests, passes=3)
    assert list(world.pond.nests) == ["a", "b"]
    assert "notice Puppet: Pass 2: 2 resources failed or were skipped" in world.said()
    assert run.report.exit_code() == 2


def test_resources_are_prefetched_together(world: Any, nest: Any) -> None:
    world.run(nest("a"), nest("b"), nest("c"))
    assert world.pond.prefetched == [["a", "b", "c"]]


def test_a_feature_that_the_provider_lacks_is_not_managed(world: Any, nest: Any) -> None:
    world.run(nest("a", colour="brown"), level="debug")
    assert any("does not support features paint" in line for line in world.said())
    assert world.pond.nests["a"] == {"ensure": "present", "eggs": 0}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"ensure": "maybe"},
            'ensure failed on Nest[a]: Invalid value "maybe". Valid values are present, absent.',
        ),
        ({"eggs": "many"}, "eggs failed on Nest[a]: eggs are counted, not 'many'"),
        ({"provider": "net"}, "provider failed on Nest[a]: Invalid nest provider 'net'"),
        ({"audit": "twigs"}, "audit failed on Nest[a]: Cannot audit twigs: not a valid"),
    ],
)
def test_bad_values_are_reported_before_anything_runs(
    world: Any, nest: Any, parameters: dict[str, Any], message: str
) -> None:
    world.run(nest("first"), nest("a", **parameters))
    assert world.said()[0].startswith(f"err Puppet: Parameter {message}")
    assert world.pond.nests == {}


def test_somebody_else_s_change_is_corrective(world: Any, nest: Any, tmp_path: Any) -> None:
    state = str(tmp_path / "state")
    world.run(nest("reed", eggs=3), state=state)
    world.pond.nests["reed"]["eggs"] = 9
    run = world.run(nest("reed", eggs=3), state=state)
    assert world.said() == ["notice /Nest[reed]/eggs: eggs changed 9 to 3"]
    (event,) = run.report.parts[0].statuses["Nest[reed]"].events
    assert event.message == "eggs changed 9 to 3 (corrective)"
    assert run.report.is_corrective
    run = world.run(nest("reed", eggs=4), state=state)
    assert world.said() == ["notice /Nest[reed]/eggs: eggs changed 3 to 4"]
    assert not run.report.is_corrective


def test_audited_values_are_remembered(world: Any, nest: Any, tmp_path: Any) -> None:
    state = str(tmp_path / "state")
    world.pond.nests["reed"] = {"ensure": "present", "eggs": 3}
    world.run(nest("reed", audit=["eggs"]), state=state)
    assert world.said() == ["notice /Nest[reed]/eggs: audit change: newly-recorded value 3"]
    world.pond.nests["reed"]["eggs"] = 4
    world.run(nest("reed", audit=["eggs"]), state=state)
    assert world.said() == [
        "notice /Nest[reed]/eggs: audit change: previously recorded value 3 has been changed to 4"
    ]
    world.run(nest("reed", audit=["eggs"]), state=state)
    assert world.said() == []


def test_a_recorded_value_that_became_a_secret_is_not_shown(
    world: Any, nest: Any, tmp_path: Any
) -> None:
    state = str(tmp_path / "state")
    world.pond.nests["reed"] = {"ensure": "present", "eggs": 31415926535}
    world.run(nest("reed", audit=["eggs"]), state=state)
    world.said()
    world.pond.nests["reed"]["eggs"] = 2718
    run = world.run(nest("reed", audit=["eggs"], secret=["eggs"]), state=state)
    shown = str(run.report.to_data()["resource_statuses"])
    assert "'historical_value': '[redacted]'" in shown
    assert "31415926535" not in shown


def test_a_provider_that_cannot_work_fails_its_resources(
    world: Any, nest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duckrow.puppet.providers.index.Providers.default", lambda *_: None)
    monkeypatch.setattr("duckrow.puppet.providers.index.Providers.all_of", lambda *_: [])
    run = world.run(nest("a"), nest("b", require=["Nest[a]"]))
    assert "err Puppet: Could not find a suitable provider for nest" in world.said()
    assert run.report.exit_code() == 4
