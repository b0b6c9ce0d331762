"""Clocks that jump, certificates that are not valid now, and CRLs that are missing or too old."""

from __future__ import annotations

import contextlib
import os
import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from tests.unit.server.clocks import DAY, HOUR, YEAR, WrongClock
from tests.unit.server.reports import report_json
from tests.unit.server.running import PATIENCE, Reply, RunningServer

from duckrow.ca.authority import Authority
from duckrow.ca.crl import make_crl
from duckrow.ca.pem import crls_in, crls_to_pem, make_key
from duckrow.ca.requests import make_request
from duckrow.ca.revocation import revoke
from duckrow.server.reports import store as report_store
from duckrow.server.reports.data import Report
from duckrow.server.reports.store import ReportStore

NODE = "/puppet/v3/node/{}?environment=production"


@pytest.fixture
def clock(tmp_path: Path) -> WrongClock:
    return WrongClock(tmp_path)


@pytest.fixture
def server(tmp_path: Path, clock: WrongClock) -> Iterator[RunningServer]:
    folder = tmp_path / "server"
    folder.mkdir()
    running = RunningServer(folder, "autosign = true\nreports = store\n")
    running.variables = clock.variables
    running.add_node("huey.lab", seconds=90 * DAY)
    running.add_node("louie.lab")
    with running:
        yield running


def ask(server: RunningServer, node: str = "huey.lab") -> Reply:
    return server.ask("GET", NODE.format(node), node=node)


def test_a_certificate_that_has_expired_is_refused_with_a_reason(
    server: RunningServer, clock: WrongClock
) -> None:
    expected = "the certificate of huey.lab has expired: it was valid until "
    with contextlib.closing(server.connection("huey.lab")) as open_before:
        assert server.ask("GET", NODE.format("huey.lab"), over=open_before).status == 200
        clock.set(YEAR)
        over = server.ask("GET", NODE.format("huey.lab"), over=open_before)
    for reply in (over, ask(server)):
        assert reply.status == 403
        assert reply.text.startswith(expected)
        assert reply.headers["Connection"] == "close"
    server.wait_for(f"err: {expected}", 2)
    server.wait_for("the clock has jumped forwards by 31536000 seconds")
    assert ask(server, "louie.lab").status == 200
    clock.set(0)
    assert ask(server).status == 200
    server.wait_for("the clock has jumped back by 31536000 seconds")


def test_a_certificate_that_is_not_yet_valid_is_refused_with_a_reason(
    server: RunningServer, clock: WrongClock
) -> None:
    clock.set(-YEAR)
    reply = ask(server)
    assert reply.status == 403
    assert reply.text.startswith("the certificate of huey.lab is not yet valid: it is valid from ")
    assert "and the clock of the server says" in reply.text
    server.wait_for("err: the certificate of huey.lab is not yet valid")
    clock.set(0)
    assert ask(server).status == 200


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_an_hour_changes_nothing(server: RunningServer, clock: WrongClock, seconds: int) -> None:
    clock.set(seconds)
    assert server.catalog("huey.lab").status == 200
    request = make_request("gus.lab", make_key("ec", 0, "prime256v1"))
    path = "/puppet-ca/v1/certificate_request/gus.lab"
    reply = server.ask("PUT", path, request.to_pem(), {"Content-Type": "text/plain"})
    assert reply.status == 200
    signed = server.ask("GET", "/puppet-ca/v1/certificate/gus.lab").body
    certificate = x509.load_pem_x509_certificate(signed)
    assert certificate.not_valid_before_utc < datetime.now(UTC) < certificate.not_valid_after_utc


def test_every_acknowledged_report_is_kept_while_the_clock_jumps(
    server: RunningServer, clock: WrongClock
) -> None:
    path = "/puppet/v3/report/louie.lab?environment=production"
    kind = {"Content-Type": "application/json"}
    acknowledged = 0
    with contextlib.closing(server.connection("louie.lab")) as connection:
        for seconds in (0, HOUR, -HOUR, YEAR, 0, YEAR, HOUR):
            clock.set(seconds)
            for _ in range(5):
                body = report_json("louie.lab")
                acknowledged += server.ask("PUT", path, body, kind, over=connection).status == 200
    assert acknowledged == 35
    reports = server.directory / "var/reports/louie.lab"
    limit = time.monotonic() + PATIENCE
    while len(list(reports.glob("*.yaml"))) < acknowledged and time.monotonic() < limit:
        time.sleep(0.05)
    assert len(list(reports.glob("*.yaml"))) == acknowledged


def test_a_crl_that_a_wrong_clock_made_is_replaced(
    server: RunningServer, clock: WrongClock
) -> None:
    assert ask(server).status == 200
    later = datetime.now(UTC) + timedelta(days=365)
    revoke(Authority(server.authority.directory, now=lambda: later), "huey.lab")
    clock.set(YEAR)
    server.wait_for("the clock has jumped forwards")
    clock.set(0)
    server.wait_for("renewed the CRL of Puppet CA: pond")
    reply = server.ask("GET", "/puppet-ca/v1/certificate_revocation_list/ca")
    own = crls_in(reply.body, "the reply")[0]
    assert own.last_update_utc < datetime.now(UTC)
    assert len(list(own)) == 1
    refused = ask(server)
    assert (refused.status, refused.text) == (403, "the certificate of huey.lab is revoked")


def test_a_date_of_the_future_does_not_keep_a_crl_from_a_node(server: RunningServer) -> None:
    path = "/puppet-ca/v1/certificate_revocation_list/ca"
    ahead = {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    assert server.ask("GET", path, headers=ahead).status == 200


def test_an_expired_crl_is_renewed_and_nobody_is_locked_out(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.add_node("huey.lab")
    directory = server.authority.directory
    signer = server.authority.signer
    long_ago = datetime.now(UTC) - timedelta(days=6 * 365)
    crls = crls_in(directory.read("ca_crl.pem"), "ca_crl.pem")
    expired = make_crl(signer.certificate, signer.key, long_ago, crls[0])
    directory.write("ca_crl.pem", crls_to_pem([expired, *crls[1:]]))
    with server:
        server.wait_for("renewed the CRL of Puppet CA: pond")
        assert ask(server).status == 200
        reply = server.ask("GET", "/puppet-ca/v1/certificate_revocation_list/ca")
        found = crls_in(reply.body, "the reply")[0]
        assert found.next_update_utc is not None
        assert found.next_update_utc > datetime.now(UTC)


def test_a_crl_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.add_node("huey.lab")
    server.add_node("louie.lab")
    revoke(server.authority, "louie.lab")
    path = tmp_path / "ca/ca_crl.pem"
    good = path.read_bytes()
    with server:
        assert ask(server).status == 200
        for content in (b"no CRL at all", good[:200], b""):
            path.write_bytes(content)
            assert ask(server).status == 200
            assert ask(server, "louie.lab").status == 403
        server.wait_for("ca_crl.pem.*the server goes on with what it knows")
        path.write_bytes(good)
        os.utime(path)
        server.wait_for("read certificates and CRLs again")
        assert ask(server, "louie.lab").status == 403


def test_a_certificate_of_another_authority_is_logged(tmp_path: Path) -> None:
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
    server, other = RunningServer(tmp_path / "ours"), RunningServer(tmp_path / "theirs")
    other.add_node("magica.lab")
    (tmp_path / "theirs/ca/ca_crt.pem").write_bytes((tmp_path / "ours/ca/ca_crt.pem").read_bytes())
    with server:
        other.port = server.port
        with contextlib.suppress(ssl.SSLError, OSError):
            assert ask(other, "magica.lab").status == 0, "it must not be answered"
        server.wait_for(r"err: 127.0.0.1 has a certificate that is not trusted: \w+")
        assert server.ask("GET", "/status/v1/simple").status == 200


def test_a_delay_of_a_processor_ends_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ReportStore(str(tmp_path), ["http"], lambda _: None)
    monkeypatch.setattr(report_store, "time", lambda: time.time() + YEAR)
    store.save(Report("huey.lab", report_json("huey.lab")))
    [first] = store.pending("http", 10)
    store.delay("http", first.number, 60)
    assert store.pending("http", 10) == []
    monkeypatch.undo()
    assert [each.number for each in store.pending("http", 10)] == [first.number]
    store.delay("http", first.number, 60)
    assert store.pending("http", 10) == []
    store.close()
