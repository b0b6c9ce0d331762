"""Probes read a tree of files that represents a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.monitor.probes import Probes, temperatures_of
from duckrow.machine.host import Host

NOW = 1795028730.0
TICKS = "100 0 100 800 0 0 0 0"
DISK = "  8 0 sda {reads} 0 {sectors} 0 {writes} 0 {written} 0 0 0 0\n  8 1 sda1 5 0 5 0 5 0 5 0\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "proc/stat": f"cpu {TICKS}\ncpu0 {TICKS}\ncpu9 1 1 1 1 1 1 1\nintr 1\n",
        "proc/loadavg": "1.25 0.5 0.1 1/100 4711\n",
        "proc/meminfo": "MemTotal:  2097152 kB\nMemFree: 1048576 kB\nCached: 524288 kB\nQuack: 1\n",
        "proc/diskstats": DISK.format(reads=10, sectors=100, writes=20, written=200),
        "sys/class/block/sda1/partition": "1\n",
        "sys/class/block/sda/queue/logical_block_size": "4096\n",
        "var/log/syslog": "x" * 1000,
        "sys/devices/virtual/thermal/thermal_zone1/temp": "41500\n",
        "proc/1/quack": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_the_first_values(root: Path) -> None:
    values, _ = Probes(Host(str(root))).measure(NOW)
    assert values["cpu"] == values["cpu0"] == 20.0
    assert "cpu9" not in values
    assert values["loadavg"] == 1.25
    assert (values["mem_total"], values["mem_free"], values["mem_cached"]) == (2048, 1024, 512)
    assert values["syslog"] == 10
    assert values["temp1"] == 41500
    assert values["io_reads"] == values["io_writtendata"] == 0
    assert 0 <= values["diskfree"] <= 100


def test_counters_become_differences(root: Path) -> None:
    probes = Probes(Host(str(root)))
    probes.measure(NOW)
    (root / "proc/stat").write_text("cpu  160 0 140 900 0 0 0 0\n")
    (root / "var/log/syslog").write_text("x" * 1500)
    (root / "proc/diskstats").write_text(
        DISK.format(reads=310, sectors=25_700, writes=20, written=100)
    )
    values, _ = probes.measure(NOW + 100)
    assert values["cpu"] == 50.0
    assert values["syslog"] == 500
    assert values["io_reads"] == 3
    assert values["io_readdata"] == 256 * 4096 / 1048576
    assert values["io_writes"] == values["io_writtendata"] == 0


def test_a_clock_that_is_set_back_measures_no_transfer(root: Path) -> None:
    probes = Probes(Host(str(root)))
    probes.measure(NOW)
    (root / "proc/diskstats").write_text(DISK.format(reads=310, sectors=9, writes=9, written=9))
    values, _ = probes.measure(NOW - 3600)
    assert values["io_reads"] == 0


def test_processes_of_this_host() -> None:
    values, users = Probes(Host()).measure(NOW)
    assert values["users"] == len(users) > 0
    assert values["rootprocs"] + values["otherprocs"] > 1


def test_a_host_without_anything(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    values, users = Probes(Host(str(tmp_path))).measure(NOW)
    assert users == []
    assert values["users"] == 0


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "coretemp\nCore 0:  +45.0°C (high = +80°C)\nCore 1: +47.5°C\n",
            {"temp0": 45, "temp1": 47.5},
        ),
        ("CPU0 Temp: 40 C\nCore 0: +45.0°C\n", {"temp0": 40}),
        ("temp1: +30.5°C\n", {"temp1": 30.5}),
        ("temp1: N/A\n", {}),
        ("", {}),
    ],
)
def test_sensors(text: str, wanted: dict[str, float]) -> None:
    assert temperatures_of(text) == wanted
