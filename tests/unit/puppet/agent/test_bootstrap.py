"""From nothing to a certificate, and what can be wrong with one."""

from __future__ import annotations

import os
import shutil
import time
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import TEXT, Lab

from duckrow.ca.crl import make_crl
from duckrow.ca.pem import crls_in, crls_to_pem, key_in, key_to_pem, make_key
from duckrow.ca.revocation import revoke

NAME = "huey.lab.pem"


def test_a_request_that_is_not_signed_yet(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.signs = False
    code, out, err = agent("--verbose", "--detailed-exitcodes")
    assert code == 1
    assert "Info: Certificate for huey.lab has not been signed yet\n" in out
    assert (
        "Couldn't fetch certificate from CA server; you might still need to sign this agent's"
        " certificate (huey.lab).\n"
    ) in out
    assert "Exiting now because the waitforcert setting is set to 0." in out
    assert err == ""
    assert (tmp_path / "ssl/certificate_requests" / NAME).exists()
    assert lab.paths() == [
        "GET /puppet-ca/v1/certificate/ca",
        "GET /puppet-ca/v1/certificate_revocation_list/ca",
        "PUT /puppet-ca/v1/certificate_request/huey.lab",
        "GET /puppet-ca/v1/certificate/huey.lab",
    ]
    lab.seen.clear()
    lab.authority.sign("huey.lab")
    assert agent()[0] == 0
    assert lab.paths()[:2] == [  # the CA answers the request with 400, which is fine
        "PUT /puppet-ca/v1/certificate_request/huey.lab",
        "GET /puppet-ca/v1/certificate/huey.lab",
    ]
    assert not (tmp_path / "ssl/certificate_requests" / NAME).exists()


def test_waiting_for_the_certificate(lab: Lab, agent: Agent) -> None:
    lab.signs = False
    asked = []

    def answer(_: object) -> None:
        asked.append(1)
        if len(asked) == 2:
            lab.authority.sign("huey.lab")

    lab.special["/puppet-ca/v1/certificate/huey.lab"] = answer
    code, out, _ = agent("--verbose", "--wait-for-cert", "1")
    assert code == 0
    assert "Info: Will try again in 1 seconds.\n" in out


def test_waiting_ends(lab: Lab, agent: Agent) -> None:
    lab.signs = False
    code, out, _ = agent("--wait-for-cert", "1", "--maxwaitforcert", "0")
    assert code == 1
    assert "Exiting now because the maxwaitforcert timeout has been exceeded." in out


def test_attributes_of_the_request(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "conf/csr_attributes.yaml").write_text(
        "custom_attributes:\n  1.2.840.113549.1.9.7: sesame\n"
        "extension_requests:\n  pp_role: duckling\n  1.3.6.1.4.1.34380.1.2.1: pond\n"
    )
    lab.signs = False
    agent("--dns-alt-names", "")
    request = lab.authority.request("huey.lab")
    assert request is not None
    assert request.can_renew
    oid = x509.ObjectIdentifier("1.2.840.113549.1.9.7")
    assert request.csr.attributes.get_attribute_for_oid(oid).value == b"sesame"
    oids = {each.oid.dotted_string for each in request.extensions}
    assert oids == {"1.3.6.1.4.1.34380.1.1.13", "1.3.6.1.4.1.34380.1.2.1"}


def test_an_attribute_that_cannot_be_made(agent: Agent, tmp_path: Path) -> None:
    file = tmp_path / "conf/csr_attributes.yaml"
    file.write_text("custom_attributes:\n  quack: 1\n")
    assert "Cannot create CSR with attribute quack" in agent()[2]
    file.write_text("custom_attributes:\n  extReq: 1\n")
    assert "Cannot specify CSR attribute extReq" in agent()[2]


def test_the_fingerprint_of_the_ca(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    code, _, err = agent("--ca-fingerprint", "ab" * 32)
    assert code != 0
    assert "did not match expected digest AB:AB:" in err
    assert not (tmp_path / "ssl/certs/ca.pem").exists()
    good = sha256(lab.authority.certificate_pem("ca") or b"").hexdigest()
    assert agent("--ca-fingerprint", good)[0] == 0


def test_a_ca_without_certificates(lab: Lab, agent: Agent) -> None:
    lab.special["/puppet-ca/v1/certificate/ca"] = lambda _: (404, TEXT, b"none")
    assert "CA certificate is missing from the server" in agent()[2]
    lab.special["/puppet-ca/v1/certificate/ca"] = lambda _: (200, TEXT, b"quack")
    assert "Could not detect any certs within https://localhost:" in agent()[2]


def test_a_certificate_of_another_key(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    lab.seen.clear()
    key = tmp_path / "ssl/private_keys" / NAME
    key.write_bytes(key_to_pem(make_key("ec", 0, "prime256v1")))
    code, _, err = agent("--no-usecacheonfailure")
    assert code == 1
    assert "The certificate for 'CN=huey.lab' does not match its private key" in err
    assert lab.seen == []


def test_a_downloaded_certificate_of_another_key(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    shutil.rmtree(tmp_path / "ssl")
    _, _, err = agent()
    assert "does not match its private key" in err
    assert "puppetserver ca clean --certname huey.lab" in err
    assert not (tmp_path / "ssl/certs" / NAME).exists()


def test_an_expired_crl(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    signer = lab.authority.signer
    issuer, root = signer.chain()
    root_file = tmp_path / "ca/root_key.pem"
    root_key = key_in(root_file.read_bytes(), str(root_file))
    then = datetime.now(UTC) - timedelta(days=10 * 365)
    old = [make_crl(issuer, signer.key, then), make_crl(root, root_key, then)]
    (tmp_path / "ssl/crl.pem").write_bytes(crls_to_pem(old))
    code, _, err = agent("--no-usecacheonfailure", "--detailed-exitcodes")
    assert code == 1
    assert "The CRL has expired, verify time is synchronized" in err
    assert "remove DIR/ssl/crl.pem: the agent downloads it again" in err
    (tmp_path / "ssl/crl.pem").unlink()
    assert agent()[0] == 0


def test_a_crl_that_lacks_an_authority(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    crls = crls_in(lab.authority.crl_pem(), "")
    (tmp_path / "ssl/crl.pem").write_bytes(crls_to_pem(crls[:1]))
    _, _, err = agent("--no-usecacheonfailure")
    assert "The CRL is missing" in err
    assert agent("--certificate-revocation", "leaf", "--no-usecacheonfailure")[0] == 0
    assert agent("--certificate-revocation", "false", "--no-usecacheonfailure")[0] == 0


def test_a_server_with_another_name(agent: Agent, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with Lab(other, names=("elsewhere.lab",)).serving() as wrong:
        code, _, err = agent("--serverport", str(wrong.port))
    assert code == 1
    assert "Server hostname 'localhost' did not match server certificate" in err
    assert "expected one of puppet.lab, DNS:elsewhere.lab, DNS:puppet.lab" in err


def test_a_server_of_another_ca(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    other = tmp_path / "other"
    other.mkdir()
    with Lab(other).serving() as wrong:
        code, _, err = agent("--serverport", str(wrong.port), "--no-usecacheonfailure")
        assert wrong.seen == []
    assert code == 1
    assert "certificate verify failed" in err
    assert "puppet ssl clean --localca" in err


def test_old_files_of_the_ca_are_refreshed(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    for name in ("certs/ca.pem", "crl.pem"):
        os.utime(tmp_path / "ssl" / name, (1, time.time() - 90_000))
    lab.special["/puppet-ca/v1/certificate/ca"] = lambda _: (304, TEXT, b"")
    lab.seen.clear()
    code, out, _ = agent("--verbose")
    assert code == 0
    assert lab.paths()[:2] == [
        "GET /puppet-ca/v1/certificate/ca",
        "GET /puppet-ca/v1/certificate_revocation_list/ca",
    ]
    assert "if-modified-since" in lab.seen[0].headers
    assert "Info: CA certificate is unmodified, using existing CA certificate\n" in out
    lab.seen.clear()
    agent()
    assert not any("puppet-ca" in path for path in lab.paths())


def test_a_refresh_that_fails_is_only_logged(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    os.utime(tmp_path / "ssl/crl.pem", (1, 86400))
    lab.special["/puppet-ca/v1/certificate_revocation_list"] = lambda _: (500, TEXT, b"no")
    for _ in range(2):  # the second time asks for what the first one has missed
        lab.seen.clear()
        code, _, err = agent()
        assert code == 0
        assert "Warning: Failed to refresh CRL, using existing CRL: " in err
        assert lab.seen[0].headers["if-modified-since"] == "Fri, 02 Jan 1970 00:00:00 GMT"


CRLS = "/puppet-ca/v1/certificate_revocation_list"


def test_a_crl_of_another_ca_is_not_taken(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    path = tmp_path / "ssl/crl.pem"
    before = path.read_bytes()
    issuer = lab.authority.signer.certificate
    forged = crls_to_pem([make_crl(issuer, make_key("ec", 0, "prime256v1"), datetime.now(UTC))])
    lab.special[CRLS] = lambda _: (200, TEXT, forged)
    os.utime(path, (1, 1))
    code, _, err = agent()
    assert code == 0
    assert "Failed to refresh CRL, using existing CRL: no CA of DIR/ssl/certs/ca.pem has" in err
    assert path.read_bytes() == before


def test_an_older_crl_is_not_taken(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    old = lab.authority.crl_pem()
    agent("--certname", "dewey.lab")
    revoke(lab.authority, "dewey.lab")
    path = tmp_path / "ssl/crl.pem"
    path.write_bytes(lab.authority.crl_pem())
    lab.special[CRLS] = lambda _: (200, TEXT, old)
    os.utime(path, (1, 1))
    _, _, err = agent()
    assert "is older than the existing one" in err
    assert path.read_bytes() == lab.authority.crl_pem()


def test_a_revoked_server_gives_no_crl(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    path = tmp_path / "ssl/crl.pem"
    revoke(lab.authority, "puppet.lab")
    path.write_bytes(lab.authority.crl_pem())
    os.utime(path, (1, 1))
    lab.seen.clear()
    _, _, err = agent()
    assert "Failed to refresh CRL, using existing CRL" in err
    assert not any(each.startswith(f"GET {CRLS}") for each in lab.paths())


def test_renewal(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    agent()
    path = tmp_path / "ssl/certs" / NAME
    old = x509.load_pem_x509_certificate(path.read_bytes())
    lab.seen.clear()
    assert agent("--hostcert-renewal-interval", "20y")[0] == 0
    new = x509.load_pem_x509_certificate(path.read_bytes())
    assert lab.paths()[0] == "POST /puppet-ca/v1/certificate_renewal"
    assert (new.public_key(), new.subject) == (old.public_key(), old.subject)
    assert new.serial_number != old.serial_number


@pytest.mark.parametrize(
    ("status", "message"),
    [(404, "Certificate autorenewal has not been enabled on the server."), (403, "Failed to")],
)
def test_renewal_that_the_server_refuses(status: int, message: str, lab: Lab, agent: Agent) -> None:
    agent()
    lab.special["/puppet-ca/v1/certificate_renewal"] = lambda _: (status, TEXT, b"no")
    code, out, err = agent("--hostcert-renewal-interval", "20y", "--verbose")
    assert code == 0
    assert message in out + err


def test_the_fingerprint(lab: Lab, agent: Agent) -> None:
    code, _, err = agent("--fingerprint")
    assert code == 1
    assert "neither the certificate, nor the certificate request have been issued" in err
    lab.signs = False
    agent()
    of_request = agent("--fingerprint")[1]
    lab.authority.sign("huey.lab")
    agent()
    of_certificate = agent("--fingerprint")[1]
    assert of_request.startswith("(SHA256) ")
    assert of_certificate.startswith("(SHA256) ")
    assert of_request != of_certificate
