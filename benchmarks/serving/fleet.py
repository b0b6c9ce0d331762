"""A fleet at real rate: each run has a connection of its own and the five requests of a run."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import time

from benchmarks.serving.load import HEADERS, ask, form, percentile
from benchmarks.serving.own import ENVIRONMENT, Own

HELPERS = 4  # processes that play agents
INTERVAL = 30  # minutes between two runs of a node
CHANGED = 10  # every how many nodes has another catalog than before


def fleet(own: Own, facts: dict[str, object], minutes: float, nodes: int) -> None:
    """Run the agents of a fleet."""
    names = [f"node{number}.fleet" for number in range(nodes)]
    own.sign(names)
    empty = own.memory()
    began = time.perf_counter()
    times, failed, _, _ = _play(own, facts, names, 0)
    seconds = time.perf_counter() - began
    print(
        f"{nodes:,} nodes ask for their first catalog: {len(times) / seconds:.0f}/s, "
        f"p99 {percentile(times, 0.99):.1f} ms, {failed} failed; "
        f"memory {empty:.0f} MB before, {own.memory():.0f} MB after",
        flush=True,
    )
    runs = names[: int(nodes / INTERVAL * minutes)]
    times, failed, late, memory = _play(own, facts, runs, minutes * 60)
    print(
        f"{nodes:,} nodes for {minutes:g} minutes: {len(runs):,} runs, {len(times):,} requests, "
        f"{failed} failed (goal 0), p50 {percentile(times, 0.5):.1f} ms, "
        f"p99 {percentile(times, 0.99):.1f} ms, longest {times[-1] * 1000:.0f} ms, "
        f"latest start {late:.2f} s; memory of each minute "
        f"{' '.join(f'{each:.0f}' for each in memory)} MB",
        flush=True,
    )


def _play(
    own: Own, facts: dict[str, object], names: list[str], seconds: float
) -> tuple[list[float], int, float, list[float]]:
    """Let all nodes ask in some seconds; 0 means for a catalog only, and as quickly as they can.

    Return the times of requests, how many runs failed, how late one was, and the memory of each
    minute.
    """
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    began = time.perf_counter() + 1
    processes = [
        fork.Process(target=_agents, args=(own, facts, names, number, began, seconds, results))
        for number in range(HELPERS)
    ]
    for each in processes:
        each.start()
    memory = [own.memory()]
    while time.perf_counter() < began + seconds:
        time.sleep(min(60.0, max(0.0, began + seconds - time.perf_counter())))
        memory.append(own.memory())
    answers = [results.get() for _ in processes]
    for each in processes:
        each.join()
    times = sorted(one for all_times, _, _ in answers for one in all_times)
    failed = sum(each for _, each, _ in answers)
    return times, failed, max(each for _, _, each in answers), memory


def _agents(
    own: Own,
    facts: dict[str, object],
    names: list[str],
    number: int,
    began: float,
    seconds: float,
    out: object,
) -> None:
    times: list[float] = []
    failed = 0
    late = 0.0
    for turn in range(number, len(names), HELPERS):
        start = began + seconds * turn / len(names)
        wait = start - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        elif seconds:
            late = max(late, -wait)
        try:
            if seconds:
                _agent_run(own, facts, names[turn], turn, times)
            else:
                _first_catalog(own, facts, names[turn], times)
        except (OSError, http.client.HTTPException) as error:
            failed += 1
            print(f"    failed: {names[turn]}: {type(error).__name__}: {error}")
    out.put((times, failed, late))  # type: ignore[attr-defined]


def _first_catalog(own: Own, facts: dict[str, object], name: str, times: list[float]) -> None:
    connection = own.server.connect(name)
    began = time.perf_counter()
    ask(connection, name, form(facts, name, "small", name))
    times.append(time.perf_counter() - began)
    connection.close()


def _agent_run(
    own: Own, facts: dict[str, object], name: str, turn: int, times: list[float]
) -> None:
    connection = own.server.connect(name)
    tick = name if turn % CHANGED else f"{name} again"
    facts = {**facts, "system_uptime": {"seconds": turn}}
    options = f"environment={ENVIRONMENT}&links=manage&checksum_type=sha256"
    options += "&source_permissions=ignore"
    requests: list[tuple[str, str, bytes | None, str]] = [
        ("GET", f"file_metadatas/plugins?recurse=false&{options}", None, ""),
        ("GET", f"file_metadatas/pluginfacts?recurse=true&{options}", None, ""),
        ("GET", f"file_metadatas/plugins?recurse=true&{options}", None, ""),
        (
            "POST",
            f"catalog/{name}?environment={ENVIRONMENT}",
            form(facts, name, "small", tick),
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
