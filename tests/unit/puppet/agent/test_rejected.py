"""A node whose certificate is revoked or has expired: one cause, said once, with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import TEXT, Lab

from duckrow.ca.revocation import revoke

HINT = "on the CA: duckrow ca clean huey.lab (or puppetserver ca clean --certname huey.lab)"


@pytest.mark.parametrize("is_away", [False, True])
def test_an_expired_certificate_ends_the_run_before_any_request(
    is_away: bool, lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    agent()
    lab.seen.clear()
    valid = lab.authority.certificate("huey.lab")
    assert valid is not None
    expired = lab.authority.renew(valid, -3600)
    (tmp_path / "ssl/certs/huey.lab.pem").write_bytes(expired.public_bytes(Encoding.PEM))
    words = ("--serverport", "1") if is_away else ()
    code, out, err = agent("--detailed-exitcodes", *words)
    first, why, hint = err.splitlines()
    assert (code, out, lab.seen) == (1, "", [])
    assert first.endswith("The certificate 'CN=huey.lab' has expired, verify time is synchronized")
    assert "why: it was valid until 20" in why
    assert HINT in hint


def test_a_revoked_certificate_is_said_once(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    revoke(lab.authority, "huey.lab")
    lab.checks_revocation = True
    with lab.serving():
        for words in ((), ("--use-last-environment=false",)):
            code, out, err = agent("--no-usecacheonfailure", *words)
            assert (code, out) == (1, "")
            what, why, hint, *others = err.splitlines()
            assert "failed: " in what
            assert why.endswith("as it does if it has revoked our certificate")
            assert HINT in hint
            assert [each.partition(": ")[2] for each in others] == [
                "Not using cache on failed catalog",
                "Could not retrieve catalog; skipping run",
            ]
        (tmp_path / "ssl/crl.pem").write_bytes(lab.authority.crl_pem())
        _, _, err = agent("--no-usecacheonfailure")
        assert err.count("Certificate 'CN=huey.lab' is revoked") == 1
        assert err.count(HINT) == 1


def test_the_reason_of_our_server_is_said_once(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.resources = [lab.file(str(tmp_path / "duck"), "quack\n")]
    agent()
    (tmp_path / "duck").unlink()
    lab.special["/puppet/"] = lambda _: (403, TEXT, b"the certificate of huey.lab is revoked")
    code, _, err = agent("--no-usecacheonfailure", "--use-last-environment=false")
    assert code == 1
    assert err.count("the certificate of huey.lab is revoked") == 1
    assert err.count(HINT) == 1
    lab.seen.clear()
    assert agent()[0] == 0  # with the cached catalog
    assert (tmp_path / "duck").read_text() == "quack\n"
    assert len(lab.seen) == 1


def test_another_refusal_is_not_about_the_certificate(lab: Lab, agent: Agent) -> None:
    agent()
    lab.special["/puppet/v3/catalog"] = lambda _: (403, TEXT, b"Forbidden request: quack")
    _, _, err = agent("--no-usecacheonfailure")
    assert "Could not retrieve catalog from remote server: Error 403 on SERVER: Forbidden" in err
    assert "ca clean" not in err


def test_a_report_waits_for_a_new_certificate(lab: Lab, agent: Agent) -> None:
    agent()
    lab.special["/puppet/"] = lambda _: (403, TEXT, b"the certificate of huey.lab is revoked")
    agent()
    lab.special.clear()
    lab.reports.clear()
    agent()
    assert len(lab.reports) == 2
