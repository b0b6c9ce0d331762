"""`apply` and `compile` with --storeconfigs: what reaches a PuppetDB, and what if it fails."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.puppet.agent.lab import Lab
from tests.unit.puppet.storeconfigs.fake_puppetdb import FakePuppetDb
from tests.unit.server.running import COMMAND

CODE = """
@@notify { "from ${trusted['certname']}": message => 'quack', tag => 'pond' }
@@notify { 'secret': message => Sensitive('hush') }
Notify <<| tag == 'pond' |>>
"""


@pytest.fixture(scope="module")
def ssldir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lab = Lab(tmp_path_factory.mktemp("lab"))
    path = Path(lab.host_files.path)
    (path / "crl.pem").write_bytes(lab.authority.crl_pem())
    return path


@pytest.fixture
def store(ssldir: Path, tmp_path: Path) -> Iterator[FakePuppetDb]:
    (tmp_path / "conf").mkdir()
    (tmp_path / "facts.json").write_text('{"color": "red"}')
    with FakePuppetDb().serving(ssldir, "puppet.lab") as serving:
        conf = f"[main]\nserver_urls = https://localhost:{serving.port}\n"
        (tmp_path / "conf/puppetdb.conf").write_text(conf)
        yield serving


def run(
    command: str, directory: Path, ssldir: Path, *more: str
) -> subprocess.CompletedProcess[str]:
    words = [COMMAND, command, "--storeconfigs", "--no-cache", "--reports", "puppetdb"]
    words += ["--confdir", str(directory / "conf"), "--vardir", str(directory)]
    words += ["--ssldir", str(ssldir), "--certname", "puppet.lab"]
    words += ["--facts", str(directory / "facts.json"), *more]
    if command == "apply":
        words += ["--state-dir", str(directory / "state")]
    return subprocess.run([*words, "-e", CODE], capture_output=True, text=True, check=False)


def test_a_run_stores_facts_then_the_catalog_then_the_report(
    store: FakePuppetDb, ssldir: Path, tmp_path: Path
) -> None:
    done = run("apply", tmp_path, ssldir)
    assert done.returncode == 0, done.stderr
    names = [name for name, _ in store.commands]
    assert names == ["replace_facts", "replace_catalog", "store_report"]
    facts, catalog, report = (payload for _, payload in store.commands)
    assert facts["values"]["color"] == "red"
    assert facts["values"]["trusted"]["certname"] == "puppet.lab"
    assert report["catalog_uuid"] == catalog["catalog_uuid"]
    assert report["configuration_version"] == catalog["version"]
    assert report["end_time"] >= report["start_time"]
    exported = [each for each in catalog["resources"] if each["exported"]]
    assert [each["title"] for each in exported] == ["from puppet.lab", "secret"]
    assert "hush" not in json.dumps(store.commands)


def test_compile_asks_and_stores_nothing(store: FakePuppetDb, ssldir: Path, tmp_path: Path) -> None:
    other = {"type": "Notify", "title": "other", "exported": True, "tags": ["pond"]}
    store.commands.append(("replace_catalog", {"certname": "a.lab", "resources": [other]}))
    done = run("compile", tmp_path, ssldir)
    assert done.returncode == 0, done.stderr
    assert "notify { 'other': }" in done.stdout
    assert len(store.commands) == 1


@pytest.mark.parametrize("command", ["replace_facts", "replace_catalog"])
def test_what_cannot_be_stored_is_not_applied(
    command: str, store: FakePuppetDb, ssldir: Path, tmp_path: Path
) -> None:
    store.fails = command
    done = run("apply", tmp_path, ssldir)
    assert done.returncode == 1
    said = f"'{command}' command for puppet.lab failed during submission to PuppetDB"
    assert said in done.stdout + done.stderr
    assert "quack" not in done.stdout


def test_a_report_that_cannot_be_sent_is_only_logged(
    store: FakePuppetDb, ssldir: Path, tmp_path: Path
) -> None:
    store.fails = "store_report"
    done = run("apply", tmp_path, ssldir)
    assert done.returncode == 0
    assert "Report processor failed: 'store_report' command for puppet.lab" in (
        done.stdout + done.stderr
    )


def test_an_unknown_backend_is_rejected(ssldir: Path, tmp_path: Path) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "facts.json").write_text("{}")
    done = run("apply", tmp_path, ssldir, "--storeconfigs-backend", "quack")
    assert done.returncode == 2
    assert "Could not find terminus quack for indirection catalog" in done.stderr
