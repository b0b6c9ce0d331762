"""A PuppetDB of a few lines: it takes commands, and finds resources in the catalogs it has."""

from __future__ import annotations

import gzip
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Row = dict[str, Any]


def fits(query: list[Any], row: Row) -> bool:
    """Return whether a query in AST selects a resource."""
    operator, *parts = query
    if operator == "and":
        return all(fits(each, row) for each in parts)
    if operator == "or":
        return any(fits(each, row) for each in parts)
    if operator == "not":
        return not fits(parts[0], row)
    field, value = parts
    if isinstance(field, list):
        return bool(row.get("parameters", {}).get(field[1]) == value)
    if field == "tag":
        return value in row.get("tags", [])
    return bool({"exported": True, **row}[field] == value)


class FakePuppetDb:
    """The commands that came, and what queries find."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, Any]] = []
        self.answers: dict[str, Any] = {}  # by query of puppetdb_query
        self.fails = ""  # the command that is answered with an error
        self.port = 0

    def named(self, command: str) -> list[Any]:
        """Return the payloads of a command."""
        return [payload for name, payload in self.commands if name == command]

    def rows(self) -> list[Row]:
        """Return the resources of the last catalog of each node."""
        catalogs = {each["certname"]: each for each in self.named("replace_catalog")}
        return [
            {"certname": name, **resource}
            for name, catalog in catalogs.items()
            for resource in catalog["resources"]
        ]

    def answer(self, path: str, fields: dict[str, str], body: bytes) -> tuple[int, object]:
        """Answer a request."""
        if path == "/pdb/cmd/v1":
            if fields["command"] == self.fails:
                return 400, {"error": "no water"}
            self.commands.append((fields["command"], json.loads(body)))
            return 200, {"uuid": "1"}
        if path == "/pdb/query/v4/resources":
            query = json.loads(fields["query"])
            return 200, [row for row in self.rows() if fits(query, row)]
        return 200, self.answers.get(json.loads(body)["query"], [])

    @contextmanager
    def serving(self, ssldir: Path, name: str) -> Iterator[FakePuppetDb]:
        """Serve on the loopback with the certificate of a host until the block ends."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(ssldir / f"certs/{name}.pem", ssldir / f"private_keys/{name}.pem")
        context.load_verify_locations(ssldir / "certs/ca.pem")
        context.verify_mode = ssl.CERT_REQUIRED
        with ThreadingHTTPServer(("127.0.0.1", 0), _handler(self)) as server:
            server.socket = context.wrap_socket(server.socket, server_side=True)
            server.daemon_threads = True
            self.port = server.server_port
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            try:
                yield self
            finally:
                server.shutdown()
                thread.join()


def _handler(store: FakePuppetDb) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            if self.headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            parts = urlsplit(self.path)
            status, data = store.answer(parts.path, dict(parse_qsl(parts.query)), body)
            content = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = _serve  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return Handler
