"""Temporary files and directories that remove themselves."""

from __future__ import annotations

from contextlib import contextmanager
from tempfile import NamedTemporaryFile, TemporaryDirectory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def temporary_file(
    prefix: str, content: bytes, suffix: str = "", directory: str | None = None
) -> Iterator[str]:
    """Write a temporary file and return its path; leaving the block removes it."""
    with NamedTemporaryFile(prefix=prefix, suffix=suffix, dir=directory) as file:
        file.write(content)
        file.flush()
        yield file.name


@contextmanager
def temporary_directory(prefix: str) -> Iterator[str]:
    """Make a temporary directory and return its path; leaving the block removes it."""
    with TemporaryDirectory(prefix=prefix) as path:
        yield path
