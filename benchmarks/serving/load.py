"""Clients that ask a server for catalogs as agents do, and how long it takes."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import subprocess
import time
from collections.abc import Callable
from urllib.parse import quote
from uuid import uuid4

from benchmarks.serving.own import DUCKROW, ENVIRONMENT, Server


def host_facts() -> dict[str, object]:
    found: dict[str, object] = json.loads(
        subprocess.check_output([DUCKROW, "facts", "--format", "json"])
    )
    return found


def form(
    facts: dict[str, object], name: str, size: str, tick: str, environment: str = ENVIRONMENT
) -> bytes:
    """Return the body of a catalog request, as an agent sends it."""
    values = {**facts, "size": size, "tick": tick, "clientcert": name}
    text = quote(json.dumps({"name": name, "values": values}))
    fields = {
        "facts_format": "application/json",
        "facts": text,
        "environment": environment,
        "configured_environment": environment,
        "check_environment": "false",
        "transaction_uuid": str(uuid4()),
        "static_catalog": "true",
        "checksum_type": "sha256.sha384.sha512.sha224.md5",
    }
    return "&".join(f"{key}={quote(value, safe='')}" for key, value in fields.items()).encode()


def ticking(facts: dict[str, object], name: str, size: str) -> Callable[[int], bytes]:
    """Return bodies that differ in one fact; they cost the clients next to nothing to make."""
    before, after = form(facts, name, size, "<tick>").split(
        quote(quote("<tick>"), safe="").encode()
    )
    return lambda turn: b"%b%d%b" % (before, turn, after)


HEADERS = {
    "Accept": "application/vnd.puppet.rich+json, application/json",
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Puppet-Version": "7.23.0",
}


def ask(
    connection: http.client.HTTPSConnection, name: str, body: bytes, environment: str = ENVIRONMENT
) -> bytes:
    """Ask for a catalog."""
    path = f"/puppet/v3/catalog/{name}?environment={environment}"
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
    times: list[float] = []
    failed = 0
    turn = 0
    try:
        ask(connection, server.name, bodies(number))  # the handshake, and the first compile
    except (OSError, http.client.HTTPException) as error:
        failed += 1
        print(f"    failed: {type(error).__name__}: {error}")
    end = time.perf_counter() + seconds
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


def percentile(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))] * 1000
