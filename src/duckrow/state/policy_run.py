"""A run of policies as a store takes it: the payload of `store policy run`, from a report."""

from __future__ import annotations

from duckrow import __version__
from duckrow.state.report import CHANGED, FAILED, UNCHANGED, time_text
from duckrow.state.report_items import hashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND = "store_policy_run", 1


def policy_run_payload(
    report: Mapping[str, object], ended_ns: int, now_ns: int
) -> dict[str, object] | None:
    """Return the payload for the policies of a report; None if it has none."""
    policies = report.get("policies")
    if not isinstance(policies, list) or not policies:
        return None
    promises = hashes(report.get("promises"))
    outcomes = {each.get("outcome") for each in promises}
    status = CHANGED if "repaired" in outcomes else UNCHANGED
    if "failed" in outcomes or not report.get("transaction_completed"):
        status = FAILED
    classes = report.get("classes")
    return {
        "certname": report["host"],
        "transaction_uuid": report["transaction_uuid"],
        "status": status,
        "noop": bool(report.get("noop")),
        "policies": policies,
        "duckrow_version": __version__,
        "start_time": report["time"],
        "end_time": time_text(ended_ns),
        "producer_timestamp": time_text(now_ns),
        "classes": classes if isinstance(classes, list) else [],
        "promises": [
            {
                "outcome": each["outcome"],
                "type": each["type"],
                "promiser": each["promiser"],
                "bundle": each["bundle"],
                "reason": each.get("why") or None,
                "messages": each.get("messages") or [],
                "seconds": each.get("seconds") or 0,
                "file": each.get("file"),
                "line": each.get("line"),
            }
            for each in promises
        ],
    }
