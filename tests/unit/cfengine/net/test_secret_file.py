"""Files of cf-secret."""

from __future__ import annotations

import pytest

pytest.importorskip("cryptography")

from duckrow.cfengine.net.keys import digest, make_key
from duckrow.cfengine.net.secret_file import SecretFileError, decrypt, encrypt, headers

ONE, TWO = make_key(), make_key()


@pytest.mark.parametrize("content", [b"", b"quack", bytes(range(256)) * 99])
def test_each_reader_can_read(content: bytes) -> None:
    file = encrypt(content, [ONE.public_key(), TWO.public_key()])
    assert decrypt(file, ONE) == content
    assert decrypt(file, TWO) == content
    names = [value for _, value in headers(file)[0]]
    assert names == ["1.0", digest(ONE.public_key()), digest(TWO.public_key())]


def test_keys_of_two_sizes_have_no_common_file() -> None:
    with pytest.raises(SecretFileError, match="must have the same size"):
        encrypt(b"quack", [ONE.public_key(), make_key(1024).public_key()])


def test_nobody_else_can_read() -> None:
    with pytest.raises(SecretFileError, match="File not encrypted for host"):
        decrypt(encrypt(b"quack", [ONE.public_key()]), TWO)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Failed to parse headers"),
        (b"Version: 2.0\n\nx", "Unsupported file format version: '2.0'"),
        (b"Quack: 1\n\nx", "Unsupported header: 'Quack'"),
        (b"Encrypted-for: x\n\nx", "File format version not specified"),
    ],
)
def test_other_files_are_rejected(content: bytes, message: str) -> None:
    with pytest.raises(SecretFileError, match=message):
        decrypt(content, ONE)


def test_a_damaged_file_is_rejected() -> None:
    file = encrypt(b"quack" * 9, [ONE.public_key()])
    with pytest.raises(SecretFileError, match="damaged"):
        decrypt(file[:-5], ONE)
