from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.unit.ca.making import csr, openssl_verify

from duckrow.ca.authority import Authority
from duckrow.ca.renewal import renew_authority
from duckrow.source.errors import InputError


def test_nodes_keep_their_certificates(authority: Authority, tmp_path: Path) -> None:
    before = authority.signer.certificate
    later = datetime.now(UTC) + timedelta(hours=1)
    authority.now = lambda: later
    new = renew_authority(authority)
    assert authority.signer.bundle == new
    assert new[0].not_valid_after_utc > before.not_valid_after_utc
    assert new[0].serial_number == before.serial_number
    assert openssl_verify(tmp_path, "pond.lab") == "OK"
    authority.receive("huey.lab", csr("huey.lab"))
    authority.sign("huey.lab")
    assert openssl_verify(tmp_path, "huey.lab") == "OK"


def test_an_expired_authority_can_be_renewed(authority: Authority) -> None:
    later = datetime.now(UTC) + timedelta(days=16 * 365)
    authority.now = lambda: later
    authority.receive("huey.lab", csr("huey.lab"))
    with pytest.raises(InputError, match="is not valid now"):
        authority.sign("huey.lab")
    renew_authority(authority)
    authority.sign("huey.lab")


def test_without_the_key_of_the_root_nothing_is_renewed(
    authority: Authority, tmp_path: Path
) -> None:
    (tmp_path / "ca" / "root_key.pem").unlink()
    before = authority.certificate_pem("ca")
    with pytest.raises(InputError, match="cannot renew the CA certificate") as caught:
        renew_authority(authority)
    assert "root_key.pem" in caught.value.why
    assert authority.certificate_pem("ca") == before
