"""Servers and monitors take promises in the order of cf-serverd and cf-monitord 3.21.0.

`component: server` or `component: monitor` says which daemon reads a policy. The answer is type,
promiser and bundle of each promise that it takes. A server listens on 127.0.0.1 at the port that
its policy names.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from duckrow.cli.drop_ins.cf_promises import run_words

from .policies import installed, write_files

CASES = cases_of(Path(__file__).parent / "daemons")
_BEGIN = re.compile(r'P: BEGIN promise \'.*\' of type "(access|roles|measurements)"')
_FACT = re.compile(r"P:    (?:Promiser/affected object: '(.*)'|Part of bundle: (.*))")
_READY = {"server": "Server is starting", "monitor": "CFEngine Core 3.21.0 - ready"}


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    return [run_daemon(case, scratch / str(number)) for number, case in enumerate(cases)]


def run_daemon(case: Case, scratch: Path) -> str:
    """Start the daemon, wait until it is ready, end it, and return what it takes."""
    component = case.setting("component")
    work = scratch / "work"
    write_files(case, scratch / "policy")
    for name in ("inputs", "bin", "outputs", "state", "ppkeys"):
        (work / name).mkdir(mode=0o700, parents=True)
    (work / "bin" / "cf-promises").symlink_to(installed("cf-promises"))
    environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)}
    subprocess.run([installed("cf-key")], env=environment, capture_output=True, check=True)
    with (work / "log").open("w+") as log:
        daemon = subprocess.Popen(
            [installed(f"cf-{component}d"), "-F", "-K", "-v", "-f", "./policy.cf"],
            cwd=scratch / "policy",
            env=environment,
            stdout=log,
        )
        lines: list[str] = []
        # A monitor says so twice at its start, and again after its first round.
        wanted = 1 if component == "server" else 3
        while sum(_READY[component] in line for line in lines) < wanted:
            time.sleep(0.2)
            log.seek(0)
            lines = log.readlines()
            assert daemon.poll() is None, f"{case}: the daemon ended with {daemon.returncode}"
        daemon.terminate()
        daemon.wait()
    return promises_in(lines)


def promises_in(lines: list[str]) -> str:
    """Return type, promiser and bundle of the promises in a verbose log."""
    found: list[list[str]] = []
    is_in = False
    for line in lines:
        begin = _BEGIN.search(line)
        fact = _FACT.search(line)
        if begin is not None:
            found.append([begin[1]])
            is_in = True
        elif fact is not None and is_in:
            found[-1].append(fact[1] or fact[2])
            is_in = len(found[-1]) < 3
        elif "P: BEGIN" in line:
            is_in = False
    return "".join(" ".join(each) + "\n" for each in found)


@each_case(CASES)
def test_daemon(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    write_files(case, tmp_path)
    (tmp_path / "policy.cf").chmod(0o600)
    option = f"--show-{case.setting('component')}"
    assert run_words([f"{option}=json", "-f", str(tmp_path / "policy.cf")]) == 0
    shown = capsys.readouterr().out
    found = json.loads(shown[shown.index("{") :])["promises"]
    lines = [f"{each['type']} {each['promiser']} {each['bundle']}\n" for each in found]
    assert_answer(case, "".join(lines))
