"""Entities about runs of CFEngine policies, which PuppetDB does not have."""

from __future__ import annotations

from duckrow.store.query.columns import BY_CERTNAME, flag, latest, number, string, time
from duckrow.store.query.entity import Column, Entity, Kind

POLICY_RUNS = Entity(
    "policy_runs",
    "policy_runs pr",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("hash", "pr.hash", is_nullable=False),
        string("transaction_uuid", "pr.transaction_uuid", is_nullable=False),
        string("status", "pr.status", is_nullable=False),
        flag("noop", "pr.noop"),
        Column("policies", Kind.ARRAY, "pr.policies", is_nullable=False),
        number("kept", "pr.kept"),
        number("repaired", "pr.repaired"),
        number("failed", "pr.failed"),
        number("pending", "pr.pending"),
        number("skipped", "pr.skipped"),
        time("start_time", "pr.start_time", is_nullable=False),
        time("end_time", "pr.end_time", is_nullable=False),
        time("producer_timestamp", "pr.producer_timestamp", is_nullable=False),
        time("receive_time", "pr.receive_time", is_nullable=False),
        string("duckrow_version", "pr.duckrow_version", is_nullable=False),
        latest("latest_run?"),
    ),
    joins={"n": ("JOIN certnames n ON n.id = pr.certname_id", "")},
    node="pr.certname_id",
    report="pr.id",
    latest="latest_policy_run",
    relations={**BY_CERTNAME, "promises": (("hash",), ("run",))},
)
PROMISES = Entity(
    "promises",
    "promises pm",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("run", "pr.hash", "pr", is_nullable=False),
        time("run_end_time", "pr.end_time", "pr", is_nullable=False),
        string("outcome", "pm.outcome", is_nullable=False),
        string("type", "pm.type", is_nullable=False),
        string("promiser", "pm.promiser", is_nullable=False),
        string("bundle", "pm.bundle", is_nullable=False),
        string("reason", "pm.reason"),
        Column("messages", Kind.ARRAY, "pm.messages", is_nullable=False),
        number("seconds", "pm.seconds"),
        string("file", "pm.file"),
        number("line", "pm.line"),
        latest("latest_run?"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = pm.certname_id", ""),
        "pr": ("JOIN policy_runs pr ON pr.id = pm.run_id", ""),
    },
    node="pm.certname_id",
    report="pm.run_id",
    latest="latest_policy_run",
    relations={**BY_CERTNAME, "policy_runs": (("run",), ("hash",))},
)
POLICY_CLASSES = Entity(
    "policy_classes",
    "policy_classes pc",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("class", "pc.class", is_nullable=False),
    ),
    joins={"n": ("JOIN certnames n ON n.id = pc.certname_id", "")},
    node="pc.certname_id",
    relations=BY_CERTNAME,
)
