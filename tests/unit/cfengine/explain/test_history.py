"""Class expressions at a step: which classes decide them."""

from __future__ import annotations

import pytest

from duckrow.cfengine.explain.history import History, class_names, matches
from duckrow.cfengine.explain.outline import BundleOutline
from duckrow.cfengine.explain.record import RunRecord, StepRecord


@pytest.fixture
def history() -> History:
    record = RunRecord()
    record.hard = {"on": [], "also": []}
    return History(record)


STEP = StepRecord(1, 0, BundleOutline("agent", "default", "main", [], "p.cf", 1))


@pytest.mark.parametrize(
    ("expression", "culprits"),
    [
        ("off", [("off", True)]),
        ("!on", [("on", False)]),
        ("on.off", [("off", True)]),
        ("on.!also", [("also", False)]),
        ("off|never", [("off", True), ("never", True)]),
        ("on.(off|!also)", [("off", True), ("also", False)]),
        ("!(off|on)", [("on", False)]),
        ("off.never", [("off", True), ("never", True)]),
        ("on & off", [("off", True)]),
        ("on", []),
        ("(", []),
    ],
)
def test_culprits_make_an_expression_false(
    history: History, expression: str, culprits: list[tuple[str, bool]]
) -> None:
    assert history.culprits(expression, STEP, wanted=True) == culprits
    if expression != "(":
        assert history.is_true(expression, STEP) is (not culprits)


def test_culprits_of_a_true_expression(history: History) -> None:
    assert history.culprits("on|off", STEP, wanted=False) == [("on", False)]
    assert history.culprits("on.!off", STEP, wanted=False) == [("on", False), ("off", True)]


def test_a_name_with_references_may_become_another() -> None:
    assert matches("saw_$(duck)", "saw_huey")
    assert matches("$(a)_${b}", "x_y")
    assert not matches("saw_$(duck)", "heard_huey")
    assert not matches("$(anything)", "huey")
    assert matches("a-b", "a_b")


def test_class_names_of_an_expression() -> None:
    assert class_names("a.!b|(c:d)") == ["a", "b", "c:d"]
    assert class_names('{ "a", "b$(x)" }') == ["a", "b"]
