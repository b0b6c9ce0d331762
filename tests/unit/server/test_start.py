"""What a server says before it starts."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from tests.unit.server.running import COMMAND, RunningServer

from duckrow.puppet.settings.settings import Settings
from duckrow.server.conf_d import cadir_of


def start(server: RunningServer) -> subprocess.CompletedProcess[str]:
    words = [COMMAND, "serve", "--confdir", str(server.directory / "conf"), "--port", "0"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_a_bad_time_in_puppet_conf_is_named_with_its_place(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, "environment_timeout = soon\n")
    done = start(server)
    assert done.returncode == 2
    line = len((tmp_path / "conf/puppet.conf").read_text().splitlines())
    what = "the setting environment_timeout is a time such as 30m, not 'soon'"
    assert f"{what} (file: {tmp_path}/conf/puppet.conf, line: {line})" in done.stderr


def test_a_bad_time_in_environment_conf_is_named_with_its_place(stopped: RunningServer) -> None:
    stopped.write("environment.conf", "# quack\nenvironment_timeout = 5 minutes\n")
    done = start(stopped)
    assert done.returncode == 2
    what = "the setting environment_timeout is a time such as 30m, not '5 minutes'"
    assert f"{what} (file: {stopped.production}/environment.conf, line: 2)" in done.stderr


@pytest.mark.parametrize(
    ("confdir", "existing", "expected"),
    [
        ("etc/puppetlabs/puppet", "etc/puppetlabs/puppetserver/ca", "etc/puppetlabs/puppetserver"),
        ("etc/puppetlabs/puppet", "", "etc/puppetlabs/puppetserver"),
        ("etc/puppet", "etc/puppet/puppetserver/ca", "etc/puppet/puppetserver"),
        ("etc/puppet", "", "etc/puppet/puppetserver"),
        ("etc/puppetlabs/puppet", "etc/puppetlabs/puppet/ssl/ca", "etc/puppetlabs/puppet/ssl"),
    ],
)
def test_the_authority_is_where_packages_have_it(
    tmp_path: Path, confdir: str, existing: str, expected: str
) -> None:
    (tmp_path / confdir).mkdir(parents=True)
    if existing:
        (tmp_path / existing).mkdir(parents=True)
    path = tmp_path / confdir
    settings = Settings({"confdir": str(path), "ssldir": str(path / "ssl")})
    assert cadir_of(settings) == f"{tmp_path}/{expected}/ca"


def test_signals_count_from_the_first_line_on(tmp_path: Path) -> None:
    RunningServer(tmp_path)  # writes the files
    words = [COMMAND, "serve", "--confdir", str(tmp_path / "conf"), "--port", "0", "--no-cache"]
    words += ["--host", "127.0.0.1", "--runtime-dir", str(tmp_path / "r"), "--workers", "1"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert any("serves on port" in line for line in process.stderr)
        process.send_signal(signal.SIGHUP)
        assert any("a deploy: new workers take over" in line for line in process.stderr)
        process.send_signal(signal.SIGTERM)
        assert "stopping: requests in progress" in process.stderr.read()
    assert process.returncode == 0
