"""Agents export and collect through `duckrow serve` and its own store: ours, and real ones."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.fleet.play import Agent, Lab
from tests.fleet.test_agents import OWN, PROGRAMS
from tests.unit.server.running import RunningServer

CONF = "autosign = true\nstoreconfigs = true\nstoreconfigs_backend = duckrow\nreports = none\n"
SITE = """
define greeting($text) {
  file { "TOP/${trusted['certname']}/${title}": content => $text }
}
file { "TOP/${trusted['certname']}": ensure => directory }
@@greeting { $trusted['certname']: text => 'hello', tag => 'pond' }
@@greeting { "secret of ${trusted['certname']}": text => Sensitive('hush') }
Greeting <<| tag == 'pond' |>> { text => 'changed by the collector' }
"""


@pytest.mark.parametrize("program", [OWN, *PROGRAMS])
def test_agents_export_and_collect(
    program: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if program != OWN and not request.config.getoption("--agents"):
        pytest.skip("a minute for each agent: make agents")
    top = tmp_path / "managed"
    top.mkdir()
    server = RunningServer(tmp_path / "server", CONF)
    server.write("manifests/site.pp", SITE.replace("TOP", str(top)))
    with server:
        lab = Lab(server.port, server.directory / "code", tmp_path / "none", lambda *_: 0)
        agents = {
            name: Agent([program], lab, tmp_path / name, name) for name in ("huey.lab", "dewey.lab")
        }

        def run(name: str) -> list[str]:
            code, output = agents[name].run(environment="production")
            assert code in (0, 2), output
            return sorted(path.name for path in (top / name).iterdir())

        assert run("huey.lab") == ["huey.lab"]
        assert run("dewey.lab") == ["dewey.lab", "huey.lab"]
        assert run("huey.lab") == ["dewey.lab", "huey.lab"]
        assert (top / "huey.lab/dewey.lab").read_text() == "changed by the collector"
        assert _titles(server, "huey.lab") == ["dewey.lab", "huey.lab", "secret of huey.lab"]
        _deactivate(server, "dewey.lab")
        run("huey.lab")
        assert _titles(server, "huey.lab") == ["huey.lab", "secret of huey.lab"]
    stored = b"".join(path.read_bytes() for path in (tmp_path / "server/var/duckrow").iterdir())
    assert b"hush" not in stored


def _titles(server: RunningServer, node: str) -> list[str]:
    """Return the greetings in the stored catalog of a node."""
    query = ["and", ["=", "certname", node], ["=", "type", "Greeting"]]
    path = f"/pdb/query/v4/resources?query={quote(json.dumps(query))}"
    return sorted(each["title"] for each in server.ask("GET", path, node="localhost").json())


def _deactivate(server: RunningServer, node: str) -> None:
    path = f"/pdb/cmd/v1?command=deactivate_node&version=3&certname={node}"
    body = json.dumps({"certname": node, "producer_timestamp": "2100-01-01T00:00:00.000Z"})
    reply = server.ask("POST", path, body, {"Content-Type": "application/json"}, "localhost")
    assert reply.status == 200, reply.text
