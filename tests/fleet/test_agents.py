"""Agents live with `duckrow serve` as they live with puppetserver: ours, and unmodified Puppet.

What each step must leave was recorded with puppetserver 7.9.5 (`record.py`). PUPPET names programs
to try, separated by colons, instead of the installed `puppet`. PUPPETSERVER_CA names the
`puppetserver ca` client; `duckrow ca` stands in for it.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fleet.play import SITE, Agent, Lab, expected, play
from tests.unit.server.clocks import HOUR, YEAR, WrongClock

DUCKROW = Path(sys.executable).with_name("duckrow")
OWN = str(Path(sys.executable).with_name("puppet"))
PROGRAMS = [each for each in os.environ.get("PUPPET", "puppet").split(":") if shutil.which(each)]
CONF = """[main]
server = localhost
serverport = %(port)d
ca_port = %(port)d
certname = localhost
ssldir = %(top)s/ssl
[server]
cadir = %(top)s/ca
ca_ttl = 90d
codedir = %(top)s/code
vardir = %(top)s/var
reports = store
reportdir = %(top)s/reports
basemodulepath = %(top)s/none
"""
VERSIONED = """versioned-code: {
  code-id-command: %(top)s/code_id
  code-content-command: %(top)s/code_content
}
"""
CODE_ID = """#!/bin/sh
cd %(top)s/code/environments/$1 2>/dev/null || { echo none; exit 0; }
cat $(find modules -type f | sort) | sha1sum | cut -c1-40
"""
CODE_CONTENT = """#!/bin/sh
exec cat "%(top)s/code/environments/$1/$3"
"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """Start a server with an authority of its own on a free port of loopback."""
    top = tmp_path / "server"
    conf = top / "conf"
    (conf / "conf.d").mkdir(parents=True)
    words = ["--confdir", str(conf), "--key-type", "ec"]
    (conf / "puppet.conf").write_text(CONF % {"top": top, "port": 0})
    subprocess.run(
        [DUCKROW, "ca", "setup", *words, "--subject-alt-names", "localhost"],
        check=True,
        capture_output=True,
    )
    for name, text in (("code_id", CODE_ID), ("code_content", CODE_CONTENT)):
        (top / name).write_text(text % {"top": top})
        (top / name).chmod(0o755)
    (conf / "conf.d/versioned.conf").write_text(VERSIONED % {"top": top})
    with (tmp_path / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [DUCKROW, "serve", "--confdir", conf, "--host", "127.0.0.1", "--port", "0"],
            stdout=log,
            stderr=log,
        )
    try:
        port = _port(tmp_path / "server.log", process)
        (conf / "puppet.conf").write_text(CONF % {"top": top, "port": port})
        yield Lab(port, top / "code", top / "reports", lambda action, name: _ca(conf, action, name))
    finally:
        process.terminate()
        process.wait(60)


def _port(log: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait until the server says where it listens."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        words = log.read_text().partition("serves on port ")[2].split()
        if words:
            return int(words[0])
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def _ca(conf: Path, action: str, name: str) -> int:
    client = shlex.split(os.environ.get("PUPPETSERVER_CA", ""))
    if client:
        words = [*client, action, "--certname", name, "--config", str(conf / "puppet.conf")]
    else:
        words = [str(DUCKROW), "ca", action, "--confdir", str(conf), name]
    return subprocess.run(words, check=False).returncode


def test_our_agent_lives_as_with_puppetserver(lab: Lab, tmp_path: Path) -> None:
    _live(OWN, lab, tmp_path)


@pytest.mark.skipif(not PROGRAMS, reason="needs a Puppet agent: apt-get install puppet-agent")
@pytest.mark.parametrize("program", PROGRAMS or [""])
def test_a_real_agent_lives_as_with_puppetserver(
    program: str, lab: Lab, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("--agents"):
        pytest.skip("a minute for each agent: make agents")
    _live(program, lab, tmp_path)


@pytest.fixture(params=[OWN, *PROGRAMS])
def program(request: pytest.FixtureRequest) -> str:
    """Return an agent: ours, or with --agents a real one."""
    if request.param != OWN and not request.config.getoption("--agents"):
        pytest.skip("a minute for each agent: make agents")
    return str(request.param)


def test_first_contact(
    program: str, lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = signed_agent(program, lab, tmp_path)
    begin, worked = time.monotonic(), _seconds_of_children()
    code, output = agent.run()
    seconds, worked = time.monotonic() - begin, _seconds_of_children() - worked
    assert code == 2, output
    with capsys.disabled():
        print(f"\nfirst contact of {program}: {seconds:.1f} s ({worked:.1f} s of its CPU)")
    assert agent.run()[0] == 0


def test_an_agent_with_a_wrong_clock_says_so_and_recovers(
    program: str, lab: Lab, tmp_path: Path
) -> None:
    clock = WrongClock(tmp_path)
    agent = signed_agent(program, lab, tmp_path)
    agent.variables = clock.variables
    assert agent.run()[0] == 2
    clock.set(YEAR)
    code, output = agent.run()
    assert code == 1
    assert "The certificate 'CN=huey.auto.lab' has expired, verify time" in output
    clock.set(-YEAR)
    code, output = agent.run()
    assert code == 1
    assert re.search("Error: .*The CRL .*is not yet valid, verify time is synchronized", output)
    for seconds in (HOUR, -HOUR, 0):
        clock.set(seconds)
        code, output = agent.run()
        assert code == 0, output


def test_a_real_agent_respects_the_lock_of_ours(program: str, lab: Lab, tmp_path: Path) -> None:
    if program == OWN:
        pytest.skip("needs a Puppet agent")
    agent = signed_agent(program, lab, tmp_path)
    assert agent.run()[0] == 2
    lock = agent.folder / "var/state/agent_catalog_run.lock"
    code = "import sys; from duckrow.puppet.agent.run_lock import PidLock; "
    code += "assert PidLock(sys.argv[1]).take(); print('taken', flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", code, str(lock)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"taken\n"
        code_of_run, output = agent.run()
        assert code_of_run == 1
        assert "Run of Puppet configuration client already in progress; skipping" in output
        assert lock.read_text() == str(holder.pid)
    assert agent.run()[0] == 0


def _seconds_of_children() -> float:
    """Return the CPU time of the agents that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def signed_agent(program: str, lab: Lab, tmp_path: Path) -> Agent:
    """Return a new agent whose first request is signed at once."""
    (lab.codedir.parent / "conf/autosign.conf").write_text("*.auto.lab\n")
    lab.write("first", SITE % {"top": tmp_path / "managed", "greeting": "Hello", "backup": "false"})
    return Agent([program], lab, tmp_path / "agent", "huey.auto.lab")


def _live(program: str, lab: Lab, tmp_path: Path) -> None:
    steps = play([program], lab, tmp_path, "huey.lab")
    wanted = json.loads(expected([program]).read_text())
    # Ours says over HTTP that a certificate is revoked; puppetserver breaks off the handshake.
    reason = "Error 403 on SERVER: the certificate of NAME is revoked"
    assert reason in str(steps["revoked"].pop("errors"))
    del wanted["revoked"]["errors"]
    for title, found in steps.items():
        assert found == wanted[title], title
    assert list(steps) == list(wanted)
