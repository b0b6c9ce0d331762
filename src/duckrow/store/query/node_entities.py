"""Entities about nodes: the nodes, their facts and packages, and where reports are from."""

from __future__ import annotations

from duckrow.store.query.columns import (
    BY_CERTNAME,
    ENVIRONMENT,
    PRODUCER,
    data,
    flag,
    join,
    named,
    number,
    string,
    time,
)
from duckrow.store.query.entity import Column, Entity, Kind

NODES = Entity(
    "nodes",
    "certnames n",
    (
        flag("latest_report_corrective_change", "r.corrective_change", "r"),
        time("deactivated", "n.deactivated"),
        time("expired", "n.expired"),
        string("report_environment", "re.name", "re"),
        string("certname", "n.certname", is_nullable=False),
        time("facts_timestamp", "fs.timestamp", "fs"),
        string("facts_environment", "fe.name", "fe"),
        string("cached_catalog_status", "r.cached_catalog_status", "r"),
        string("latest_report_status", "r.status", "r"),
        string("latest_report_hash", "r.hash", "r"),
        time("catalog_timestamp", "c.timestamp", "c"),
        flag("latest_report_noop_pending", "r.noop_pending", "r"),
        time("report_timestamp", "r.end_time", "r"),
        flag("latest_report_noop", "r.noop", "r"),
        string("catalog_environment", "ce.name", "ce"),
        string("latest_report_job_id", "r.job_id", "r"),
    ),
    joins={
        "c": join("catalogs", "c", "c.certname_id = n.id"),
        "fs": join("factsets", "fs", "fs.certname_id = n.id"),
        "r": join("reports", "r", "r.id = n.latest_report"),
        "ce": join("environments", "ce", "ce.id = c.environment_id", "c"),
        "fe": join("environments", "fe", "fe.id = fs.environment_id", "fs"),
        "re": join("environments", "re", "re.id = r.environment_id", "r"),
    },
    node="n.id",
    relations=BY_CERTNAME,
)
_NODE_OF_FACT = {
    "n": ("JOIN certnames n ON n.id = f.certname_id", ""),
    "fs": join("factsets", "fs", "fs.certname_id = f.certname_id"),
    "e": join("environments", "e", "e.id = fs.environment_id", "fs"),
}
FACTS = Entity(
    "facts",
    "facts f",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("environment", "e.name", "e"),
        string("name", "f.name", is_nullable=False),
        Column("value", Kind.SCALAR, "f.value", is_nullable=False),
    ),
    joins=_NODE_OF_FACT,
    node="f.certname_id",
    relations={
        **BY_CERTNAME,
        "environments": ENVIRONMENT,
        "fact_contents": (("certname", "name"), ("certname", "name")),
    },
)
FACT_CONTENTS = Entity(
    "fact_nodes",
    "facts f",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("environment", "e.name", "e"),
        Column("path", Kind.PATH, "{leaf_path}", is_nullable=False),
        string("name", "f.name", is_nullable=False),
        Column("value", Kind.SCALAR, "{leaf_value}", is_nullable=False),
    ),
    always="{leaves}",
    joins=_NODE_OF_FACT,
    node="f.certname_id",
    relations={
        **BY_CERTNAME,
        "facts": (("certname", "name"), ("certname", "name")),
        "environments": ENVIRONMENT,
    },
)
FACT_PATHS = Entity(
    "fact_paths",
    "fact_paths fp",
    (
        string("type", "fp.type", is_nullable=False),
        Column("path", Kind.PATH, "fp.path", is_nullable=False),
        string("name", "fp.name", is_nullable=False),
        number("depth", "({length}(fp.path) - 1)", is_extractable=False),
    ),
    relations={
        "facts": (("name",), ("name",)),
        "fact_contents": (("path",), ("path",)),
    },
)
FACT_NAMES = Entity(
    "fact_names",
    "fact_paths fp",
    (string("name", "fp.name", is_nullable=False),),
    is_distinct=True,
)
FACTSETS = Entity(
    "factsets",
    "factsets fs",
    (
        time("timestamp", "fs.timestamp", is_nullable=False),
        data("facts", "{facts_listed}", "n.certname", "n", is_queryable=True),
        string("certname", "n.certname", "n", is_nullable=False),
        string("hash", "fs.hash", is_nullable=False),
        time("producer_timestamp", "fs.producer_timestamp", is_nullable=False),
        string("producer", "p.name", "p"),
        string("environment", "e.name", "e"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = fs.certname_id", ""),
        "e": join("environments", "e", "e.id = fs.environment_id"),
        "p": join("producers", "p", "p.id = fs.producer_id"),
    },
    node="fs.certname_id",
    relations={**BY_CERTNAME, "environments": ENVIRONMENT, "producers": PRODUCER},
)
INVENTORY = Entity(
    "inventory",
    "factsets fs",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        time("timestamp", "fs.timestamp", is_nullable=False),
        string("environment", "e.name", "e"),
        Column("facts", Kind.JSON, "{facts}", is_spread=True),
        Column("trusted", Kind.JSON, "{trusted}", is_spread=True, root=("trusted",)),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = fs.certname_id", ""),
        "e": join("environments", "e", "e.id = fs.environment_id"),
    },
    node="fs.certname_id",
    relations=BY_CERTNAME,
)
ENVIRONMENTS = Entity(
    "environments",
    "environments e",
    (string("name", "e.name", is_nullable=False),),
    relations=named(
        "inventory factsets catalogs reports facts fact_contents events resources", "environment"
    ),
)
PRODUCERS = Entity(
    "producers",
    "producers p",
    (string("name", "p.name", is_nullable=False),),
    relations=named("factsets catalogs reports", "producer"),
)
_PACKAGE = (
    string("package_name", "k.name", is_nullable=False),
    string("version", "k.version", is_nullable=False),
    string("provider", "k.provider", is_nullable=False),
)
PACKAGES = Entity("packages", "packages k", _PACKAGE)
PACKAGE_INVENTORY = Entity(
    "package_inventory",
    "certname_packages cp",
    (string("certname", "n.certname", "n", is_nullable=False), *_PACKAGE),
    always="JOIN packages k ON k.id = cp.package_id",
    joins={"n": ("JOIN certnames n ON n.id = cp.certname_id", "")},
    node="cp.certname_id",
    relations=BY_CERTNAME,
)
