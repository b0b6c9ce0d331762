"""RUNS SINCE: the runs of policies on this host, for a hub that collects them.

The reference has no such request, so only a client that speaks it too may ask, and only one that a
promise admits:

    access: "duckrow_runs" resource_type => "query", admit_keys => { "MD5=…" };

The answer is one zlib stream, in frames. Its content has a line of JSON for each run that ended
after the given time in nanoseconds: when it ended, and the payload of `store policy run`.
"""

from __future__ import annotations

import zlib
from json import dumps

from duckrow.cfengine.agent.run import lock_directory
from duckrow.cfengine.net.frames import LARGEST, LAST, MORE
from duckrow.cfengine.net.stored_runs import LARGEST_RUN
from duckrow.cfengine.server.session import BadRequest
from duckrow.source.errors import DuckrowError, reason
from duckrow.state.policy_run import policy_run_payload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.server.session import Session

RESOURCE = "duckrow_runs"


def answer_runs(session: Session, arguments: bytes, _rest: bytes) -> bool:
    """Answer RUNS SINCE."""
    if not session.is_extended or not arguments.isdigit() or len(arguments) > len(str(2**63)):
        raise BadRequest
    rules = session.served.rules
    decision = rules.check_exact(rules.queries, RESOURCE, session.client)
    if not decision.is_admitted:
        return session.refuse(f"access denied to query: {RESOURCE}: {decision.why}")
    waiting = b""
    try:
        for piece in _compressed(_lines(session, int(arguments))):
            waiting += piece
            sent = 0
            while len(waiting) - sent > LARGEST:
                session.reply(waiting[sent : sent + LARGEST], MORE)
                sent += LARGEST
            waiting = waiting[sent:]
    except (OSError, DuckrowError) as error:
        session.log.error(f"Could not send the stored runs: {reason(error)}")
        return False  # the stream has no end, so nobody takes it for the whole
    session.reply(waiting, LAST)
    return True


def _compressed(lines: Iterator[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj()
    yield from map(packer.compress, lines)
    yield packer.flush()


def _lines(session: Session, since: int) -> Iterator[bytes]:
    """Return the runs that ended after a time, the oldest first."""
    from duckrow.state.reports import ReportError, StoredReports

    reports = StoredReports(lock_directory(session.work_directory))
    try:
        for entry in reversed(reports.runs()):
            if not entry.ended or entry.ended <= since:
                continue
            try:
                report = reports.report(entry)
            except ReportError as error:
                session.log.error(str(error))
                continue
            run = policy_run_payload(report, entry.ended, entry.ended) if report else None
            if run is None:
                continue
            line = dumps({"ended": entry.ended, "run": run}).encode() + b"\n"
            if len(line) > LARGEST_RUN:  # the hub would stop here for ever
                session.log.error(
                    f"The report of run {entry.uuid} is too large to be collected: "
                    f"{len(line) >> 20} MiB, at most {LARGEST_RUN >> 20}"
                )
                continue
            yield line
    finally:
        reports.close()
