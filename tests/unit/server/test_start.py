"""What a server says before it starts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.unit.server.running import COMMAND, RunningServer

from duckrow.puppet.settings.settings import Settings
from duckrow.server.conf_d import cadir_of
from duckrow.server.log import Log
from duckrow.server.settings import ServerSettings
from duckrow.server.start import check
from duckrow.source.errors import InputError


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


def test_a_bad_environment_conf_fails_its_environment_alone(stopped: RunningServer) -> None:
    other = stopped.directory / "code/environments/dev"
    other.mkdir()
    (other / "environment.conf").write_text("# quack\nenvironment_timeout = 5 minutes\n")
    what = "the setting environment_timeout is a time such as 30m, not '5 minutes'"
    with stopped as server:
        place = re.escape(f"{what} (file: {other}/environment.conf, line: 2)")
        server.wait_for(f"warning: cannot warm the environment dev: {place}")


def test_a_manifest_that_is_no_puppet_is_named_with_its_place(stopped: RunningServer) -> None:
    stopped.write("manifests/site.pp", "class {")
    with stopped as server:
        found = server.wait_for("cannot warm the environment production: (.*)")
        where = f"(file: {server.production}/manifests/site.pp)"
        assert found[1] == f"Syntax error at end of input {where}"


def test_an_unknown_node_terminus_is_refused(tmp_path: Path) -> None:
    done = start(RunningServer(tmp_path, "node_terminus = exce\n"))
    assert done.returncode == 2
    assert "Could not find terminus exce for indirection node" in done.stderr


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("ssl/private_keys/localhost.pem", "read"),
        ("ca/ca_key.pem", "read"),
        ("ca", "change|write"),
    ],
)
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be another user")
def test_what_the_server_may_not_use_is_named_with_its_owner(name: str, what: str) -> None:
    with TemporaryDirectory() as scratch:
        directory = Path(scratch)
        RunningServer(directory)
        paths = {each: str(directory / each) for each in ("ssldir", "cadir", "confdir", "vardir")}
        paths |= {"ssldir": f"{directory}/ssl", "cadir": f"{directory}/ca"}
        settings = Settings({**paths, "certname": "localhost"})
        log = Log(write=lambda _line: None)
        check(ServerSettings(settings), log)  # which also imports what it needs
        for path in (directory, *directory.rglob("*")):
            os.chown(path, 65534, 65534)
        path = directory / name
        os.chown(path, 0, 0)
        path.chmod(0o755 if path.is_dir() else 0o600)
        os.seteuid(65534)
        try:
            with pytest.raises(InputError) as caught:
                check(ServerSettings(settings), log)
            why = caught.value.why
        finally:
            os.seteuid(0)
    assert re.search(f"cannot ({what}) {path}.*: Permission denied", str(caught.value))
    assert why == f"this process runs as nobody; root owns {path}"
    assert "ca setup" not in caught.value.hint


@pytest.mark.parametrize(
    ("database", "message"),
    [
        ("notes.txt", "notes.txt is no store: it is not a SQLite database"),
        ("mysql://db.lab/pond", "mysql://db.lab/pond is no store: the scheme mysql:// is unknown"),
    ],
)
def test_a_database_that_is_no_store_ends_the_start(
    tmp_path: Path, database: str, message: str
) -> None:
    server = RunningServer(tmp_path)
    notes = tmp_path / "notes.txt"
    notes.write_text("feed the ducks")
    address = database if "://" in database else notes
    (tmp_path / "conf.d").mkdir(exist_ok=True)
    (tmp_path / "conf.d/store.conf").write_text(f'store: {{ database: "{address}" }}')
    done = start(server)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr
    assert notes.read_text() == "feed the ducks"
