"""report: PUT /puppet/v3/report/NODE."""

from __future__ import annotations

from orjson import dumps

from duckrow.server.http.exchange import JSON, Answer
from duckrow.server.http.v3 import bad_request, environment_name, server_error, unsupported_format
from duckrow.server.nodes.endpoints import node_name
from duckrow.server.reports.data import ReportError, read_report
from duckrow.server.reports.store import NotStoredError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from duckrow.server.http.exchange import Request
    from duckrow.server.reports.reporting import Reporting

    class ReportSite(Protocol):
        """A site that receives reports."""

        @property
        def reporting(self) -> Reporting:
            """Its reports and what is done with them."""


_FORMATS = ("application/json", "text/pson", "pson")


def put_report(site: ReportSite, request: Request) -> Answer:
    """Store a report; the answer lists the processors that will see it.

    The report is on the disk before the answer. What processors do with it does not make the agent
    wait, and does not change the answer.
    """
    node = node_name(request)
    environment_name(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _FORMATS:
        raise unsupported_format(kind)
    try:
        report = read_report(node, request.body, is_pson="pson" in kind)
        site.reporting.save(report)
    except ReportError as error:
        raise bad_request(f"The request body is invalid: {error}") from None
    except NotStoredError as error:
        raise server_error(f"the report cannot be stored: {error}") from None
    return Answer(dumps(site.reporting.names), JSON)
