"""cf-agent stores the report of a run where the class duckrow_reports is defined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cli.main import main
from duckrow.state.reports import StoredReports

POLICY = """\
bundle agent main
{
  files: "POND/duck" create => "true";
  commands:
    "/bin/false";
    asleep::
      "/bin/true";
  reports: "quack";
}
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "main.cf"
    path.write_text(POLICY.replace("POND", str(tmp_path)))
    path.chmod(0o600)
    return path


def run(policy: Path, *words: str) -> tuple[int, str]:
    lines: list[str] = []
    given = ["-w", str(policy.parent / "work"), "-K", "-f", str(policy), *words]
    code = run_command(given, Log(write=lines.append))
    return code, "".join(lines)


def reports_of(policy: Path) -> list[dict[str, object]]:
    """Return the reports, the oldest first."""
    reports = StoredReports(f"{policy.parent}/work/state")
    try:
        return [reports.report(entry) or {} for entry in reversed(reports.runs())]
    finally:
        reports.close()


def test_without_the_class_nothing_is_stored(policy: Path) -> None:
    run(policy)
    assert reports_of(policy) == []


def test_a_report_has_the_outcomes_of_promises(policy: Path) -> None:
    run(policy, "-D", "duckrow_reports")
    (report,) = reports_of(policy)
    assert report["status"] == "failed"
    assert report["policies"] == [str(policy)]
    promises = report["promises"]
    assert isinstance(promises, list)
    assert [(each["promiser"], each["outcome"], each["line"]) for each in promises] == [
        (f"{policy.parent}/duck", "repaired", 3),
        ("/bin/false", "failed", 5),
        ("/bin/true", "skipped", 7),
        ("quack", "kept", 8),
    ]
    assert promises[2]["why"] == "its class guard asleep is false"
    # Messages that the log did not show, too.
    assert promises[0]["messages"] == [f"Created file '{policy.parent}/duck', mode 0600"]
    assert {"cfengine", "duckrow_reports"} <= set(report["classes"])  # type: ignore[call-overload]


def test_duckrow_report_finds_the_work_directory(
    policy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(policy, "-D", "duckrow_reports")
    work = str(policy.parent / "work")
    assert main(["report", "list", "--work-dir", work]) == 0
    named = capsys.readouterr().out
    assert str(policy) in named
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", work)
    assert main(["report", "list"]) == 0
    assert capsys.readouterr().out == named


def test_augments_may_define_the_class(policy: Path) -> None:
    augments = {"classes": {"duckrow_reports": ["any"]}}
    (policy.parent / "def.json").write_text(json.dumps(augments))
    run(policy)
    assert len(reports_of(policy)) == 1


@pytest.mark.parametrize("level", [[], ["-I"]], ids=str)
def test_the_output_is_the_same(policy: Path, level: list[str]) -> None:
    run(policy)  # makes the file
    assert run(policy, *level, "-D", "duckrow_reports") == run(policy, *level)


def test_a_policy_that_is_invalid_has_a_report_that_failed(policy: Path) -> None:
    policy.write_text("bundle agent main { files: 7; }\n")
    code, _ = run(policy, "-D", "duckrow_reports")
    assert code == 1
    first, *_ = reports_of(policy)
    assert (first["status"], first["promises"]) == ("failed", [])
    logs = first["logs"]
    assert isinstance(logs, list)
    assert any("syntax error" in str(each["message"]) for each in logs)


def test_a_dry_run_says_so(policy: Path) -> None:
    run(policy, "-n", "-D", "duckrow_reports")
    (report,) = reports_of(policy)
    assert report["noop"] is True
    assert not (policy.parent / "duck").exists()


def test_a_state_that_cannot_be_written_is_a_warning(policy: Path) -> None:
    journal = policy.parent / "work/state/journal"
    journal.mkdir(parents=True)
    code, output = run(policy, "-D", "duckrow_reports")
    assert code == 0
    assert " warning: Could not open the state" in output
    assert " warning: The report of this run cannot be stored" in output
    assert "R: quack" in output
