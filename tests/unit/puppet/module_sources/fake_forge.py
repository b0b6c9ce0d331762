"""A small server with the protocol of the Forge, on the loopback address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import md5, sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

PAGE = 2  # releases on a page


class FakeForge:
    """The releases of a server, and the faults that it has."""

    def __init__(self) -> None:
        self.releases: dict[str, list[dict[str, Any]]] = {}
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.cuts_files = False  # half of a file, then the connection ends
        self.status = 200
        self.url = ""

    def add(self, path: Path, metadata: dict[str, Any], *, has_sha256: bool = True) -> None:
        """Offer a tar file."""
        content = path.read_bytes()
        self.files[path.name] = content
        release = {
            "version": metadata["version"],
            "metadata": metadata,
            "file_uri": f"/v3/files/{path.name}",
            "file_md5": md5(content, usedforsecurity=False).hexdigest(),
            "deleted_at": None,
        }
        if has_sha256:
            release["file_sha256"] = sha256(content).hexdigest()
        self.releases.setdefault(metadata["name"], []).append(release)

    def answer(self, path: str) -> bytes | None:
        """Return what is at a path."""
        parts = urlsplit(path)
        if parts.path.startswith("/v3/files/"):
            return self.files.get(parts.path.rpartition("/")[2])
        if parts.path != "/v3/releases":
            return None
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        start = int(query.get("offset", "0"))
        listed = self.releases.get(query["module"], [])
        more = f"/v3/releases?module={query['module']}&offset={start + PAGE}"
        found = {
            "pagination": {"next": more if start + PAGE < len(listed) else None},
            "results": listed[start : start + PAGE],
        }
        return json.dumps(found).encode()


@contextmanager
def serving(forge: FakeForge) -> Iterator[FakeForge]:
    """Serve until the block is left."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            forge.asked.append(self.path)
            content = forge.answer(self.path)
            status = 404 if content is None else forge.status
            content = content or b"{}"
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            is_cut = forge.cuts_files and "/files/" in self.path
            self.wfile.write(content[: len(content) // 2] if is_cut else content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    forge.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield forge
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
