"""cf-net, cf-runagent and cf-secret: ours beside the reference's, with both servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.conformance.cfengine.net.laboratory import (
    OURS,
    REAL,
    Host,
    Server,
    free_port,
    has_reference,
    trust,
)

pytestmark = pytest.mark.skipif(
    not has_reference(), reason="the daemons of the reference are not installed"
)

SERVER = """
body common control { bundlesequence => { "main" }; }
bundle agent main { }
body server control {
  port => "PORT"; bindtointerface => "127.0.0.1"; allowconnects => { "127.0.0.1" };
  allowallconnects => { "127.0.0.1" }; allowusers => { "root" }; cfruncommand => "TOP/run a b";
}
bundle server rules {
  access:
    "TOP/data" admit_ips => { "127.0.0.1" }, shortcut => "data";
    "TOP/run" admit_ips => { "127.0.0.1" };
    "good_.*" resource_type => "bundle", admit_ips => { "127.0.0.1" };
  roles:
    "role_.*" authorize => { "root" };
}
"""


class Laboratory:
    def __init__(self, top: Path, tools: Path) -> None:
        self.top = top
        self.port = free_port()
        (top / "data").mkdir()
        (top / "data" / "one").write_text("quack")
        program = top / "run"
        program.write_text('#!/bin/sh\necho "args: $*"\necho\necho last\nexit 3\n')
        program.chmod(0o755)
        self.clients = [Host(top / "real", REAL), Host(top / "ours", OURS)]
        host = Host(top / "server", tools)
        for each in self.clients:
            trust(host, each)
        text = SERVER.replace("PORT", str(self.port)).replace("TOP", str(top))
        self.server = Server(host, text, self.port)

    def compare(self, tool: str, *words: str) -> tuple[int, str]:
        """Run a tool of both; return what ours did, if it is what theirs did."""
        found = []
        for client in self.clients:
            policy = client.policy("runagent.cf", "bundle agent main { }")
            extra = [str(policy)] if tool == "cf-runagent" else []
            done = client.run(tool, "-H", f"127.0.0.1:{self.port}", *words, *extra)
            is_list = "opendir" in words  # in the order of the file system
            lines = sorted(done.stdout.splitlines()) if is_list else done.stdout.splitlines()
            found.append((done.returncode, "\n".join(lines)))
        assert found[1] == found[0]
        return found[1]


@pytest.fixture(scope="module", params=[REAL, OURS], ids=["their server", "our server"])
def lab(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laboratory]:
    found = Laboratory(tmp_path_factory.mktemp("tools"), request.param)
    yield found
    found.server.stop()


def test_cf_net(lab: Laboratory) -> None:
    assert lab.compare("cf-net", "connect")[1].startswith("Connected & authenticated")
    assert "is a regular file" in lab.compare("cf-net", "stat", f"{lab.top}/data/one")[1]
    assert "is a directory" in lab.compare("cf-net", "stat", "data")[1]
    assert "one" in lab.compare("cf-net", "opendir", "data")[1].split()
    lab.compare("cf-net", "get", "-o", f"{lab.top}/got", "data/one")
    assert (lab.top / "got").read_text() == "quack"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 3),
        (("-D", "role_a"), 3),
        (("-D", "role_a", "-D", "role_b"), 3),
        (("-D", "role_a,role_b", "--remote-bundles", "good_a"), 3),
        (("-D", "other"), 255),
        (("--remote-bundles", "bad_a"), 255),
        (("--remote-bundles", "good_a,bad_a"), 255),
        (("-s", "linux"), 3),
        (("-s", "no_such_class"), 255),
        (("-s", "c" * 1024), 1),
    ],
)
def test_cf_runagent(lab: Laboratory, words: tuple[str, ...], code: int) -> None:
    assert lab.compare("cf-runagent", *words)[0] == code


def test_cf_secret(tmp_path: Path) -> None:
    hosts = [Host(tmp_path / "real", REAL), Host(tmp_path / "ours", OURS)]
    (tmp_path / "plain").write_text("quack" * 999)
    for writer in hosts:
        for reader in hosts:
            keys = f"{reader.work}/ppkeys/localhost"
            files = f"{tmp_path}/secret", f"{tmp_path}/plain"
            assert (
                writer.run("cf-secret", "encrypt", "-k", f"{keys}.pub", "-o", *files).returncode
                == 0
            )
            done = reader.run(
                "cf-secret", "decrypt", "-k", f"{keys}.priv", "-o", f"{tmp_path}/read", files[0]
            )
            assert done.returncode == 0, done.stdout
            assert (tmp_path / "read").read_text() == "quack" * 999
