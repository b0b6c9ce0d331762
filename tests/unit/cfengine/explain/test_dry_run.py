"""A dry run explains a policy: it changes neither the host nor the state of other runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.explain.dry_run import InvalidPolicyError, record_dry_run
from duckrow.cfengine.explain.questions import answer
from duckrow.cli.drop_ins.cf_agent import run_words


def files_below(directory: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def write(directory: Path, text: str) -> str:
    path = directory / "p.cf"
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


def test_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = write(
        tmp_path,
        f"""
        bundle agent main {{
          files: "{tmp_path}/made" create => "true";
          commands: "/bin/touch {tmp_path}/touched";
          classes: "kept_long" expression => "any", persistence => "10", scope => "namespace";
          reports: "x" report_to_file => "{tmp_path}/report";
          commands:
            "/bin/touch {tmp_path}/preview" contain => preview;
          files: "{tmp_path}/." create => "true", action => logged;
        }}
        body contain preview {{ preview => "true"; }}
        body action logged {{ log_string => "quack"; log_kept => "{tmp_path}/log"; }}""",
    )
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    before = files_below(tmp_path)
    record = record_dry_run(policy, work_directory=str(tmp_path / "work"))
    assert files_below(tmp_path) == before
    assert record.is_dry
    made = next(each for each in record.steps if each.promiser.endswith("/made"))
    assert made.outcome == "warned"


def test_persistent_classes_of_earlier_runs_are_known(tmp_path: Path) -> None:
    policy = write(
        tmp_path,
        'bundle agent main { classes: "old" expression => "any", persistence => "10"; }',
    )
    assert run_words(["-K", "-w", str(tmp_path / "work"), "-f", policy]) == 0
    other = write(tmp_path, 'bundle agent main { reports:\nold:: "old" handle => "h"; }')
    found = answer(record_dry_run(other, work_directory=str(tmp_path / "work")), "class", "old")
    assert found.text.startswith("class old is defined before all bundles by an earlier run")
    assert answer(record_dry_run(other), "class", "old").is_yes is False


def test_a_damaged_database_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "work" / "state").mkdir(parents=True)
    (tmp_path / "work" / "state" / "duckrow.db").write_bytes(b"quack" * 1000)
    policy = write(tmp_path, 'bundle agent main { reports: "x" handle => "h"; }')
    record = record_dry_run(policy, work_directory=str(tmp_path / "work"))
    assert "evaluated in pass 1" in answer(record, "promise", "h").text


def test_paths_of_the_scratch_directory_are_not_shown(tmp_path: Path) -> None:
    policy = write(tmp_path, 'bundle agent main { vars: "w" string => "$(sys.workdir)/x"; }')
    record = record_dry_run(policy, work_directory="/var/pond")
    assert answer(record, "variable", "w").text.startswith('variable main.w is "/var/pond/x"')


def test_an_invalid_policy_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidPolicyError) as caught:
        record_dry_run(write(tmp_path, "bundle agent main { reports }"))
    assert any("syntax error" in text for _, text in caught.value.lines)
    with pytest.raises(InvalidPolicyError) as caught:
        record_dry_run(str(tmp_path / "missing.cf"))
    assert "There is no readable input file" in caught.value.lines[0][1]


def test_a_run_that_ends_early_has_answers(tmp_path: Path) -> None:
    policy = write(
        tmp_path,
        """
        bundle agent main {
          methods: "m" usebundle => nowhere_$(x);
          reports: "after" handle => "after";
        }""".replace("nowhere_$(x)", '"$(x)"'),
    )
    record = record_dry_run(policy)
    found = answer(record, "promise", "after")
    assert found.text.endswith("is never evaluated: the run ended before it.")
    assert record.messages
