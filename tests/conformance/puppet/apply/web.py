"""A web server on the loopback interface, for sources that are fetched."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Handler(SimpleHTTPRequestHandler):
    """Serves files; /to/NAME redirects to NAME, and /secret/ asks for the account pond:duck."""

    def do_GET(self) -> None:
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", f"http://{self.headers['Host']}/{self.path[4:]}")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path.startswith("/secret/") and self._is_stranger():
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="pond"')
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()

    def _is_stranger(self) -> bool:
        return self.headers.get("Authorization") != "Basic cG9uZDpkdWNr"

    def log_message(self, *_: Any) -> None:
        """Write no log."""


@contextmanager
def serve(directory: str) -> Iterator[str]:
    """Serve a directory; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=directory))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
