"""How many catalogs a second does the server give, beside puppetserver where one runs?

1. Start: from the command to the first answer. Budget: 2 s. Memory of the processes, shared pages
   counted once. Budget: 150 MB with two workers.
2. Catalogs a second over connections with certificates, each request with other facts: 21 resources
   (budget: 40 × puppetserver) and 1,000 files (25 ×), with one client and with four.
3. The same request again and again, the server on one processor: budget 1,000 a second.
4. A deploy (SIGHUP) every second under load: no request may fail.
5. With --fleet MINUTES: nodes at a 30-minute interval at real rate, each run with a connection of
   its own and the five requests of a steady run: errors, memory at both ends, 99th percentile.

The reference is a puppetserver that runs already, on code and certificates that we may write to:

    python benchmarks/server.py [--seconds N] [--fleet MINUTES] [--nodes N]
        [--reference HOST:PORT --reference-codedir DIR --reference-ssldir DIR --certname NAME]
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

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


def host_facts() -> dict[str, object]:
    found: dict[str, object] = json.loads(
        subprocess.check_output([DUCKROW, "facts", "--format", "json"])
    )
    return found


def form(facts: dict[str, object], name: str, size: str, tick: str) -> bytes:
    """Return the body of a catalog request, as an agent sends it."""
    values = {**facts, "size": size, "tick": tick, "clientcert": name}
    text = quote(json.dumps({"name": name, "values": values}))
    fields = {
        "facts_format": "application/json",
        "facts": text,
        "environment": ENVIRONMENT,
        "configured_environment": ENVIRONMENT,
        "check_environment": "false",
        "transaction_uuid": "a5bbcc2c-4d1f-4a32-9a58-a8f6e0d8e1d1",
        "static_catalog": "true",
        "checksum_type": "sha256.sha384.sha512.sha224.md5",
    }
    return "&".join(f"{key}={quote(value, safe='')}" for key, value in fields.items()).encode()


HEADERS = {
    "Accept": "application/vnd.puppet.rich+json, application/json",
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Puppet-Version": "7.23.0",
}


def ask(connection: http.client.HTTPSConnection, name: str, body: bytes) -> bytes:
    """Ask for a catalog."""
    path = f"/puppet/v3/catalog/{name}?environment={ENVIRONMENT}"
    connection.request("POST", path, body, HEADERS)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise OSError(f"{answer.status} {content[:300]!r}")
    return content


def _client(
    server: Server, bodies: Callable[[int], bytes], number: int, seconds: float, out: object
) -> None:
    connection = server.connect()
    ask(connection, server.name, bodies(number))  # the handshake, and the first compile
    end = time.perf_counter() + seconds
    times: list[float] = []
    failed = 0
    turn = 0
    while time.perf_counter() < end:
        body = bodies(number * 100_000 + turn)
        turn += 1
        began = time.perf_counter()
        try:
            ask(connection, server.name, body)
        except (OSError, http.client.HTTPException) as error:
            failed += 1
            print(f"    failed: {type(error).__name__}: {error}")
            connection = server.connect()
        times.append(time.perf_counter() - began)
    out.put((times, failed))  # type: ignore[attr-defined]


def load(
    server: Server, bodies: Callable[[int], bytes], clients: int, seconds: float
) -> tuple[float, list[float], int]:
    """Ask with several clients; return requests a second, their times, and how many failed."""
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    processes = [
        fork.Process(target=_client, args=(server, bodies, number, seconds, results))
        for number in range(clients)
    ]
    for each in processes:
        each.start()
    answers = [results.get() for _ in processes]
    for each in processes:
        each.join()
    times = sorted(one for all_times, _ in answers for one in all_times)
    return len(times) / seconds, times, sum(failed for _, failed in answers)


# ---- our own server


class Own:
    """`duckrow serve` on a free port, with an authority and an environment of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "conf").mkdir()
        write_environment(folder / "code")
        self.words = ["--confdir", f"{folder}/conf", "--vardir", f"{folder}/var"]
        self.words += ["--codedir", f"{folder}/code", "--ssldir", f"{folder}/ssl"]
        self.words += ["--cadir", f"{folder}/ca", "--certname", "localhost"]
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


# ---- the parts of the benchmark


def percentile(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))] * 1000


def compare(own: Own, reference: Server | None, facts: dict[str, object], seconds: float) -> None:
    """Ask for small and large catalogs."""
    for size, goal in (("small", 40), ("large", 25)):
        for clients in (1, 4):

            def bodies(turn: int, size: str = size, name: str = NAME) -> bytes:
                return form(facts, name, size, str(turn))

            rate, times, failed = load(own.server, bodies, clients, seconds)
            line = f"{size:5} catalogs, {clients} clients: {rate:7.1f}/s"
            line += f", p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms"
            line += f", {failed} failed"
            if reference is not None:
                name = reference.name

                def theirs(turn: int, size: str = size, name: str = name) -> bytes:
                    return form(facts, name, size, str(turn))

                beside, _, _ = load(reference, theirs, clients, seconds)
                line += f"; puppetserver {beside:.2f}/s: {rate / beside:.0f} × (goal {goal} ×)"
            print(line, flush=True)


def unchanged(own: Own, facts: dict[str, object], seconds: float) -> None:
    """Ask for one catalog again and again; the server has one processor."""
    own.stop()
    own.start("taskset", "-c", "0")
    os.sched_setaffinity(0, {1} if (os.cpu_count() or 1) > 1 else {0})
    body = form(facts, NAME, "small", "same")
    for clients in (1, 2):
        rate, times, failed = load(own.server, lambda _turn: body, clients, seconds)
        print(
            f"unchanged catalogs on one processor, {clients} clients: {rate:.0f}/s (goal 1,000), "
            f"p99 {percentile(times, 0.99):.1f} ms, {failed} failed",
            flush=True,
        )
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


def deploys(own: Own, facts: dict[str, object], seconds: float) -> None:
    """Deploy under load."""
    assert own.process is not None
    parent = own.process.pid
    fork = multiprocessing.get_context("fork")

    def deploy() -> None:
        for _ in range(int(seconds)):
            time.sleep(1)
            os.kill(parent, signal.SIGHUP)

    beside = fork.Process(target=deploy)
    beside.start()
    rate, times, failed = load(
        own.server, lambda turn: form(facts, NAME, "small", str(turn)), 2, seconds
    )
    beside.join()
    print(
        f"a deploy every second: {rate:.0f}/s, p99 {percentile(times, 0.99):.1f} ms, "
        f"longest {times[-1] * 1000:.0f} ms, {failed} failed (goal 0)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--fleet", type=float, default=0, metavar="MINUTES")
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--reference", metavar="HOST:PORT")
    parser.add_argument("--reference-codedir", type=Path)
    parser.add_argument("--reference-ssldir", type=Path)
    parser.add_argument("--certname", default=NAME)
    given = parser.parse_args()
    reference = None
    if given.reference:
        host, _, port = given.reference.partition(":")
        reference = Server(host, int(port), given.reference_ssldir, given.certname)
        write_environment(given.reference_codedir)
    facts = host_facts()
    with tempfile.TemporaryDirectory() as name:
        own = Own(Path(name))
        try:
            print(
                f"start: {own.start():.2f} s (goal 2 s); memory {own.memory():.0f} MB", flush=True
            )
            compare(own, reference, facts, given.seconds)
            print(f"memory after load: {own.memory():.0f} MB (goal 150 MB)", flush=True)
            deploys(own, facts, given.seconds)
            print(f"memory after deploys: {own.memory():.0f} MB", flush=True)
            unchanged(own, facts, given.seconds)
            if given.fleet:
                own.stop()
                own.start()
                fleet(own, facts, given.fleet, given.nodes)
        finally:
            own.stop()


# ---- a fleet at real rate


def fleet(own: Own, facts: dict[str, object], minutes: float, nodes: int) -> None:
    """Run the agents of a fleet at a 30-minute interval, each with a connection of its own."""
    runs = int(nodes / 30 * minutes)
    names = [f"node{number}.fleet" for number in range(runs)]
    for at in range(0, runs, 200):
        own.ca("generate", *names[at : at + 200])
    before = own.memory()
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    helpers = 4
    began = time.perf_counter() + 1
    processes = [
        fork.Process(
            target=_agents, args=(own, facts, names, number, helpers, began, minutes * 60, results)
        )
        for number in range(helpers)
    ]
    for each in processes:
        each.start()
    answers = [results.get() for _ in processes]
    for each in processes:
        each.join()
    times = sorted(one for all_times, _, _ in answers for one in all_times)
    failed = sum(each for _, each, _ in answers)
    late = max(each for _, _, each in answers)
    print(
        f"{nodes:,} nodes for {minutes:g} minutes: {runs:,} runs, {len(times):,} requests, "
        f"{failed} failed, p50 {percentile(times, 0.5):.1f} ms, "
        f"p99 {percentile(times, 0.99):.1f} ms, "
        f"latest start {late:.2f} s; memory {before:.0f} MB before, {own.memory():.0f} MB after",
        flush=True,
    )


def _agents(
    own: Own,
    facts: dict[str, object],
    names: list[str],
    number: int,
    helpers: int,
    began: float,
    seconds: float,
    out: object,
) -> None:
    times: list[float] = []
    failed = 0
    late = 0.0
    for turn in range(number, len(names), helpers):
        start = began + seconds * turn / len(names)
        wait = start - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        else:
            late = max(late, -wait)
        try:
            _agent_run(own, facts, names[turn], times)
        except (OSError, http.client.HTTPException) as error:
            failed += 1
            print(f"    failed: {names[turn]}: {type(error).__name__}: {error}")
    out.put((times, failed, late))  # type: ignore[attr-defined]


def _agent_run(own: Own, facts: dict[str, object], name: str, times: list[float]) -> None:
    connection = own.server.connect(name)
    options = f"environment={ENVIRONMENT}&links=manage&checksum_type=sha256"
    options += "&source_permissions=ignore"
    requests: list[tuple[str, str, bytes | None, str]] = [
        ("GET", f"file_metadatas/plugins?recurse=false&{options}", None, ""),
        ("GET", f"file_metadatas/pluginfacts?recurse=true&{options}", None, ""),
        ("GET", f"file_metadatas/plugins?recurse=true&{options}", None, ""),
        (
            "POST",
            f"catalog/{name}?environment={ENVIRONMENT}",
            form(facts, name, "small", name),
            "application/x-www-form-urlencoded",
        ),
        ("PUT", f"report/{name}?environment={ENVIRONMENT}", _report(name), "application/json"),
    ]
    for method, path, body, kind in requests:
        headers = {**HEADERS, "Content-Type": kind} if kind else HEADERS
        began = time.perf_counter()
        connection.request(method, f"/puppet/v3/{path}", body, headers)
        answer = connection.getresponse()
        content = answer.read()
        times.append(time.perf_counter() - began)
        if answer.status != 200:
            raise OSError(f"{method} {path}: {answer.status} {content[:300]!r}")
    connection.close()


def _report(name: str) -> bytes:
    """Return a report of a run that changed nothing."""
    now = time.strftime("%Y-%m-%dT%H:%M:%S.000000000+00:00", time.gmtime())
    status = {
        "file": "/site.pp",
        "line": 1,
        "resource_type": "File",
        "provider_used": "posix",
        "containment_path": ["Stage[main]", "Small"],
        "evaluation_time": 0.001,
        "tags": ["file", "small"],
        "time": now,
        "failed": False,
        "failed_to_restart": False,
        "changed": False,
        "out_of_sync": False,
        "skipped": False,
        "change_count": 0,
        "out_of_sync_count": 0,
        "events": [],
        "corrective_change": False,
    }
    statuses = {
        f"File[/srv/small/{i}]": {
            **status,
            "title": f"/srv/small/{i}",
            "resource": f"File[/srv/small/{i}]",
        }
        for i in range(1, 20)
    }
    data = {
        "host": name,
        "time": now,
        "configuration_version": 1794759880,
        "transaction_uuid": "a5bbcc2c-4d1f-4a32-9a58-a8f6e0d8e1d1",
        "report_format": 12,
        "puppet_version": "7.23.0",
        "status": "unchanged",
        "transaction_completed": True,
        "noop": False,
        "noop_pending": False,
        "environment": ENVIRONMENT,
        "logs": [],
        "metrics": {},
        "resource_statuses": statuses,
        "corrective_change": False,
        "catalog_uuid": "827a74c8-cf98-44da-9ff7-18c5e4bee41e",
        "cached_catalog_status": "not_used",
    }
    return json.dumps(data).encode()


if __name__ == "__main__":
    main()
