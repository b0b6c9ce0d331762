"""Ten nodes compile OpenStack's modules at once: does a status check wait for them?"""

from __future__ import annotations

import http.client
import multiprocessing
import os
import time

from benchmarks.compile_modules import FACTS, MODULES, PROGRAMS
from benchmarks.serving.load import ask, form, percentile
from benchmarks.serving.own import Own

NODES = 10
ENVIRONMENT = "openstack"
PAUSE = 0.02  # seconds between two status checks


def openstack(own: Own, seconds: float) -> None:
    """Compile with ten clients, and check the status beside them."""
    if not os.path.isdir(f"{MODULES}/nova"):
        print("the puppet-module packages of OpenStack are not installed")
        return
    top = own.folder / "code/environments" / ENVIRONMENT
    (top / "manifests").mkdir(parents=True)
    (top / "environment.conf").write_text(f"modulepath = {MODULES}\n")
    program = PROGRAMS["nova, neutron, keystone"]
    site = "notify { \"tick ${facts['tick']}\": }\n" + program
    (top / "manifests/site.pp").write_text(site)
    names = [f"cloud{number}.bench" for number in range(NODES)]
    own.sign(names)
    own.start()
    fork = multiprocessing.get_context("fork")
    results, stop = fork.SimpleQueue(), fork.Event()
    processes = [
        fork.Process(target=_compile, args=(own, name, seconds, results)) for name in names
    ]
    checks = fork.SimpleQueue()
    checker = fork.Process(target=_check, args=(own, stop, checks))
    for each in (*processes, checker):
        each.start()
    answers = [results.get() for _ in processes]
    stop.set()
    status = sorted(checks.get())
    for each in (*processes, checker):
        each.join()
    times = sorted(one for all_times, _, _ in answers for one in all_times)
    failed = sum(each for _, each, _ in answers)
    size = max(each for _, _, each in answers)
    print(
        f"{NODES} nodes compile nova, neutron and keystone at once: {len(times) / seconds:.1f}/s, "
        f"catalogs of {size / 1024:.0f} KiB, p50 {percentile(times, 0.5):.0f} ms, "
        f"p99 {percentile(times, 0.99):.0f} ms, {failed} failed (goal 0); "
        f"{len(status)} status checks meanwhile: p50 {percentile(status, 0.5):.1f} ms, "
        f"p99 {percentile(status, 0.99):.1f} ms, longest {status[-1] * 1000:.0f} ms; "
        f"memory {own.memory():.0f} MB",
        flush=True,
    )


def _compile(own: Own, name: str, seconds: float, out: object) -> None:
    facts = {**FACTS, "networking": {**FACTS["networking"], "fqdn": name, "hostname": name}}
    connection = own.server.connect(name)
    times: list[float] = []
    failed = size = turn = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        body = form(facts, name, "large", str(turn), ENVIRONMENT)
        turn += 1
        began = time.perf_counter()
        try:
            size = len(ask(connection, name, body, ENVIRONMENT))
        except (OSError, http.client.HTTPException) as error:
            failed += 1
            print(f"    failed: {name}: {type(error).__name__}: {error}")
            connection = own.server.connect(name)
        times.append(time.perf_counter() - began)
    out.put((times, failed, size))  # type: ignore[attr-defined]


def _check(own: Own, stop: object, out: object) -> None:
    """Check the status as load balancers do: with a new connection each time."""
    times: list[float] = []
    while not stop.is_set():  # type: ignore[attr-defined]
        connection = own.server.connect()
        began = time.perf_counter()
        connection.request("GET", "/status/v1/simple")
        answer = connection.getresponse()
        content = answer.read()
        assert (answer.status, content) == (200, b"running"), content
        times.append(time.perf_counter() - began)
        connection.close()
        time.sleep(PAUSE)
    out.put(times)  # type: ignore[attr-defined]
