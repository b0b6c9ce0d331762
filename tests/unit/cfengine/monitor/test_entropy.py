"""Entropy: how evenly the peers of a service are spread."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cfengine.monitor.entropy import entropy, entropy_classes
from duckrow.cfengine.monitor.ports import Ports
from duckrow.machine.host import Host

NOW = 1795028730.0


@pytest.mark.parametrize(
    ("items", "wanted"),
    [([], 0.0), (["a"], 0.0), (["a", "a"], 0.0), (["a", "b"], 1.0), (["a"] * 9 + ["b"], 0.469)],
)
def test_entropy(items: list[str], wanted: float) -> None:
    assert entropy(items) == pytest.approx(wanted, abs=0.001)


def ports_with(root: Path, *peers: str) -> Ports:
    directory = root / "proc/net"
    directory.mkdir(parents=True, exist_ok=True)
    rows = [f"{at}: 0100007F:0016 {peer}:9000 01 0\n" for at, peer in enumerate(peers)]
    (directory / "tcp").write_text("head\n" + "".join(rows))
    return Ports(Host(str(root)))


def ssh_class(ports: Ports, directory: Path, now: float) -> list[str]:
    found = entropy_classes(ports, str(directory), now)
    assert found[-2:] == ["entropy_misc_in_low", "entropy_misc_out_low"]
    return [name for name in found if name.startswith("entropy_ssh_in")]


def test_a_shorter_list_is_kept_for_forty_minutes(tmp_path: Path) -> None:
    state, path = tmp_path, tmp_path / "cf_incoming.ssh"
    two = ports_with(tmp_path, "0200000A", "0300000A")
    assert ssh_class(two, state, NOW) == ["entropy_ssh_in_high"]
    assert path.read_text().count("\n") == 2
    os.utime(path, (NOW, NOW))
    one = ports_with(tmp_path, "0200000A")
    assert ssh_class(one, state, NOW + 60) == []
    assert path.read_text().count("\n") == 2
    assert ssh_class(one, state, NOW + 2400) == ["entropy_ssh_in_low"]
    assert path.read_text().count("\n") == 1
