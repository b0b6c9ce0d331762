from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from tests.unit.ca.making import Log, csr, new_authority, openssl_verify

from duckrow.ca.authority import Authority
from duckrow.ca.crl import LIFE, is_revoked, make_crl, number_of
from duckrow.ca.directory import CRLS, INFRA_CRLS
from duckrow.ca.errors import NotFoundError
from duckrow.ca.pem import crls_in, crls_to_pem
from duckrow.ca.revocation import clean, refresh_if_due, revoke, root_key, update_crls
from duckrow.ca.signer import common_name, crl_of
from duckrow.source.errors import InputError


def sign(authority: Authority, name: str) -> int:
    authority.receive(name, csr(name))
    return authority.sign(name).serial_number


def revoked(authority: Authority, name: str = CRLS) -> set[int]:
    crls = crls_in(authority.directory.read(name), name)
    return {each.serial_number for each in crls[0]}


def test_revoked_is_what_openssl_finds_too(authority: Authority, tmp_path: Path) -> None:
    for name in ("huey.lab", "dewey.lab"):
        sign(authority, name)
    assert revoke(authority, "huey.lab") == [2]
    assert "certificate revoked" in openssl_verify(tmp_path, "huey.lab")
    assert openssl_verify(tmp_path, "dewey.lab") == "OK"
    assert authority.certificate("huey.lab") is not None


def test_all_live_numbers_of_a_name_are_revoked(authority: Authority) -> None:
    sign(authority, "huey.lab")
    sign(authority, "dewey.lab")
    for _ in range(2):
        certificate = authority.certificate("huey.lab")
        assert certificate is not None
        authority.renew(certificate)
    assert revoke(authority, "huey.lab") == [2, 4, 5]
    assert revoke(authority, "huey.lab") == []
    assert revoked(authority) == {2, 4, 5}


def test_a_certificate_that_the_inventory_lacks_is_revoked(
    authority: Authority, tmp_path: Path
) -> None:
    sign(authority, "huey.lab")
    (tmp_path / "ca" / "inventory.txt").write_text("")
    assert revoke(authority, "huey.lab") == [2]


def test_a_certificate_that_is_only_in_the_inventory_is_revoked(
    authority: Authority, tmp_path: Path
) -> None:
    sign(authority, "huey.lab")
    (tmp_path / "ca" / "signed" / "huey.lab.pem").unlink()
    assert revoke(authority, "huey.lab") == [2]


def test_each_version_of_the_list_has_a_larger_number(authority: Authority) -> None:
    numbers = []
    for name in ("huey.lab", "dewey.lab", "louie.lab"):
        sign(authority, name)
        revoke(authority, name)
        crl = authority.own_crl()
        assert crl is not None
        numbers.append(number_of(crl))
    assert numbers == [1, 2, 3]


def test_the_list_of_the_root_stays(authority: Authority) -> None:
    before = crls_in(authority.crl_pem(), CRLS)
    sign(authority, "huey.lab")
    revoke(authority, "huey.lab")
    after = crls_in(authority.crl_pem(), CRLS)
    assert len(after) == 2
    assert after[0] != before[0]
    assert after[1] == before[1]


def test_servers_of_the_site_have_a_list_of_their_own(authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "ca" / "infra_inventory.txt").write_text("db.lab\n")
    for name in ("db.lab", "huey.lab"):
        sign(authority, name)
        revoke(authority, name)
    assert revoked(authority) == {2, 3}
    assert revoked(authority, INFRA_CRLS) == {2}


@pytest.mark.parametrize("name", ["quack.lab", "../ca_crt", "", "*"])
def test_an_unknown_name_is_not_found(authority: Authority, name: str) -> None:
    with pytest.raises(NotFoundError, match="Could not find certificate for"):
        revoke(authority, name)
    with pytest.raises(NotFoundError, match="Could not find files to clean for"):
        clean(authority, name)


def test_a_request_is_not_revoked_but_cleaned(authority: Authority) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    with pytest.raises(NotFoundError, match=r"Could not revoke unsigned csr for huey\.lab"):
        revoke(authority, "huey.lab")
    clean(authority, "huey.lab")
    assert authority.request_pem("huey.lab") is None


def test_clean_revokes_and_removes_and_the_name_is_free(authority: Authority) -> None:
    sign(authority, "huey.lab")
    clean(authority, "huey.lab")
    assert authority.certificate("huey.lab") is None
    assert revoked(authority) == {2}
    assert sign(authority, "huey.lab") == 3


def test_a_list_is_renewed_long_before_it_expires(authority: Authority, log: Log) -> None:
    sign(authority, "huey.lab")
    revoke(authority, "huey.lab")
    assert refresh_if_due(authority) == []
    later = datetime.now(UTC) + LIFE * 0.7
    authority.now = lambda: later
    assert refresh_if_due(authority) == ["Puppet CA: pond.lab", "Puppet Root CA: quack"]
    assert refresh_if_due(authority) == []
    for crl in crls_in(authority.crl_pem(), CRLS):
        assert crl.next_update_utc is not None
        assert crl.next_update_utc - later > LIFE - timedelta(minutes=1)
    assert revoked(authority) == {2}
    assert "renewed the CRL of Puppet CA: pond.lab" in log.texts


def test_numbers_of_expired_certificates_leave_a_renewed_list(authority: Authority) -> None:
    sign(authority, "huey.lab")
    revoke(authority, "huey.lab")
    later = datetime.now(UTC) + timedelta(days=6 * 365)
    authority.now = lambda: later
    refresh_if_due(authority)
    assert revoked(authority) == {2}  # the clock may be wrong: they stay once more
    still_later = later + LIFE
    authority.now = lambda: still_later
    refresh_if_due(authority)
    assert revoked(authority) == set()


def test_a_list_of_the_future_is_replaced(authority: Authority) -> None:
    sign(authority, "huey.lab")
    now = datetime.now(UTC)
    authority.now = lambda: now + timedelta(days=365)  # a clock that is wrong
    revoke(authority, "huey.lab")
    number = number_of(crls_in(authority.crl_pem(), CRLS)[0])
    authority.now = lambda: now
    assert refresh_if_due(authority) == ["Puppet CA: pond.lab"]
    new = crls_in(authority.crl_pem(), CRLS)[0]
    assert new.last_update_utc < now
    assert number_of(new) == number + 1  # agents reject one that seems older
    assert revoked(authority) == {2}


def test_without_the_key_of_the_root_its_list_stays(authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "ca" / "root_key.pem").unlink()
    later = datetime.now(UTC) + LIFE * 0.7
    authority.now = lambda: later
    assert refresh_if_due(authority) == ["Puppet CA: pond.lab"]
    assert [common_name(each) for each in crls_in(authority.crl_pem(), CRLS)] == [
        "Puppet CA: pond.lab",
        "Puppet Root CA: quack",
    ]


def test_a_list_of_ten_thousand_is_searched_and_extended(authority: Authority) -> None:
    signer = authority.signer
    now = datetime.now(UTC)
    large = make_crl(signer.certificate, signer.key, now, added=range(100, 10_100))
    larger = make_crl(signer.certificate, signer.key, now, large, added=[99])
    assert len(larger) == 10_001
    assert is_revoked(larger, 99)
    assert is_revoked(larger, 10_099)
    assert not is_revoked(larger, 10_100)


def root_list(
    authority: Authority, *, added: tuple[int, ...] = (), is_first: bool = False
) -> bytes:
    """Return a list of the root, made where its key is."""
    key = root_key(authority)
    root = authority.signer.chain()[-1]
    assert key is not None
    old = None if is_first else crl_of(root, crls_in(authority.crl_pem(), CRLS))
    return crls_to_pem([make_crl(root, key, datetime.now(UTC), old, added=added)])


def test_a_newer_list_of_the_root_is_taken(authority: Authority, tmp_path: Path) -> None:
    newer = root_list(authority, added=(99,))
    assert update_crls(authority, newer, "new") == ["Puppet Root CA: quack"]
    for name in (CRLS, INFRA_CRLS):
        assert authority.directory.read(name).endswith(newer)
    assert openssl_verify(tmp_path, "pond.lab") == "OK"
    assert update_crls(authority, newer, "new") == []


def test_an_older_or_own_or_foreign_list_is_not_taken(authority: Authority, tmp_path: Path) -> None:
    before = authority.crl_pem()
    other = new_authority(tmp_path / "other")
    signer = authority.signer
    own = crls_to_pem(
        [make_crl(signer.certificate, signer.key, datetime.now(UTC), authority.own_crl())]
    )
    for content in (root_list(authority, is_first=True), other.crl_pem(), own):
        assert update_crls(authority, content, "new") == []
        assert authority.crl_pem() == before


def test_a_list_that_revokes_the_authority_is_not_taken(authority: Authority) -> None:
    before = authority.crl_pem()
    own = authority.signer.certificate.serial_number
    with pytest.raises(InputError, match="could not be validated") as caught:
        update_crls(authority, root_list(authority, added=(own,)), "new")
    assert "has revoked Puppet CA: pond.lab" in caught.value.why
    assert authority.crl_pem() == before


def test_lists_without_an_issuer_and_lists_of_changes_are_rejected(authority: Authority) -> None:
    signer = authority.signer
    now = datetime.now(UTC)
    builder = x509.CertificateRevocationListBuilder(signer.certificate.subject, now, now + LIFE)
    bare = builder.sign(signer.key, hashes.SHA256())
    delta = builder.add_extension(x509.DeltaCRLIndicator(1), critical=True)
    for crl, words in (
        (bare, "do not have an authority key identifier"),
        (delta.sign(signer.key, hashes.SHA256()), r"Cannot support delta CRL\."),
    ):
        with pytest.raises(InputError, match=words):
            update_crls(authority, crls_to_pem([crl]), "new")
