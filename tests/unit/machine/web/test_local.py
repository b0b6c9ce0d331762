"""Requests to a server of our own on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from duckrow.machine.web.local import LocalWeb
from duckrow.machine.web.request import Request

SEEN: list[tuple[str, dict[str, str]]] = []


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        SEEN.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        if self.path == "/loop":
            self._answer(302, {"Location": "/loop"})
        elif self.path == "/here":
            self._answer(302, {"Location": "/there"})
        elif self.path == "/away":
            here = self.headers["Host"].replace("127.0.0.1", "localhost")
            self._answer(302, {"Location": f"http://{here}/there"})
        elif self.path == "/file":
            self._answer(302, {"Location": "file:///etc/passwd"})
        elif self.path == "/short":
            self._answer(200, {"Content-Length": "100"}, b"quack")
        elif self.path == "/there":
            self._answer(200, {"Content-Length": "5", "X-Duck": "yes"}, b"quack")
        else:
            self._answer(404, {"Content-Length": "0"})

    def _answer(self, status: int, headers: dict[str, str], content: bytes = b"") -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    SEEN.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("name", ["a b\n", "→"])
def test_a_header_that_cannot_be_sent(name: str, server: str) -> None:
    with pytest.raises(OSError, match="The request cannot be sent"):
        LocalWeb().ask(Request(f"http://{'a' * 70}.example/"))
    with pytest.raises(OSError, match="The request cannot be sent"):
        LocalWeb().ask(Request(f"{server}/there", headers={name: "x"}))
    assert SEEN == []


def test_headers_are_utf_8(server: str) -> None:
    LocalWeb().ask(Request(f"{server}/there", headers={"x": "→"})).close()
    assert SEEN[0][1]["x"].encode("latin-1").decode() == "→"


def test_content_and_headers(server: str) -> None:
    with LocalWeb().ask(Request(f"{server}/there")) as answer:
        assert (answer.status, answer.headers["x-duck"]) == (200, "yes")
        assert b"".join(answer.pieces()) == b"quack"


def test_a_missing_page_is_not_an_exception(server: str) -> None:
    with LocalWeb().ask(Request(f"{server}/none")) as answer:
        assert not answer.is_success


def test_secrets_stay_with_their_host(server: str) -> None:
    secrets: dict[str, Any] = {"headers": {"Cookie": "c=1"}, "username": "pond", "password": "duck"}
    for path in ("/here", "/away"):
        LocalWeb().ask(Request(server + path, **secrets)).close()
    kept = [{"authorization", "cookie"} & set(headers) for _, headers in SEEN]
    both: set[str] = {"authorization", "cookie"}
    assert kept == [both, both, both, set()]


def test_name_in_the_address(server: str) -> None:
    LocalWeb().ask(Request(server.replace("//", "//pond:duck@") + "/there")).close()
    assert SEEN[0][1]["authorization"] == "Basic cG9uZDpkdWNr"


@pytest.mark.parametrize(
    ("path", "message"),
    [("/loop", "Redirect limit exceeded"), ("/file", "Cannot fetch from 'file:///etc/passwd'")],
)
def test_redirects_that_lead_nowhere(server: str, path: str, message: str) -> None:
    with pytest.raises(OSError, match=message):
        LocalWeb().ask(Request(server + path, redirects=3))


def test_short_answer_is_no_content(server: str) -> None:
    with (
        pytest.raises(OSError, match="ended too early"),
        LocalWeb().ask(Request(f"{server}/short")) as answer,
    ):
        list(answer.pieces())


def test_a_host_that_does_not_answer() -> None:
    with pytest.raises(OSError, match="refused"):
        LocalWeb().ask(Request("http://127.0.0.1:1/"))
