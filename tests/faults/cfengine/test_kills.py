"""Agents that are killed at any moment: no file is half written, and the next run converges."""

from __future__ import annotations

import os
import random
import time
from hashlib import sha256
from pathlib import Path

import pytest

from .running import Agent

KILLS = 150
SIZE = 2 << 20
COUNT = 5
SMALL = 15


def content(version: int) -> bytes:
    return (b"%d quack " % version) * (SIZE // 8)


def promises(pond: Path, version: int) -> str:
    """Large files that are copied, small ones whose text is promised or edited, in two versions."""
    large = [
        f'"{pond}/large{number}" copy_from => only("{pond}.{version}"), perms => mode("640");'
        for number in range(COUNT)
    ]
    small = [f'"{pond}/small{number}" content => "version {version}";' for number in range(SMALL)]
    edited = [
        f'"{pond}/edited{number}" create => "true", edit_defaults => no_backup,'
        f' edit_line => whole("version {version}");'
        for number in range(SMALL)
    ]
    return "\n".join(large + small + edited)


def allowed_digests() -> dict[str, set[str]]:
    """Give the digests that a file may have: those of its two versions, and nothing in between."""
    large = {sha256(content(version)).hexdigest() for version in (1, 2)}
    small = {sha256(b"version %d" % version).hexdigest() for version in (1, 2)}
    edited = {sha256(b"version %d\n" % version).hexdigest() for version in (1, 2)}
    found = {f"large{number}": large for number in range(COUNT)}
    found |= {f"small{number}": small for number in range(SMALL)}
    return found | {f"edited{number}": edited for number in range(SMALL)}


def kill_many(agent: Agent, pond: Path, count: int) -> None:
    chance = random.Random(2026)
    for version in (1, 2):
        Path(f"{pond}.{version}").write_bytes(content(version))
    allowed = allowed_digests()
    lengths = []
    for version in (1, 2, 1):
        began = time.monotonic()
        assert agent(promises(pond, version)).code == 0
        lengths.append(time.monotonic() - began)
    assert set(os.listdir(pond)) == set(allowed)
    reached = 0
    for number in range(count):
        version = 2 - number % 2
        process = agent.start(promises(pond, version))
        time.sleep(chance.uniform(0.02, min(lengths)))
        process.kill()
        process.communicate()
        reached += process.returncode != 0
        for name, digests in allowed.items():
            assert sha256((pond / name).read_bytes()).hexdigest() in digests, name
        left = set(os.listdir(pond)) - set(allowed)
        # A file has a second name between two system calls. Its next write takes that away.
        assert left <= {f".{name}.duckrow" for name in allowed}
    assert reached, "all runs were over before they were killed"
    for version in (2, 1):
        ended = agent(promises(pond, version))
        assert (ended.code, ended.err) == (0, ""), ended
    assert set(os.listdir(pond)) == set(allowed)
    for number in range(COUNT):
        assert (pond / f"large{number}").read_bytes() == content(1)
        assert (pond / f"large{number}").stat().st_mode & 0o777 == 0o640
    again = agent(promises(pond, 1))
    assert (again.code, again.out) == (0, ""), again


def test_a_few_kills(agent: Agent, pond: Path) -> None:
    kill_many(agent, pond, 6)


@pytest.mark.faults
def test_many_kills(agent: Agent, pond: Path) -> None:
    kill_many(agent, pond, KILLS)
