"""Runs that are killed at any moment: no file is ever half written, and the next run converges."""

from __future__ import annotations

import os
import random
import time
from hashlib import sha256
from pathlib import Path

import pytest
from tests.conftest import stored_runs

from duckrow.state.store import Store

from .applying import Apply

KILLS = 200
SIZE = 3 << 20
COUNT = 6
SMALL = 20


def content(version: int) -> bytes:
    return (b"%d quack " % version) * (SIZE // 8)


def manifest(pond: Path, version: int) -> str:
    """Large files from a source and small ones from texts, in one of two versions."""
    large = [
        f"file {{ '{pond}/large{number}': source => '{pond}.{version}', mode => '0640' }}"
        for number in range(COUNT)
    ]
    small = [
        f"file {{ '{pond}/small{number}': content => 'version {version}' }}"
        for number in range(SMALL)
    ]
    return "\n".join(large + small)


def whole(pond: Path) -> dict[str, set[str]]:
    """Give the digests that a file may have: those of its two versions, and nothing in between."""
    large = {sha256(content(version)).hexdigest() for version in (1, 2)}
    small = {sha256(b"version %d" % version).hexdigest() for version in (1, 2)}
    names = {f"large{number}": large for number in range(COUNT)}
    return names | {f"small{number}": small for number in range(SMALL)}


def kill_many(apply: Apply, pond: Path, count: int) -> None:
    chance = random.Random(2026)
    for version in (1, 2):
        Path(f"{pond}.{version}").write_bytes(content(version))
    allowed = whole(pond)
    began = time.monotonic()
    assert apply(manifest(pond, 1)).code == 2
    longest = time.monotonic() - began
    reached = 0
    for number in range(count):
        version = 2 - number % 2
        process = apply.start(manifest(pond, version))
        time.sleep(chance.uniform(0.02, longest))
        process.kill()
        process.communicate()
        reached += process.returncode != 0
        for name, digests in allowed.items():
            assert sha256((pond / name).read_bytes()).hexdigest() in digests, name
        left = set(os.listdir(pond)) - set(allowed)
        # A file has a second name between two system calls. Its next write takes that away.
        assert left <= {f".{name}.duckrow" for name in allowed}
        if left:
            assert apply(manifest(pond, version)).code == 2
            assert set(os.listdir(pond)) == set(allowed)
    assert reached > count / 2, "most runs were over before they were killed"
    ended = apply(manifest(pond, 1))
    assert ended.code in (0, 2)
    assert ended.err == ""
    assert set(os.listdir(pond)) == set(allowed)
    for number in range(COUNT):
        assert (pond / f"large{number}").read_bytes() == content(1)
        assert (pond / f"large{number}").stat().st_mode & 0o777 == 0o640
    assert apply(manifest(pond, 1)).code == 0
    said: list[str] = []
    Store(str(apply.state), said.append).close()
    assert said == []
    statuses = [run.status for run, _ in stored_runs(apply.state)]
    assert "running" not in statuses
    assert "interrupted" in statuses
    assert not [name for name in os.listdir(apply.state) if ".bad-" in name]


def test_a_few_kills(apply: Apply, pond: Path) -> None:
    kill_many(apply, pond, 6)


@pytest.mark.faults
def test_two_hundred_kills(apply: Apply, pond: Path) -> None:
    kill_many(apply, pond, KILLS)
