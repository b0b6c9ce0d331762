"""Damaged state is quarantined in the same run, and nothing else is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import stored_runs

from .applying import Apply

CHANCE = random.Random(6)


def header(content: bytearray) -> None:
    content[:100] = b"\0" * 100


def page(content: bytearray) -> None:
    middle = len(content) // 2
    content[middle : middle + 4096] = CHANCE.randbytes(4096)


def every_page(content: bytearray) -> None:
    content[100:] = CHANCE.randbytes(max(len(content) - 100, 0))


def truncated(content: bytearray) -> None:
    del content[len(content) // 2 - 7 :]


def empty(content: bytearray) -> None:
    content.clear()


def noise(content: bytearray) -> None:
    content[:] = CHANCE.randbytes(len(content))


def text(content: bytearray) -> None:
    content[:] = b"quack\n"


DAMAGES = [header, page, every_page, truncated, empty, noise, text]


def settle(path: Path) -> None:
    """Bring what SQLite appended into the file itself."""
    import sqlite3

    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def damage(path: Path, how: Callable[[bytearray], None]) -> None:
    settle(path)
    content = bytearray(path.read_bytes())
    how(content)
    path.write_bytes(content)


def backup(apply: Apply, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "duckrow", "backup", "--state-dir", str(apply.state), *words]
    return subprocess.run(command, capture_output=True, check=False)


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_state(apply: Apply, pond: Path, how: Callable[[bytearray], None]) -> None:
    (pond / "a").write_bytes(b"old")
    code = f"file {{ '{pond}/a': content => 'new', backup => puppet }}"
    assert apply(code).code == 2
    damage(apply.state / "state.db", how)
    done = apply(f"{code} notify {{ b: }}")
    assert done.code == 2, done
    assert "Notice: b" in done.out
    # An empty file is as good as a new one.
    aside = [name for name in os.listdir(apply.state) if ".bad-" in name]
    if how is not empty:
        assert aside
        assert "is damaged" in done.err
    assert stored_runs(apply.state)[0][1] is not None
    assert backup(apply, "list").stdout.count(b"\n") == 1  # the other database is as it was
    again = apply(code)
    assert (again.code, again.err) == (0, "")


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_backups(apply: Apply, pond: Path, how: Callable[[bytearray], None]) -> None:
    (pond / "a").write_bytes(b"older" * 5000)
    assert apply(f"file {{ '{pond}/a': content => 'old', backup => puppet }}").code == 2
    damage(apply.state / "backups.db", how)
    done = apply(f"file {{ '{pond}/a': content => 'new', backup => puppet }}")
    assert done.code == 2, done
    assert (pond / "a").read_bytes() == b"new"
    restored = backup(apply, "restore", f"{pond}/a")
    assert restored.returncode == 0, restored
    assert (pond / "a").read_bytes() == b"old"
    assert len(stored_runs(apply.state)) == 2


def test_a_damaged_content_is_not_given_out_and_heals(apply: Apply, pond: Path) -> None:
    """A content whose bytes were changed is refused, and kept anew when it comes by again."""
    import sqlite3

    precious = b"precious " * 1000
    (pond / "a").write_bytes(precious)
    (pond / "b").write_bytes(b"other")
    new = f"file {{ ['{pond}/a', '{pond}/b']: content => 'new', backup => puppet }}"
    assert apply(new).code == 2
    connection = sqlite3.connect(apply.state / "backups.db")
    changed = b"PRECIOUS " * 1000
    connection.execute("UPDATE pieces SET content = ? WHERE length(content) = 9000", (changed,))
    connection.commit()
    connection.close()
    refused = backup(apply, "restore", f"{pond}/a")
    assert refused.returncode != 0
    assert b"damaged" in refused.stderr
    assert (pond / "a").read_bytes() == b"new"
    assert backup(apply, "verify").returncode != 0
    assert backup(apply, "restore", f"{pond}/b").returncode == 0
    assert (pond / "b").read_bytes() == b"other"
    (pond / "a").write_bytes(precious)
    assert apply(new).code == 2
    assert backup(apply, "verify").returncode == 0
    assert backup(apply, "restore", f"{pond}/a").returncode == 0
    assert (pond / "a").read_bytes() == precious


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_cached_code(apply: Apply, how: Callable[[bytearray], None]) -> None:
    """Compiled manifests that were damaged are compiled again."""
    assert apply("notify { a: }").code == 2
    found = [path for path in (apply.folder / "cache").rglob("*") if path.is_file()]
    assert found
    for path in found:
        content = bytearray(path.read_bytes())
        how(content)
        path.write_bytes(content)
    done = apply("notify { a: }")
    assert (done.code, done.err) == (2, "")
    assert "Notice: a" in done.out


def test_a_damaged_memory_of_a_resource(apply: Apply, pond: Path) -> None:
    """A row that is no JSON is forgotten."""
    import sqlite3

    code = f"file {{ '{pond}/a': content => 'x', audit => mode }}"
    assert apply(code).code == 2
    connection = sqlite3.connect(apply.state / "state.db")
    connection.execute("UPDATE resources SET remembered = 'quack'")
    connection.commit()
    connection.close()
    done = apply(code)
    assert done.code == 0, done
    assert "Traceback" not in done.err
