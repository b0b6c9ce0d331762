from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from threading import Thread
from typing import ClassVar

import pytest
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import JSON, TEXT, Lab, Seen

from duckrow.machine.web.session import Tls
from duckrow.puppet.agent import client as client_module
from duckrow.puppet.agent.client import Client, make_client, quoted
from duckrow.puppet.agent.errors import AgentError, ConnectionFailed, ResponseError
from duckrow.puppet.agent.servers import proxy_of, server_list, special_server, usual_server
from duckrow.puppet.settings.settings import Settings


def log(*_: object) -> None:
    """Log nothing."""


@pytest.fixture
def client(lab: Lab) -> Iterator[Client]:
    settings = Settings({"server": "localhost", "serverport": str(lab.port)})
    with make_client(settings, Tls(), "8.0.0", log) as made:
        yield made


def test_connections_are_used_again(lab: Lab, client: Client) -> None:
    for _ in range(3):
        assert client.ask("GET", "/status/v1/simple").body == b"running"
    assert len(client._session._open) == 1


def test_a_connection_that_the_server_closed_is_replaced(lab: Lab, client: Client) -> None:
    lab.headers["/status"] = {"Connection": "close"}
    client.ask("GET", "/status/v1/simple")
    del lab.headers["/status"]
    client.ask("GET", "/status/v1/simple")
    ((connection, _),) = client._session._open.values()
    connection.sock.shutdown(2)
    assert client.ask("GET", "/status/v1/simple").status == 200


def test_headers(lab: Lab) -> None:
    given = {"server": "localhost", "serverport": str(lab.port), "http_extra_headers": "A:b, C:d"}
    with make_client(Settings(given), Tls(), "8.0.0", log) as client:
        client.ask("GET", "/status/v1/simple", [("a", "b c&d")])
    seen = lab.seen[0]
    assert seen.headers["x-puppet-version"] == "8.0.0"
    assert seen.headers["user-agent"] == "duckrow"
    assert (seen.headers["a"], seen.headers["c"]) == ("b", "d")
    assert seen.fields == {"a": ["b c&d"]}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((500, JSON, b'{"message": "no pond"}'), "Error 500 on SERVER: no pond"),
        ((500, JSON, b"quack"), "Error 500 on SERVER: quack"),
        ((403, TEXT, b"Forbidden"), "Error 403 on SERVER: Forbidden"),
        ((404, TEXT, b""), "Error 404 on SERVER: status 404"),
    ],
)
def test_errors(answer: tuple[int, str, bytes], message: str, lab: Lab, client: Client) -> None:
    lab.special["/status"] = lambda _: answer
    with pytest.raises(ResponseError) as error:
        client.ask("GET", "/status/v1/simple")
    assert str(error.value) == message
    assert error.value.status == answer[0]


def test_a_busy_server_says_when_to_come_back(
    lab: Lab, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(client_module, "sleep", slept.append)
    count = iter(range(9))
    lab.special["/status"] = lambda _: (503, TEXT, b"busy") if next(count) < 2 else None
    lab.headers["/status"] = {"Retry-After": "7"}
    assert client.ask("GET", "/status/v1/simple").status == 200
    assert slept == [7.0, 7.0]


def test_the_time_to_come_back_is_limited(
    lab: Lab, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(client_module, "sleep", slept.append)
    lab.special["/status"] = lambda _: (429, TEXT, b"busy")
    lab.headers["/status"] = {"Retry-After": "Fri, 31 Dec 2100 23:59:59 GMT"}
    with pytest.raises(AgentError, match="Too many HTTP retries"):
        client.ask("GET", "/status/v1/simple")
    assert slept == [1800.0] * 100
    lab.headers["/status"] = {"Retry-After": "soon"}
    with pytest.raises(AgentError, match="Failed to parse Retry-After header 'soon'"):
        client.ask("GET", "/status/v1/simple")
    lab.headers["/status"] = {}
    with pytest.raises(ResponseError):
        client.ask("GET", "/status/v1/simple")


def test_a_redirect_to_another_host_shows_no_certificate(
    lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    agent()
    other = tmp_path / "other"
    other.mkdir()
    elsewhere = Lab(other)
    elsewhere.host_files, elsewhere.authority = lab.host_files, lab.authority
    with elsewhere.serving():
        target = f"https://localhost:{elsewhere.port}/status/v1/simple"
        lab.special["/puppet/v3/node"] = lambda _: (302, TEXT, b"")
        lab.headers["/puppet/v3/node"] = {"Location": target}
        (tmp_path / "public/last_run_summary.yaml").unlink()
        agent()
    (seen,) = elsewhere.seen
    assert seen.name == ""


def test_gzip_that_is_damaged(lab: Lab, client: Client) -> None:
    lab.headers["/status"] = {"Content-Encoding": "gzip"}
    with pytest.raises(AgentError, match="the answer of the server is damaged"):
        client.ask("GET", "/status/v1/simple")


def test_a_server_that_does_not_answer(client: Client) -> None:
    client.settings = client.settings.with_values({"serverport": "1"})
    client.address = usual_server(client.settings)
    with pytest.raises(ConnectionFailed) as error:
        client.ask("GET", "/status/v1/simple")
    assert str(error.value) == (
        "Request to https://localhost:1/status/v1/simple failed: Failed to open TCP connection to "
        "localhost:1 (Connection refused)"
    )


def test_the_first_server_of_a_list_that_works(lab: Lab, agent: Agent) -> None:
    code, _, _ = agent("--server-list", f"localhost:1,localhost:{lab.port}")
    assert code == 0
    assert lab.reports[0]["server_used"] == f"localhost:{lab.port}"
    lab.special["/status"] = lambda _: (503, TEXT, b"starting")
    code, _, err = agent("--server-list", f"localhost:1,localhost:{lab.port}", "--test")
    assert code == 1
    assert "Could not select a functional puppet server from server_list: 'localhost:1," in err


def test_servers_of_services() -> None:
    settings = Settings({"server": "a", "ca_server": "b", "report_port": "17"})
    assert str(usual_server(settings)) == "a:8140"
    assert str(special_server(settings, "ca")) == "b:8140"
    assert str(special_server(settings, "report")) == "a:17"
    assert special_server(Settings({"server": "a"}), "ca") is None
    listed = server_list(Settings({"server_list": "a, b:17,[::1]:18"}))
    assert [each.url for each in listed] == ["https://a:8140", "https://b:17", "https://[::1]:18"]
    with pytest.raises(AgentError):
        server_list(Settings({"server_list": "a:quack"}))


@pytest.mark.parametrize(
    ("host", "proxy"),
    [
        ("puppet", "http://duck:a%40b@proxy:3128"),
        ("localhost", None),
        ("pond.lab", None),
        ("huey.pond.lab", None),
        ("xpond.lab", "http://duck:a%40b@proxy:3128"),
    ],
)
def test_proxies(host: str, proxy: str | None) -> None:
    settings = Settings(
        {
            "http_proxy_host": "proxy",
            "http_proxy_user": "duck",
            "http_proxy_password": "a@b",
            "no_proxy": "localhost, .pond.lab",
        }
    )
    assert proxy_of(settings, host) == proxy
    assert proxy_of(Settings({}), host) is None


def test_each_character_of_a_path_arrives(lab: Lab, client: Client) -> None:
    name = "a b%/ü?#&;'+"
    client.settings = client.settings.with_values({})

    def answer(seen: Seen) -> tuple[int, str, bytes]:
        return 200, JSON, json.dumps(seen.path).encode()

    lab.special["/status"] = answer
    assert json.loads(client.ask("GET", f"/status/{quoted(name)}").body) == f"/status/{name}"


class Proxy(BaseHTTPRequestHandler):
    """A proxy that knows only CONNECT."""

    seen: ClassVar[list[tuple[str, str]]] = []

    def do_CONNECT(self) -> None:
        self.seen.append((self.path, self.headers.get("Proxy-Authorization", "")))
        host, _, port = self.path.rpartition(":")
        client = self.connection
        # Not select(), which knows only the first 1,024 files of a process.
        with socket.create_connection((host, int(port))) as server, DefaultSelector() as selector:
            self.send_response(200)
            self.end_headers()
            selector.register(client, EVENT_READ, (client, server))
            selector.register(server, EVENT_READ, (server, client))
            while True:
                for key, _ in selector.select():
                    source, target = key.data
                    piece = source.recv(65536)
                    if not piece:
                        return
                    target.sendall(piece)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_whole_run_through_a_proxy(lab: Lab, agent: Agent) -> None:
    Proxy.seen.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        code, _, err = agent(
            *("--http-proxy-host", "127.0.0.1", "--http-proxy-port", str(server.server_port)),
            *("--http-proxy-user", "duck", "--http-proxy-password", "s e"),
            *("--no-proxy", "elsewhere.lab"),
        )
        server.shutdown()
        thread.join()
    assert (code, err) == (0, "")
    assert set(Proxy.seen) == {(f"localhost:{lab.port}", "Basic ZHVjazpzIGU=")}
    assert len(lab.reports) == 1
