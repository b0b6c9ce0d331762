"""Headers that say who asks are believed from the proxies of auth.conf, and from nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.unit.server.running import RunningServer, messages

from duckrow.ca.revocation import revoke
from duckrow.data.errors import DataError
from duckrow.server.authorization.default_rules import DEFAULT_AUTH_CONF
from duckrow.server.authorization.rules import read_rules
from duckrow.server.http.proxies import Proxies, network_of

NODE = "/puppet/v3/node/huey.lab?environment=production"


def auth_conf(*addresses: str) -> str:
    """Return rules that trust the headers of some addresses."""
    keys = "allow-header-cert-info: true"
    if addresses:
        keys += f", header-cert-info-from: [{', '.join(addresses)}]"
    return DEFAULT_AUTH_CONF.replace("version: 1", f"version: 1, {keys}")


def headers_of(server: RunningServer, name: str, **changes: str) -> dict[str, str]:
    """Return what a proxy sends about a node; a change to an empty text leaves a header out."""
    pem = (server.directory / f"ssl/certs/{name}.pem").read_text()
    found = {"X-Client-Verify": "SUCCESS", "X-Client-DN": f"CN={name}"}
    found |= {"X-Client-Cert": quote(pem, safe="")}
    found |= {f"X-Client-{key}": value for key, value in changes.items()}
    return {key: value for key, value in found.items() if value}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose proxy is on loopback."""
    running = RunningServer(tmp_path_factory.mktemp("s"))
    running.write_conf("auth.conf", auth_conf('"127.0.0.1"', '"10.0.0.0/24"'))
    with running:
        for name in ("huey.lab", "dewey.lab", "balancer.lab"):
            running.add_node(name)
        yield running


def test_a_proxy_says_who_asks(behind: RunningServer) -> None:
    over = behind.connection()
    for name, status in (("huey.lab", 200), ("dewey.lab", 403), ("huey.lab", 200)):
        reply = behind.ask("GET", NODE, headers=headers_of(behind, name), over=over)
        assert reply.status == status, name
    # The next request of the same connection is nobody's: nothing of the last one counts.
    assert behind.ask("GET", NODE, over=over).status == 403
    over.close()


@pytest.mark.parametrize(
    "changes",
    [
        {"Verify": ""},
        {"Verify": "NONE"},
        {"Verify": "FAILED:self signed"},
        {"Verify": "success"},
        {"Cert": ""},
        {"Cert": "quack"},
        {"Cert": quote("-----BEGIN CERTIFICATE-----\nquack\n-----END CERTIFICATE-----\n")},
        {"DN": ""},
        {"DN": "CN=dewey.lab"},
        {"DN": "CN=huey.lab,CN=dewey.lab"},
        {"DN": "CN=huey.lab.evil"},
    ],
)
def test_headers_that_contradict_each_other_are_refused(
    behind: RunningServer, changes: dict[str, str]
) -> None:
    headers = headers_of(behind, "huey.lab", **changes)
    assert behind.ask("GET", NODE, headers=headers).status == 403


def test_other_spellings_of_a_name_are_taken(behind: RunningServer) -> None:
    for name in ("/CN=huey.lab", "CN=huey.lab,O=Pond", "O=Pond, CN=huey.lab"):
        headers = headers_of(behind, "huey.lab", DN=name)
        assert behind.ask("GET", NODE, headers=headers).status == 200, name


def test_a_header_that_comes_twice_is_refused(behind: RunningServer) -> None:
    over = behind.connection()
    over.putrequest("GET", NODE)
    over.putheader("X-Client-Verify", "SUCCESS")
    for name, value in headers_of(behind, "huey.lab").items():
        over.putheader(name, value)
    over.endheaders()
    answer = over.getresponse()
    assert answer.status == 403
    assert b"the header x-client-verify comes 2 times" in answer.read()
    over.close()


def test_the_own_certificate_of_a_proxy_does_not_count(behind: RunningServer) -> None:
    path = "/puppet/v3/node/balancer.lab?environment=production"
    assert behind.ask("GET", path, node="balancer.lab").status == 403
    headers = headers_of(behind, "huey.lab")
    assert behind.ask("GET", NODE, headers=headers, node="balancer.lab").status == 200
    assert behind.ask("GET", path, headers=headers, node="balancer.lab").status == 403


def test_a_certificate_of_another_authority_is_refused(
    behind: RunningServer, tmp_path: Path
) -> None:
    other = RunningServer(tmp_path)
    other.add_node("huey.lab")
    reply = behind.ask("GET", NODE, headers=headers_of(other, "huey.lab"))
    assert (reply.status, "comes from no authority" in reply.text) == (403, True)


def test_a_revoked_certificate_is_refused_behind_a_proxy_too(behind: RunningServer) -> None:
    behind.add_node("louie.lab")
    headers = headers_of(behind, "louie.lab")
    path = "/puppet/v3/node/louie.lab?environment=production"
    assert behind.ask("GET", path, headers=headers).status == 200
    revoke(behind.authority, "louie.lab")
    reply = behind.ask("GET", path, headers=headers)
    assert (reply.status, reply.text) == (403, "the certificate of louie.lab is revoked")


def test_a_catalog_has_the_trusted_facts_of_the_header(behind: RunningServer) -> None:
    headers = headers_of(behind, "huey.lab")
    path = "/puppet/v3/catalog/huey.lab?environment=production&facts_format=application/json"
    facts = quote(quote('{"name": "huey.lab", "values": {"color": "red"}}'))
    reply = behind.ask("GET", f"{path}&facts={facts}", headers=headers)
    assert messages(reply) == ["huey.lab red"]


def test_who_comes_through_a_proxy_is_not_on_this_host(behind: RunningServer) -> None:
    reply = behind.ask("GET", "/fleet", headers=headers_of(behind, "huey.lab"))
    assert (reply.status, "for clients on loopback" in reply.text) == (403, True)


def test_who_is_no_proxy_any_more_is_nobody(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.write_conf("auth.conf", auth_conf('"127.0.0.1"'))
    with server:
        for name in ("huey.lab", "dewey.lab"):
            server.add_node(name)
        over = server.connection()
        assert (
            server.ask("GET", NODE, headers=headers_of(server, "huey.lab"), over=over).status == 200
        )
        server.write_conf("auth.conf", auth_conf('"10.0.0.1"'))
        server.wait_for(r"read .*auth\.conf again")
        for headers in ({}, headers_of(server, "huey.lab"), headers_of(server, "dewey.lab")):
            assert server.ask("GET", NODE, headers=headers, over=over).status == 403
        over.close()


# ---- everybody else


@pytest.mark.parametrize("addresses", [(), ('"10.0.0.1"', '"192.168.0.0/16"')])
def test_headers_of_anybody_else_are_ignored(tmp_path: Path, addresses: tuple[str, ...]) -> None:
    server = RunningServer(tmp_path)
    server.write_conf("auth.conf", auth_conf(*addresses))
    with server:
        for name in ("huey.lab", "dewey.lab"):
            server.add_node(name)
        headers = headers_of(server, "huey.lab")
        assert server.ask("GET", NODE, headers=headers).status == 403
        assert server.ask("GET", NODE, headers=headers, node="dewey.lab").status == 403
        wrong = headers_of(server, "dewey.lab")
        assert server.ask("GET", NODE, headers=wrong, node="huey.lab").status == 200
        for path in ("/pdb/query/v4/nodes", "/fleet"):
            store = headers_of(server, "localhost")
            assert server.ask("GET", path, headers=store).status == 403, path
        ignored = "127.0.0.1 sends x-client-verify, x-client-dn, x-client-cert, which is ignored"
        server.wait_for(ignored, 5)
        if not addresses:
            assert "allow-header-cert-info is ignored: anybody can write a header" in server.log


def test_the_port_without_tls_has_no_names(tmp_path: Path) -> None:
    import http.client
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    server = RunningServer(tmp_path)
    server.write_conf("auth.conf", auth_conf('"127.0.0.1"'))
    server.write_conf("store.conf", f"store: {{ port: {port} }}")
    with server:
        server.add_node("huey.lab")
        over = http.client.HTTPConnection("localhost", port)
        over.request("GET", NODE, headers=headers_of(server, "huey.lab"))
        assert over.getresponse().status == 404
        over.close()


# ---- addresses


def test_addresses() -> None:
    proxies = Proxies([network_of(text) for text in ("10.0.0.5", "10.1.0.0/16", "fd00::/8")])
    for address in ("10.0.0.5", "::ffff:10.0.0.5", "10.1.2.3", "fd00::1", "fd12::5%eth0"):
        assert proxies.has(address), address
    for address in ("10.0.0.6", "10.2.0.1", "fe80::1", "", "localhost", "010.0.0.5"):
        assert not proxies.has(address), address
    assert not Proxies().has("127.0.0.1")


@pytest.mark.parametrize("address", ["quack", "10.0.0.5/24", "0.0.0.0/99", "10.0.0"])
def test_what_is_no_address_is_an_error(address: str) -> None:
    with pytest.raises(DataError, match="lists addresses such as"):
        read_rules(auth_conf(f'"{address}"').encode(), "auth.conf")


def test_a_list_alone_changes_nothing() -> None:
    text = auth_conf('"127.0.0.1"').replace("allow-header-cert-info: true, ", "")
    rules = read_rules(text.encode(), "auth.conf")
    assert not rules.proxies.has("127.0.0.1")
    assert "is ignored without allow-header-cert-info" in rules.warnings[0]
