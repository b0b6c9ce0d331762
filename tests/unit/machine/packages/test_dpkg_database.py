"""dpkg's database read directly: as dpkg-query lists it, or left to it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from duckrow.machine.packages.dpkg_database import read_database

FORMAT = "${db:Status-Want} ${db:Status-Status} ${Package} ${Architecture} ${Version}\\n"


def paragraph(name: str, status: str, more: str = "", architecture: str = "all") -> str:
    return (
        f"Package: {name}\nStatus: {status}\nMaintainer: Duck <duck@pond.example>\n"
        f"Architecture: {architecture}\n{more}Version: 1:2.0-3\n"
        f"Description: a bird\n Status: not a field\n .\n Version: 9\n\n"
    )


PACKAGES = (
    "Package: coot\nStatus: purge ok not-installed\nArchitecture: all\n\n"
    + paragraph("eider", "install ok triggers-pending", "Triggers-Pending: nest\n")
    + paragraph("goose", "install reinstreq half-installed")
    + paragraph("mallard", "install ok installed", "Depends: teal (>= 1),\n swan\n")
    + paragraph("swan", "deinstall ok config-files", "Config-Version: 1:2.0-3\n")
    + paragraph("teal", "hold ok installed")
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "var/lib/dpkg/updates").mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").write_text(PACKAGES)
    return tmp_path


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="no dpkg-query")
def test_the_list_is_that_of_the_tool(root: Path) -> None:
    command = ["dpkg-query", f"--root={root}", "-W", "-f", FORMAT]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [line.split(" ") for line in listed.splitlines()]
    found = read_database(str(root))
    assert found is not None
    assert found == [row for row in rows if row[1] != "not-installed"]


def test_no_packages(root: Path) -> None:
    (root / "var/lib/dpkg/status").write_text("")
    assert read_database(str(root)) == []


@pytest.mark.parametrize(
    "text",
    [
        paragraph("mallard", "install ok installed", architecture="amd64")
        + paragraph("mallard", "install ok installed", architecture="i386"),
        paragraph("teal", "install ok installed") + paragraph("mallard", "install ok installed"),
        paragraph("mallard", "installed"),
        "Status: install ok installed\nPackage: mallard\nArchitecture: all\nVersion: 1\n\n",
        "Package: mallard\nStatus: install ok installed\nArchitecture: all\n\n",
        "\n",
    ],
)
def test_what_is_not_as_usual_is_left_to_the_tool(root: Path, text: str) -> None:
    (root / "var/lib/dpkg/status").write_text(text)
    assert read_database(str(root)) is None


def test_a_run_of_dpkg_that_has_not_ended_is_left_to_the_tool(root: Path) -> None:
    (root / "var/lib/dpkg/updates/0000").write_text(paragraph("mallard", "install ok unpacked"))
    assert read_database(str(root)) is None


def test_another_database_is_left_to_the_tool(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPKG_ADMINDIR", str(root))
    assert read_database(str(root)) is None


def test_no_database_is_left_to_the_tool(tmp_path: Path) -> None:
    assert read_database(str(tmp_path)) is None
