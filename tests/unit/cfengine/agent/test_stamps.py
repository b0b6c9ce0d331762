"""Files that the daemons of the reference read, and failsafe.cf after an invalid policy."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.agent.host_facts import host_facts
from duckrow.cfengine.evaluation.messages.log import Log

POLICY = """\
body common control { version => "1.2"; }
bundle agent main
{
  classes: "one" expression => "any";
  reports: "hi";
  commands: "/bin/false";
}
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "main.cf"
    path.write_text(POLICY)
    path.chmod(0o600)
    return path


def run(work: Path, *words: str) -> tuple[int, str]:
    lines: list[str] = []
    code = run_command(["-w", str(work), "-K", *words], Log(write=lines.append))
    return code, "".join(lines)


def test_each_run_appends_its_outcome(tmp_path: Path, policy: Path) -> None:
    work = tmp_path / "work"
    run(work, "-f", str(policy))
    run(work, "-f", str(policy))
    lines = (work / "promise_summary.log").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        assert re.fullmatch(
            r"\d+,\d+: Outcome of version 1\.2 \(agent-0\): Promises observed to be kept 50\.00%, "
            r"Promises repaired 0\.00%, Promises not repaired 50\.00%",
            line,
        )
    assert (work / "promise_summary.log").stat().st_mode & 0o777 == 0o600


def test_a_run_without_promises_appends_nothing(tmp_path: Path, policy: Path) -> None:
    policy.write_text("bundle agent main { }\n")
    run(tmp_path / "work", "-f", str(policy))
    assert not (tmp_path / "work/promise_summary.log").exists()


def test_unwritable_summary_is_an_error_and_the_run_goes_on(tmp_path: Path, policy: Path) -> None:
    (tmp_path / "work/state").mkdir(parents=True)
    (tmp_path / "work/promise_summary.log").mkdir()
    code, output = run(tmp_path / "work", "-f", str(policy))
    assert code == 0
    assert "In total compliance logging, could not open file" in output


def test_named_policy_is_marked_in_the_state(tmp_path: Path, policy: Path) -> None:
    work = tmp_path / "work"
    run(work, "-n", "-f", str(policy))
    stamp = work / "state/cf_promises_validated"
    assert not stamp.exists(), "a dry run changes nothing"
    run(work, str(policy))
    assert set(json.loads(stamp.read_text())) == {"timestamp"}
    assert not (work / "state/cf_promises_release_id").exists()
    (work / "state/am_policy_hub").touch()
    run(work, "-f", str(policy))
    release = json.loads((work / "state/cf_promises_release_id").read_text())["releaseId"]
    assert re.fullmatch("[0-9a-f]{40}", release)


def test_invalid_policy_is_not_marked(tmp_path: Path, policy: Path) -> None:
    policy.write_text("bundle agent main { nonsense }\n")
    run(tmp_path / "work", "-f", str(policy))
    assert not (tmp_path / "work/state/cf_promises_validated").exists()


@pytest.fixture
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duckrow.cfengine.agent.failsafe.is_terminal", lambda _number: False)


@pytest.mark.usefixtures("no_terminal")
def test_failsafe_is_written_after_an_invalid_policy(tmp_path: Path, policy: Path) -> None:
    work = tmp_path / "work"
    policy.write_text("bundle agent main { nonsense }\n")
    code, output = run(work, "-f", str(policy))
    assert code == 1
    assert "so going to failsafe" in output
    assert (work / "inputs/failsafe.cf").exists()
    assert 'No public/private key pair is loaded, please create one by running "cf-key"' in output


@pytest.mark.usefixtures("no_terminal")
def test_own_failsafe_is_preserved(tmp_path: Path, policy: Path) -> None:
    work = tmp_path / "work"
    run(work, "-f", str(policy))
    own = work / "inputs/failsafe.cf"
    own.write_text('bundle agent main { reports: "own failsafe"; }\n')
    own.chmod(0o600)
    policy.write_text("bundle agent main { nonsense }\n")
    assert "R: own failsafe" in run(work, "-f", str(policy))[1]


@pytest.mark.usefixtures("no_terminal")
def test_failsafe_of_a_host_without_server_starts_nothing(tmp_path: Path, policy: Path) -> None:
    work = tmp_path / "work"
    run(work, "-f", str(policy))
    (work / "ppkeys/localhost.pub").write_text("a key")
    (work / "inputs/promises.cf").write_text("bundle agent main { }\n")
    for name in ("cf-execd", "cf-serverd", "cf-agent"):
        script = work / "bin" / name
        script.write_text(f"#!/bin/sh\necho {name} >> {tmp_path}/started\n")
        script.chmod(0o755)
    policy.write_text("bundle agent main { nonsense }\n")
    assert "R: Built-in failsafe policy triggered" in run(work, "-f", str(policy))[1]
    assert not (tmp_path / "started").exists()


def test_name_of_the_server_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").mkdir()
    mark = tmp_path / "policy_server.dat"
    monkeypatch.setattr("duckrow.machine.resolver.address_of", {"pond.example": "192.0.2.7"}.get)
    for text, address, port in (
        ("pond.example:5309\n", "192.0.2.7", "5309"),
        ("[fd00::1]:5309\n", "fd00::1", "5309"),
        ("192.0.2.1\n", "192.0.2.1", "5308"),
        ("unknown.example\n", None, "5308"),
    ):
        mark.write_text(text)
        found = host_facts(str(tmp_path))["sys"]
        assert isinstance(found, dict)
        assert (found.get("policy_hub"), found["policy_hub_port"]) == (address, port)


def test_title_of_a_process() -> None:
    script = (
        "import sys; from duckrow.machine.processes.title import show_as\n"
        "from duckrow.machine.processes.table import read_process\n"
        "import os\n"
        "assert show_as('/var/pond/bin/cf-serverd', ['-f', '/var/pond/one.cf'])\n"
        "print(read_process(os.getpid()).argv, read_process(os.getpid()).name)\n"
        "assert not show_as('x' * 100_000, [])\n"
        "os.environ['PATH']"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "('/var/pond/bin/cf-serverd -f /var/pond/one.cf',) cf-serverd\n"


def test_verbose_log_names_elements_and_the_server(tmp_path: Path, policy: Path) -> None:
    policy.write_text(
        'bundle agent main { vars: "a[x][y]" string => "1", comment => "why"; "b" string => "2", '
        'comment => "so"; }\n'
    )
    output = run(tmp_path / "work", "-v", "-f", str(policy))[1]
    assert " verbose: Added variable 'a[x][y]' with comment 'why'\n" in output
    assert " verbose: Added variable 'b' with comment 'so'\n" in output
    assert " verbose: This agent is not bootstrapped - can't find policy_server.dat in: " in output
    (tmp_path / "work/policy_server.dat").write_text("192.0.2.1:5309\n")
    output = run(tmp_path / "work", "-v", "-f", str(policy))[1]
    assert " verbose: This agent is bootstrapped to: 192.0.2.1:5309\n" in output
