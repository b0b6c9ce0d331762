"""What an agent asks in its first run, of a server on loopback."""

from __future__ import annotations

import os

from cryptography import x509
from tests.unit.server.running import RunningServer, messages

from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request


def test_status_needs_no_certificate(server: RunningServer) -> None:
    reply = server.ask("GET", "/status/v1/simple")
    assert (reply.status, reply.text) == (200, "running")
    services = server.ask("GET", "/status/v1/services").json()
    assert services["server"]["state"] == "running"


def test_an_agent_gets_a_certificate(server: RunningServer) -> None:
    bundle = server.ask("GET", "/puppet-ca/v1/certificate/ca")
    assert bundle.headers["Content-Type"].startswith("text/plain")
    assert len(x509.load_pem_x509_certificates(bundle.body)) == 2
    crls = server.ask("GET", "/puppet-ca/v1/certificate_revocation_list/ca")
    assert crls.text.count("BEGIN X509 CRL") == 2
    request = make_request("dewey.lab", make_key("ec", 0, "prime256v1"))
    path = "/puppet-ca/v1/certificate_request/dewey.lab"
    assert server.ask("GET", "/puppet-ca/v1/certificate/dewey.lab").status == 404
    reply = server.ask("PUT", path, request.to_pem(), {"Content-Type": "text/plain"})
    assert (reply.status, reply.body) == (200, b"")
    found = server.ask("GET", "/puppet-ca/v1/certificate/dewey.lab")
    assert b"BEGIN CERTIFICATE" in found.body
    again = server.ask("PUT", path, request.to_pem(), {"Content-Type": "text/plain"})
    assert again.status == 400
    assert again.text == (
        "dewey.lab already has a signed certificate; ignoring certificate request"
    )


def test_a_huge_certificate_request_is_not_read(server: RunningServer) -> None:
    path = "/puppet-ca/v1/certificate_request/huge.lab"
    reply = server.ask("PUT", path, b"x" * 70_000, {"Content-Type": "text/plain"})
    assert (reply.status, reply.text) == (413, "the body of a request has at most 65536 bytes")


def test_a_crl_that_is_not_newer_is_not_sent(server: RunningServer) -> None:
    path = "/puppet-ca/v1/certificate_revocation_list/ca"
    os.utime(server.directory / "ca/ca_crl.pem", (1_700_000_000, 1_700_000_000))
    date = server.ask("GET", path).headers["Last-Modified"]
    reply = server.ask("GET", path, headers={"If-Modified-Since": date})
    assert (reply.status, reply.body) == (304, b"")
    old = {"If-Modified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"}
    assert server.ask("GET", path, headers=old).status == 200


def test_a_node_gets_its_catalog(server: RunningServer) -> None:
    reply = server.catalog("huey.lab", {"color": "red"})
    assert messages(reply) == ["huey.lab red"]
    assert reply.headers["Content-Type"] == "application/vnd.puppet.rich+json; charset=utf-8"
    assert reply.json()["environment"] == "production"


def test_without_facts_those_of_the_last_time_count(server: RunningServer) -> None:
    server.catalog("huey.lab", {"color": "green"})
    path = "/puppet/v3/catalog/huey.lab?environment=production"
    assert messages(server.ask("GET", path, node="huey.lab")) == ["huey.lab green"]


def test_a_failed_compile_is_readable(server: RunningServer) -> None:
    server.write("../broken/manifests/site.pp", "fail('no water')")
    reply = server.catalog("huey.lab", environment="broken")
    assert reply.status == 500
    data = reply.json()
    assert data["issue_kind"] == "RUNTIME_ERROR"
    assert data["message"].startswith("Server Error: Evaluation Error: ")
    assert "no water" in data["message"]
    assert data["message"].endswith("on node huey.lab")


def test_facts_that_are_no_json_are_refused(server: RunningServer) -> None:
    body = "facts_format=application/json&facts=quack&environment=production"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    path = "/puppet/v3/catalog/huey.lab?environment=production"
    reply = server.ask("POST", path, body, form, "huey.lab")
    assert reply.status == 400
    assert "are not JSON" in reply.json()["message"]


def test_a_node_gets_no_catalog_of_another_node(server: RunningServer) -> None:
    path = "/puppet/v3/catalog/louie.lab?environment=production"
    reply = server.ask("GET", path, node="huey.lab")
    assert reply.status == 403
    assert server.ask("GET", path).status == 403


def test_a_client_that_takes_other_formats_only_is_refused(server: RunningServer) -> None:
    path = "/puppet/v3/catalog/huey.lab?environment=production"
    reply = server.ask("GET", path, headers={"Accept": "image/png"}, node="huey.lab")
    assert reply.status == 406
    assert reply.json()["issue_kind"] == "UNSUPPORTED_FORMAT"


def test_a_node_learns_its_environment(server: RunningServer) -> None:
    reply = server.ask("GET", "/puppet/v3/node/huey.lab?environment=production", node="huey.lab")
    assert reply.json() == {"name": "huey.lab", "environment": "production"}


def test_new_code_counts_at_once(server: RunningServer) -> None:
    server.write("../moving/manifests/site.pp", "notify { a: message => 'one' }")
    assert messages(server.catalog("huey.lab", environment="moving")) == ["one"]
    server.write("../moving/manifests/site.pp", "notify { a: message => 'two' }")
    assert messages(server.catalog("huey.lab", environment="moving")) == ["two"]
