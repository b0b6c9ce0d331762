"""`duckrow agent` and `duckrow serve` together."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.server.running import RunningServer

from duckrow.ca.revocation import revoke
from duckrow.cli.dispatch import dispatch

Agent = Callable[..., tuple[int, str, str]]


@pytest.fixture
def agent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Agent]:
    """Run an agent against a server; return exit code, stdout and stderr."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    options = ["--state-dir", str(tmp_path / "state"), "--server", "localhost", "--key-type", "ec"]
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    for name in ("conf", "var", "run", "ssl", "public"):
        options += [f"--{name}dir", str(tmp_path / name)]

    def run(server: RunningServer, *words: str) -> tuple[int, str, str]:
        port = str(server.port)
        code = dispatch(["agent", "--test", *options, "--serverport", port, *words])
        out, err = capsys.readouterr()
        return code, out.replace(str(tmp_path), "DIR"), err.replace(str(tmp_path), "DIR")

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """The directory that the catalogs fill."""
    path = tmp_path / "made"
    path.mkdir()
    return path


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, made: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"), "autosign = true\n")
    running.write_conf("ca.conf", "certificate-authority: { allow-auto-renewal: true }\n")
    running.write("modules/pond/files/duck", "quack\n")
    running.write("modules/pond/files/d/deep/egg", "egg\n")
    running.write("modules/pond/lib/facter/depth.rb", "Facter.add(:depth) { setcode { 3 } }\n")
    running.write("modules/pond/facts.d/role.txt", "role=duckling\n")
    running.write(
        "manifests/site.pp",
        f"""
        filebucket {{ 'main': path => false }}
        File {{ backup => 'main' }}
        file {{ '{made}/duck': source => 'puppet:///modules/pond/duck' }}
        file {{ '{made}/d': ensure => directory, recurse => true,
               source => 'puppet:///modules/pond/d' }}
        file {{ '{made}/facts': content => "${{facts['depth']}} ${{facts['role']}}" }}
        file {{ '{made}/later': content => Deferred('upcase', ['quack']) }}
        file {{ '{made}/secret': content => Sensitive('hunter2quack') }}
        """,
    )
    with running:
        yield running


def test_the_first_run_and_the_next(
    site: RunningServer, agent: Agent, made: Path, tmp_path: Path
) -> None:
    code, out, err = agent(site, "--certname", "dewey.lab")
    assert (code, err) == (2, "")
    found = {str(p.relative_to(made)): p.read_text() for p in made.rglob("*") if p.is_file()}
    assert found == {
        "duck": "quack\n",
        "d/deep/egg": "egg\n",
        "facts": "3 duckling",
        "later": "QUACK",
        "secret": "hunter2quack",
    }
    assert "hunter2quack" not in out
    code, out, err = agent(site, "--certname", "dewey.lab")
    assert (code, err) == (0, "")
    # A changed file goes to the bucket of the server before it is replaced.
    (made / "duck").write_text("moo\n")
    code, out, err = agent(site, "--certname", "dewey.lab")
    assert (code, err) == (2, "")
    assert "Filebucketed DIR/made/duck to main with sum " in out
    assert "(corrective)" in out
    assert site.log.count("PUT /puppet/v3/file_bucket_file/") == 1
    assert site.log.count("PUT /puppet/v3/report/dewey.lab 200") == 3
    (made / "duck").unlink()
    assert agent(site, "--certname", "dewey.lab", "--noop")[0] == 0
    assert not (made / "duck").exists()


def test_code_that_changes_and_fails(site: RunningServer, agent: Agent, made: Path) -> None:
    agent(site, "--certname", "dewey.lab")
    site.write("modules/pond/files/duck", "quack quack\n")
    assert agent(site, "--certname", "dewey.lab")[0] == 2
    assert (made / "duck").read_text() == "quack quack\n"
    site.write("manifests/site.pp", "include nest\n")
    code, _, err = agent(site, "--certname", "dewey.lab")
    assert code == 1
    assert "Could not find class ::nest for dewey.lab" in err
    assert "site.pp, line: 1" in err


def test_a_request_that_an_operator_signs(
    tmp_path_factory: pytest.TempPathFactory, agent: Agent
) -> None:
    with RunningServer(tmp_path_factory.mktemp("s"), "autosign = false\n") as server:
        code, out, _ = agent(server, "--certname", "dewey.lab")
        assert code == 1
        assert "you might still need to sign this agent's certificate (dewey.lab)" in out
        server.authority.sign("dewey.lab")
        code, out, _ = agent(server, "--certname", "dewey.lab")
        assert code == 2
        assert "Notice: dewey.lab" in out


def test_renewal_and_revocation(site: RunningServer, agent: Agent, tmp_path: Path) -> None:
    agent(site, "--certname", "dewey.lab")
    path = tmp_path / "ssl/certs/dewey.lab.pem"
    before = path.read_bytes()
    words = ("--certname", "dewey.lab", "--hostcert-renewal-interval", "20y")
    code, _, err = agent(site, *words)
    assert (code, err) == (0, "")
    assert path.read_bytes() != before
    revoke(site.authority, "dewey.lab")
    code, _, err = agent(site, "--certname", "dewey.lab")
    assert code == 1
    assert err.count("revoked") == err.count("duckrow ca clean dewey.lab") == 1


def test_the_server_chooses_the_environment(
    tmp_path_factory: pytest.TempPathFactory, agent: Agent
) -> None:
    directory = tmp_path_factory.mktemp("s")
    program = directory / "classify"
    program.write_text("#!/bin/sh\necho '{environment: nest, classes: {}}'\n")
    os.chmod(program, 0o755)
    conf = f"autosign = true\nnode_terminus = exec\nexternal_nodes = {program}\n"
    running = RunningServer(directory, conf)
    running.write("../nest/manifests/site.pp", 'notify { "in ${environment}": }\n')
    running.write("../nest/modules/pond/lib/facter/a.rb", "#\n")
    with running:
        code, out, _ = agent(running, "--certname", "dewey.lab")
        assert code == 2
        assert "Notice: in nest\n" in out
        assert "switching agent to 'nest'" in out
        assert "DIR/var/lib/facter/a.rb" in out
        code, out, _ = agent(running, "--certname", "dewey.lab")
        assert "Info: Using environment 'nest'\n" in out


def test_a_key_with_a_password(site: RunningServer, agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("hunter2quack")
    words = ["--certname", "dewey.lab", "--passfile", str(tmp_path / "password")]
    code, _, err = agent(site, *words)
    assert (code, err) == (2, "")
    assert b"ENCRYPTED" in (tmp_path / "ssl/private_keys/dewey.lab.pem").read_bytes()
    code, _, err = agent(site, *words)
    assert (code, err) == (0, "")
    (tmp_path / "password").write_text("wrong")
    code, out, err = agent(site, *words)
    assert code == 1
    assert "it does not hold a private key with this password" in out + err


def test_connections_come_from_the_address_that_is_set(
    site: RunningServer, agent: Agent, tmp_path: Path
) -> None:
    code, _, err = agent(site, "--certname", "dewey.lab", "--sourceaddress", "127.0.0.9")
    assert (code, err) == (2, "")
    site.wait_for("GET /puppet-ca/v1/certificate/ca 200 .* 127.0.0.9 without a certificate")
