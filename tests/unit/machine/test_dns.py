"""SRV records, asked of a name server of our own on loopback."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from duckrow.machine import dns
from duckrow.machine.dns import name_servers, service_records
from duckrow.puppet.agent.client import CA, make_client
from duckrow.puppet.agent.tls import anonymous_tls
from duckrow.puppet.settings.settings import Settings

Record = tuple[int, int, int, str]


def name(text: str) -> bytes:
    return b"".join(bytes([len(each)]) + each.encode() for each in text.split(".") if each) + b"\0"


def answer_to(question: bytes, records: list[Record] | int) -> bytes:
    code = records if isinstance(records, int) else 0
    found = [] if isinstance(records, int) else records
    head = question[:2] + struct.pack(">5H", 0x8180 | code, 1, len(found), 0, 0)
    body = question[12:]
    for priority, weight, port, host in found:
        data = struct.pack(">3H", priority, weight, port) + name(host)
        body += b"\xc0\x0c" + struct.pack(">2HIH", 33, 1, 60, len(data)) + data
    return head + body


@contextmanager
def name_server(
    zone: dict[str, list[Record] | int], raw: bytes = b"", *, has_others: bool = False
) -> Iterator[tuple[str, int]]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.bind(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                question, who = link.recvfrom(512)
                if not question:
                    return
                if has_others:  # answers that belong to other questions
                    other = bytes([question[0] ^ 1]) + question[1:]
                    for text in (answer_to(other, 2), b"", b"quack"):
                        link.sendto(text, who)
                known = next((zone[each] for each in zone if name(each) in question), 3)
                link.sendto(question[:2] + raw if raw else answer_to(question, known), who)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield link.getsockname()
        finally:
            link.sendto(b"", link.getsockname())
            thread.join()


SERVICE = "_x-puppet._tcp.pond.lab"
RECORDS: list[Record] = [(20, 0, 8140, "last.lab"), (10, 5, 8141, "a.lab"), (10, 0, 8142, "b.lab")]


def test_servers_come_by_priority() -> None:
    with name_server({SERVICE: RECORDS}) as server:
        for _ in range(20):
            found = [(each.host, each.port) for each in service_records(SERVICE, [server])]
            assert sorted(found[:2]) == [("a.lab", 8141), ("b.lab", 8142)]
            assert found[2:] == [("last.lab", 8140)]


def test_a_name_that_does_not_exist_has_no_servers() -> None:
    with name_server({SERVICE: [(0, 0, 1, "")]}) as server:
        assert service_records("_nosuch._tcp.pond.lab", [server]) == []
        assert service_records(SERVICE, [server]) == []  # "." says that there is no such service


@pytest.mark.parametrize("raw", [b"", b"\xc0", b"\x81\x80" + b"\xff" * 40, b"\xc0\x0c" * 20])
def test_a_broken_answer_is_an_error(raw: bytes) -> None:
    with (
        name_server({SERVICE: 2}, raw) as server,
        pytest.raises(OSError, match="cannot look up _x-puppet"),
    ):
        service_records(SERVICE, [server])


def test_another_name_server_is_asked_if_one_fails() -> None:
    with name_server({SERVICE: 2}) as bad, name_server({SERVICE: RECORDS}) as good:
        assert len(service_records(SERVICE, [bad, good])) == 3


def test_name_servers_of_a_host(tmp_path: Path) -> None:
    (tmp_path / "conf").write_text("# x\nsearch lab\nnameserver 192.0.2.1\nnameserver ::1\n")
    assert name_servers(str(tmp_path / "conf")) == [("192.0.2.1", 53), ("::1", 53)]
    assert name_servers(str(tmp_path / "none")) == [("127.0.0.1", 53)]


def test_an_agent_asks_its_domain_for_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    zone: dict[str, list[Record] | int] = {
        SERVICE: [(1, 1, 8140, "localhost")],
        "_x-puppet-ca._tcp.pond.lab": [(1, 1, 8150, "ca.lab")],
    }
    given = {"use_srv_records": "true", "srv_domain": "pond.lab", "server": "usual.lab"}
    settings = Settings(given)
    with name_server(zone) as server:
        monkeypatch.setattr(dns, "name_servers", lambda: [server])
        with make_client(
            settings, anonymous_tls(settings), "8.11.0", lambda _, text, *__: lines.append(text)
        ) as client:
            assert str(client.address_of(CA)) == "ca.lab:8150"
            asked: list[str] = []
            monkeypatch.setattr(
                type(client), "ask", lambda *_, address, **__: asked.append(str(address))
            )
            assert str(client.choose_server()) == "localhost:8140"
            assert asked == ["localhost:8140"]
            assert str(client.address_of("report")) == "localhost:8140"


def test_an_answer_to_another_question_does_not_count() -> None:
    with name_server({SERVICE: RECORDS}, has_others=True) as server:
        assert len(service_records(SERVICE, [server])) == 3
