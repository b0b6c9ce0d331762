"""`puppet agent`, `puppet ssl` and other applications that ask a server."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.puppet.agent.lab import TEXT, Lab

from duckrow.cli.drop_ins.puppet.main import run_words
from duckrow.puppet.agent.run_lock import PidLock

Puppet = Callable[..., tuple[int, str, str]]
NAME = "huey.lab.pem"


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    with Lab(tmp_path).serving() as served:
        yield served


@pytest.fixture
def puppet(lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Puppet]:
    """Run the executable puppet on directories below tmp_path."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    options = ["--color=false", "--certname", "huey.lab", "--server", "localhost"]
    options += ["--serverport", str(lab.port), "--key_type", "ec"]
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    for name in ("conf", "var", "run", "log", "ssl", "public"):
        options += [f"--{name}dir", str(tmp_path / name)]

    def run(*words: str) -> tuple[int, str, str]:
        code = run_words([*words, *options])
        out, err = capsys.readouterr()
        return code, masked(out), masked(err)

    def masked(text: str) -> str:
        return text.replace(str(tmp_path), "DIR").replace(f":{lab.port}/", ":PORT/")

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_run(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    code, out, err = puppet("agent", "--test")
    assert (code, err) == (2, "")
    assert "Info: Retrieving pluginfacts\n" in out
    assert puppet("agent", "-t")[0] == 0
    assert puppet("agent", "--onetime", "--no-daemonize")[0] == 0
    (tmp_path / "duck").unlink()
    assert puppet("agent", "--test", "--noop")[0] == 0
    assert not (tmp_path / "duck").exists()
    assert len(lab.reports) == 4


def test_words_are_rejected(puppet: Puppet) -> None:
    code, _, err = puppet("agent", "quack")
    assert code == 1
    assert err == "Error: Could not run: The puppet agent command does not take parameters\n"


def test_disable_and_enable(puppet: Puppet, tmp_path: Path) -> None:
    assert puppet("agent", "--disable", "dry") == (0, "", "")
    file = tmp_path / "var/state/agent_disabled.lock"
    assert json.loads(file.read_text()) == {"disabled_message": "dry"}
    code, out, _ = puppet("agent", "--test")
    assert code == 1
    assert "administratively disabled (Reason: 'dry')" in out
    assert puppet("agent", "--enable") == (0, "", "")
    assert not file.exists()


def test_the_fingerprint(puppet: Puppet) -> None:
    puppet("agent", "--test")
    assert puppet("agent", "--fingerprint")[1].startswith("(SHA256) ")
    assert puppet("agent", "--fingerprint", "--digest", "SHA1")[1].startswith("(SHA1) ")
    assert "Unsupported digest" in puppet("agent", "--fingerprint", "--digest", "quack")[2]


def test_a_name_of_its_own(lab: Lab, puppet: Puppet) -> None:
    puppet("agent", "--test", "--fqdn", "dewey.lab")
    assert lab.authority.certificate("dewey.lab") is not None


def test_in_the_background(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            log = str(tmp_path / "agent.log")
            code = puppet("agent", "--logdest", log, "--runinterval", "1h")[0]
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0  # it goes on without it
    for _ in range(600):
        if lab.reports:
            break
        time.sleep(0.05)
    lock = PidLock(str(tmp_path / "run/agent.pid"))
    daemon = int(Path(lock.path).read_text())
    assert os.getsid(daemon) == daemon
    os.kill(daemon, signal.SIGTERM)
    for _ in range(600):
        if not Path(lock.path).exists():
            break
        time.sleep(0.05)
    assert not Path(lock.path).exists()
    assert "Starting Puppet client version" in (tmp_path / "agent.log").read_text()
    assert lab.reports[0]["status"] == "unchanged"


def test_the_steps_of_ssl(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    lab.signs = False
    url = "https://localhost:PORT/puppet-ca/v1"
    code, out, err = puppet("ssl", "submit_request")
    assert (code, err) == (0, "")
    assert out == f"Notice: Submitted certificate request for 'huey.lab' to {url}\n"
    code, _, err = puppet("ssl", "submit_request")
    assert code == 1
    assert f"Could not submit certificate request for 'huey.lab' to {url} due to a conflict" in err
    code, _, err = puppet("ssl", "download_cert")
    assert code == 1
    assert "The certificate for 'huey.lab' has not yet been signed" in err
    lab.authority.sign("huey.lab")
    code, out, _ = puppet("ssl", "download_cert")
    assert code == 0
    assert out.startswith("Notice: Downloaded certificate 'huey.lab' with fingerprint (SHA256) ")
    code, out, _ = puppet("ssl", "verify")
    assert code == 0
    lines = [line.partition(" fingerprint ")[0] for line in out.splitlines()]
    assert lines == [
        "Notice: Verified CA certificate 'CN=Puppet Root CA: quack'",
        "Notice: Verified CA certificate 'CN=Puppet CA: puppet.lab'",
        "Notice: Verified client certificate 'CN=huey.lab'",
    ]
    assert "Subject: CN=huey.lab" in puppet("ssl", "show")[1]


def test_bootstrap_renew_and_clean(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    code, out, err = puppet("ssl", "bootstrap")
    assert (code, err) == (0, "")
    assert out.endswith("Notice: Completed SSL initialization\n")
    before = (tmp_path / "ssl/certs" / NAME).read_bytes()
    code, out, _ = puppet("ssl", "renew_cert")
    assert code == 0
    assert out.startswith("Notice: Renewed certificate 'huey.lab'")
    assert (tmp_path / "ssl/certs" / NAME).read_bytes() != before
    lab.special["/puppet-ca/v1/certificate_renewal"] = lambda _: (404, TEXT, b"")
    assert "Certificate autorenewal has not been enabled" in puppet("ssl", "renew_cert")[2]
    _, out, _ = puppet("ssl", "clean")
    assert out == (
        f"Notice: Removed private key DIR/ssl/private_keys/{NAME}\n"
        f"Notice: Removed certificate DIR/ssl/certs/{NAME}\n"
    )
    _, out, _ = puppet("ssl", "clean", "--localca")
    assert out == (
        "Notice: Removed local CA certificate DIR/ssl/certs/ca.pem\n"
        "Notice: Removed local CRL DIR/ssl/crl.pem\n"
    )
    code, _, err = puppet("ssl", "verify")
    assert code == 1
    assert f"The private key is missing from 'DIR/ssl/private_keys/{NAME}'" in err


def test_a_request_for_a_ca_elsewhere(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    code, _, _ = puppet("ssl", "generate_request")
    assert code == 0
    assert lab.seen == []
    content = (tmp_path / "ssl/certificate_requests" / NAME).read_bytes()
    assert lab.authority.receive("huey.lab", content).name == "huey.lab"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Error: Could not run: An action must be specified.\n"),
        (("quack",), "Error: Could not run: Unknown action 'quack'\n"),
        (("_download",), "Error: Could not run: Unknown action '_download'\n"),
    ],
)
def test_actions_that_do_not_exist(words: tuple[str, ...], message: str, puppet: Puppet) -> None:
    code, _, err = puppet("ssl", *words)
    assert (code, err) == (1, message)


def test_other_applications(lab: Lab, puppet: Puppet, tmp_path: Path) -> None:
    code, _, err = puppet("catalog", "download")
    assert code == 1
    assert "is missing from" in err
    assert "puppet ssl bootstrap" in err
    puppet("ssl", "bootstrap")
    lab.files["plugins"] = {"facter/pond.rb": b"#\n"}
    out = puppet("plugin", "download")[1]
    assert out.endswith(
        "Downloaded these plugins: DIR/var/lib/facter, DIR/var/lib/facter/pond.rb\n"
    )
    assert puppet("plugin", "download")[1] == "No plugins downloaded.\n"
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    code, out, _ = puppet("catalog", "download")
    path = "DIR/var/client_data/catalog/huey.lab.json"
    assert (code, out) == (0, f"Notice: Saved catalog for huey.lab to {path}\n")
    puppet("agent", "--test", "--use_cached_catalog")
    assert (tmp_path / "duck").exists()
    lab.special["/puppet/v3/facts"] = lambda _: (200, TEXT, b"")
    code, out, _ = puppet("facts", "upload")
    assert (code, out) == (0, "Notice: Uploading facts for 'huey.lab' to 'localhost'\n")
    sent = json.loads(lab.seen[-1].body)
    assert (sent["name"], sent["values"]["clientcert"]) == ("huey.lab", "huey.lab")
