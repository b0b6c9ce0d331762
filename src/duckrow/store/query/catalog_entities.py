"""Entities about catalogs: resources, edges, and what a compile looked up."""

from __future__ import annotations

from duckrow.store.query.columns import (
    BY_CERTNAME,
    CERTNAME,
    ENVIRONMENT,
    PRODUCER,
    data,
    flag,
    join,
    number,
    string,
    time,
)
from duckrow.store.query.entity import Column, Entity, Kind

RESOURCES = Entity(
    "resources",
    "catalog_resources cr",
    (
        string("resource", "rp.hash", "rp", is_nullable=False),
        string("certname", "n.certname", "n", is_nullable=False),
        Column("tags", Kind.ARRAY, "cr.tags", is_nullable=False),
        Column("tag", Kind.ARRAY, "", is_extractable=False),
        flag("exported", "cr.exported"),
        number("line", "cr.line"),
        string("title", "cr.title", is_nullable=False, is_long=True),
        string("type", "cr.type", is_nullable=False),
        string("environment", "e.name", "e"),
        string("file", "cr.file"),
        Column("parameters", Kind.JSON, "rp.parameters", "rp"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = cr.certname_id", ""),
        "c": join("catalogs", "c", "c.certname_id = cr.certname_id"),
        "e": join("environments", "e", "e.id = c.environment_id", "c"),
        "rp": ("JOIN resource_params rp ON rp.id = cr.params_id", ""),
    },
    node="cr.certname_id",
    relations={"catalogs": CERTNAME, "nodes": CERTNAME, "environments": ENVIRONMENT},
)
CATALOGS = Entity(
    "catalogs",
    "catalogs c",
    (
        string("code_id", "c.code_id"),
        string("certname", "n.certname", "n", is_nullable=False),
        string("hash", "c.hash", is_nullable=False),
        string("transaction_uuid", "c.transaction_uuid"),
        string("job_id", "c.job_id"),
        string("producer", "p.name", "p"),
        string("catalog_uuid", "c.catalog_uuid"),
        string("environment", "e.name", "e"),
        data("edges", "{edges}", "n.certname", "n"),
        string("version", "c.version", is_nullable=False),
        time("producer_timestamp", "c.producer_timestamp", is_nullable=False),
        data("resources", "{resources}", "n.certname", "n"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = c.certname_id", ""),
        "e": join("environments", "e", "e.id = c.environment_id"),
        "p": join("producers", "p", "p.id = c.producer_id"),
    },
    node="c.certname_id",
    relations={**BY_CERTNAME, "environments": ENVIRONMENT, "producers": PRODUCER},
)
EDGES = Entity(
    "edges",
    "edges g",
    (
        string("certname", "n.certname", "n", is_nullable=False),
        string("relationship", "g.relationship", is_nullable=False),
        string("source_title", "g.source_title", is_nullable=False),
        string("source_type", "g.source_type", is_nullable=False),
        string("target_title", "g.target_title", is_nullable=False),
        string("target_type", "g.target_type", is_nullable=False),
    ),
    joins={"n": ("JOIN certnames n ON n.id = g.certname_id", "")},
    node="g.certname_id",
    relations=BY_CERTNAME,
)
_INPUTS_OF_NODE = (
    string("certname", "n.certname", is_nullable=False),
    time("producer_timestamp", "n.catalog_inputs_timestamp"),
    string("catalog_uuid", "n.catalog_inputs_uuid"),
)
CATALOG_INPUTS = Entity(
    "catalog_inputs",
    "certnames n",
    (*_INPUTS_OF_NODE, Column("inputs", Kind.ARRAY, "{inputs}")),
    where="EXISTS (SELECT 1 FROM catalog_inputs ci WHERE ci.certname_id = n.id)",
    node="n.id",
    relations=BY_CERTNAME,
)
CATALOG_INPUT_CONTENTS = Entity(
    "catalog_input_contents",
    "catalog_inputs ci",
    (
        *_INPUTS_OF_NODE,
        string("name", "ci.name", is_nullable=False),
        string("type", "ci.type", is_nullable=False),
    ),
    always="JOIN certnames n ON n.id = ci.certname_id",
    node="ci.certname_id",
    relations=BY_CERTNAME,
)
