"""Our own server on a free port, with an authority and an environment of its own."""

from __future__ import annotations

import datetime
import http.client
import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DUCKROW = os.path.join(os.path.dirname(sys.executable), "duckrow")
ENVIRONMENT = "bench"
NAME = "node.bench"
SITE = """
notify { "tick ${facts['tick']}": }
if $facts['size'] == 'large' { include large } else { include small }
"""
SMALL = """class small {
  Integer[1, 19].each |$i| { file { "/srv/small/${i}": ensure => file, content => "line ${i}\\n" } }
}
"""
LARGE = """class large {
  Integer[1, 1000].each |$i| {
    file { "/srv/large/${i}": ensure => file, mode => '0644', content => "line ${i}\\n" }
  }
}
"""


class Server:
    """A server to ask, and the certificate to ask it with."""

    def __init__(self, host: str, port: int, ssldir: Path, name: str) -> None:
        self.host = host
        self.port = port
        self.ssldir = ssldir
        self.name = name

    def connect(self, name: str = "") -> http.client.HTTPSConnection:
        """Return a connection that shows a certificate."""
        context = ssl.create_default_context(cafile=str(self.ssldir / "certs/ca.pem"))
        name = name or self.name
        context.load_cert_chain(
            self.ssldir / f"certs/{name}.pem", self.ssldir / f"private_keys/{name}.pem"
        )
        return http.client.HTTPSConnection(self.host, self.port, context=context, timeout=600)


def write_environment(codedir: Path) -> None:
    """Write the environment that both servers compile."""
    top = codedir / "environments" / ENVIRONMENT
    for name, text in (("small", SMALL), ("large", LARGE)):
        folder = top / "modules" / name / "manifests"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "init.pp").write_text(text)
    (top / "manifests").mkdir(exist_ok=True)
    (top / "manifests" / "site.pp").write_text(SITE)


class Own:
    """`duckrow serve` on a free port, with an authority and an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "conf").mkdir()
        write_environment(folder / "code")
        self.words = ["--confdir", f"{folder}/conf", "--vardir", f"{folder}/var"]
        self.words += ["--codedir", f"{folder}/code", "--ssldir", f"{folder}/ssl"]
        self.words += [
            "--rundir",
            f"{folder}/run",
            "--cadir",
            f"{folder}/ca",
            "--certname",
            "localhost",
        ]
        self.ca("setup", "--subject-alt-names", "localhost")
        self.ca("generate", NAME)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.server = Server("localhost", self.port, folder / "ssl", NAME)
        self.process: subprocess.Popen[bytes] | None = None

    def ca(self, action: str, *more: str) -> None:
        words = list(self.words)
        if action != "setup":
            words = words[:-2]  # --certname would be one more name
        subprocess.check_call(
            [DUCKROW, "ca", action, *words, "--key-type", "ec", *more], stdout=subprocess.DEVNULL
        )

    def sign(self, names: Iterable[str]) -> None:
        """Make the certificates of many nodes, which share a key: quicker than `ca generate`."""
        ca = self.folder / "ca"
        issuer = x509.load_pem_x509_certificate((ca / "ca_crt.pem").read_bytes())
        key = serialization.load_pem_private_key((ca / "ca_key.pem").read_bytes(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        own = ec.generate_private_key(ec.SECP256R1())
        text = own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        ssldir = self.folder / "ssl"
        now = datetime.datetime.now(datetime.UTC)
        for name in names:
            found = (
                x509.CertificateBuilder()
                .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
                .issuer_name(issuer.subject)
                .public_key(own.public_key())
                .serial_number(x509.random_serial_number())
                .not_valid_before(now - datetime.timedelta(days=1))
                .not_valid_after(now + datetime.timedelta(days=2))
                .sign(key, hashes.SHA256())
            )
            pem = found.public_bytes(serialization.Encoding.PEM)
            (ssldir / f"certs/{name}.pem").write_bytes(pem)
            (ssldir / f"private_keys/{name}.pem").write_bytes(text)

    def start(self, *before: str) -> float:
        """Start the server; return the seconds until it answers."""
        began = time.perf_counter()
        command = [*before, DUCKROW, "serve", *self.words, "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--workers", "2"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        while True:
            try:
                connection = self.server.connect()
                connection.request("GET", "/status/v1/simple")
                connection.getresponse().read()
                return time.perf_counter() - began
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit((self.folder / "log").read_text()) from None
                time.sleep(0.01)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def memory(self) -> float:
        """Return the megabytes of all its processes; pages that they share count once."""
        assert self.process is not None
        return sum(_pss(each) for each in _family(self.process.pid)) / 1024

    def processor_seconds(self) -> float:
        """Return how long its processes have used a processor."""
        assert self.process is not None
        found = 0
        for each in _family(self.process.pid):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            found += int(fields[11]) + int(fields[12])
        return found / os.sysconf("SC_CLK_TCK")


def _family(parent: int) -> Iterator[int]:
    yield parent
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from _family(int(child))


def _pss(process: int) -> int:
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0
