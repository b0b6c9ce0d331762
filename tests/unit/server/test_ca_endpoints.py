"""The certificate authority over HTTP, as agents and `puppetserver ca` use it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from cryptography import x509
from tests.unit.server.running import Reply, RunningServer

from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request
from duckrow.ca.rules import LONGEST_TTL

START = "/puppet-ca/v1"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("s"), "autosign = false\n")
    running.add_node("admin.lab", is_ca_client=True)
    running.add_node("huey.lab")
    with running:
        yield running


def submit(server: RunningServer, name: str) -> None:
    request = make_request(name, make_key("ec", 0, "prime256v1"))
    reply = server.ask(
        "PUT",
        f"{START}/certificate_request/{name}",
        request.to_pem(),
        {"Content-Type": "text/plain"},
    )
    assert reply.status == 200, reply.text


def put_state(server: RunningServer, name: str, **data: object) -> Reply:
    path = f"{START}/certificate_status/{name}"
    return server.ask("PUT", path, json.dumps(data), JSON, "admin.lab")


def state(server: RunningServer, name: str) -> str:
    reply = server.ask("GET", f"{START}/certificate_status/{name}", node="admin.lab")
    return str(reply.json()["state"]) if reply.status == 200 else str(reply.status)


def test_a_request_is_signed_revoked_and_removed(server: RunningServer) -> None:
    submit(server, "a.lab")
    assert state(server, "a.lab") == "requested"
    assert server.ask("GET", f"{START}/certificate_request/a.lab").status == 200
    assert put_state(server, "a.lab", desired_state="signed").status == 204
    assert state(server, "a.lab") == "signed"
    assert put_state(server, "a.lab", desired_state="revoked").status == 204
    assert state(server, "a.lab") == "revoked"
    path = f"{START}/certificate_status/a.lab"
    assert server.ask("DELETE", path, node="admin.lab").status == 204
    assert server.ask("DELETE", path, node="admin.lab").status == 404
    assert state(server, "a.lab") == "404"


def test_a_certificate_is_valid_as_long_as_the_administrator_says(server: RunningServer) -> None:
    submit(server, "short.lab")
    assert put_state(server, "short.lab", desired_state="signed", cert_ttl=3600).status == 204
    reply = server.ask("GET", f"{START}/certificate/short.lab")
    certificate = x509.load_pem_x509_certificate(reply.body)
    life = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert life.total_seconds() == 86_400 + 3600


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"desired_state": "eaten"}, 400),
        ({}, 400),
        ({"desired_state": "signed", "cert_ttl": "long"}, 400),
        ({"desired_state": "signed", "cert_ttl": -1}, 400),
        ({"desired_state": "signed", "cert_ttl": True}, 400),
        ({"desired_state": "signed", "cert_ttl": 10**13}, 400),
        ({"desired_state": "signed", "cert_ttl": LONGEST_TTL + 1}, 400),
        ({"desired_state": "signed", "cert_ttl": LONGEST_TTL}, 409),
        ({"desired_state": "signed"}, 409),
    ],
)
def test_a_state_that_cannot_be_is_refused(
    server: RunningServer, data: dict[str, object], status: int
) -> None:
    assert put_state(server, "huey.lab", **data).status == status


def test_other_bodies_and_names_are_refused(server: RunningServer) -> None:
    path = f"{START}/certificate_status/huey.lab"
    assert server.ask("PUT", path, "{", JSON, "admin.lab").status == 400
    assert server.ask("PUT", path, "[]", JSON, "admin.lab").status == 400
    text = {"Content-Type": "text/plain"}
    assert server.ask("PUT", path, "{}", text, "admin.lab").status == 415
    reply = put_state(server, "nobody.lab", desired_state="revoked")
    assert (reply.status, reply.text) == (404, "Invalid certificate subject.")
    submit(server, "waiting.lab")
    assert put_state(server, "waiting.lab", desired_state="revoked").status == 409


def test_all_states_are_listed(server: RunningServer) -> None:
    path = f"{START}/certificate_statuses"
    submit(server, "b.lab")
    every = server.ask("GET", f"{path}/any", node="admin.lab").json()
    assert {"b.lab", "huey.lab", "localhost"} <= {each["name"] for each in every}
    waiting = server.ask("GET", f"{path}/any?state=requested", node="admin.lab").json()
    assert {each["state"] for each in waiting} == {"requested"}
    reply = server.ask("GET", path, node="admin.lab")
    assert (reply.status, reply.text) == (400, "Missing URL Segment")


def test_several_are_signed_and_cleaned_at_once(server: RunningServer) -> None:
    for name in ("c1.lab", "c2.lab"):
        submit(server, name)
    body = json.dumps({"certnames": ["c1.lab", "none.lab"]})
    reply = server.ask("POST", f"{START}/sign", body, JSON, "admin.lab")
    assert reply.json() == {"signed": ["c1.lab"], "no-csr": ["none.lab"], "signing-errors": []}
    reply = server.ask("POST", f"{START}/sign/all", node="admin.lab")
    assert "c2.lab" in reply.json()["signed"]
    body = json.dumps({"certnames": ["c1.lab", "c2.lab", "none.lab"]})
    reply = server.ask("PUT", f"{START}/clean", body, JSON, "admin.lab")
    assert reply.status == 200
    assert "[none.lab]" in reply.text
    assert state(server, "c1.lab") == "404"
    body = json.dumps({"certnames": "c1.lab"})
    assert server.ask("PUT", f"{START}/clean", body, JSON, "admin.lab").status == 400


def test_requests_can_be_withdrawn(server: RunningServer) -> None:
    submit(server, "d.lab")
    path = f"{START}/certificate_request/d.lab"
    assert server.ask("DELETE", path, node="admin.lab").status in (204, 403)


def test_renewal_is_off_unless_ca_conf_allows_it(server: RunningServer) -> None:
    reply = server.ask("POST", f"{START}/certificate_renewal", node="huey.lab")
    assert reply.status == 404
    assert "certificate renewal is not enabled (allow-auto-renewal)" in reply.text


def test_a_node_renews_its_certificate(stopped: RunningServer) -> None:
    stopped.write_conf("ca.conf", "certificate-authority: { allow-auto-renewal: true }\n")
    stopped.add_node("huey.lab")
    old = (stopped.directory / "ssl/certs/huey.lab.pem").read_bytes()
    with stopped as server:
        reply = server.ask("POST", f"{START}/certificate_renewal", node="huey.lab")
        assert reply.status == 200
        assert "nodes cannot renew" not in server.log
    before, after = map(x509.load_pem_x509_certificate, (old, reply.body))
    assert after.public_key() == before.public_key()
    assert after.serial_number != before.serial_number


def test_a_missing_rule_for_renewal_is_told(stopped: RunningServer) -> None:
    stopped.write_conf("ca.conf", "certificate-authority: { allow-auto-renewal: true }\n")
    stopped.write_conf(
        "auth.conf",
        "authorization: { version: 1, rules: [ { name: all, sort-order: 999, deny: '*'\n"
        "  match-request: { path: '/', type: path } } ] }\n".replace("'", '"'),
    )
    with stopped as server:
        assert "no rule of auth.conf allows POST /puppet-ca/v1/certificate_renewal" in server.log


def test_an_authority_that_does_not_exist(stopped: RunningServer) -> None:
    (stopped.directory / "ca").rename(stopped.directory / "gone")
    with pytest.raises(AssertionError, match="there is no certificate authority"):
        stopped.__enter__()
    assert "try: duckrow ca setup makes one" in stopped.log


def test_expirations_are_told(server: RunningServer) -> None:
    reply = server.ask("GET", f"{START}/expirations", node="huey.lab").json()
    assert "Puppet CA: pond" in reply["ca-certs"]
    assert "Puppet Root CA: pond" in reply["crls"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "certificate_status/huey.lab"),
        ("PUT", "certificate_status/huey.lab"),
        ("DELETE", "certificate_status/huey.lab"),
        ("GET", "certificate_statuses/any"),
        ("PUT", "clean"),
        ("POST", "sign"),
        ("POST", "sign/all"),
        ("PUT", "certificate_revocation_list"),
    ],
)
def test_only_administrators_administrate(server: RunningServer, method: str, path: str) -> None:
    for node in ("", "huey.lab"):
        assert server.ask(method, f"{START}/{path}", "{}", JSON, node).status == 403


def test_a_crl_that_is_none_is_refused(server: RunningServer) -> None:
    path = f"{START}/certificate_revocation_list"
    text = {"Content-Type": "text/plain"}
    assert server.ask("PUT", path, "quack", text, "admin.lab").status == 400
    crls = server.ask("GET", f"{path}/ca").body
    reply = server.ask("PUT", path, crls, text, "admin.lab")
    assert (reply.status, reply.text) == (200, "Successfully updated CRLs.")


@pytest.mark.parametrize("body", [b"", b"quack", b"-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n"])
def test_a_request_that_is_none_is_refused(server: RunningServer, body: bytes) -> None:
    path = f"{START}/certificate_request/bad.lab"
    assert server.ask("PUT", path, body, {"Content-Type": "text/plain"}).status == 400


def test_a_revoked_node_is_refused_on_its_open_connection(server: RunningServer) -> None:
    server.add_node("louie.lab")
    connection = server.connection("louie.lab")
    path = "/puppet/v3/node/louie.lab?environment=production"
    try:
        assert server.ask("GET", path, over=connection).status == 200
        assert put_state(server, "louie.lab", desired_state="revoked").status == 204
        reply = server.ask("GET", path, over=connection)
        assert (reply.status, reply.text) == (403, "the certificate of louie.lab is revoked")
        assert reply.headers["Connection"] == "close"
        server.wait_for(r"err: the certificate of louie\.lab is revoked")
        server.wait_for(rf"GET {path.partition('?')[0]} 403 [\d.]+ms louie\.lab")
    finally:
        connection.close()
    assert server.ask("GET", path, node="louie.lab").status == 403
    assert server.ask("GET", "/status/v1/simple", node="louie.lab").status == 403
