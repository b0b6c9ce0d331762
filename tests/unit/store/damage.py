"""Damage of a database in a file."""

from __future__ import annotations

from pathlib import Path


def damage(
    path: Path, content: bytes = b"this is no database at all, but long enough" * 99
) -> None:
    """Overwrite a closed database; its log, which Python 3.12 leaves after a close, goes too."""
    path.write_bytes(content)
    for each in ("-wal", "-shm"):
        path.with_name(path.name + each).unlink(missing_ok=True)
