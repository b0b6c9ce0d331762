"""Keys of hosts: files, digests and trust."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cryptography")

from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)

from duckrow.cfengine.net.keys import (
    KeyFileError,
    Keys,
    digest,
    make_key,
    private_text,
    public_text,
    read_private_key,
    read_public_key,
)
from duckrow.cfengine.values.key_digest import key_digest

KEY = make_key()
PUBLIC = KEY.public_key()


def test_the_digest_is_that_of_the_file() -> None:
    assert digest(PUBLIC) == key_digest(public_text(PUBLIC).decode())


def test_files_are_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.priv").write_bytes(private_text(KEY))
    (tmp_path / "a.pub").write_bytes(public_text(PUBLIC))
    assert read_private_key(str(tmp_path / "a.priv")).private_numbers() == KEY.private_numbers()
    assert public_text(read_public_key(str(tmp_path / "a.pub"))) == public_text(PUBLIC)


def test_the_passphrase_of_old_keys_is_known(tmp_path: Path) -> None:
    path = tmp_path / "old.priv"
    how = BestAvailableEncryption(b"Cfengine passphrase")
    path.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, how))
    assert b"ENCRYPTED" in path.read_bytes()
    assert read_private_key(str(path)).private_numbers() == KEY.private_numbers()


@pytest.mark.parametrize("content", [b"", b"quack", private_text(KEY)[:300], b"\0" * 99])
def test_a_damaged_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(KeyFileError, match="no RSA key"):
        read_private_key(str(path))
    with pytest.raises(KeyFileError, match="no RSA key"):
        read_public_key(str(path))
    with pytest.raises(KeyFileError, match="No such file"):
        read_public_key(str(tmp_path / "missing"))


def test_trust_is_for_one_user(tmp_path: Path) -> None:
    keys = Keys(str(tmp_path))
    assert not keys.is_trusted("root", PUBLIC)
    path = keys.trust("root", PUBLIC)
    assert path == f"{tmp_path}/ppkeys/root-{digest(PUBLIC)}.pub"
    assert Path(path).stat().st_mode & 0o777 == 0o600
    assert keys.is_trusted("root", PUBLIC)
    assert not keys.is_trusted("goose", PUBLIC)


def test_a_file_with_another_key_is_no_trust(tmp_path: Path) -> None:
    keys = Keys(str(tmp_path))
    path = Path(keys.trust("root", PUBLIC))
    path.write_bytes(public_text(make_key().public_key()))
    assert not keys.is_trusted("root", PUBLIC)


def test_an_old_name_is_renamed(tmp_path: Path) -> None:
    keys = Keys(str(tmp_path))
    new = Path(keys.trust("root", PUBLIC))
    old = new.with_name("root-10.0.0.9.pub")
    new.rename(old)
    assert not keys.is_trusted("root", PUBLIC, "10.0.0.8")
    assert keys.is_trusted("root", PUBLIC, "10.0.0.9")
    assert new.exists()
    assert not old.exists()


@pytest.mark.parametrize("user", ["", "../root", "a/b", "a\\b", "a\0"])
def test_a_user_cannot_lead_elsewhere(tmp_path: Path, user: str) -> None:
    with pytest.raises(ValueError, match="no name of a key"):
        Keys(str(tmp_path)).is_trusted(user, PUBLIC)
    with pytest.raises(ValueError, match="no name of a key"):
        Keys(str(tmp_path)).trust(user, PUBLIC)


def test_removal(tmp_path: Path) -> None:
    keys = Keys(str(tmp_path))
    keys.trust("root", PUBLIC)
    keys.trust("goose", PUBLIC)
    assert keys.remove("MD5=0") == 0
    assert keys.remove(digest(PUBLIC)) == 2
    assert not keys.is_trusted("root", PUBLIC)
