"""Questions about real runs: what only a run with changes, locks and earlier runs shows."""

from __future__ import annotations

from pathlib import Path

from tests.unit.cfengine.explain.runs import recorded

from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.stored import make_record
from duckrow.explain.answer import Answer, texts_of

_POLICY = """
bundle agent main
{
  commands:
    "/bin/true" handle => "first", action => rarely, classes => repaired("done");
    "/bin/true" handle => "second", depends_on => { "first" };

  reports:
    done::
      "done" handle => "done";
}
body action rarely { ifelapsed => "60"; }
body classes repaired(name) { promise_repaired => { "$(name)" }; }
"""


def _texts(found: Answer) -> list[str]:
    return [text for reason in found.reasons for text in texts_of(reason)]


def test_a_promise_that_ifelapsed_skips_is_not_called_evaluated(tmp_path: Path) -> None:
    assert "repaired" in answer(make_record(recorded(tmp_path, _POLICY)), "promise", "first").text
    record = make_record(recorded(tmp_path, _POLICY))
    why = "it was checked 0 minutes ago (ifelapsed 60)"
    first = answer(record, "promise", "first")
    assert [row[-1] for row in first.tables[0].rows] == [why] * 3
    assert first.hint == "--no-lock ignores ifelapsed"
    for handle in ("second", "done"):
        assert _texts(answer(record, "promise", handle))[-1] == why
