"""A page about the server for people, and /metrics for Prometheus."""

from __future__ import annotations

from collections import Counter
from html import escape
from time import gmtime, strftime, time

from duckrow import __version__
from duckrow.ca.statuses import all_statuses, days_left, warnings
from duckrow.server.http.exchange import Answer
from duckrow.source.errors import DuckrowError
from duckrow.state.writer import StoppingError
from duckrow.store.database.errors import TooSlowError, UnavailableError
from duckrow.store.population import states_of_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.catalogs.unchanged import UnchangedCatalogs
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

MOST_ROWS = 500
_SECONDS = 5.0  # that the store may take for the numbers
_HTML = "text/html; charset=utf-8"
_METRICS = "text/plain; version=0.0.4; charset=utf-8"
_STYLE = (
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2em .8em .2em 0;"
    "border-bottom:1px solid #ddd}.failed{color:#b00}h2{margin-top:1.6em}"
)
_HEAD = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>duckrow</title>"
    f"<style>{_STYLE}</style>"
)


class Counts:
    """The answers of the server by status, and the nodes that asked for a catalog."""

    __slots__ = ("answers", "nodes", "started")

    def __init__(self) -> None:
        self.started = time()
        self.answers: dict[int, int] = {}
        self.nodes: dict[str, tuple[float, str, str]] = {}  # when, environment, origin


class Page:
    """Shows what the web process knows."""

    __slots__ = ("_counts", "_queue", "_unchanged")

    def __init__(self, counts: Counts, queue: CompileQueue, unchanged: UnchangedCatalogs) -> None:
        self._counts = counts
        self._queue = queue
        self._unchanged = unchanged

    def metrics(self, site: Site, _request: Request) -> Answer:
        """Answer with all counters as Prometheus reads them."""
        queue, unchanged = self._queue, self._unchanged
        lines = [f'duckrow_info{{version="{__version__}"}} 1']
        lines += [
            f'duckrow_answers_total{{status="{status}"}} {count}'
            for status, count in sorted(self._counts.answers.items())
        ]
        lines += [
            f'duckrow_store_commands_total{{command="{name}"}} {count}'
            for name, count in sorted(site.records.counts.items())
        ]
        lines += [
            f"duckrow_compiles_total {queue.compiled}",
            f"duckrow_compiles_waiting {queue.waiting}",
            f"duckrow_compiles_running {queue.running}",
            f"duckrow_generation {queue.generation}",
            f"duckrow_unchanged_catalogs_served_total {unchanged.hits}",
            f"duckrow_unchanged_catalogs_missed_total {unchanged.misses}",
            f"duckrow_unchanged_catalogs_kept {len(unchanged)}",
            f"duckrow_unchanged_catalogs_kept_bytes {unchanged.size}",
            f"duckrow_nodes_seen {len(self._counts.nodes)}",
            f"duckrow_start_time_seconds {self._counts.started:.0f}",
        ]
        lines += [
            f'duckrow_catalogs_not_kept_total{{reason="{reason}"}} {count}'
            for reason, count in sorted(unchanged.reasons.items())
        ]
        lines += _report_metrics(site)
        lines += _node_metrics(site)
        return Answer("\n".join([*lines, ""]).encode(), _METRICS)

    def page(self, site: Site, _request: Request) -> Answer:
        """Answer with a page of nodes, runs, certificates and the queue."""
        queue, unchanged = self._queue, self._unchanged
        parts = [
            _HEAD,
            f"<h1>duckrow {__version__} serves</h1>",
            _table(
                ("since", "answers", "compiled", "served unchanged", "waiting", "compiling"),
                [
                    (
                        _moment(self._counts.started),
                        sum(self._counts.answers.values()),
                        queue.compiled,
                        unchanged.hits,
                        queue.waiting,
                        queue.running,
                    )
                ],
            ),
            "<h2>Nodes</h2>",
            _table(("node", "last catalog", "environment", "how"), self._nodes()),
            "<h2>Last runs</h2>",
            _table(("node", "time", "status", "environment", "noop"), _runs(site)),
            "<h2>Certificates</h2>",
            *_certificates(site),
            "<h2>Why catalogs are compiled each time</h2>",
            _table(("they ask", "compiles"), sorted(unchanged.reasons.items())),
        ]
        return Answer("".join(parts).encode(), _HTML)

    def _nodes(self) -> list[tuple[object, ...]]:
        found = sorted(self._counts.nodes.items(), key=lambda each: -each[1][0])[:MOST_ROWS]
        return [(name, _moment(when), *others) for name, (when, *others) in found]


def _report_metrics(site: Site) -> list[str]:
    """Return what waits for the processors of reports; nothing if the store cannot be read."""
    try:
        waiting = site.reporting.waiting()
    except DuckrowError:
        waiting = {}
    lines = [
        f'duckrow_reports_waiting{{processor="{name}"}} {count}' for name, count in waiting.items()
    ]
    return lines + [
        f'duckrow_report_processor_busy_seconds{{processor="{name}"}} {seconds:.1f}'
        for name, seconds in site.reporting.busy().items()
    ]


def _node_metrics(site: Site) -> list[str]:
    """Return how many active nodes have which latest report and run of policies."""
    try:
        with site.records.reading(_SECONDS) as session:
            states = states_of_nodes(session)
    except (TooSlowError, UnavailableError, StoppingError):
        return ["duckrow_store_up 0"]
    reports: Counter[str] = Counter()
    policy_runs: Counter[str] = Counter()
    pending = 0
    for each in states:
        reports[each.report or "none"] += each.number
        policy_runs[each.policy_run or "none"] += each.number
        pending += each.number * each.is_pending
    return [
        "duckrow_store_up 1",
        *(
            f'duckrow_nodes{{latest_report="{status}"}} {count}'
            for status, count in sorted(reports.items())
        ),
        *(
            f'duckrow_policy_nodes{{latest_run="{status}"}} {count}'
            for status, count in sorted(policy_runs.items())
        ),
        f"duckrow_nodes_pending {pending}",
    ]


def _runs(site: Site) -> list[tuple[object, ...]]:
    try:
        runs = site.reporting.last_runs()
    except DuckrowError as error:
        return [(str(error), "", "", "", "")]
    runs.sort(key=lambda run: (run.status != "failed", -run.received))
    return [
        (run.node, run.time, run.status, run.environment, "noop" if run.is_noop else "")
        for run in runs[:MOST_ROWS]
    ]


def _certificates(site: Site) -> list[str]:
    authority = site.authority
    if authority is None:
        return ["<p>This server has no certificate authority.</p>"]
    statuses = all_statuses(authority)
    found = [f"<p class=failed>{escape(each)}</p>" for each in warnings(authority, statuses)]
    rows: list[tuple[object, ...]] = []
    for each in sorted(statuses, key=lambda status: (status.state != "requested", status.name)):
        left = "" if each.not_after is None else days_left(each.not_after, authority.now())
        rows.append((each.name, each.state, left))
    found.append(_table(("name", "state", "days left"), rows[:MOST_ROWS]))
    return found


def _table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    lines = ["<table><tr>", *(f"<th>{escape(each)}</th>" for each in head), "</tr>"]
    for row in rows:
        kind = " class=failed" if "failed" in row else ""
        cells = "".join(f"<td>{escape(str(each))}</td>" for each in row)
        lines.append(f"<tr{kind}>{cells}</tr>")
    lines.append("</table>")
    return "".join(lines)


def _moment(seconds: float) -> str:
    return strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))
