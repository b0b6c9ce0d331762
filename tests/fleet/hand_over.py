"""The life of an authority that puppetserver makes, duckrow takes over, and puppetserver gets back.

`play` returns what each step left in the authority's directory, and who may ask then. With
puppetserver in the first and in the third part it records what must be
(`python -m tests.fleet.hand_over`); the test plays it with `duckrow serve` in all three parts.
"""

from __future__ import annotations

import http.client
import json
import os
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.unit.server.running import COMMAND, PATIENCE

from duckrow.ca.crl import number_of
from duckrow.ca.pem import crls_in, key_to_pem, make_key
from duckrow.ca.requests import make_request

RECORDED = Path(__file__).with_name("hand_over.json")
ADMINISTRATOR = "localhost"
START_SECONDS = 300.0
CONF = """[main]
certname = localhost
server = localhost
serverport = %(port)d
ca_port = %(port)d
confdir = %(top)s/conf
vardir = %(top)s/var
codedir = %(top)s/code
ssldir = %(top)s/conf/ssl
rundir = %(top)s/run
logdir = %(top)s/log
[server]
cadir = %(top)s/ca
"""


class Home:
    """The directories and the port that both servers use, one after the other."""

    def __init__(self, top: Path) -> None:
        self.top = top
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        for name in ("conf", "conf.d", "var", "run", "log", "code/environments/production"):
            (top / name).mkdir(parents=True)
        self.conf = top / "conf/puppet.conf"
        self.conf.write_text(CONF % {"top": top, "port": self.port})
        address = f"webserver: {{ client-auth: want, ssl-host: 127.0.0.1, ssl-port: {self.port} }}"
        (top / "conf.d/webserver.conf").write_text(address + "\n")

    def pem(self, kind: str, name: str) -> Path:
        """Return the path of a node's key or certificate; those of the server have Puppet's."""
        folder = "conf/ssl" if name == ADMINISTRATOR else "nodes"
        return self.top / folder / kind / f"{name.partition('/')[0]}.pem"

    def ask(
        self, node: str, method: str, path: str, body: bytes | None = None, kind: str = "text/plain"
    ) -> tuple[int, bytes]:
        """Send a request with the certificate of a node; return status and body."""
        context = ssl.create_default_context(cafile=str(self.top / "ca/ca_crt.pem"))
        if node:
            key = self.pem("private_keys", node)
            context.load_cert_chain(str(self.pem("certs", node)), str(key))
        connection = http.client.HTTPSConnection(
            "localhost", self.port, context=context, timeout=PATIENCE
        )
        try:
            headers = {"Content-Type": kind, "Accept": "*/*"}
            connection.request(method, f"/puppet-ca/v1/{path}", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def may_ask(self, node: str) -> bool:
        """Return whether a node is served; puppetserver refuses others in the handshake."""
        try:
            return self.ask(node, "GET", "expirations")[0] == 200
        except (ssl.SSLError, OSError, http.client.HTTPException):
            return False

    def administer(self, method: str, path: str, data: object = None) -> tuple[int, bytes]:
        """Send a request as `puppetserver ca` does."""
        body = None if data is None else json.dumps(data).encode()
        return self.ask(ADMINISTRATOR, method, path, body, "application/json")


def request(home: Home, name: str) -> int:
    """Make a key and send a request for a certificate; return the status of the answer."""
    key = make_key("rsa", 2048, "")
    for kind in ("private_keys", "certs"):
        home.pem(kind, name).parent.mkdir(parents=True, exist_ok=True)
    home.pem("private_keys", name).write_bytes(key_to_pem(key))
    content = make_request(name, key).to_pem()
    return home.ask("", "PUT", f"certificate_request/{name}", content)[0]


def fetch(home: Home, name: str) -> int:
    """Download the certificate of a node; return the status of the answer."""
    status, content = home.ask("", "GET", f"certificate/{name}")
    if status == 200:
        home.pem("certs", name).write_bytes(content)
    return status


def sign(home: Home, name: str) -> list[int]:
    wanted = {"desired_state": "signed"}
    asked = request(home, name)
    return [
        asked,
        home.administer("PUT", f"certificate_status/{name}", wanted)[0],
        fetch(home, name),
    ]


def revoke(home: Home, name: str) -> int:
    """Revoke the certificate of a node, and wait until it counts."""
    wanted = {"desired_state": "revoked"}
    status = home.administer("PUT", f"certificate_status/{name}", wanted)[0]
    _wait_until_refused(home, name)
    return status


def clean(home: Home, name: str) -> int:
    status = home.administer("PUT", "clean", {"certnames": [name]})[0]
    _wait_until_refused(home, name)
    return status


def _wait_until_refused(home: Home, name: str) -> None:
    limit = time.monotonic() + PATIENCE
    while home.may_ask(name) and time.monotonic() < limit:
        time.sleep(0.2)


def state(home: Home, *nodes: str) -> dict[str, object]:
    """Return what the directory of the authority holds, and who of some nodes may ask."""
    ca = home.top / "ca"
    lines = (ca / "inventory.txt").read_text().split("\n")
    own = crls_in((ca / "ca_crl.pem").read_bytes(), "ca_crl.pem")[0]
    statuses = json.loads(home.administer("GET", "certificate_statuses/all")[1])
    return {
        "serial": (ca / "serial").read_text().strip(),
        "inventory": [f"{line.split()[0]} {line.split()[3]}" for line in lines if line],
        "signed": sorted(each.stem for each in (ca / "signed").iterdir()),
        "requests": sorted(each.stem for each in (ca / "requests").iterdir()),
        "revoked": sorted(each.serial_number for each in own),
        "number of the CRL": number_of(own),
        "statuses": {each["name"]: each["state"] for each in statuses},
        "serves": {node: home.may_ask(node) for node in nodes},
    }


class Duckrow:
    """`duckrow serve` and `duckrow ca`."""

    def set_up(self, home: Home) -> None:
        words = [
            COMMAND,
            "ca",
            "setup",
            "--config",
            str(home.conf),
            "--subject-alt-names",
            "localhost",
        ]
        subprocess.run(words, check=True, capture_output=True)

    @contextmanager
    def serve(self, home: Home) -> Iterator[None]:
        words = [COMMAND, "serve", "--config", str(home.conf), "--no-cache", "-v"]
        with (
            tempfile.TemporaryDirectory() as short,  # the path of a socket has few characters
            running([*words, "--runtime-dir", f"{short}/r"], home),
        ):
            yield


class Puppetserver:
    """The real one: PUPPETSERVER is its command line up to --config, PUPPETSERVER_CA its client,
    and PUPPETSERVER_HOME a directory with conf.d and services.d to copy.
    """

    def __init__(self) -> None:
        self._command = shlex.split(os.environ["PUPPETSERVER"])
        self._client = shlex.split(os.environ["PUPPETSERVER_CA"])
        self._home = Path(os.environ["PUPPETSERVER_HOME"])

    def set_up(self, home: Home) -> None:
        words = [*self._client, "setup", "--config", str(home.conf), "--certname", ADMINISTRATOR]
        subprocess.run([*words, "--subject-alt-names", "localhost"], check=True)

    @contextmanager
    def serve(self, home: Home) -> Iterator[None]:
        own = (home.top / "conf.d/webserver.conf").read_text()
        for name in ("conf.d", "services.d"):
            for path in sorted((self._home / name).iterdir()):
                target = home.top / name / path.name
                target.parent.mkdir(exist_ok=True)
                target.write_text(path.read_text().replace(str(self._home), str(home.top)))
        log = (self._home / "logback.xml").read_text()
        (home.top / "logback.xml").write_text(log.replace(str(self._home), str(home.top)))
        (home.top / "conf.d/webserver.conf").write_text(own)
        (home.top / "conf.d/versioned.conf").unlink(missing_ok=True)
        subprocess.run(["chown", "-R", "puppet:", home.top], check=True)
        words = [*self._command, "--config", str(home.top / "conf.d")]
        words += ["--bootstrap-config", str(home.top / "services.d")]
        with running(words, home):
            yield


Server = Duckrow | Puppetserver


@contextmanager
def running(words: list[str], home: Home) -> Iterator[None]:
    """Start a server, wait until it answers, and end it."""
    with (home.top / "log/servers").open("ab") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log)
    try:
        wait_for(home, process)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        finally:
            process.kill()
            process.wait()


def wait_for(home: Home, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers."""
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit:
        assert process.poll() is None, f"the server ended; see {home.top}/log"
        try:
            home.ask("", "GET", "certificate/ca")
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the server does not answer; see {home.top}/log")


def play(first: Server, second: Server, third: Server, top: Path) -> dict[str, object]:
    """Let three servers use one authority after the other; return what each step left."""
    home = Home(top)
    found: dict[str, object] = {}
    first.set_up(home)
    with first.serve(home):
        found["signed first"] = [
            sign(home, name) for name in ("huey.lab", "dewey.lab", "louie.lab")
        ]
        found["revoked first"] = revoke(home, "dewey.lab")
        found["first"] = state(home, "huey.lab", "dewey.lab", "louie.lab")
    with second.serve(home):
        found["taken over"] = state(home, "huey.lab", "dewey.lab", "louie.lab")
        found["signed second"] = [sign(home, name) for name in ("daisy.lab", "gus.lab", "gyro.lab")]
        found["waits"] = request(home, "fethry.lab")
        found["revoked second"] = revoke(home, "louie.lab")
        found["cleaned second"] = clean(home, "gus.lab")
        words = [COMMAND, "ca", "renew", "--config", str(home.conf), "gyro.lab"]
        found["renewed second"] = subprocess.run(words, check=False).returncode
        shutil.copy(home.pem("certs", "gyro.lab"), home.top / "old.pem")
        fetch(home, "gyro.lab")
        everybody = ["huey.lab", "dewey.lab", "louie.lab", "daisy.lab", "gus.lab", "gyro.lab"]
        found["second"] = state(home, *everybody)
    with third.serve(home):
        found["given back"] = state(home, *everybody)
        wanted = {"desired_state": "signed"}
        status = home.administer("PUT", "certificate_status/fethry.lab", wanted)[0]
        found["signed of the second"] = [status, fetch(home, "fethry.lab")]
        found["signed third"] = sign(home, "scrooge.lab")
        found["cleaned name"] = sign(home, "gus.lab")
        found["revoked third"] = revoke(home, "daisy.lab")
        found["cleaned third"] = clean(home, "huey.lab")
        found["revoked after a renewal"] = revoke(home, "gyro.lab")
        shutil.copy(home.top / "old.pem", home.pem("certs", "gyro.lab"))
        found["old certificate of a renewed node"] = home.may_ask("gyro.lab")
        found["third"] = state(home, *everybody, "fethry.lab", "scrooge.lab")
    return found


def main() -> None:
    parent = sys.argv[1] if len(sys.argv) > 1 else None
    top = Path(tempfile.mkdtemp(dir=parent))
    top.chmod(0o755)
    real = Puppetserver()
    found = play(real, Duckrow(), real, top)
    RECORDED.write_text(json.dumps(found, indent=1) + "\n")
    print(f"recorded in {RECORDED}; files in {top}")


if __name__ == "__main__":
    main()
