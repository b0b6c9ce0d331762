"""A short digest is the digest that OpenSSL makes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from duckrow.machine.files.digests import digest_open_file
from duckrow.source.short_digest import SHORT, sha256_of, short_md5, short_sha256


def test_the_digest_is_md5() -> None:
    assert short_md5(b"duck") == hashlib.md5(b"duck", usedforsecurity=False).digest()


def test_the_digest_is_sha256() -> None:
    assert short_sha256(b"duck") == hashlib.sha256(b"duck").hexdigest()


@pytest.mark.parametrize("size", [0, 1, SHORT - 1, SHORT, SHORT + 1, 3 * SHORT])
def test_files_of_any_size_have_the_same_digest(size: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"q" * size)
    descriptor = os.open(file, os.O_RDONLY)
    try:
        found = digest_open_file(descriptor, "sha256")
    finally:
        os.close(descriptor)
    assert found == hashlib.sha256(b"q" * size).hexdigest()


@pytest.mark.parametrize(
    "sizes", [(), (0,), (5, 7), (SHORT - 1,), (SHORT,), (10, SHORT, 3), (SHORT, SHORT)]
)
def test_pieces_have_the_digest_of_the_whole(sizes: tuple[int, ...]) -> None:
    pieces = [bytes([number]) * size for number, size in enumerate(sizes)]
    assert sha256_of(pieces) == hashlib.sha256(b"".join(pieces)).hexdigest()
