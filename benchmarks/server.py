"""How many catalogs a second does the server give, beside puppetserver where one runs?

1. Start: from the command to the first answer. Budget: 2 s. Memory of the processes, shared pages
   counted once. Budget: 150 MB with two workers.
2. Catalogs a second over connections with certificates, each request with other facts: 21 resources
   (budget: 40 × puppetserver) and 1,000 files (25 ×), with one client and with four.
3. A catalog that is the same although facts differ which no manifest reads, the server on one
   processor: budget 1,000 a second.
4. A deploy (SIGHUP) every second under load: no request may fail.
5. With --fleet MINUTES: nodes at a 30-minute interval at real rate, each run with a connection of
   its own and the five requests of a steady run: errors, memory of each minute, 99th percentile.
   Each node has had a catalog half an hour before; that of every tenth has changed since.
6. With --openstack: ten nodes compile Debian's modules of nova, neutron and keystone at once, again
   and again; how long does a status check take meanwhile?

The reference is a puppetserver that runs already, on code and certificates that we may write to:

    python benchmarks/server.py [--seconds N] [--fleet MINUTES] [--nodes N] [--openstack] [--only]
        [--reference HOST:PORT --reference-codedir DIR --reference-ssldir DIR --certname NAME]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.serving.fleet import fleet
from benchmarks.serving.load import form, host_facts, load, percentile, ticking
from benchmarks.serving.openstack import openstack
from benchmarks.serving.own import NAME, Own, Server, write_environment


def compare(own: Own, reference: Server | None, facts: dict[str, object], seconds: float) -> None:
    """Ask for small and large catalogs."""
    for size, goal in (("small", 40), ("large", 25)):
        for clients in (1, 4):
            bodies = ticking(facts, NAME, size)
            before = own.processor_seconds()
            rate, times, failed = load(own.server, bodies, clients, seconds)
            used = (own.processor_seconds() - before) / max(1, len(times)) * 1000
            line = (
                f"{size:5} catalogs, {clients} clients: {rate:7.1f}/s, {used:.1f} ms of a processor"
            )
            line += f", p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms"
            line += f", {failed} failed"
            if reference is not None:
                bodies = ticking(facts, reference.name, size)
                beside, _, _ = load(reference, bodies, clients, seconds)
                line += f"; puppetserver {beside:.2f}/s: {rate / beside:.0f} × (goal {goal} ×)"
            print(line, flush=True)


def unchanged(own: Own, facts: dict[str, object], seconds: float) -> None:
    """Ask for one catalog again and again; the server has one processor."""
    own.stop()
    own.start("taskset", "-c", "0")
    os.sched_setaffinity(0, {1} if (os.cpu_count() or 1) > 1 else {0})
    # What no manifest reads differs, as it does between two runs of an agent.
    bodies = [
        form({**facts, "system_uptime": {"seconds": seconds}}, NAME, "small", "same")
        for seconds in range(200)
    ]
    for clients in (1, 2):
        rate, times, failed = load(
            own.server, lambda turn: bodies[turn % len(bodies)], clients, seconds
        )
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
    rate, times, failed = load(own.server, ticking(facts, NAME, "small"), 2, seconds)
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
    parser.add_argument("--openstack", action="store_true")
    parser.add_argument("--only", action="store_true", help="what --fleet and --openstack ask for")
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
            if not given.only:
                compare(own, reference, facts, given.seconds)
                print(f"memory after load: {own.memory():.0f} MB (goal 150 MB)", flush=True)
                deploys(own, facts, given.seconds)
                print(f"memory after deploys: {own.memory():.0f} MB", flush=True)
                unchanged(own, facts, given.seconds)
            if given.fleet:
                own.stop()
                own.start()
                fleet(own, facts, given.fleet, given.nodes)
            if given.openstack:
                own.stop()
                openstack(own, given.seconds)
        finally:
            own.stop()


if __name__ == "__main__":
    main()
