"""Settings that make a run of Puppet start commands and write files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from duckrow.cli.main import main

CODE = "class pond { notify { quack: } } include pond"


@pytest.fixture(autouse=True)
def _house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("conf").mkdir()


def apply(*words: str, code: str = CODE) -> int:
    directories = ("--confdir", "conf", "--cache-dir", "cache", "--vardir", f"{Path.cwd()}/var")
    return main(["apply", "--state-dir", "state", *directories, *words, "-e", code])


def test_commands_before_and_after_a_run() -> None:
    commands = ("--prerun-command", "echo pre >> log", "--postrun-command", "echo post >> log")
    code = f"exec {{ '/bin/sh -c \"echo run >> {Path.cwd()}/log\"': }}"
    assert apply(*commands, code=code) == 0
    assert Path("log").read_text().split() == ["pre", "run", "post"]


def test_a_failing_command_before_the_run_prevents_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--prerun-command", "echo no reeds; exit 3") == 1
    found = capsys.readouterr()
    words = "Could not run command from prerun_command: Execution of"
    assert f"Error: {words} 'echo no reeds; exit 3' returned 3: no reeds" in found.err
    assert "quack" not in found.out


def test_the_command_before_a_run_guards_all_of_its_parts() -> None:
    Path("broken.pp").write_text("notify {")
    Path("pond.cf").write_text(f'bundle agent main {{ commands: "/bin/touch {Path.cwd()}/pond"; }}')
    Path("pond.cf").chmod(0o600)
    words = ("apply", "--state-dir", "state", "--confdir", "conf", "broken.pp", "pond.cf")
    assert main([*words, "--prerun-command", "/bin/false", "-o", "report.json"]) == 1
    assert not Path("pond").exists()
    report = json.loads(Path("report.json").read_text())
    assert (report["status"], report["transaction_completed"]) == ("failed", False)
    assert (report["applied"], report["not_applied"]) == (["broken.pp"], ["pond.cf"])
    assert main([*words, "--prerun-command", "echo pre >> log"]) == 1
    assert Path("log").read_text() == "pre\n"
    assert Path("pond").exists()


def test_a_failing_command_after_the_run_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--detailed-exitcodes", "--postrun-command", "/bin/false") == 1
    found = capsys.readouterr()
    assert "Notice: quack" in found.out
    assert "Could not run command from postrun_command" in found.err


def test_a_run_writes_no_files_that_nobody_asked_for() -> None:
    assert apply() == 0
    assert not Path("var").exists()


def test_the_last_run_is_written_where_settings_name_it() -> None:
    assert apply("--lastrunfile", "last.yaml", "--lastrunreport", "sub/report.yaml") == 0
    summary = yaml.safe_load(Path("last.yaml").read_text())
    assert summary["changes"] == {"total": 1}
    assert summary["resources"]["changed"] == 1
    assert summary["time"]["last_run"] > 0
    text = Path("sub/report.yaml").read_text()
    assert text.startswith("--- !ruby/object:Puppet::Transaction::Report\nhost:")
    assert Path("sub/report.yaml").stat().st_mode & 0o007 == 0


def test_a_large_report_is_yaml_too() -> None:
    code = 'Integer[1, 600].each |$n| { notify { "duck \U0001f986 ${n}": } }'
    assert apply("--lastrunreport", "report.yaml", "-q", code=code) == 0
    text = (
        Path("report.yaml").read_text().removeprefix("--- !ruby/object:Puppet::Transaction::Report")
    )
    assert len(yaml.load(text, yaml.CSafeLoader)["resource_statuses"]) > 600


def test_a_report_replaces_a_link_in_one_step() -> None:
    Path("other").write_text("something else\n")
    Path("report.yaml").symlink_to("other")
    assert apply("--lastrunreport", "report.yaml") == 0
    assert Path("other").read_text() == "something else\n"
    assert not Path("report.yaml").is_symlink()
    assert sorted(each.name for each in Path.cwd().iterdir() if "report" in each.name) == [
        "report.yaml"
    ]


def test_the_report_of_an_output_file_is_plain_yaml() -> None:
    assert apply("-o", "report.yaml", "-q") == 0
    assert yaml.safe_load(Path("report.yaml").read_text())["status"] == "changed"
    assert Path("report.yaml").stat().st_mode & 0o007 == 0


def test_an_output_file_has_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("-o", "") != 0
    assert "quack" not in capsys.readouterr().out


def test_reports_are_stored_by_host_and_time() -> None:
    assert apply("--reports", "store", "--certname", "pond") == 0
    (file,) = Path("var/reports/pond").iterdir()
    assert len(file.stem) == len("202611160157")


def test_the_names_of_classes_and_resources() -> None:
    assert apply("--write-catalog-summary") == 0
    assert Path("var/state/classes.txt").read_text().split() == ["settings", "pond"]
    assert Path("var/state/resources.txt").read_text() == "notify[quack]\n"
    # The next run includes these classes.
    code = "class pond { notify { again: } }"
    assert apply("--loadclasses", "-o", "report.json", code=code) == 0
    assert "Notify[again]" in json.loads(Path("report.json").read_text())["resource_statuses"]


def test_a_summary_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--summarize") == 0
    out = capsys.readouterr().out
    assert "Changes:\n            Total: 1\n" in out
    assert "   Catalog application: 0.0" in out
    assert "Failed:" not in out


def test_messages_go_to_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--logdest", "run.log", "--logdest", "run.json,run.jsonl") == 0
    found = capsys.readouterr()
    assert found.out == ""
    assert "Puppet (notice): quack\n" in Path("run.log").read_text()
    assert apply("--logdest", "console,run.json") == 0
    assert "Notice: quack" in capsys.readouterr().out
    lines = json.loads(Path("run.json").read_text() + "]")
    assert [line["message"] for line in lines].count("quack") == 2
    assert json.loads(Path("run.jsonl").read_text().splitlines()[0])["level"] == "notice"


def test_a_log_that_is_full_does_not_stop_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert apply("--logdest", "console,/dev/full") == 0
    found = capsys.readouterr()
    assert "Notice: quack" in found.out
    assert found.err.count("cannot write /dev/full: No space left on device") == 1


def test_a_link_that_others_can_make_is_not_followed() -> None:
    Path("open").mkdir()
    Path("open").chmod(0o777)
    Path("open/run.log").symlink_to("../precious")
    assert apply("--logdest", "open/run.log") == 2
    assert not Path("precious").exists()
    Path("open").chmod(0o755)
    assert apply("--logdest", "open/run.log") == 0
    assert "quack" in Path("precious").read_text()


def test_a_report_that_nobody_wants_leaves_the_device() -> None:
    assert apply("--lastrunreport", "/dev/null") == 0
    assert Path("/dev/null").is_char_device()


def test_a_log_that_cannot_be_written_is_an_error() -> None:
    Path("file").touch()
    assert apply("--logdest", "file/run.log") == 2
