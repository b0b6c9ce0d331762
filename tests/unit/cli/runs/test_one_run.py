"""`duckrow apply` with manifests, catalogs and policies: one run, one lock, one report."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest
from tests.conftest import stored_runs

from duckrow.cli.main import main

POLICY = """
bundle agent main
{
  files:
    "PLACE/pond" create => "true";
    "PLACE/none/reed" create => "true", if => "reed";
  commands:
    fail::
      "/bin/false";
  reports:
    "a duck";
}
"""
FAILING = """
bundle agent main
{
  commands:
    "/bin/false" handle => "no";
}
"""


@pytest.fixture(autouse=True)
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conf").mkdir()
    for name, text in (("ducks.cf", POLICY), ("failing.cf", FAILING)):
        file = tmp_path / name
        file.write_text(text.replace("PLACE", str(tmp_path)))
        file.chmod(0o600)
    (tmp_path / "site.pp").write_text(f"file {{ '{tmp_path}/quack': content => 'quack' }}\n")


def apply(*words: str) -> int:
    return main(["apply", "--state-dir", "state", *words])


def puppet(*words: str) -> int:
    return apply("--confdir", "conf", "--cache-dir", "cache", *words)


def last_report() -> dict[str, Any]:
    run, report = stored_runs("state")[0]
    assert report is not None
    assert report["status"] == run.status
    return report


def outcomes(report: dict[str, Any]) -> dict[str, str]:
    return {each["promiser"].rpartition("/")[2]: each["outcome"] for each in report["promises"]}


def test_a_policy_changes_the_host_and_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("ducks.cf") == 0
    assert Path("pond").is_file()
    out = capsys.readouterr().out
    assert "info: Created file" in out
    assert "R: a duck" in out
    report = last_report()
    assert report["status"] == "changed"
    assert report["applied"] == ["ducks.cf"]
    assert outcomes(report) == {
        "pond": "repaired", "reed": "skipped", "false": "skipped", "a duck": "kept"
    }  # fmt: skip
    pond = report["promises"][0]
    assert (pond["type"], pond["bundle"], pond["line"]) == ("files", "main", 5)
    assert pond["file"] == "ducks.cf"
    assert pond["messages"][0].startswith("Created file")
    assert report["promises"][2]["why"] == "its class guard fail is false"
    assert any(line["message"] == "R: a duck" for line in report["logs"])


def test_manifests_and_policies_make_one_run_in_the_given_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert puppet("ducks.cf", "site.pp", "failing.cf") == 1
    out = capsys.readouterr().out
    assert out.index("R: a duck") < out.index("Notice: Applied catalog")
    report = last_report()
    assert report["applied"] == ["ducks.cf", "site.pp", "failing.cf"]
    assert report["status"] == "failed"
    assert outcomes(report)["false"] == "failed"
    ref = f"File[{Path.cwd()}/quack]"
    assert report["resource_statuses"][ref]["changed"] is True
    assert len(stored_runs("state")) == 1


def test_consecutive_manifests_make_one_catalog() -> None:
    Path("one.pp").write_text("class pond { notify { quack: } }")
    Path("two.pp").write_text("include pond")
    assert puppet("one.pp", "two.pp") == 0
    assert last_report()["applied"] == ["one.pp two.pp"]


def test_a_resource_of_two_catalogs_is_reported_once() -> None:
    Path("other.pp").write_text(f"file {{ '{Path.cwd()}/quack': mode => '0600' }}")
    assert puppet("site.pp", "ducks.cf", "other.pp") == 0
    status = last_report()["resource_statuses"][f"File[{Path.cwd()}/quack]"]
    assert status["change_count"] == 2
    assert len(status["events"]) == 2


def test_a_policy_and_a_catalog_in_json_are_told_apart() -> None:
    Path("policy.json").write_text(
        json.dumps({"bundles": [{"namespace": "default", "name": "main", "bundleType": "agent",
                    "arguments": [], "promiseTypes": []}], "bodies": []})
    )  # fmt: skip
    Path("policy.json").chmod(0o600)
    assert (
        main(["compile", "--confdir", "conf", "site.pp", "--format", "json", "-o", "c.json"]) == 0
    )
    assert puppet("policy.json", "c.json") == 0
    assert Path("quack").read_text() == "quack"


def test_noop_changes_nothing_and_is_no_failure() -> None:
    assert puppet("--noop", "ducks.cf", "site.pp") == 0
    assert not Path("pond").exists()
    assert not Path("quack").exists()
    report = last_report()
    assert report["noop"] is True
    assert report["noop_pending"] is True
    assert outcomes(report)["pond"] == "noop"


def test_detailed_exit_codes_cover_both_languages() -> None:
    assert apply("--detailed-exitcodes", "ducks.cf") == 2
    assert apply("--detailed-exitcodes", "failing.cf") == 4
    assert apply("--detailed-exitcodes", "--no-lock", "ducks.cf") == 0
    Path("broken.cf").write_text("bundle agent main {")
    Path("broken.cf").chmod(0o600)
    assert apply("--detailed-exitcodes", "broken.cf") == 1
    assert apply("--detailed-exitcodes", "--no-lock", "broken.cf", "failing.cf") == 4


def test_an_invalid_part_does_not_stop_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.pp").write_text("notify {")
    assert puppet("broken.pp", "ducks.cf") == 1
    assert Path("pond").is_file()
    assert "Syntax error" in capsys.readouterr().err


def test_quiet_prints_only_reports_and_the_report_has_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert apply("-q", "ducks.cf") == 0
    assert capsys.readouterr().out == "R: a duck\n"
    assert last_report()["promises"][0]["messages"]


def test_messages_are_json_with_the_line_of_the_promise(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--log-format", "json", "failing.cf") == 1
    records = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (error,) = [each for each in records if each["severity"] == "error"]
    assert (error["file"], error["line"]) == ("failing.cf", 5)
    assert error["source"] == "CFEngine"


def test_classes_bundles_and_code_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--define", "fail", "ducks.cf") == 1
    code = 'bundle agent a { reports: "in a"; } bundle agent main { reports: "in main"; }'
    assert apply("--language", "cfengine", "--bundles", "a", "-e", code) == 0
    out = capsys.readouterr().out
    assert "R: in a\n" in out
    assert "in main" not in out
    assert not list(Path("state/cfengine/inputs").iterdir())


@pytest.mark.parametrize(
    "words",
    [
        ("--define", "x", "site.pp"),
        ("--explain", "-e", "notice(1)"),
        ("--tags", "x", "ducks.cf"),
        ("--root", ".", "ducks.cf"),
        ("--no-state", "ducks.cf"),
        ("--explain=xml", "ducks.cf"),
        ("--wait-for-lock", "-1", "ducks.cf"),
        ("ducks.cf", "-"),
        ("none.cf",),
    ],
)
def test_options_that_do_not_fit_are_usage_errors(words: tuple[str, ...]) -> None:
    assert apply(*words) == 2
    assert not Path("state/journal").exists()


def test_the_report_goes_to_a_file() -> None:
    assert apply("-o", "report.json", "ducks.cf") == 0
    assert json.loads(Path("report.json").read_text())["status"] == "changed"
    assert apply("-o", "report.txt", "--format", "yaml", "ducks.cf") == 0
    assert Path("report.txt").read_text().startswith("host: ")


def test_a_secret_of_a_manifest_is_secret_in_a_policy(capsys: pytest.CaptureFixture[str]) -> None:
    place = Path.cwd()
    Path("secret.pp").write_text(f"file {{ '{place}/key': content => Sensitive('hushhush7') }}\n")
    Path("read.cf").write_text(
        f'bundle agent main {{ vars: "x" string => readfile("{place}/key");'
        ' reports: "it is $(x)"; }'
    )
    Path("read.cf").chmod(0o600)
    assert puppet("secret.pp", "read.cf") == 0
    assert Path("key").read_text() == "hushhush7"
    assert "hushhush7" not in capsys.readouterr().out
    assert "hushhush7" not in json.dumps(last_report())


EDITS = """
bundle agent main
{
  files:
    "PLACE/edited" edit_line => add;
    "PLACE/copied" copy_from => from;
}
bundle edit_line add { insert_lines: "new"; }
body copy_from from { source => "PLACE/edited"; compare => "digest"; }
"""


def test_contents_that_a_policy_replaces_are_backed_up(capsys: pytest.CaptureFixture[str]) -> None:
    place = Path.cwd()
    Path("edits.cf").write_text(EDITS.replace("PLACE", str(place)))
    Path("edits.cf").chmod(0o600)
    Path("edited").write_text("old edited\n")
    Path("copied").write_text("old copied\n")
    assert apply("-q", "edits.cf") == 0
    assert Path("copied").read_text() == "old edited\nnew\n"
    capsys.readouterr()
    assert main(["backup", "--state-dir", "state", "list", "--format", "json"]) == 0
    listed = {each["path"]: each for each in json.loads(capsys.readouterr().out)}
    assert sorted(listed) == [f"{place}/copied", f"{place}/edited"]
    assert main(["backup", "--state-dir", "state", "restore", f"{place}/copied"]) == 0
    assert Path("copied").read_text() == "old copied\n"
    capsys.readouterr()
    assert main(["backup", "--state-dir", "state", "verify", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"contents": 3, "damaged": []}


def test_noop_backs_nothing_up() -> None:
    Path("edits.cf").write_text(EDITS.replace("PLACE", str(Path.cwd())))
    Path("edits.cf").chmod(0o600)
    Path("edited").write_text("old\n")
    assert apply("-q", "--noop", "edits.cf") == 0
    assert not Path("state/backups.db").exists()


def test_ctrl_c_ends_a_policy_that_follows_manifests(program: str, tmp_path: Path) -> None:
    (tmp_path / "site.pp").write_text("notice(1)\n")
    began = tmp_path / "began"
    policy = tmp_path / "slow.cf"
    policy.write_text(
        f'bundle agent main {{ commands: "/usr/bin/env touch {began}"; "/bin/sleep 60"; }}\n'
    )
    policy.chmod(0o600)
    words = [program, "apply", "--state-dir", str(tmp_path / "state")]
    # A process that was started in the background ignores Ctrl-C, and passes that on.
    words = ["env", "--default-signal=INT", *words, str(tmp_path / "site.pp"), str(policy)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as process:
        while not began.exists():
            assert process.poll() is None
            sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_a_run_of_a_policy_holds_the_lock_alone(capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        "import sys; from duckrow.state.lock import RunLock; RunLock('state').take();"
        "print(1, flush=True); sys.stdin.readline()"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert apply("ducks.cf") == 1
        err = capsys.readouterr().err
        assert "Run of duckrow already in progress" in err
        assert "Puppet" not in err
        assert not Path("pond").exists()
        assert apply("--no-lock", "ducks.cf") == 0
        assert puppet("--no-lock", "ducks.cf", "site.pp") == 1  # a manifest needs the lock
        holder.communicate(b"\n")


def test_a_terminated_policy_leaves_a_report_and_no_lock() -> None:
    Path("slow.cf").write_text(
        "bundle agent main { commands: \"/bin/sh -c 'echo > started; exec sleep 60'\""
        f' contain => here; }} body contain here {{ chdir => "{Path.cwd()}"; }}'
    )
    Path("slow.cf").chmod(0o600)
    words = [sys.executable, "-m", "duckrow", "apply", "-q", "--state-dir", "state", "slow.cf"]
    with subprocess.Popen(words) as run:
        while not Path("started").exists():
            assert run.poll() is None
            sleep(0.02)
        run.terminate()
    assert run.returncode == 143
    report = last_report()
    assert report["status"] == "failed"
    assert report["transaction_completed"] is False
    assert apply("ducks.cf") == 0


def test_a_simulation_changes_nothing_in_any_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert puppet("--simulate", "diff", "ducks.cf", "site.pp") == 0
    assert "Created file" in capsys.readouterr().out
    assert not Path("pond").exists()
    assert not Path("quack").exists()
    report = last_report()
    assert (report["status"], report["noop"]) == ("unchanged", True)
    assert outcomes(report)["pond"] == "noop"


def start(*words: str) -> subprocess.Popen[bytes]:
    """Start a run, and wait until it makes the file `started`."""
    # A process that was started in the background ignores Ctrl-C, and passes that on.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "duckrow", "apply", "-q"]
    run = subprocess.Popen([*command, "--state-dir", "state", "--confdir", "conf", *words])
    while not Path("started").exists():
        assert run.poll() is None
        sleep(0.02)
    return run


def write_slow_manifest() -> None:
    place = Path.cwd()
    Path("slow.pp").write_text(
        f"exec {{ '/bin/sh -c \"echo > {place}/started; exec sleep 1\"': }}\n"
        f"-> exec {{ '/bin/touch {place}/second': }}\n"
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_a_signal_stops_is_no_success(
    number: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    write_slow_manifest()
    with start("--detailed-exitcodes", "slow.pp", "ducks.cf") as run:
        run.send_signal(number)
    assert run.returncode == 128 + number
    assert not Path("second").exists()
    assert not Path("pond").exists()
    report = last_report()
    assert (report["status"], report["transaction_completed"]) == ("failed", False)
    assert (report["applied"], report["not_applied"]) == (["slow.pp"], ["ducks.cf"])
    assert main(["report", "show", "--state-dir", "state"]) == 0
    out = capsys.readouterr().out
    assert "not applied: ducks.cf" in out
    assert f"{number.name} stopped the run before its end" in out


def test_a_stopped_run_has_no_second_pass() -> None:
    place = Path.cwd()
    Path("slow.pp").write_text(
        f"exec {{ '/bin/sh -c \"echo > {place}/started; sleep 1; exit 1\"': }}\n"
    )
    with start("--passes", "2", "slow.pp") as run:
        run.terminate()
    (status,) = (
        each for ref, each in last_report()["resource_statuses"].items() if ref.startswith("Exec")
    )
    assert (status["failed"], status["skipped"]) == (True, False)


def test_a_signal_during_a_compile_ends_the_run() -> None:
    place = Path.cwd()
    Path("slow.pp").write_text(f"generate('/bin/sh', '-c', 'echo > {place}/started; sleep 60')\n")
    with start("slow.pp", "ducks.cf") as run:
        run.terminate()
        assert run.wait(30) == 143
    report = last_report()
    assert (report["status"], report["not_applied"]) == ("failed", ["ducks.cf"])


def test_a_second_signal_of_another_kind_ends_the_run_at_once() -> None:
    Path("slow.pp").write_text(
        f"exec {{ '/bin/sh -c \"echo > {Path.cwd()}/started; exec sleep 60\"': }}\n"
    )
    with start("--log-format", "json", "--logdest", f"{Path.cwd()}/log", "slow.pp") as run:
        run.send_signal(signal.SIGINT)
        while "Caught INT" not in Path("log").read_text():
            assert run.poll() is None
            sleep(0.02)
        run.terminate()
        assert run.wait(30) == -signal.SIGTERM


def test_a_failed_part_has_its_reason_in_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.json").write_text("[1]")
    assert puppet("bad.json", "site.pp") == 1
    assert any("bad.json" in each["message"] for each in last_report()["logs"])
    assert puppet("bad.json") == 2
    assert any("bad.json" in each["message"] for each in last_report()["logs"])
    capsys.readouterr()
    assert main(["report", "show", "--state-dir", "state"]) == 0
    assert "errors:\n  cannot read bad.json" in capsys.readouterr().out


def test_variables_of_a_policy_do_not_reach_the_next_part(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("leak.cf").write_text(
        'body agent control { environment => { "LEAK=1" }; } bundle agent main { }'
    )
    Path("leak.cf").chmod(0o600)
    Path("leak.pp").write_text("exec { '/bin/sh -c \"echo leak=$LEAK\"': logoutput => true }\n")
    assert puppet("leak.cf", "leak.pp") == 0
    assert "leak=\n" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["--noop=yes", "--noop=", "--noop=1", "--show-diff=on"])
def test_the_value_of_a_switch_is_true_or_false(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert apply(word, "ducks.cf") == 2
    assert puppet(word, "site.pp") == 2
    assert "takes true or false" in capsys.readouterr().err
    assert not Path("pond").exists()


def test_code_of_a_policy_needs_no_name_that_a_killed_run_left() -> None:
    code = 'bundle agent main { reports: "quack"; }'
    assert apply("--language", "cfengine", "-e", code) == 0
    Path(f"state/cfengine/inputs/code-{os.getpid()}.cf").write_text("")
    assert apply("--language", "cfengine", "-e", code) == 0


def feed(path: str, content: bytes) -> Thread:
    os.mkfifo(path, 0o600)
    writer = Thread(target=Path(path).write_bytes, args=(content,), daemon=True)
    writer.start()
    return writer


def test_a_pipe_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--format", "json", "-o", "c.json", "-e", "notify { quack: }")
    assert main(["compile", "--confdir", "conf", *words]) == 0
    writer = feed("pipe.json", Path("c.json").read_bytes())
    assert puppet("pipe.json") == 0
    writer.join(30)
    promise = {"promiser": "quack from a policy", "attributes": []}
    context = {"name": "any", "promises": [promise]}
    bundle = {
        "namespace": "default",
        "name": "main",
        "bundleType": "agent",
        "arguments": [],
        "promiseTypes": [{"name": "reports", "contexts": [context]}],
    }
    writer = feed("policy.json", json.dumps({"bundles": [bundle], "bodies": []}).encode())
    assert apply("policy.json") == 0
    writer.join(30)
    out = capsys.readouterr().out
    assert "Notice: quack" in out
    assert "R: quack from a policy" in out


def test_logdest_moves_messages_of_policies_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert puppet("--logdest", f"{Path.cwd()}/log", "site.pp", "ducks.cf", "failing.cf") == 1
    found = capsys.readouterr()
    assert (found.out, found.err) == ("", "")
    log = Path("log").read_text()
    assert "R: a duck" in log
    assert "Applied catalog" in log


def test_hints_name_options_that_the_run_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", "--state-dir", "/proc/none", "ducks.cf"]) == 1
    err = capsys.readouterr()
    shown = err.out + err.err
    assert "--state-dir" in shown
    assert "--no-state" not in shown
    assert "--workdir" not in shown


@pytest.mark.parametrize(
    "words",
    [
        ["--passes", "0"],
        ["--fact", "novalue"],
        ["--facts", "none.json"],
        ["--environment", "none"],
        ["--format", "json"],
    ],
)
def test_a_usage_error_ends_the_run_before_its_first_part(words: list[str], tmp_path: Path) -> None:
    assert puppet(*words, "ducks.cf", "site.pp") == 2
    assert not (tmp_path / "pond").exists()


def test_a_template_is_not_applied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.epp").write_text("<%= 1 %>")
    assert puppet("a.epp") == 2
    assert "a.epp is a template, not a manifest" in capsys.readouterr().err


def test_promises_that_are_skipped_within_ifelapsed_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert apply("failing.cf") == 1
    capsys.readouterr()
    assert apply("failing.cf") == 0
    expected = (
        "  notice: 1 promise was checked a short time ago and skipped; --no-lock checks again\n"
    )
    assert capsys.readouterr().out == expected
    assert apply("--no-lock", "failing.cf") == 1
