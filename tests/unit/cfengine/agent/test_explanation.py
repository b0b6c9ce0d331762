"""--explain prints the steps of a run in order, and why promises were skipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.drop_ins.cf_agent import run_words

POLICY = """
bundle common c { vars: "all" slist => { "x", "y" }; "none" slist => { }; }
bundle agent main
{
  reports:
    "waits for a class" if => "late"; "never" unless => "any";
    "over $(c.none)";
    "once";
    "once";
    "u $(nobody)";
    "after it" depends_on => { "handled" };
    night::
      "at night";
  methods:
    "$(c.all)" usebundle => called("$(c.all)"), handle => "handled";
  classes:
    "late" expression => "done";
  vars:
    "v" string => string_upcase("$(nobody)");
}
bundle agent called(x)
{
  reports: "called with $(x)" classes => done;
  vars: "own" string => "$(x)";
}
body classes done { promise_kept => { "done" }; }
"""


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path / "work"))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "p.cf"
    path.write_text(POLICY)
    path.chmod(0o600)
    return "./p.cf"


def test_the_order_of_a_run(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["-K", "--explain", "-f", policy]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "before all bundles: common c",
        '    p.cf:2 vars "all": kept; defines $(all)',
        '    p.cf:2 vars "none": kept; defines $(none)',
        "before all bundles: agent called",
        '    p.cf:24 vars "own": kept; defines $(own)',
        "bundle main: the bundlesequence names it",
        "  pass 1",
        '    p.cf:19 vars "v": skipped, since string_upcase() has no result yet',
        '    p.cf:17 classes "late": skipped, since its expression is false',
        '    p.cf:15 methods "x": kept',
        # $(own) was "$(x)" and is expanded when the bundle starts.
        "    bundle called: methods at ./p.cf:15 calls it",
        "      pass 1",
        '        p.cf:23 reports "called with x": kept; defines done',
        "  pass 1, continued",
        '    p.cf:15 methods "y": kept',
        "    bundle called: methods at ./p.cf:15 calls it",
        "      variables once more",
        '        p.cf:24 vars "own": kept; defines $(own)',
        "      pass 1",
        '        p.cf:23 reports "called with y": kept',
        "  pass 1, continued",
        '    p.cf:6 reports "waits for a class": skipped, since if => late is false',
        '    p.cf:6 reports "never": skipped, since unless => any is true',
        '    p.cf:7 reports "over $(c.none)": skipped, since the list c.none is empty',
        '    p.cf:8 reports "once": kept',
        '    p.cf:10 reports "u $(nobody)": skipped, since it has an unknown variable',
        '    p.cf:11 reports "after it": kept',
        '    p.cf:13 reports "at night": skipped, since its class guard night is false',
        "  pass 2",
        '    p.cf:17 classes "late": kept; defines late',
        '    p.cf:6 reports "waits for a class": kept',
        "  pass 3",
        '    p.cf:10 reports "u $(nobody)": kept',
    ]


def test_locks_of_earlier_runs(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_words(["-f", policy])
    capsys.readouterr()
    assert run_words(["--explain", "-f", policy]) == 0
    output = capsys.readouterr().err
    assert 'reports "once": skipped, since it was checked 0 minutes ago (ifelapsed 1)' in output


def test_every_step_as_json(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["-K", "--explain=json", "-f", policy]) == 0
    steps = json.loads(capsys.readouterr().err)
    once = [step for step in steps if step.get("promiser") == "once"]
    assert [step["pass"] for step in once] == [1, 1, 2, 2, 3, 3]
    assert [step["outcome"] for step in once] == ["kept", *["skipped"] * 5]
    assert {step["why"] for step in once[1:]} == {"it was already evaluated in this run"}
    called = [step["why"] for step in steps if step["bundle"] == "called" and "type" not in step]
    assert called == ["methods at ./p.cf:15 calls it"] * 2


def test_explain_changes_no_other_output(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_words(["-K", "-f", policy])
    plain = capsys.readouterr().out
    run_words(["-K", "--explain", "-f", policy])
    assert capsys.readouterr().out == plain


def test_unknown_forms_are_rejected(policy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_words(["--explain=xml", "-f", policy]) == 1
    assert "Invalid argument for --explain" in capsys.readouterr().out


def test_edits_are_part_of_their_file(
    tmp_path: Path, policy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.cf").write_text("""
        bundle agent main
        {
          files: "$(sys.workdir)/f" create => "true", edit_line => e;
        }
        bundle edit_line e { insert_lines: "a" if => "never"; "b"; }
    """)
    run_words(["-K", "--explain", "-f", policy])
    output = capsys.readouterr().err
    assert "p.cf:4 files" in output
    assert "never" not in output
