"""The lines of env_data, as the reference writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.monitor.averages import Expected
from duckrow.cfengine.monitor.env_data import (
    Line,
    lines_of_ports,
    lines_of_values,
    without_unused,
)
from duckrow.cfengine.monitor.ports import Ports
from duckrow.machine.host import Host

HEAD = "  sl  local_address rem_address   st tx_queue\n"


def test_the_first_measurement() -> None:
    """The figures of the reference for two users."""
    line = Line("users", 2, Expected(1.2, 2.4), Expected(0.72, 1.44))
    assert lines_of_values([line])[:4] == [
        "users_high", "value_users=2.00", "av_users=1.20", "dev_users=1.96",
    ]  # fmt: skip


def test_there_are_always_a_hundred_values() -> None:
    found = lines_of_values([Line("users", 0, Expected(), Expected())])
    assert found[:3] == ["value_users=0.00", "av_users=0.00", "dev_users=0.00"]
    assert len(found) == 300
    assert found[3:6] == ["value_spare=0.00", "av_spare=0.00", "dev_spare=0.00"]


@pytest.mark.parametrize(
    ("value", "week", "local", "classes"),
    [
        (2, (1, 1), (1, 1), ["x_high"]),
        (1, (2, 1), (2, 1), ["x_low"]),
        (2, (1, 1), (3, 1), ["x_normal"]),
        (5, (1, 0.1), (1, 0.1), ["x_high", "x_high_microanomaly"]),
        (107, (64.2, 6869.4), (38.5, 4121.6), ["x_high_normal"]),
        (100, (80, 100), (80, 100), ["x_high_dev1"]),
        (100, (60, 200), (60, 200), ["x_high_dev1", "x_high_dev2"]),
        (10, (60, 150), (60, 150), ["x_low_dev1", "x_low_dev2", "x_low_anomaly"]),
        (10, (1, 1), (1, 0), []),
    ],
)
def test_classes(
    value: float, week: tuple[float, float], local: tuple[float, float], classes: list[str]
) -> None:
    line = Line("x", value, Expected(*week), Expected(*local))
    assert line.classes == classes
    assert line.anomalies == [name for name in classes if name.endswith(("anomaly", "dev2"))]


def test_a_leap_is_behind_the_values() -> None:
    line = Line("x", 2, Expected(1, 1), Expected(1, 1))
    line.add_leap(2, Expected(1, 1))
    assert lines_of_values([line])[:5] == [
        "x_high", "value_x=2.00", "av_x=1.00", "dev_x=1.41", "x_high_ldt",
    ]  # fmt: skip
    assert line.anomalies == ["x_high_ldt"]


def test_entropy_of_values_that_do_not_vary_is_left_out() -> None:
    steady, varied = (
        Line("ssh_in", 0, Expected(), Expected()),
        Line("www_in", 2, Expected(1, 1), Expected(1, 1)),
    )
    found = without_unused(
        ["entropy_ssh_in_low", "entropy_www_in_high", "entropy_misc_in_low"], [steady, varied]
    )
    assert found == ["entropy_www_in_high", "entropy_misc_in_low"]


def ports_of(root: Path, tcp: str, tcp6: str = "") -> Ports:
    directory = root / "proc/net"
    directory.mkdir(parents=True)
    (directory / "tcp").write_text(HEAD + tcp)
    (directory / "tcp6").write_text(HEAD + tcp6)
    return Ports(Host(str(root)))


def test_ports(tmp_path: Path) -> None:
    ports = ports_of(
        tmp_path,
        "0: 00000000:0016 00000000:0000 0A 0\n1: 0100007F:14BC 00000000:0000 0A 0\n",
        "0: 0000000000000000FFFF00000100007F:46A0 " + "0" * 32 + ":0000 0A 0\n",
    )
    assert lines_of_ports(ports) == [
        "@listening_ports={'18080','5308','22'}",
        "@listening_udp6_ports={}",
        "@listening_udp4_ports={}",
        "@listening_tcp6_ports={'18080'}",
        "@listening_tcp4_ports={'5308','22'}",
        "tcp6_port_addr[18080]=::ffff:127.0.0.1",
        "tcp4_port_addr[5308]=127.0.0.1",
        "tcp4_port_addr[22]=0.0.0.0",
    ]


def test_long_lists_are_left_out(tmp_path: Path) -> None:
    rows = [f"{at}: 0100007F:{10_000 + at:04X} 00000000:0000 0A 0\n" for at in range(600)]
    assert lines_of_ports(ports_of(tmp_path, "".join(rows))) == [
        "@listening_udp6_ports={}", "@listening_udp4_ports={}", "@listening_tcp6_ports={}",
    ]  # fmt: skip


def test_services_are_counted_both_ways(tmp_path: Path) -> None:
    ports = ports_of(
        tmp_path,
        "0: 0100007F:0016 0200000A:9000 01 0\n"
        "1: 0100007F:0016 0300000A:9001 01 0\n"
        "2: 0100007F:9002 0300000A:01BB 01 0\n",
    )
    assert ports.counts == {"ssh_in": 2, "wwws_out": 1}
    assert [row.peer for row in ports.peers["ssh", "in"]] == ["10.0.0.2", "10.0.0.3"]
