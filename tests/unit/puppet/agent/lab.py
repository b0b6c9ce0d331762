"""A Puppet server for tests: the CA of duckrow, and answers in the shapes of puppetserver 7.9.5.

It answers what a test puts into it, and remembers every request.
"""

from __future__ import annotations

import gzip
import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509 import load_der_x509_certificate

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.ca.errors import RejectedRequestError
from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import certificates_to_pem
from duckrow.ca.setup import Server, set_up
from duckrow.ca.signer import common_name

Answer = tuple[int, str, bytes]
JSON, TEXT, BYTES = "application/json; charset=utf-8", "text/plain", "application/octet-stream"
RICH = "application/vnd.puppet.rich+json; charset=utf-8"
EMPTY: dict[str, Any] = {
    "tags": ["settings"],
    "version": 1794759880,
    "code_id": None,
    "catalog_uuid": "6ed4a1b2-0000-4000-a000-000000000001",
    "catalog_format": 2,
    "environment": "production",
    "resources": [
        {"type": "Stage", "title": "main", "tags": ["stage"], "exported": False, "kind": "class"},
        {"type": "Class", "title": "main", "tags": ["class"], "exported": False, "kind": "class"},
    ],
    "edges": [{"source": "Stage[main]", "target": "Class[main]"}],
    "classes": ["settings"],
}


class Seen:
    """A request that the server received."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: bytes) -> None:
        parts = urlsplit(path)
        self.method = method
        self.path = unquote(parts.path)
        self.fields = parse_qs(parts.query, keep_blank_values=True)
        self.headers = headers
        self.body = body
        self.name = ""  # of the certificate of the client

    @property
    def form(self) -> dict[str, str]:
        fields = parse_qs(self.body.decode(), keep_blank_values=True)
        return {name: values[-1] for name, values in fields.items()}

    @property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(unquote(self.form["facts"]))
        return found

    def __repr__(self) -> str:
        return f"{self.method} {self.path}"


class Lab:
    """The server and everything that it answers with."""

    def __init__(self, root: Path, *, names: tuple[str, ...] = ("localhost",)) -> None:
        self.root = root
        self.host_files = HostFiles(str(root / "server_ssl"))
        server = Server("puppet.lab", [f"DNS:{name}" for name in names], self.host_files)
        self.authority: Authority = set_up(
            CaDirectory(str(root / "ca")),
            server,
            ca_name="Puppet CA: puppet.lab",
            root_ca_name="Puppet Root CA: quack",
            new_key=lambda: ec.generate_private_key(ec.SECP256R1()),
        )
        self.signs = True  # requests are signed at once
        self.resources: list[dict[str, Any]] = []
        self.environment = "production"  # of every node
        self.catalog: dict[str, Any] = {}  # keys that the catalog has besides
        self.files: dict[str, dict[str, bytes]] = {"plugins": {}, "pluginfacts": {}}
        self.modes: dict[str, int] = {}
        self.reports: list[dict[str, Any]] = []
        self.bucket: dict[str, bytes] = {}
        self.seen: list[Seen] = []
        self.special: dict[str, Callable[[Seen], Answer | None]] = {}  # by prefix of the path
        self.headers: dict[str, dict[str, str]] = {}  # more headers, by prefix of the path
        self.zips = False
        self.checks_revocation = False  # as TLS does, from the start of the server
        self.port = 0

    def paths(self) -> list[str]:
        return [repr(each) for each in self.seen]

    def file(self, path: str, content: str, **more: Any) -> dict[str, Any]:
        """Return a file resource for the catalog."""
        return self.resource("File", path, {"ensure": "file", "content": content, **more})

    def resource(self, type_: str, title: str, parameters: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": type_,
            "title": title,
            "tags": [type_.lower()],
            "file": "/pond/site.pp",
            "line": 3,
            "exported": False,
            "kind": "compilable_type",
            "parameters": parameters,
        }

    # ---- answers

    def answer(self, seen: Seen) -> Answer:
        for prefix, function in self.special.items():
            if seen.path.startswith(prefix):
                found = function(seen)
                if found is not None:
                    return found
        if seen.path.startswith("/puppet-ca/v1/"):
            return self._ca(seen, seen.path.removeprefix("/puppet-ca/v1/"))
        if seen.path.startswith("/status/"):
            return 200, TEXT, b"running"
        if not seen.name:
            return 403, TEXT, f"Forbidden request: {seen.path}".encode()
        if "environment" not in seen.fields:
            return _error(400, "Bad Request: An environment parameter must be specified")
        kind, _, rest = seen.path.removeprefix("/puppet/v3/").partition("/")
        endpoint = getattr(self, f"_{kind}", None)
        if endpoint is None:
            return _error(404, f"Not Found: Could not find {kind}")
        answer: Answer = endpoint(seen, rest)
        return answer

    def _ca(self, seen: Seen, path: str) -> Answer:
        kind, _, name = path.partition("/")
        authority = self.authority
        if kind == "certificate":
            found = authority.certificate_pem(name)
            return (200, TEXT, found) if found else (404, TEXT, b"Not found")
        if kind == "certificate_revocation_list":
            return 200, TEXT, authority.crl_pem()
        if kind == "certificate_request" and seen.method == "PUT":
            try:
                authority.receive(name, seen.body)
                if self.signs:
                    authority.sign(name)
            except RejectedRequestError as error:
                return 400, TEXT, str(error).encode()
            return 200, TEXT, b""
        if kind == "certificate_renewal":
            old = authority.certificate(seen.name)
            assert old is not None
            return 200, TEXT, certificates_to_pem([authority.renew(old)])
        return 404, TEXT, b"Not found"

    def _node(self, _: Seen, name: str) -> Answer:
        return _json({"name": name, "environment": self.environment})

    def _catalog(self, seen: Seen, name: str) -> Answer:
        assert seen.facts["name"] == name
        data = {**EMPTY, "name": name, "environment": self.environment, **self.catalog}
        refs = [f"{each['type']}[{each['title']}]" for each in self.resources]
        data["resources"] = [*EMPTY["resources"], *self.resources]
        edges = [{"source": "Class[main]", "target": ref} for ref in refs]
        data["edges"] = [*EMPTY["edges"], *edges]
        return 200, RICH, json.dumps(data).encode()

    def _file_metadata(self, seen: Seen, path: str) -> Answer:
        mount, _, rest = path.partition("/")
        files = self.files.get(mount)
        if files is None or rest not in files:
            return _error(404, f"Not Found: Could not find file_metadata {path}")
        return _json(self._metadata(mount, rest, None, seen))

    def _file_metadatas(self, seen: Seen, path: str) -> Answer:
        mount, _, rest = path.partition("/")
        files = self.files.get(mount)
        if files is None or seen.fields["environment"] == ["unknown"]:
            message = f"Not Found: Could not find instances in file_metadata with '{path}'"
            return _error(404, message)
        found = [self._directory(".")]
        if seen.fields["recurse"] == ["true"]:
            start = f"{rest}/" if rest else ""
            below = [name for name in files if name.startswith(start)]
            names = [name.removeprefix(start) for name in below]
            parts = {p for name in names for p in _parents(name)}
            found += [self._directory(name) for name in sorted(parts)]
            found += [self._metadata(mount, f"{start}{name}", name, seen) for name in sorted(names)]
        return _json(found)

    def _metadata(self, mount: str, path: str, relative: str | None, seen: Seen) -> dict[str, Any]:
        digest = sha256(self.files[mount][path]).hexdigest()
        uses = seen.fields["source_permissions"] != ["ignore"]
        return {
            "path": f"/srv/{mount}/{path}",
            "relative_path": relative,
            "links": "manage",
            "owner": 102,
            "group": 105,
            "mode": self.modes.get(path, 0o644) if uses else 0o644,
            "checksum": {"type": "sha256", "value": f"{{sha256}}{digest}"},
            "type": "file",
            "destination": None,
        }

    def _directory(self, relative: str) -> dict[str, Any]:
        return {
            "path": "/srv",
            "relative_path": relative,
            "links": "manage",
            "owner": 102,
            "group": 105,
            "mode": 0o755,
            "checksum": {"type": "ctime", "value": "{ctime}2026-11-15 16:11:15 +0000"},
            "type": "directory",
            "destination": None,
        }

    def _file_content(self, _seen: Seen, path: str) -> Answer:
        mount, _, rest = path.partition("/")
        content = self.files.get(mount, {}).get(rest)
        if content is None:
            return _error(404, f"Not Found: Could not find file_content {path}")
        return 200, BYTES, content

    def _static_file_content(self, seen: Seen, path: str) -> Answer:
        assert seen.fields["code_id"] == [self.catalog["code_id"]]
        return 200, BYTES, self.files["static"][path]

    def _file_bucket_file(self, seen: Seen, path: str) -> Answer:
        digest = path.split("/")[1]
        if seen.method == "HEAD":
            return (200, BYTES, b"") if digest in self.bucket else (404, BYTES, b"")
        assert sha256(seen.body).hexdigest() == digest
        self.bucket[digest] = seen.body
        return 200, BYTES, b""

    def _report(self, seen: Seen, _: str) -> Answer:
        self.reports.append(json.loads(seen.body))
        return _json(["store"])

    # ---- the server

    @contextmanager
    def serving(self) -> Iterator[Lab]:
        """Serve on the loopback until the block ends."""
        with _QuietServer(("127.0.0.1", 0), _handler(self)) as server:
            server.socket = self.context().wrap_socket(server.socket, server_side=True)
            server.daemon_threads = True
            self.port = server.server_port
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            try:
                yield self
            finally:
                server.shutdown()
                thread.join()

    def context(self) -> ssl.SSLContext:
        ssldir = self.host_files.path
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        name = "puppet.lab.pem"
        context.load_cert_chain(f"{ssldir}/certs/{name}", f"{ssldir}/private_keys/{name}")
        context.load_verify_locations(f"{ssldir}/certs/ca.pem")
        context.verify_mode = ssl.CERT_OPTIONAL
        if self.checks_revocation:
            context.load_verify_locations(cadata=None, cafile=f"{self.root}/ca/ca_crl.pem")
            context.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF
        return context


class _QuietServer(ThreadingHTTPServer):
    """A server that does not complain about clients that end early."""

    def handle_error(self, *_: Any) -> None:
        """Say nothing."""


def _handler(lab: Lab) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            seen = Seen(self.command, self.path, headers, body)
            channel = self.connection
            assert isinstance(channel, ssl.SSLSocket)
            der = channel.getpeercert(binary_form=True)
            if der:
                seen.name = common_name(load_der_x509_certificate(der))
            lab.seen.append(seen)
            status, content_type, content = lab.answer(seen)
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("X-Puppet-Version", "7.9.5")
            for prefix, more in lab.headers.items():
                if seen.path.startswith(prefix):
                    for name, value in more.items():
                        self.send_header(name, value)
            if lab.zips and "gzip" in headers.get("accept-encoding", ""):
                content = gzip.compress(content)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(content)

        do_GET = do_PUT = do_POST = do_HEAD = _serve  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return Handler


def _parents(name: str) -> list[str]:
    parts = name.split("/")[:-1]
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def _json(data: object) -> Answer:
    return 200, JSON, json.dumps(data).encode()


def _error(status: int, message: str) -> Answer:
    body = {"message": message, "issue_kind": "RESOURCE_NOT_FOUND"}
    return status, JSON, json.dumps(body).encode()
