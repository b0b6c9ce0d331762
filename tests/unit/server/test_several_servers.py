"""Several servers: docs/server.md, "Several servers".

One server has the authority, another one only compiles, both share a database, and a balancer that
ends TLS is before them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.server.balancer import Balancer
from tests.unit.server.reports import report_data
from tests.unit.server.running import RunningServer, messages
from tests.unit.server.test_proxies import auth_conf, headers_of
from tests.unit.store.servers import PostgresServer, binaries

from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request
from duckrow.ca.revocation import revoke
from duckrow.cli.dispatch import dispatch

STORE = "storeconfigs = true\nstoreconfigs_backend = duckrow\nreports = none\n"
SITE = """
node 'huey.lab' { @@notify { 'from huey': message => "${facts['color']}", tag => 'pond' } }
node default { Notify <<| tag == 'pond' |>> }
"""


class Compiler(RunningServer):
    """A server without an authority, whose certificate comes from that of another server."""

    def __init__(self, directory: Path, first: RunningServer, conf: str) -> None:
        super().__init__(directory, conf)
        for name in ("ca", "ssl"):
            shutil.rmtree(directory / name)
        path = directory / "conf/puppet.conf"
        lines = path.read_text().splitlines()
        text = "\n".join(line for line in lines if not line.startswith("cadir"))
        path.write_text(text.replace("certname = localhost", "certname = compile2.lab") + "\n")
        key = make_key("ec", 0, "prime256v1")
        request = make_request("compile2.lab", key, ["DNS:compile2.lab", "DNS:localhost"])
        files = HostFiles(str(directory / "ssl"))
        files.write_keys("compile2.lab", key)
        files.write_certificate("compile2.lab", first.authority.sign_own(request))
        self.first = first
        self.authority = first.authority
        self.take_crls()
        # The directory of conf.d without an authority.
        (directory / "conf/conf.d").mkdir()

    def take_crls(self) -> None:
        """Copy what an agent on the server would fetch from the authority."""
        ca, ssl = self.first.directory / "ca", self.directory / "ssl"
        (ssl / "certs/ca.pem").write_bytes((ca / "ca_crt.pem").read_bytes())
        (ssl / "crl.pem").write_bytes((ca / "ca_crl.pem").read_bytes())

    def write_conf(self, name: str, content: str) -> None:
        (self.directory / "conf/conf.d" / name).write_text(content)


class Site:
    """Two servers and their balancer."""

    def __init__(self, first: RunningServer, second: Compiler, balancer: Balancer) -> None:
        self.first = first
        self.second = second
        self.balancer = balancer


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if binaries() is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    postgres = PostgresServer()
    address = postgres.new_database()
    store = f'store: {{ database: "{address}", certificate-allowlist: [board.lab] }}'
    first = RunningServer(tmp_path_factory.mktemp("a"), f"autosign = true\n{STORE}")
    second = Compiler(tmp_path_factory.mktemp("b"), first, STORE)
    for each in (first, second):
        each.write("manifests/site.pp", SITE)
        each.write_conf("store.conf", store)
        each.write_conf("auth.conf", auth_conf('"127.0.0.1"'))
    ca = first.directory / "ca/ca_crt.pem"
    with first, second:
        ports = [first.port, second.port]
        with Balancer(first.directory / "ssl", ca, ports) as balancer:
            for name in ("huey.lab", "dewey.lab", "board.lab"):
                first.add_node(name)
            own_port, first.port = first.port, balancer.port  # `first.ask` asks the balancer
            yield Site(first, second, balancer)
            first.port = own_port
    postgres.remove()


def test_what_one_server_stores_the_other_one_knows(site: Site) -> None:
    ask, asked = site.first, site.balancer.answered_by
    for color in ("red", "blue"):
        before = len(asked)
        assert ask.catalog("huey.lab", {"color": color}).status == 200
        assert messages(ask.catalog("dewey.lab")) == [color]
        assert len(set(asked[before:])) == 2  # one server each
    for node in ("huey.lab", "dewey.lab"):
        body = json.dumps(report_data(node))
        headers = {"Content-Type": "application/json"}
        path = f"/puppet/v3/report/{node}?environment=production"
        assert ask.ask("PUT", path, body, headers, node).status == 200
    query = "/pdb/query/v4/nodes?query=" + '["extract",["certname","latest_report_status"]]'
    both = [ask.ask("GET", query, node="board.lab").json() for _ in range(2)]
    assert both[0] == both[1]
    assert {row["certname"] for row in both[0]} == {"huey.lab", "dewey.lab"}


def test_an_agent_knows_only_the_balancer(site: Site, tmp_path: Path) -> None:
    options = ["--state-dir", str(tmp_path / "state"), "--server", "localhost", "--key-type", "ec"]
    for name in ("conf", "var", "run", "ssl", "public"):
        options += [f"--{name}dir", str(tmp_path / name)]
    options += ["--serverport", str(site.balancer.port), "--certname", "louie.lab"]
    for _ in range(2):
        assert dispatch(["agent", "--test", *options]) in (0, 2)
    row = site.first.ask("GET", "/pdb/query/v4/nodes/louie.lab", node="board.lab").json()
    assert row["latest_report_status"] in ("changed", "unchanged")


def test_only_the_server_with_the_authority_answers_about_certificates(site: Site) -> None:
    second = site.second
    (second.directory / "ca").mkdir(exist_ok=True)
    (second.directory / "ca/ca_crt.pem").write_bytes(
        (site.first.directory / "ca/ca_crt.pem").read_bytes()
    )  # for the test to trust it
    for method, path in (("GET", "certificate/ca"), ("PUT", "certificate_request/x.lab")):
        reply = second.ask(method, f"/puppet-ca/v1/{path}", b"x")
        assert (reply.status, reply.text) == (404, "this server has no certificate authority")
    assert site.first.ask("GET", "/puppet-ca/v1/certificate/ca").status == 200


def test_a_client_cannot_lie_to_the_balancer(site: Site) -> None:
    path = "/puppet/v3/node/huey.lab?environment=production"
    lie = headers_of(site.first, "huey.lab")
    for _ in range(2):
        assert site.first.ask("GET", path, headers=lie, node="dewey.lab").status == 403
        assert site.first.ask("GET", path, headers=lie).status == 403
        assert site.first.ask("GET", path, node="huey.lab").status == 200


def test_a_revoked_node_is_refused_by_both(site: Site) -> None:
    site.first.add_node("donald.lab")
    path = "/puppet/v3/node/donald.lab?environment=production"
    assert [site.first.ask("GET", path, node="donald.lab").status for _ in range(2)] == [200, 200]
    revoke(site.first.authority, "donald.lab")
    site.second.take_crls()
    assert [site.first.ask("GET", path, node="donald.lab").status for _ in range(2)] == [403, 403]
