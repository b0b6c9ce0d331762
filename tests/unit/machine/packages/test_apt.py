"""apt and dpkg: how they are called, and a real package in a scratch root."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from duckrow.machine.errors import CommandFailed
from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.packages.apt import Apt
from duckrow.machine.packages.package import BROKEN, CONFIGURED, INSTALLED

if TYPE_CHECKING:
    from tests.unit.machine.conftest import Fakes

BOOKS = (
    "install installed duck amd64 1.2-3\n"
    "hold installed goose amd64 2\n"
    "deinstall config-files swan all 0.1\n"
    "install half-configured egg all 7\n"
    "install installed lib amd64 1\n"
    "install installed lib i386 1\n"
    "unknown not-installed none  \n"
)
POLICY = """duck:
  Installed: 1.2-3
  Candidate: 1.3-1
  Version table:
     1.3-1 500
nothing:
  Installed: (none)
  Candidate: (none)
egg:
  Candidate: 1:8
"""
MADISON = """      duck | 1.2-3 | http://deb.example.org stable/main amd64 Packages
      duck | 1.10-1 | http://deb.example.org stable/main amd64 Packages
      duck | 1.2-3 | http://deb.example.org stable/main Sources
"""


@pytest.fixture
def apt(fakes: Fakes) -> Fakes:
    fakes.tool("dpkg-query", ("*", BOOKS, 0))
    fakes.tool("dpkg")
    fakes.tool("dpkg-deb", ("*", "duck 9", 0))
    fakes.tool("apt-cache", ("policy*", POLICY, 0), ("madison*", MADISON, 0))
    fakes.tool("apt-get", ("*nosuch*", "E: Unable to locate package nosuch", 100))
    return fakes


def test_all_packages_in_one_call(apt: Fakes) -> None:
    tool = apt.machine().packages.tool("apt")
    found = tool.installed(["duck", "goose", "swan", "egg", "lib:i386", "none"])
    assert {name: package.state for name, package in found.items()} == {
        "duck": INSTALLED,
        "goose": INSTALLED,
        "swan": CONFIGURED,
        "egg": BROKEN,
        "lib:i386": INSTALLED,
    }
    assert found["goose"].is_held
    assert not found["duck"].is_held
    assert tool.installed(["duck"])["duck"].version == "1.2-3"
    assert len(apt.calls) == 1


def test_candidates_in_one_call(apt: Fakes) -> None:
    tool = apt.machine().packages.tool("apt")
    assert tool.latest(["duck", "nothing", "egg"]) == {"duck": "1.3-1", "egg": "1:8"}
    assert apt.calls == ["apt-cache policy duck nothing egg"]
    assert tool.latest([]) == {}
    assert tool.available("duck") == ["1.10-1", "1.2-3"]


def test_vectors(apt: Fakes) -> None:
    tool = apt.machine().packages.tool("apt")
    tool.install("duck")
    tool.install("duck", "1.2-3")
    tool.install("duck", source="/tmp/duck.deb", replaces_configuration=True, options=["--x"])
    tool.remove("duck")
    tool.purge("duck")
    tool.refresh()
    old, new = "DPkg::Options::=--force-confold", "DPkg::Options::=--force-confnew"
    calls = [call for call in apt.calls if not call.startswith("dpkg-query")]
    assert calls == [
        f"apt-get -q -y -o {old} install duck",
        f"apt-get -q -y -o {old} --allow-downgrades install duck=1.2-3",
        f"apt-get -q -y -o {new} --x install /tmp/duck.deb",
        "apt-get -q -y remove duck",
        "apt-get -q -y purge duck",
        "apt-get -q update",
    ]


def test_answers_go_in_by_the_input() -> None:
    machine = MemoryMachine(answers={("debconf-set-selections",): (0, b"")})
    Apt(machine.commands).preseed(b"duck duck/colour select green\n")
    assert machine.commands.vectors[0][1:] == ["-"]
    assert machine.commands.asked[0].stdin == b"duck duck/colour select green\n"


def test_a_held_package_is_held_after_an_upgrade(apt: Fakes) -> None:
    tool = apt.machine().packages.tool("apt")
    tool.install("goose", "3")
    calls = [call.split(" ")[0:2] for call in apt.calls if not call.startswith("dpkg-query")]
    assert calls == [["dpkg", "--set-selections"], ["apt-get", "-q"], ["dpkg", "--set-selections"]]


def test_failure_quotes_the_tool(apt: Fakes) -> None:
    with pytest.raises(CommandFailed, match="returned 100: E: Unable to locate package nosuch"):
        apt.machine().packages.tool("apt").install("nosuch")


@pytest.mark.parametrize(
    "name", ["-o", "duck-", "duck.*x", "duck duck", "a/b", "duck=1", "", "$(x)"]
)
def test_names_that_are_no_names(apt: Fakes, name: str) -> None:
    tool = apt.machine().packages.tool("apt")
    for act in (tool.install, tool.remove, tool.purge, tool.hold, tool.available):
        with pytest.raises(ValueError, match=r"not (a|the) name"):
            act(name)
    with pytest.raises(ValueError, match=r"not (a|the) name"):
        tool.latest([name])
    assert not [call for call in apt.calls if not call.startswith("dpkg-query")]


def test_versions_that_are_no_versions(apt: Fakes) -> None:
    with pytest.raises(ValueError, match="not a version"):
        apt.machine().packages.tool("apt").install("duck", "1 goose")


def test_books_that_cannot_be_read_are_no_empty_books(fakes: Fakes) -> None:
    fakes.tool("dpkg-query", ("*", "", 2))
    with pytest.raises(CommandFailed):
        fakes.machine().packages.tool("dpkg").installed()


def test_the_tool_of_a_machine(apt: Fakes) -> None:
    default = apt.machine().packages.default()
    assert default is not None
    assert default.name == "apt"


def build(directory: Path, version: str) -> Path:
    """Build a package with a configuration file."""
    tree = directory / f"tree-{version}"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "etc").mkdir()
    (tree / "etc" / "duckrow-test.conf").write_text(f"version {version}\n")
    (tree / "DEBIAN" / "conffiles").write_text("/etc/duckrow-test.conf\n")
    (tree / "DEBIAN" / "control").write_text(
        f"Package: duckrow-test\nVersion: {version}\nArchitecture: all\n"
        "Maintainer: nobody <nobody@example.org>\nDescription: a test\n"
    )
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    file = directory / f"duckrow-test_{version}_all.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-b", tree, file], check=True, capture_output=True
    )
    return file


@pytest.fixture
def scratch(tmp_path: Path) -> LocalMachine:
    """A root with an empty dpkg database and a repository of two versions."""
    if os.geteuid() != 0 or not shutil.which("apt-get") or not shutil.which("dpkg"):
        pytest.skip("needs root, apt and dpkg")
    root = tmp_path / "root"
    for name in (
        "var/lib/dpkg/info",
        "var/lib/dpkg/updates",
        "var/lib/dpkg/triggers",
        "var/lib/apt/lists/partial",
        "var/cache/apt/archives/partial",
        "var/log/apt",
        "etc/apt/apt.conf.d",
        "etc/apt/preferences.d",
        "etc/apt/trusted.gpg.d",
        "tmp",
    ):
        (root / name).mkdir(parents=True)
    (root / "var/lib/dpkg/status").write_text("")
    repository = tmp_path / "repository"
    repository.mkdir()
    entries = []
    for version in ("1.0", "2.0"):
        file = build(repository, version)
        control = subprocess.run(["dpkg-deb", "-f", file], capture_output=True, check=True).stdout
        digest = subprocess.run(["sha256sum", file], capture_output=True, check=True).stdout
        entries.append(
            control.decode().strip()
            + f"\nFilename: ./{file.name}\nSize: {file.stat().st_size}\n"
            + f"SHA256: {digest.decode().split()[0]}\n\n"
        )
    (repository / "Packages.gz").write_bytes(gzip.compress("".join(entries).encode()))
    (root / "etc/apt/sources.list").write_text(f"deb [trusted=yes] file:{repository} ./\n")
    (root / "etc/apt/apt.conf.d/90scratch").write_text('APT::Sandbox::User "root";\n')
    return LocalMachine(str(root))


def test_a_real_package_in_a_scratch_root(scratch: LocalMachine) -> None:
    tool = scratch.packages.tool("apt")
    assert tool.installed() == {}
    tool.refresh()
    assert tool.latest(["duckrow-test", "duckrow-none"]) == {"duckrow-test": "2.0"}
    assert tool.available("duckrow-test") == ["2.0", "1.0"]
    tool.install("duckrow-test", "1.0")
    assert tool.installed(["duckrow-test"])["duckrow-test"].version == "1.0"
    scratch.files.replace("/etc/duckrow-test.conf", b"mine\n")
    tool.install("duckrow-test")
    assert tool.installed(["duckrow-test"])["duckrow-test"].version == "2.0"
    assert scratch.files.read("/etc/duckrow-test.conf") == b"mine\n"
    tool.hold("duckrow-test")
    assert tool.installed(["duckrow-test"])["duckrow-test"].is_held
    tool.install("duckrow-test", "1.0")
    package = tool.installed(["duckrow-test"])["duckrow-test"]
    assert (package.version, package.is_held) == ("1.0", True)
    tool.unhold("duckrow-test")
    tool.remove("duckrow-test")
    assert tool.installed(["duckrow-test"])["duckrow-test"].state == CONFIGURED
    tool.purge("duckrow-test")
    assert tool.installed(["duckrow-test"]) == {}
    assert scratch.files.facts("/etc/duckrow-test.conf") is None
    assert "duckrow-test" not in LocalMachine().packages.tool("dpkg").installed()


def test_a_real_file_through_dpkg(scratch: LocalMachine, tmp_path: Path) -> None:
    tool = scratch.packages.tool("dpkg")
    file = str(build(tmp_path, "3.0"))
    assert tool.latest([file]) == {file: "3.0"}
    tool.install("duckrow-test", source=file)
    assert tool.installed(["duckrow-test"])["duckrow-test"].is_installed
    tool.purge("duckrow-test")
    assert tool.installed() == {}
