"""Installations that are killed at any moment: every module is whole, and the next one finishes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.faults.machine.isolation import isolated, mount_scratch
from tests.unit.puppet.module_sources.modules_in_tests import directory, tarball

from duckrow.machine.files.whole import tree_digest
from duckrow.puppet.module_sources.install import NOTE

MODULES = 40
KILLS = 60


def lock(where: Path, version: str) -> None:
    """Write a Puppetfile and its lock for one version of all modules."""
    text = "".join(f"mod 'duck/m{number}', '{version}'\n" for number in range(MODULES))
    (where / "Puppetfile").write_text(text)
    subprocess.run(
        duckrow("lock", "--from", "packages"), cwd=where, check=True, capture_output=True
    )


def duckrow(*words: str) -> list[str]:
    return [sys.executable, "-m", "duckrow", "module", *words]


def check(modules: Path) -> set[str]:
    """Check that every module is as an installation made it; return the versions that there are."""
    found = set()
    for module in modules.iterdir():
        if not module.name.startswith("."):
            note = json.loads((module / NOTE).read_text())
            assert note["files"] == tree_digest(str(module), NOTE)
            found.add(note["version"])
    return found


def kill_many(where: Path, count: int) -> None:
    for number in range(MODULES):
        for version in ("1.0.0", "2.0.0"):
            tarball(where / "packages", f"m{number}", version)
    lock(where, "1.0.0")
    began = time.monotonic()
    subprocess.run(duckrow("install"), cwd=where, check=True, capture_output=True)
    longest = time.monotonic() - began
    chance = random.Random(16)
    for number in range(count):
        lock(where, "2.0.0" if number % 2 == 0 else "1.0.0")
        process = subprocess.Popen(
            duckrow("install"), cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0, longest))
        process.kill()
        process.wait()
        assert len(list((where / "modules").glob("m*"))) == MODULES
        check(where / "modules")
    subprocess.run(duckrow("install"), cwd=where, check=True, capture_output=True)
    assert len(check(where / "modules")) == 1
    assert not list((where / "modules").glob(".duckrow-new-*"))


def test_a_killed_installation_leaves_whole_modules(tmp_path: Path) -> None:
    kill_many(tmp_path, 3)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    tarball(tmp_path / "packages", "pond", "1.0.0")
    large = directory(tmp_path / "packages", "lake", "1.0.0")
    (large / "water").write_bytes(b"x" * (2 << 20))
    (tmp_path / "Puppetfile").write_text("mod 'duck/pond'\n")
    subprocess.run(
        duckrow("lock", "--from", "packages"), cwd=tmp_path, check=True, capture_output=True
    )
    modules = tmp_path / "modules"
    modules.mkdir()

    def install() -> None:
        mount_scratch(str(modules), "1m")
        subprocess.run(duckrow("install"), cwd=tmp_path, check=True, capture_output=True)
        (tmp_path / "Puppetfile").write_text("mod 'duck/pond'\nmod 'duck/lake'\n")
        subprocess.run(
            duckrow("lock", "--from", "packages"), cwd=tmp_path, check=True, capture_output=True
        )
        done = subprocess.run(
            duckrow("install"), cwd=tmp_path, check=False, capture_output=True, text=True
        )
        assert done.returncode == 2
        assert "No space left on device" in done.stderr
        assert check(modules) == {"1.0.0"}
        assert [each.name for each in modules.iterdir()] == ["pond"]

    isolated(install, mounts=True)


@pytest.mark.faults
def test_many_killed_installations(tmp_path: Path) -> None:
    kill_many(tmp_path, KILLS)
