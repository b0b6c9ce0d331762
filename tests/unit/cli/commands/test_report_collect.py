"""`duckrow report collect`: a hub and its clients on this host, each with its own key."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.cfengine.net.laboratory import (
    OURS,
    REAL,
    Host,
    Server,
    free_port,
    has_reference,
    trust,
)

POLICY = """
bundle agent main
{
  files: "POND/duck" create => "true";
  commands: "/bin/false" handle => "fails";
}
"""
SERVER = """
body common control { bundlesequence => { "main" }; }
bundle agent main { }
body server control {
  port => "PORT"; bindtointerface => "127.0.0.1";
  allowconnects => { "127.0.0.1" }; allowallconnects => { "127.0.0.1" };
}
bundle server rules { access: "RESOURCE" resource_type => "query", admit_ips => { "127.0.0.1" }; }
"""


class Hub:
    """A hub with a store."""

    def __init__(self, path: Path) -> None:
        self.host = Host(path, OURS)
        self.path = path

    def duckrow(self, *words: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [str(OURS / "duckrow"), *words, "--database", f"{self.path}/store.db"],
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr

    def collect(self, *hosts: str) -> tuple[int, str, str]:
        return self.duckrow("report", "collect", *hosts)

    def runs(self) -> list[tuple[str, str]]:
        if not (self.path / "store.db").exists():
            return []
        query = "policy_runs[certname, status] { order by end_time }"
        code, out, _ = self.duckrow("query", "--format", "json", query)
        assert code == 0
        return [(run["certname"], run["status"]) for run in json.loads(out)]


class Client:
    """A host whose server is running."""

    def __init__(self, path: Path, hub: Hub, resource: str = "duckrow_runs", tools: Path = OURS):
        self.host = Host(path, tools)
        trust(self.host, hub.host)
        self.port = free_port()
        policy = SERVER.replace("PORT", str(self.port)).replace("RESOURCE", resource)
        self.server = Server(self.host, policy, self.port, "-F", "-v")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def apply(self, name: str = "") -> None:
        """Run a policy, whose report is stored where the server of this host looks."""
        (self.host.work / "pond").mkdir(exist_ok=True)
        policy = self.host.policy("main.cf", POLICY.replace("POND", f"{self.host.work}/pond"))
        words = ["apply", "-q", "--state-dir", f"{self.host.work}/state", str(policy)]
        if name:  # which only a run with a manifest may have
            manifest = self.host.work / "site.pp"
            manifest.write_text("")
            words += [f"--node={name}", str(manifest)]
        subprocess.run([str(OURS / "duckrow"), *words], capture_output=True, check=False)


@pytest.fixture
def hub(tmp_path: Path) -> Hub:
    return Hub(tmp_path / "hub")


@pytest.fixture
def client(tmp_path: Path, hub: Hub) -> Iterator[Client]:
    found = Client(tmp_path / "client", hub)
    yield found
    found.server.stop()


def test_new_runs_are_collected_once(hub: Hub, client: Client) -> None:
    client.apply()
    client.apply()
    assert hub.collect(client.address) == (0, f"{client.address}: 2 new runs\n", "")
    assert [status for _, status in hub.runs()] == ["failed", "unchanged"]
    client.apply()
    assert hub.collect(client.address) == (0, f"{client.address}: 1 new run\n", "")
    assert len(hub.runs()) == 3
    assert hub.collect(client.address) == (0, f"{client.address}: 0 new runs\n", "")
    assert len(hub.runs()) == 3
    _, out, _ = hub.duckrow("query", "promises[promiser, reason, line] { outcome = 'failed' }")
    assert "/bin/false" in out


def test_a_client_is_asked_only_if_its_policy_admits_the_hub(tmp_path: Path, hub: Hub) -> None:
    client = Client(tmp_path / "client", hub, resource="other")
    try:
        client.apply()
        code, out, err = hub.collect(client.address)
    finally:
        client.server.stop()
    assert (code, out) == (1, "")
    assert f"duckrow: {client.address} refuses its runs" in err
    assert 'try: access: "duckrow_runs" resource_type => "query", admit_keys => { "MD5=' in err
    assert "access denied to query: duckrow_runs" in client.server.log.read_text()
    assert hub.runs() == []


@pytest.mark.skipif(not has_reference(), reason="needs cf-serverd of the reference")
def test_a_server_of_the_reference_is_not_asked(tmp_path: Path, hub: Hub) -> None:
    client = Client(tmp_path / "client", hub, tools=REAL)
    try:
        code, _, err = hub.collect(client.address)
    finally:
        client.server.stop()
    assert code == 1
    assert "has no runs to give" in err
    assert "RUNS" not in client.server.log.read_text()


def test_a_host_cannot_report_under_the_name_of_another_one(
    tmp_path: Path, hub: Hub, client: Client
) -> None:
    client.apply("huey.lab")
    assert hub.collect(client.address)[0] == 0
    other = Client(tmp_path / "other", hub)
    try:
        other.apply("huey.lab")
        code, out, err = hub.collect(other.address)
    finally:
        other.server.stop()
    assert (code, out) == (1, "")
    assert f"duckrow: {other.address} reports runs of huey.lab" in err
    assert [name for name, _ in hub.runs()] == ["huey.lab"]
    # Nor does it change its own name.
    client.apply("dewey.lab")
    assert hub.collect(client.address)[0] == 1


def test_a_host_that_cannot_be_reached_is_named_with_the_reason(hub: Hub) -> None:
    address = f"127.0.0.1:{free_port()}"
    code, out, err = hub.collect(address)
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        f"duckrow: {address} cannot be asked",
        " why: Failed to connect to server: Connection refused",
        " try: cf-serverd has to run there, and to allow connections of this host",
    ]


def test_a_host_whose_key_is_unknown_is_named_with_what_to_do(
    hub: Hub, client: Client, tmp_path: Path
) -> None:
    other = Hub(tmp_path / "other")
    code, out, err = other.collect(client.address)
    assert (code, out) == (1, "")
    assert " why: TRUST FAILED, server presented untrusted key: MD5=" in err
    assert " try: cf-key -t 127.0.0.1:FILE trusts its public key" in err


def test_without_hosts_all_clients_are_asked(hub: Hub) -> None:
    code, _, err = hub.collect()
    assert code == 2
    assert "no host has connected to this one within a week" in err


def test_options_of_other_actions(hub: Hub) -> None:
    code, _, err = hub.duckrow("report", "collect", "--since", "1 day")
    assert (code, "collect takes no option --since: it fetches all new runs" in err) == (2, True)
