from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from tests.unit.ca.making import csr, new_authority, new_key, openssl_verify, server_of

from duckrow.ca.authority import Authority
from duckrow.ca.certificates import Issue, issue_authority
from duckrow.ca.crl import make_crl
from duckrow.ca.directory import CaDirectory
from duckrow.ca.pem import (
    PrivateKey,
    certificates_to_pem,
    crls_to_pem,
    key_to_pem,
    make_key,
)
from duckrow.ca.rules import YEAR
from duckrow.ca.setup import import_authority
from duckrow.source.errors import InputError

NOW = datetime.now(UTC)


def test_the_files_are_puppets_with_strict_modes(authority: Authority, tmp_path: Path) -> None:
    modes = {
        str(path.relative_to(tmp_path)): stat.S_IMODE(path.stat().st_mode)
        for path in tmp_path.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }
    secret = {"ca/ca_key.pem", "ca/root_key.pem", "ssl/private_keys/pond.lab.pem"}
    public = {
        *(f"ca/{name}.pem" for name in ("ca_crt", "ca_pub", "ca_crl", "infra_crl")),
        *(f"ca/{name}" for name in ("serial", "inventory.txt", "infra_inventory.txt")),
        *("ca/infra_serials", "ca/signed/pond.lab.pem", "ssl/certs/ca.pem", "ssl/crl.pem"),
        *("ssl/certs/pond.lab.pem", "ssl/public_keys/pond.lab.pem"),
    }
    assert modes == {**dict.fromkeys(secret, 0o640), **dict.fromkeys(public, 0o644)}
    assert stat.S_IMODE((tmp_path / "ssl" / "private_keys").stat().st_mode) == 0o750


def test_the_server_may_administer_the_authority(authority: Authority, tmp_path: Path) -> None:
    certificate = authority.certificate("pond.lab")
    assert certificate is not None
    extension = certificate.extensions.get_extension_for_oid(
        x509.ObjectIdentifier("1.3.6.1.4.1.34380.1.3.39")
    )
    assert isinstance(extension.value, x509.UnrecognizedExtension)
    assert extension.value.value == b"\x0c\x04true"
    assert openssl_verify(tmp_path, "pond.lab") == "OK"


def test_an_authority_is_never_replaced(authority: Authority, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Existing file at") as caught:
        new_authority(tmp_path)
    assert "will become invalid" in caught.value.hint


@pytest.mark.parametrize("missing", ["ca_key.pem", "ca_crl.pem", "serial", "inventory.txt"])
def test_a_part_of_an_authority_is_rejected(
    authority: Authority, tmp_path: Path, missing: str
) -> None:
    authority.receive("huey.lab", csr("huey.lab"))
    (tmp_path / "ca" / missing).unlink()
    with pytest.raises(InputError, match="Cannot initialize CA with partial state") as caught:
        authority.sign("huey.lab")
    assert missing in caught.value.why


def test_no_authority_at_all_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no certificate authority in"):
        _ = Authority(CaDirectory(str(tmp_path / "none"))).signer


@pytest.mark.parametrize(
    ("kind", "bits", "curve", "words"),
    [("rsa", 512, "", "512 bits"), ("rsa", 99_999, "", "99999 bits"), ("ec", 0, "x", "no curve x")],
)
def test_a_key_that_cannot_be_made(kind: str, bits: int, curve: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make_key(kind, bits, curve)


class External:
    """An authority elsewhere: a root and one below it, with files to import."""

    def __init__(self, root: Path) -> None:
        self.root_key, self.key = new_key(), new_key()
        self.root = issue_authority(Issue(None, self.root_key, 7, NOW, YEAR), "Root", self.root_key)
        self.certificate = issue_authority(
            Issue(self.root, self.root_key, 8, NOW, YEAR), "Below", self.key
        )
        self.directory = root
        self.root_crl = make_crl(self.root, self.root_key, NOW)
        self.own_crl = make_crl(self.certificate, self.key, NOW)
        self.write("bundle", certificates_to_pem([self.root, self.certificate]))
        self.write("key", key_to_pem(self.key))
        self.write("crls", crls_to_pem([self.root_crl, self.own_crl]))

    def write(self, name: str, content: bytes) -> None:
        self.directory.mkdir(exist_ok=True)
        (self.directory / name).write_bytes(content)

    def take(self, root: Path, now: datetime = NOW) -> Authority:
        return import_authority(
            CaDirectory(str(root / "ca")),
            server_of(root),
            bundle=str(self.directory / "bundle"),
            key=str(self.directory / "key"),
            crl_chain=str(self.directory / "crls"),
            new_key=new_key,
            now=now,
        )


@pytest.fixture
def external(tmp_path: Path) -> External:
    return External(tmp_path / "external")


def test_an_imported_authority_signs(external: External, tmp_path: Path) -> None:
    authority = external.take(tmp_path)
    assert authority.signer.bundle == [external.certificate, external.root]
    authority.receive("huey.lab", csr("huey.lab"))
    authority.sign("huey.lab")
    assert openssl_verify(tmp_path, "huey.lab") == "OK"
    assert not (tmp_path / "ca" / "root_key.pem").exists()


def test_an_own_list_that_lacks_is_made(external: External, tmp_path: Path) -> None:
    external.write("crls", crls_to_pem([external.root_crl]))
    external.take(tmp_path)
    assert openssl_verify(tmp_path, "pond.lab") == "OK"


def _other_key(external: External) -> None:
    external.write("key", key_to_pem(new_key()))


def _damaged_key(external: External) -> None:
    external.write("key", key_to_pem(external.key)[:-60])


def _no_key(external: External) -> None:
    (external.directory / "key").unlink()


def _no_certificate(external: External) -> None:
    external.write("bundle", b"quack")


def _damaged_certificate(external: External) -> None:
    content = certificates_to_pem([external.certificate])
    external.write("bundle", content[:100] + b"AAAA" + content[104:])


def _no_root(external: External) -> None:
    external.write("bundle", certificates_to_pem([external.certificate]))


def _no_list(external: External) -> None:
    external.write("crls", b"")


def _no_list_of_the_root(external: External) -> None:
    external.write("crls", crls_to_pem([external.own_crl]))


def _expired_list(external: External) -> None:
    long_ago = NOW - timedelta(days=6 * 365)
    old = make_crl(external.root, external.root_key, long_ago)
    external.write("crls", crls_to_pem([old, external.own_crl]))


def _forged_list(external: External) -> None:
    forged = make_crl(external.root, new_key(), NOW)
    external.write("crls", crls_to_pem([forged, external.own_crl]))


def _revoked(external: External) -> None:
    crl = make_crl(external.root, external.root_key, NOW, added=[8])
    external.write("crls", crls_to_pem([crl, external.own_crl]))


def _of_a_node(external: External) -> None:
    from duckrow.ca.certificates import issue_for_request
    from duckrow.ca.requests import make_request

    key: PrivateKey = ec.generate_private_key(ec.SECP256R1())
    issue = Issue(external.root, external.root_key, 9, NOW, YEAR)
    node = issue_for_request(issue, make_request("huey.lab", key))
    external.write("bundle", certificates_to_pem([node, external.root]))
    external.write("key", key_to_pem(key))


def _encrypted_key(external: External) -> None:
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        PrivateFormat,
    )

    lock = BestAvailableEncryption(b"quack")
    external.write("key", external.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_other_key, "Could not find certificate matching private key"),
        (_damaged_key, "Could not parse .*key"),
        (_encrypted_key, "Could not parse .*key"),
        (_no_key, "Could not read file .*key"),
        (_no_certificate, "Could not detect any certs within .*bundle"),
        (_damaged_certificate, "Could not parse .*bundle"),
        (_no_root, "Leaf certificate could not be validated"),
        (_no_list, "Could not detect any crls within .*crls"),
        (_no_list_of_the_root, "Leaf certificate could not be validated"),
        (_expired_list, "Leaf certificate could not be validated"),
        (_forged_list, "Leaf certificate could not be validated"),
        (_revoked, "Leaf certificate could not be validated"),
        (_of_a_node, "is not that of an authority"),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_what_cannot_be_imported_leaves_nothing(
    external: External, tmp_path: Path, spoil: object, words: str
) -> None:
    assert callable(spoil)
    spoil(external)
    with pytest.raises(InputError, match=words):
        external.take(tmp_path)
    assert not (tmp_path / "ca").exists()
    assert not (tmp_path / "ssl").exists()


def test_an_expired_authority_is_not_imported(external: External, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not valid now"):
        external.take(tmp_path, NOW + timedelta(days=400))
