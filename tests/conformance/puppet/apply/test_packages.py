"""Packages change below `--root`: apt and dpkg work there, and those of this computer stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.conformance.case_file import Case

from duckrow.machine.local import LocalMachine

from . import packages
from .host import messages, missing

HOST = Case("packages")
HOST.own_settings["host"] = "apt"


@pytest.mark.skipif(missing(HOST) != "", reason="needs root, a mount namespace, apt and dpkg")
def test_real_packages_in_a_scratch_root(tmp_path: Path) -> None:
    root, scratch = tmp_path / "root", tmp_path / "scratch"
    packages.prepare(str(root))
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
        return done.returncode, messages(done.stdout + done.stderr)

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
