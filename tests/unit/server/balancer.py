"""A load balancer that ends TLS: it says in headers who asks, and passes requests on in turn.

It is what haproxy or nginx would be, small enough to be read: the headers of the client that name a
certificate go, and its own come in their place. Requests about certificates go to the first server.
"""

from __future__ import annotations

import http.client
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from threading import Thread
from urllib.parse import quote

OWN = ("x-client-verify", "x-client-dn", "x-client-cert")
HOPS = ("connection", "host", "content-length", "transfer-encoding")


class Balancer(ThreadingHTTPServer):
    """Listens on a free port of loopback until the block is left."""

    daemon_threads = True

    def __init__(self, ssldir: Path, authorities: Path, ports: list[int]) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.port = self.server_port
        self.ports = ports
        self.answered_by: list[int] = []  # the port of each request that was no one's in particular
        self._turn = count()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(
            str(ssldir / "certs/localhost.pem"), str(ssldir / "private_keys/localhost.pem")
        )
        context.load_verify_locations(str(authorities))
        context.verify_mode = ssl.CERT_OPTIONAL
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.to_servers = ssl.create_default_context(cafile=str(authorities))

    def next_port(self, path: str) -> int:
        if path.startswith("/puppet-ca/"):
            return self.ports[0]
        self.answered_by.append(self.ports[next(self._turn) % len(self.ports)])
        return self.answered_by[-1]

    def __enter__(self) -> Balancer:
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Say nothing about clients that go."""


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Balancer

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {
            name: value for name, value in self.headers.items() if name.lower() not in (*OWN, *HOPS)
        }
        headers |= self._client_headers()
        port = self.server.next_port(self.path)
        over = http.client.HTTPSConnection(
            "localhost", port, context=self.server.to_servers, timeout=60
        )
        over.request(self.command, self.path, body or None, headers)
        answer = over.getresponse()
        content = answer.read()
        over.close()
        self.send_response(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in (*HOPS, "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_HEAD = do_DELETE = _pass_on  # noqa: N815

    def _client_headers(self) -> dict[str, str]:
        channel = self.connection
        assert isinstance(channel, ssl.SSLSocket)
        certificate = channel.getpeercert(binary_form=True)
        if certificate is None:
            return {"X-Client-Verify": "NONE"}
        subject = channel.getpeercert()["subject"]  # type: ignore[index]
        name = dict(pair for part in subject for pair in part)["commonName"]  # type: ignore[misc]
        pem = ssl.DER_cert_to_PEM_cert(certificate)
        return {
            "X-Client-Verify": "SUCCESS",
            "X-Client-DN": f"CN={name}",
            "X-Client-Cert": quote(pem, safe=""),
        }

    def log_message(self, *_: object) -> None:
        """Log nothing."""
