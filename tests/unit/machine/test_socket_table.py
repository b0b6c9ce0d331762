"""Sockets are read from the tables of the kernel."""

from __future__ import annotations

import socket
from pathlib import Path

from duckrow.machine.host import Host
from duckrow.machine.socket_table import read_sockets

HEAD = "  sl  local_address rem_address   st tx_queue\n"
TCP = "   0: 0100007F:14BC 0100007F:B7F2 01 0\n   1: 00000000:0016 00000000:0000 0A 0\n"
TCP6 = "   0: 0000000000000000FFFF00000100007F:46A0 " + "0" * 32 + ":0000 0A 0\n   1: quack\n"
UDP = "   0: 0100007F:0035 00000000:0000 07 0\n   1: 0100007F:0036 0100007F:0037 01 0\n"


def test_the_tables(tmp_path: Path) -> None:
    directory = tmp_path / "proc/net"
    directory.mkdir(parents=True)
    for name, rows in (("tcp", TCP), ("tcp6", TCP6), ("udp", UDP)):
        (directory / name).write_text(HEAD + rows)
    found = [
        (each.kind, each.address, each.port, each.peer, each.peer_port, each.is_listening)
        for each in read_sockets(Host(str(tmp_path)))
    ]
    assert found == [
        ("tcp4", "127.0.0.1", 5308, "127.0.0.1", 47090, False),
        ("tcp4", "0.0.0.0", 22, "0.0.0.0", 0, True),
        ("tcp6", "::ffff:127.0.0.1", 18080, "::", 0, True),
        ("udp4", "127.0.0.1", 53, "0.0.0.0", 0, True),
        ("udp4", "127.0.0.1", 54, "127.0.0.1", 55, False),
    ]


def test_this_host() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert any(each.port == port and each.is_listening for each in read_sockets(Host()))
