"""A run is stored as plain data; answers about the stored run are those about the run itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.cfengine.explain.runs import recorded

from duckrow.cfengine.explain.page_data import page_data
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.recording import record_data
from duckrow.cfengine.explain.stored import StoredRecordError, make_record, read_record
from duckrow.explain.formats import render

_POLICY = """
bundle common colours { classes: "red" expression => "never"; vars: "c" string => "blue"; }
bundle agent main
{
  vars:
    "ducks" slist => { "huey", "dewey" };
    "late" string => "now", if => "awake";
  classes:
    "hungry" expression => "awake";
    "awake" expression => "any";
  methods:
    "feed $(ducks)" usebundle => feed("$(ducks)"), handle => "feed_$(ducks)";
  reports:
    never::
      "never";
    hungry::
      "hungry $(late)" depends_on => { "feed_huey" };
}
bundle agent feed(who) { commands: "/bin/true $(who)"; }
"""


def test_a_stored_run_has_the_same_answers(tmp_path: Path) -> None:
    recorder = recorded(tmp_path, _POLICY)
    own = make_record(recorder)
    stored = read_record(json.loads(json.dumps(record_data(recorder))))
    assert page_data(stored, "", None) == page_data(own, "", None)
    for question, name in (
        ("promise", "feed_huey"),
        ("class", "red"),
        ("variable", "late"),
        ("bundle", "feed"),
    ):
        found = [render(answer(each, question, name), "text") for each in (own, stored)]
        assert found[0] == found[1]


def test_a_stored_run_has_the_variables_of_the_agent_that_it_used(tmp_path: Path) -> None:
    policy = 'bundle agent main { vars: "x" string => "$(sys.os) $(sys.nosuch)"; }'
    stored = read_record(json.loads(json.dumps(record_data(recorded(tmp_path, policy)))))
    shown = render(answer(stored, "variable", "x"), "text")
    assert 'sys.os is "linux", a variable of the agent' in shown
    assert "sys.nosuch has no value: the agent has no such variable" in shown
    assert answer(stored, "variable", "sys.key_digest").text == (
        "sys.key_digest is a variable of the agent: no promise sets it."
    )


def test_repetitions_are_the_steps_that_explain_prints(tmp_path: Path) -> None:
    recorder = recorded(tmp_path, _POLICY)
    assert recorder.repetitions
    printed = [
        (step.number, step.pass_number, step.type, step.promiser, step.outcome, step.why)
        for step in recorder.all_steps()
        if step.type
    ]
    read = [
        (
            step.number,
            step.pass_number,
            step.promise.type,
            step.promiser,
            step.outcome,
            step.why,
        )
        for step in make_record(recorder).steps
        if step.promise is not None and step.promise.promiser != "red"
    ]
    assert read == printed


@pytest.mark.parametrize(
    "change",
    [
        {"steps": 3},
        {"steps": [[0], []]},
        {"policy": []},
        {"policy": [["p.cf", "main", ["bundle", "agent"]]]},
        {"policy": [["p.cf", "main", [["bundle"], 1, 2, 3, 4, 5, 6, 7, 8]]]},
        {"hard": []},
        {"details": [[99, None, "", "", "", "", False]]},
        {"repetitions": [[1, 1, 1, 1]]},
        {"changes": [[]]},
    ],
)
def test_other_data_is_damage(tmp_path: Path, change: dict[str, object]) -> None:
    data = record_data(recorded(tmp_path, 'bundle agent main { reports: "x"; }'))
    with pytest.raises(StoredRecordError):
        read_record({**data, **change})
    with pytest.raises(StoredRecordError):
        read_record({})
