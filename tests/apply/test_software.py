"""Packages and services end as with the reference: state, log and exit code, twice."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from duckrow.machine.local import LocalMachine

from .scenario import normal_lines
from .software import HERE, Case, is_possible, read_cases

if TYPE_CHECKING:
    from pathlib import Path

CASES = read_cases()
RECORDED: dict[str, Any] = json.loads((HERE / "recorded.json").read_text())


@pytest.mark.skipif(not is_possible(), reason="needs root, a mount namespace, apt and dpkg")
@pytest.mark.parametrize("name", CASES)
def test_does_what_the_reference_does(name: str, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    case = Case(name, CASES[name], str(root))
    case.prepare()
    command = [sys.executable, "-m", "duckrow", "apply", "--detailed-exitcodes"]
    command += [f"--state-dir={tmp_path}/state", *case.options, "-e", case.manifest()]
    for expected in RECORDED[name]:
        done = case.run(command)
        assert case.outcome(done.returncode, done.stdout + done.stderr) == expected


@pytest.mark.skipif(not is_possible(), reason="needs root, a mount namespace, apt and dpkg")
def test_real_packages_in_a_scratch_root(tmp_path: Path) -> None:
    """No namespace here: apt and dpkg are told where to work, and the host stays as it is."""
    root, scratch = tmp_path / "root", tmp_path / "scratch"
    root.mkdir()
    case = Case("scratch", {"kind": "apt", "manifest": ""}, str(root))
    case.prepare()
    for name in ("etc", "var/lib", "tmp"):
        (scratch / name).mkdir(parents=True)
    for old, new in (("apt/etc", "etc/apt"), ("apt/lib", "var/lib/apt"), ("dpkg", "var/lib/dpkg")):
        (root / old).rename(scratch / new)
    for name in ("cache", "log"):
        (root / name).rename(scratch / "var" / name)
    sources = f"deb [trusted=yes] file:{root}/repository ./\n"
    (scratch / "etc" / "apt" / "sources.list").write_text(sources)
    LocalMachine(str(scratch)).packages.tool("apt").refresh()
    hosts = subprocess.run(["dpkg-query", "-W"], capture_output=True, check=True).stdout

    def apply(attributes: str) -> tuple[int, list[str]]:
        command = [sys.executable, "-m", "duckrow", "apply", "--detailed-exitcodes", "--no-state"]
        command += [f"--root={scratch}", "-e", f"package {{ 'pond': {attributes} }}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, normal_lines((done.stdout + done.stderr).splitlines())

    path = "Notice: /Stage[main]/Main/Package[pond]"
    for attributes, line in (
        ("ensure => '1.0'", "ensure: created"),
        ("ensure => '1.1', mark => hold", "ensure: ensure changed '1.0' to '1.1'"),
        ("mark => none", "mark: mark changed 'hold' to 'none'"),
        ("ensure => latest", "ensure: ensure changed '1.1' to '2.0~rc1'"),
        ("ensure => absent", "ensure: removed"),
        ("ensure => purged", "ensure: purged"),
    ):
        assert apply(attributes) == (2, [f"{path}/{line}"])
        assert apply(attributes) == (0, [])
    assert not (scratch / "opt" / "pond").exists()
    assert subprocess.run(["dpkg-query", "-W"], capture_output=True, check=True).stdout == hosts
