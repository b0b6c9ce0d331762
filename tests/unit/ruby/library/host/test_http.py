"""Net::HTTP and TCPSocket against a server of this test, with the answers of Ruby 3.1."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.unit import load_ruby

HERE = Path(__file__).parent / "web"


class Handler(BaseHTTPRequestHandler):
    """Serves one small file."""

    def do_GET(self) -> None:
        if self.path != "/a.txt":
            self.send_error(404, "File not found")
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", "6")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"hello\n")

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_the_answers_are_those_of_ruby(port: int) -> None:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    host.environment["HTTP_PORT"] = str(port)
    unit = load_ruby((HERE / "http.rb").read_bytes(), str(HERE / "http.rb"))
    made = unit.run(host.interpreter(), None)
    assert made == (HERE / "http.txt").read_text().splitlines()


def test_headers_have_one_line(port: int) -> None:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    code = f"""
        require 'net/http'
        require 'open-uri'
        def error; yield; rescue ArgumentError => found; found.message; end
        get = Net::HTTP::Get.new("/a.txt")
        get["y"] = ["a", "b"]
        get.add_field("y", "c")
        [
          get["y"],
          error {{ get["x"] = "a\\r\\nb" }},
          error {{ get.add_field("x", "a\\nb") }},
          error {{ Net::HTTP::Get.new("/", {{ "x" => "a\\nb" }}) }},
          error {{ URI.open("http://127.0.0.1:{port}/a.txt", "x" => "a\\nb") }},
        ]
    """
    assert load_ruby(code.encode(), "x.rb").run(host.interpreter(), None) == [
        "a, b, c",
        "header field value cannot include CR/LF",
        "header field value cannot include CR/LF",
        'header x has field value "a\\nb", this cannot include CR/LF',
        "header field value cannot include CR/LF",
    ]


def test_an_address_is_opened(port: int) -> None:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    code = f"""
        found = URI.open("http://127.0.0.1:{port}/a.txt", "Accept" => "text/plain", read_timeout: 5)
        begin
          URI.open("http://127.0.0.1:{port}/missing")
        rescue OpenURI::HTTPError => error
          failed = [error.message, error.io.status]
        end
        [found.read, found.status, found.content_type, failed]
    """
    made = load_ruby(code.encode(), "x.rb").run(host.interpreter(), None)
    status = ["404", "File not found"]
    assert made == ["hello\n", ["200", "OK"], "text/plain", ["404 File not found", status]]
