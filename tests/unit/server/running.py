"""A server on a free port of loopback, with an authority and an environment of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.ca.host_files import HostFiles
from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request
from duckrow.ca.setup import Server, set_up

COMMAND = os.path.join(os.path.dirname(sys.executable), "duckrow")
PATIENCE = 30.0  # seconds; a server that is not there by then does not come
SITE = 'node default { notify { "quack": message => "${trusted[certname]} ${facts[color]}" } }\n'


class Reply:
    """The answer of a server."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class RunningServer:
    """A server process. Leaving the block ends it."""

    def __init__(self, directory: Path, conf: str = "", options: tuple[str, ...] = ()) -> None:
        self.directory = directory
        self.production = directory / "code/environments/production"
        (self.production / "manifests").mkdir(parents=True)
        self.write("manifests/site.pp", SITE)
        (directory / "conf").mkdir()
        (directory / "conf/puppet.conf").write_text(
            f"[main]\nvardir = {directory}/var\ncodedir = {directory}/code\n"
            f"ssldir = {directory}/ssl\nrundir = {directory}/run\ncertname = localhost\n"
            f"basemodulepath = {directory}/code/modules\ncadir = {directory}/ca\n[server]\n{conf}"
        )
        self.options = options
        self.variables: dict[str, str] = {}  # of its environment
        self.authority: Authority = set_up(
            CaDirectory(str(directory / "ca")),
            Server("localhost", ["DNS:localhost"], HostFiles(str(directory / "ssl"))),
            ca_name="Puppet CA: pond",
            root_ca_name="Puppet Root CA: pond",
            new_key=lambda: make_key("ec", 0, "prime256v1"),
        )
        self.log_path = directory / "log"
        self.port = 0
        self.process: subprocess.Popen[bytes]

    def write(self, name: str, content: str) -> None:
        """Write a file of the environment."""
        path = self.production / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def write_conf(self, name: str, content: str) -> None:
        """Write a file of conf.d."""
        path = self.directory / "conf.d" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)

    @property
    def log(self) -> str:
        return self.log_path.read_text()

    def __enter__(self) -> RunningServer:
        words = ["serve", "--confdir", str(self.directory / "conf"), "--host", "127.0.0.1"]
        words += ["--port", "0", "--workers", "2", "--no-cache", "-v", *self.options]
        words += ["--runtime-dir", str(self.directory / "r")]
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                [COMMAND, *words], stderr=log, stdout=log, env={**os.environ, **self.variables}
            )
        found = self.wait_for(r"serves on port (\d+)")
        self.port = int(found[1])
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()

    def wait_for(self, pattern: str, count: int = 1) -> re.Match[str]:
        """Wait until the log has a line."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            found = list(re.finditer(pattern, self.log))
            if len(found) >= count:
                return found[count - 1]
            assert self.process.poll() is None, self.log
            time.sleep(0.02)
        raise AssertionError(f"no {pattern} in {self.log}")

    def add_node(
        self, name: str, *, is_ca_client: bool = False, seconds: int | None = None
    ) -> None:
        """Give a node a key and a certificate, which may be valid for some seconds only."""
        key = make_key("ec", 0, "prime256v1")
        request = make_request(name, key)
        files = HostFiles(str(self.directory / "ssl"))
        files.write_keys(name, key)
        certificate = self.authority.sign_own(request, seconds, is_client_of_ca=is_ca_client)
        files.write_certificate(name, certificate)

    def connection(self, node: str = "") -> http.client.HTTPSConnection:
        """Return a connection, with the certificate of a node or without one."""
        ssl_files = self.directory / "ssl"
        context = ssl.create_default_context(cafile=str(self.directory / "ca/ca_crt.pem"))
        if node:
            paths = (ssl_files / f"{kind}/{node}.pem" for kind in ("certs", "private_keys"))
            context.load_cert_chain(*map(str, paths))
        return http.client.HTTPSConnection(
            "localhost", self.port, context=context, timeout=PATIENCE
        )

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: Mapping[str, str] | None = None,
        node: str = "",
        over: http.client.HTTPSConnection | None = None,
    ) -> Reply:
        """Send a request and return the answer."""
        connection = over or self.connection(node)
        try:
            connection.request(method, path, body, dict(headers or {}))
            answer = connection.getresponse()
            return Reply(answer.status, dict(answer.headers), answer.read())
        finally:
            if over is None:
                connection.close()

    def catalog(
        self,
        node: str,
        facts: Mapping[str, object] | None = None,
        environment: str = "production",
        over: http.client.HTTPSConnection | None = None,
        **fields: str,
    ) -> Reply:
        """Ask for a catalog as an agent does."""
        data = {"name": node, "values": dict(facts or {}), "timestamp": "2026-11-16T00:00:00Z"}
        form = {
            "facts_format": "application/json",
            "facts": quote(json.dumps(data), safe=""),
            "environment": environment,
            **fields,
        }
        body = "&".join(f"{name}={quote(value, safe='')}" for name, value in form.items())
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Accept": "application/vnd.puppet.rich+json, application/json, text/pson",
        }
        path = f"/puppet/v3/catalog/{node}?environment={environment}"
        return self.ask("POST", path, body, headers, node, over)


def messages(reply: Reply) -> list[str]:
    """Return the messages of the notify resources of a catalog."""
    assert reply.status == 200, reply.text
    resources = reply.json()["resources"]
    return [
        each["parameters"]["message"]
        for each in resources
        if each["type"] == "Notify" and "message" in each.get("parameters", {})
    ]
