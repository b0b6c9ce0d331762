"""The other package tools, by how they are called and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.machine.conftest import Fakes

RPMS = """duck 0 1.2 3.el9 x86_64
goose 1 2 1.el9 noarch
kernel 0 5.1 1 x86_64
kernel 0 5.10 1 x86_64
"""


def test_rpm(fakes: Fakes) -> None:
    fakes.tool("rpm", ("-qa*", RPMS, 0), ("-q -p*", "duck 0 1.3 1 noarch\n", 0))
    tool = fakes.machine().packages.tool("rpm")
    found = tool.installed(["duck", "goose", "kernel", "swan", "goose.noarch"])
    assert {name: package.version for name, package in found.items()} == {
        "duck": "1.2-3.el9",
        "goose": "1:2-1.el9",
        "goose.noarch": "1:2-1.el9",
        "kernel": "5.10-1",
    }
    assert found["kernel"].others == ("5.1-1",)
    assert tool.latest(["/tmp/duck.rpm"]) == {"/tmp/duck.rpm": "1.3-1"}
    fakes.calls  # noqa: B018  (forgets them)
    tool.install("duck", source="/tmp/duck.rpm")
    tool.install("swan", source="/tmp/swan.rpm")
    tool.remove("duck")
    tool.remove("kernel")
    assert [call for call in fakes.calls if " -qa " not in call] == [
        "rpm -U --oldpackage /tmp/duck.rpm",
        "rpm -i /tmp/swan.rpm",
        "rpm -e duck",
        "rpm -e kernel-5.1-1 kernel-5.10-1",
    ]
    with pytest.raises(ValueError, match="source"):
        tool.install("duck")


@pytest.mark.parametrize("name", ["dnf", "yum"])
def test_dnf_and_yum(fakes: Fakes, name: str) -> None:
    fakes.tool("rpm", ("-qa*", RPMS, 0))
    offered = "duck 0 1.3 1.el9 x86_64\nduck 0 1.2 3.el9 x86_64\nswan 2 1 1 noarch\n"
    listed = (
        "Available Packages\nduck.x86_64      1.3-1.el9     base\nduck.x86_64   1.2-3.el9   base\n"
        "swan.noarch\n               2:1-1      updates\n"
    )
    fakes.tool(name, ("*repoquery*", offered, 0), ("*list available*", listed, 0))
    tool = fakes.machine().packages.tool(name)
    wanted = {"duck": "1.3-1.el9", "swan": "2:1-1", "goose": "1:2-1.el9"}
    assert tool.latest(["duck", "swan", "goose", "none"]) == wanted
    assert tool.available("duck") == ["1.3-1.el9", "1.2-3.el9"]
    fakes.calls  # noqa: B018
    tool.install("swan")
    tool.install("duck")
    tool.install("duck", "1.3-1.el9")
    tool.install("duck", "1.1-1.el9", options=["--x"])
    tool.purge("duck")
    tool.hold("duck")
    tool.unhold("duck")
    tool.refresh()
    calls = [call for call in fakes.calls if not call.startswith("rpm")]
    assert calls == [
        f"{name} -q -y install swan",
        f"{name} -q -y upgrade duck",
        f"{name} -q -y install duck-1.3-1.el9",
        f"{name} -q -y --x downgrade duck-1.1-1.el9",
        f"{name} -q -y remove duck",
        f"{name} -q -y versionlock add duck",
        f"{name} -q -y versionlock delete duck",
        f"{name} -q -y makecache",
    ]
    tool.remove("duck")
    assert fakes.calls[-1] == "rpm -e duck"


def test_zypper(fakes: Fakes) -> None:
    table = (
        "S  | Name | Type    | Version | Arch   | Repository\n---+------+---------+---\n"
        "v  | duck | package | 1.10-1  | x86_64 | main\n"
        "i+ | duck | package | 1.2-3   | x86_64 | main\n"
    )
    locks = "# | Name | Type    | Repository | Comment\n--+--\n1 | duck | package | (any) |\n"
    fakes.tool("rpm", ("-qa*", RPMS, 0))
    fakes.tool("zypper", ("*search*", table, 0), ("*locks*", locks, 0))
    tool = fakes.machine().packages.tool("zypper")
    assert tool.latest(["duck"]) == {"duck": "1.10-1"}
    assert tool.installed(["duck"])["duck"].is_held
    assert not tool.installed(["goose"])["goose"].is_held
    fakes.calls  # noqa: B018
    tool.install("duck", "1.2-3")
    tool.remove("duck")
    tool.hold("duck")
    start = "zypper --quiet --non-interactive"
    words = "install --auto-agree-with-licenses --no-confirm --oldpackage duck=1.2-3"
    assert fakes.calls == [f"{start} {words}", f"{start} remove duck", f"{start} addlock duck"]


def test_apk(fakes: Fakes) -> None:
    policy = (
        "duck policy:\n  1.2-r0:\n    lib/apk/db/installed\n    https://dl.example.org/main\n"
        "  1.3-r1:\n    https://dl.example.org/main\n"
        "old policy:\n  1-r0:\n    lib/apk/db/installed\n"
    )
    fakes.tool(
        "apk", ("info -v", "duck-1.2-r0\nlib-duck-x-3_pre1-r12\n", 0), ("policy*", policy, 0)
    )
    tool = fakes.machine().packages.tool("apk")
    assert {name: package.version for name, package in tool.installed().items()} == {
        "duck": "1.2-r0",
        "lib-duck-x": "3_pre1-r12",
    }
    assert tool.latest(["duck", "old", "none"]) == {"duck": "1.3-r1"}
    assert tool.available("duck") == ["1.3-r1", "1.2-r0"]
    fakes.calls  # noqa: B018
    tool.install("duck")
    tool.install("duck", "1.2-r0")
    tool.remove("duck")
    tool.refresh()
    assert fakes.calls == [
        "apk add --quiet --upgrade duck",
        "apk add --quiet duck=1.2-r0",
        "apk del --quiet duck",
        "apk update --quiet",
    ]


def test_pip(fakes: Fakes) -> None:
    fakes.tool(
        "pip",
        ("*list*", "Flask_Duck==1.2\nyaml @ file:///x\n", 0),
        ("*index versions*", "duck (2.0)\nAvailable versions: 2.0, 1.0\n", 0),
    )
    tool = fakes.machine().packages.tool("pip")
    assert tool.installed(["flask-duck"])["flask-duck"].version == "1.2"
    assert tool.latest(["duck"]) == {"duck": "2.0"}
    assert tool.available("duck") == ["2.0", "1.0"]
    fakes.calls  # noqa: B018
    tool.install("duck", "1.0")
    tool.install("duck")
    tool.remove("duck")
    start = "pip --disable-pip-version-check --no-input"
    assert fakes.calls == [
        f"{start} install -q duck==1.0",
        f"{start} install -q --upgrade duck",
        f"{start} uninstall -y -q duck",
    ]


def test_npm(fakes: Fakes) -> None:
    listed = '{"dependencies": {"duck": {"version": "1.2.3"}, "broken": {"missing": true}}}'
    fakes.tool(
        "npm",
        ("list*", listed, 1),
        ("view duck version", "2.0.0\n", 0),
        ("view duck versions*", '["1.0.0", "2.0.0"]', 0),
    )
    tool = fakes.machine().packages.tool("npm")
    assert {name: one.version for name, one in tool.installed().items()} == {"duck": "1.2.3"}
    assert tool.latest(["duck"]) == {"duck": "2.0.0"}
    assert tool.available("duck") == ["2.0.0", "1.0.0"]
    fakes.calls  # noqa: B018
    tool.install("duck", "1.0.0")
    tool.install("@pond/duck")
    tool.remove("duck")
    assert fakes.calls == [
        "npm install --global duck@1.0.0",
        "npm install --global @pond/duck@latest",
        "npm uninstall --global duck",
    ]


def test_gem(fakes: Fakes) -> None:
    listed = "\n*** LOCAL GEMS ***\n\nduck (2.0, 1.0 ruby)\nrake (default: 13.0.6)\n"
    fakes.tool("gem", ("list*", listed, 0), ("search*", "duck (3.0)\n", 0))
    tool = fakes.machine().packages.tool("gem")
    found = tool.installed(["duck", "rake"])
    assert (found["duck"].version, found["duck"].others) == ("2.0", ("1.0",))
    assert found["rake"].version == "13.0.6"
    assert tool.latest(["duck"]) == {"duck": "3.0"}
    fakes.calls  # noqa: B018
    tool.install("duck", "1.0")
    tool.remove("duck")
    assert fakes.calls == [
        "gem install --no-document -v 1.0 duck",
        "gem uninstall --executables --all duck",
    ]


def test_snap(fakes: Fakes) -> None:
    listed = (
        "Name  Version  Rev  Tracking  Publisher  Notes\nduck  1.2  7  latest/stable  pond  held\n"
    )
    info = "name: duck\nchannels:\n  latest/stable:    2.0 2026-01-01 (7) 1MB -\n  latest/edge: ^\n"
    fakes.tool("snap", ("list", listed, 0), ("info*", info, 0))
    tool = fakes.machine().packages.tool("snap")
    assert tool.installed(["duck"])["duck"].is_held
    assert tool.latest(["duck"]) == {"duck": "2.0"}
    tool.install("goose", "edge")
    tool.install("duck")
    tool.purge("duck")
    calls = [call for call in fakes.calls if call != "snap list"]
    assert calls[1:] == [
        "snap install --channel=edge goose",
        "snap refresh duck",
        "snap remove --purge duck",
    ]


@pytest.mark.parametrize(
    "name", ["rpm", "dnf", "yum", "zypper", "apk", "pip", "npm", "gem", "snap"]
)
def test_options_are_no_names(fakes: Fakes, name: str) -> None:
    for tool in ("rpm", name):
        fakes.tool(tool, ("list*", '{"dependencies": {}}', 0))
    packages = fakes.machine().packages.tool(name)
    with pytest.raises(ValueError, match="not a name"):
        packages.remove("--all")
    assert fakes.calls == []
