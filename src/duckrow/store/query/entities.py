"""What can be asked: the entities, their fields, and where the store has them.

    ENTITIES["nodes"].columns["certname"].sql       "n.certname"

1. Nothing but the SQL in this file and in the modules that write it becomes part of a statement:
   what a user writes selects columns from these tables by name, or is a value.
2. Fields are in the order in which the reference's messages list them.
3. A join is in a statement only if a column in it needs the join. All but those of `always` are
   joins that neither add nor remove rows.
"""

from __future__ import annotations

import re
from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Relation = tuple[Sequence[str], Sequence[str]]  # fields here, and those of the other entity

FUNCTIONS = ("sum", "avg", "min", "max", "count", "to_string", "jsonb_typeof")


class Kind(Enum):
    """How the values of a column compare, and how an answer shows them."""

    STRING = "string"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    ARRAY = "list of strings"
    PATH = "path of a fact"
    JSON = "JSON value, which paths lead into"
    SCALAR = "value of a fact"
    DATA = "part of an answer"  # it cannot be compared


class Column:
    """A field of an entity.

    `sql`           its value; a mapping has a text for each database
    `extra`         a second value that the answer needs: whose data it is
    `is_queryable`  queries may name it; the reference names some that cannot be compared
    `needs`         the joins that `sql` needs
    `is_serialized` the string is JSON, and values are compared as JSON
    `reference`     where it is the name of a row of another table: the number of that row
    `is_spread`     the JSON value is spread over the table `facts`; paths begin below `root`
    """

    __slots__ = (
        "can_compare",
        "extra",
        "is_extractable",
        "is_nullable",
        "is_queryable",
        "is_serialized",
        "is_spread",
        "kind",
        "name",
        "needs",
        "reference",
        "root",
        "sql",
    )

    def __init__(
        self,
        name: str,
        kind: Kind,
        sql: str,
        needs: str = "",
        *,
        extra: str = "",
        is_extractable: bool = True,
        is_nullable: bool = True,
        is_queryable: bool = True,
        is_serialized: bool = False,
        is_spread: bool = False,
        root: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.sql = sql
        self.needs = tuple(needs.split())
        self.extra = extra
        self.is_extractable = is_extractable
        self.is_nullable = is_nullable
        self.is_queryable = is_queryable
        self.can_compare = bool(sql) and kind is not Kind.DATA
        self.is_serialized = is_serialized
        self.is_spread = is_spread
        self.root = root
        self.reference: Reference | None = None

    def compares_with(self, kind: Kind) -> bool:
        """Return whether `in` may compare this column with one of a kind."""
        text = (Kind.STRING, Kind.SCALAR)
        return self.kind is kind or (self.kind in text and kind in text)


# A join with the row that a number names.
_BY_NUMBER = re.compile(r"JOIN (?P<table>\w+) (?P<alias>\w+) ON (?P=alias)\.id = (?P<number>\S+)$")


class Reference:
    """A number that names a row of another table, which has one row for each name."""

    __slots__ = ("field", "needs", "number", "table")

    def __init__(self, table: str, field: str, number: str, needs: str) -> None:
        self.table = table
        self.field = field
        self.number = number
        self.needs = tuple(needs.split())


class Entity:
    """An entity: its fields, the table that its rows are from, and its relations.

    `alias`     its name in messages
    `always`    joins that every statement has
    `joins`     other joins, by alias, each with the aliases that it needs itself
    `node`      the number of the node of a row
    `report`    the number of the report of a row
    """

    __slots__ = (
        "alias",
        "always",
        "columns",
        "dug",
        "extractable",
        "is_distinct",
        "joins",
        "node",
        "orderable",
        "queryable",
        "relations",
        "report",
        "shown",
        "source",
        "where",
    )

    def __init__(
        self,
        alias: str,
        source: str,
        columns: Sequence[Column],
        *,
        always: str = "",
        joins: Mapping[str, tuple[str, str]] | None = None,
        node: str = "",
        report: str = "",
        relations: Mapping[str, Relation] | None = None,
        where: str = "",
        is_distinct: bool = False,
    ) -> None:
        self.alias = alias
        self.source = source
        self.columns = {column.name: column for column in columns}
        self.always = always
        self.joins = joins or {}
        self.node = node
        self.report = report
        self.relations = relations or {}
        self.where = where
        self.is_distinct = is_distinct
        for column in columns:
            column.reference = self._reference(column)
        self.orderable = tuple(each.name for each in columns if each.is_queryable)
        self.queryable = tuple(sorted(self.orderable))
        self.extractable = tuple(each.name for each in columns if each.is_extractable)
        self.shown = self.extractable
        self.dug = tuple(each.name for each in columns if each.kind is Kind.JSON and each.sql)

    def _reference(self, column: Column) -> Reference | None:
        """Return how a column of another table is found by its name."""
        alias, _, field = column.sql.partition(".")
        if column.needs != (alias,) or field not in ("name", "certname"):
            return None
        match = _BY_NUMBER.search(self.joins[alias][0])
        if match is None:
            return None
        return Reference(match["table"], field, match["number"], self.joins[alias][1])

    def can_query(self, field: str) -> bool:
        """Return whether a field can be asked about: one of its own, or facts.os.family."""
        name, dot, rest = field.partition(".")
        if not dot:
            return field in self.queryable
        return name in self.dug and "\n" not in rest


def _string(
    name: str, sql: str, needs: str = "", *, is_nullable: bool = True, is_serialized: bool = False
) -> Column:
    return Column(
        name, Kind.STRING, sql, needs, is_nullable=is_nullable, is_serialized=is_serialized
    )


def _number(name: str, sql: str, *, is_extractable: bool = True) -> Column:
    return Column(name, Kind.NUMBER, sql, is_extractable=is_extractable)


def _flag(name: str, sql: str, needs: str = "") -> Column:
    return Column(name, Kind.BOOLEAN, sql, needs)


def _time(name: str, sql: str, needs: str = "", *, is_nullable: bool = True) -> Column:
    return Column(name, Kind.TIME, sql, needs, is_nullable=is_nullable)


def _data(
    name: str, sql: str, owner: str, needs: str = "", *, is_queryable: bool = False
) -> Column:
    """Return a part of an answer; `owner` is what its address names."""
    return Column(name, Kind.DATA, sql, needs, extra=owner, is_queryable=is_queryable)


def _latest_report() -> Column:
    return Column("latest_report?", Kind.BOOLEAN, "", is_extractable=False)


_CERTNAME = (("certname",), ("certname",))
_ENVIRONMENT = (("environment",), ("name",))
_PRODUCER = (("producer",), ("name",))
_BY_CERTNAME: dict[str, Relation] = dict.fromkeys(
    (
        "factsets",
        "reports",
        "inventory",
        "catalogs",
        "catalog_input_contents",
        "catalog_inputs",
        "nodes",
        "facts",
        "fact_contents",
        "events",
        "edges",
        "resources",
    ),
    _CERTNAME,
)


def _named(names: str, field: str) -> dict[str, Relation]:
    """Return relations from the name of an environment or a producer."""
    return dict.fromkeys(names.split(), (("name",), (field,)))


def _join(table: str, alias: str, condition: str, needs: str = "") -> tuple[str, str]:
    return f"LEFT JOIN {table} {alias} ON {condition}", needs


_NODES = Entity(
    "nodes",
    "certnames n",
    (
        _flag("latest_report_corrective_change", "r.corrective_change", "r"),
        _time("deactivated", "n.deactivated"),
        _time("expired", "n.expired"),
        _string("report_environment", "re.name", "re"),
        _string("certname", "n.certname", is_nullable=False),
        _time("facts_timestamp", "fs.timestamp", "fs"),
        _string("facts_environment", "fe.name", "fe"),
        _string("cached_catalog_status", "r.cached_catalog_status", "r"),
        _string("latest_report_status", "r.status", "r"),
        _string("latest_report_hash", "r.hash", "r"),
        _time("catalog_timestamp", "c.timestamp", "c"),
        _flag("latest_report_noop_pending", "r.noop_pending", "r"),
        _time("report_timestamp", "r.end_time", "r"),
        _flag("latest_report_noop", "r.noop", "r"),
        _string("catalog_environment", "ce.name", "ce"),
        _string("latest_report_job_id", "r.job_id", "r"),
    ),
    joins={
        "c": _join("catalogs", "c", "c.certname_id = n.id"),
        "fs": _join("factsets", "fs", "fs.certname_id = n.id"),
        "r": _join("reports", "r", "r.id = n.latest_report"),
        "ce": _join("environments", "ce", "ce.id = c.environment_id", "c"),
        "fe": _join("environments", "fe", "fe.id = fs.environment_id", "fs"),
        "re": _join("environments", "re", "re.id = r.environment_id", "r"),
    },
    node="n.id",
    relations=_BY_CERTNAME,
)
_NODE_OF_FACT = {
    "n": ("JOIN certnames n ON n.id = f.certname_id", ""),
    "fs": _join("factsets", "fs", "fs.certname_id = f.certname_id"),
    "e": _join("environments", "e", "e.id = fs.environment_id", "fs"),
}
_FACTS = Entity(
    "facts",
    "facts f",
    (
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("environment", "e.name", "e"),
        _string("name", "f.name", is_nullable=False),
        Column("value", Kind.SCALAR, "f.value", is_nullable=False),
    ),
    joins=_NODE_OF_FACT,
    node="f.certname_id",
    relations={
        **_BY_CERTNAME,
        "environments": _ENVIRONMENT,
        "fact_contents": (("certname", "name"), ("certname", "name")),
    },
)
_FACT_CONTENTS = Entity(
    "fact_nodes",
    "facts f",
    (
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("environment", "e.name", "e"),
        Column("path", Kind.PATH, "{leaf_path}", is_nullable=False),
        _string("name", "f.name", is_nullable=False),
        Column("value", Kind.SCALAR, "{leaf_value}", is_nullable=False),
    ),
    always="{leaves}",
    joins=_NODE_OF_FACT,
    node="f.certname_id",
    relations={
        **_BY_CERTNAME,
        "facts": (("certname", "name"), ("certname", "name")),
        "environments": _ENVIRONMENT,
    },
)
_FACT_PATHS = Entity(
    "fact_paths",
    "fact_paths fp",
    (
        _string("type", "fp.type", is_nullable=False),
        Column("path", Kind.PATH, "fp.path", is_nullable=False),
        _string("name", "fp.name", is_nullable=False),
        _number("depth", "({length}(fp.path) - 1)", is_extractable=False),
    ),
    relations={
        "facts": (("name",), ("name",)),
        "fact_contents": (("path",), ("path",)),
    },
)
_FACT_NAMES = Entity(
    "fact_names",
    "fact_paths fp",
    (_string("name", "fp.name", is_nullable=False),),
    is_distinct=True,
)
_FACTSETS = Entity(
    "factsets",
    "factsets fs",
    (
        _time("timestamp", "fs.timestamp", is_nullable=False),
        _data("facts", "{facts_listed}", "n.certname", "n", is_queryable=True),
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("hash", "fs.hash", is_nullable=False),
        _time("producer_timestamp", "fs.producer_timestamp", is_nullable=False),
        _string("producer", "p.name", "p"),
        _string("environment", "e.name", "e"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = fs.certname_id", ""),
        "e": _join("environments", "e", "e.id = fs.environment_id"),
        "p": _join("producers", "p", "p.id = fs.producer_id"),
    },
    node="fs.certname_id",
    relations={**_BY_CERTNAME, "environments": _ENVIRONMENT, "producers": _PRODUCER},
)
_INVENTORY = Entity(
    "inventory",
    "factsets fs",
    (
        _string("certname", "n.certname", "n", is_nullable=False),
        _time("timestamp", "fs.timestamp", is_nullable=False),
        _string("environment", "e.name", "e"),
        Column("facts", Kind.JSON, "{facts}", is_spread=True),
        Column("trusted", Kind.JSON, "{trusted}", is_spread=True, root=("trusted",)),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = fs.certname_id", ""),
        "e": _join("environments", "e", "e.id = fs.environment_id"),
    },
    node="fs.certname_id",
    relations=_BY_CERTNAME,
)
_RESOURCES = Entity(
    "resources",
    "catalog_resources cr",
    (
        _string("resource", "rp.hash", "rp", is_nullable=False),
        _string("certname", "n.certname", "n", is_nullable=False),
        Column("tags", Kind.ARRAY, "cr.tags", is_nullable=False),
        Column("tag", Kind.ARRAY, "", is_extractable=False),
        _flag("exported", "cr.exported"),
        _number("line", "cr.line"),
        _string("title", "cr.title", is_nullable=False),
        _string("type", "cr.type", is_nullable=False),
        _string("environment", "e.name", "e"),
        _string("file", "cr.file"),
        Column("parameters", Kind.JSON, "rp.parameters", "rp"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = cr.certname_id", ""),
        "c": _join("catalogs", "c", "c.certname_id = cr.certname_id"),
        "e": _join("environments", "e", "e.id = c.environment_id", "c"),
        "rp": ("JOIN resource_params rp ON rp.id = cr.params_id", ""),
    },
    node="cr.certname_id",
    relations={"catalogs": _CERTNAME, "nodes": _CERTNAME, "environments": _ENVIRONMENT},
)
_CATALOGS = Entity(
    "catalogs",
    "catalogs c",
    (
        _string("code_id", "c.code_id"),
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("hash", "c.hash", is_nullable=False),
        _string("transaction_uuid", "c.transaction_uuid"),
        _string("job_id", "c.job_id"),
        _string("producer", "p.name", "p"),
        _string("catalog_uuid", "c.catalog_uuid"),
        _string("environment", "e.name", "e"),
        _data("edges", "{edges}", "n.certname", "n"),
        _string("version", "c.version", is_nullable=False),
        _time("producer_timestamp", "c.producer_timestamp", is_nullable=False),
        _data("resources", "{resources}", "n.certname", "n"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = c.certname_id", ""),
        "e": _join("environments", "e", "e.id = c.environment_id"),
        "p": _join("producers", "p", "p.id = c.producer_id"),
    },
    node="c.certname_id",
    relations={**_BY_CERTNAME, "environments": _ENVIRONMENT, "producers": _PRODUCER},
)
_EDGES = Entity(
    "edges",
    "edges g",
    (
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("relationship", "g.relationship", is_nullable=False),
        _string("source_title", "g.source_title", is_nullable=False),
        _string("source_type", "g.source_type", is_nullable=False),
        _string("target_title", "g.target_title", is_nullable=False),
        _string("target_type", "g.target_type", is_nullable=False),
    ),
    joins={"n": ("JOIN certnames n ON n.id = g.certname_id", "")},
    node="g.certname_id",
    relations=_BY_CERTNAME,
)
_REPORTS = Entity(
    "reports",
    "reports r",
    (
        _time("receive_time", "r.receive_time", is_nullable=False),
        _flag("corrective_change", "r.corrective_change"),
        _string("code_id", "r.code_id"),
        _flag("noop", "r.noop"),
        _string("certname", "n.certname", "n", is_nullable=False),
        _string("puppet_version", "r.puppet_version", is_nullable=False),
        _string("hash", "r.hash", is_nullable=False),
        _string("cached_catalog_status", "r.cached_catalog_status"),
        _string("transaction_uuid", "r.transaction_uuid"),
        _string("configuration_version", "r.configuration_version", is_nullable=False),
        _string("status", "r.status"),
        _string("job_id", "r.job_id"),
        _string("producer", "p.name", "p"),
        _string("catalog_uuid", "r.catalog_uuid"),
        _data("logs", "r.logs", "r.hash"),
        _flag("noop_pending", "r.noop_pending"),
        _time("end_time", "r.end_time", is_nullable=False),
        _string("type", "r.type", is_nullable=False),
        _string("environment", "e.name", "e"),
        _latest_report(),
        _time("start_time", "r.start_time", is_nullable=False),
        _data("resource_events", "{events}", "r.hash"),
        _data("metrics", "r.metrics", "r.hash"),
        _time("producer_timestamp", "r.producer_timestamp", is_nullable=False),
        _number("report_format", "r.report_format"),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = r.certname_id", ""),
        "e": _join("environments", "e", "e.id = r.environment_id"),
        "p": _join("producers", "p", "p.id = r.producer_id"),
    },
    node="r.certname_id",
    report="r.id",
    relations={
        **_BY_CERTNAME,
        "environments": _ENVIRONMENT,
        "producers": _PRODUCER,
        "events": (("hash",), ("report",)),
    },
)
_EVENTS = Entity(
    "events",
    "resource_events v",
    (
        _string("message", "v.message"),
        _string("old_value", "v.old_value", is_serialized=True),
        _time("report_receive_time", "r.receive_time", "r", is_nullable=False),
        _flag("corrective_change", "v.corrective_change"),
        Column("containment_path", Kind.ARRAY, "v.containment_path"),
        _string("certname", "n.certname", "n", is_nullable=False),
        _time("timestamp", "v.timestamp", is_nullable=False),
        _time("run_end_time", "r.end_time", "r", is_nullable=False),
        _string("name", "v.name"),
        _string("configuration_version", "r.configuration_version", "r", is_nullable=False),
        _string("new_value", "v.new_value", is_serialized=True),
        _string("resource_title", "v.resource_title", is_nullable=False),
        _string("status", "v.status", is_nullable=False),
        _string("property", "v.property"),
        _string("resource_type", "v.resource_type", is_nullable=False),
        _number("line", "v.line"),
        _string("environment", "e.name", "e"),
        _string("containing_class", "v.containing_class"),
        _time("run_start_time", "r.start_time", "r", is_nullable=False),
        _latest_report(),
        _string("file", "v.file"),
        _string("report", "r.hash", "r", is_nullable=False),
    ),
    joins={
        "n": ("JOIN certnames n ON n.id = v.certname_id", ""),
        "r": ("JOIN reports r ON r.id = v.report_id", ""),
        "e": _join("environments", "e", "e.id = r.environment_id", "r"),
    },
    node="v.certname_id",
    report="v.report_id",
    relations={
        **_BY_CERTNAME,
        "reports": (("report",), ("hash",)),
        "environments": _ENVIRONMENT,
    },
)
_ENVIRONMENTS = Entity(
    "environments",
    "environments e",
    (_string("name", "e.name", is_nullable=False),),
    relations=_named(
        "inventory factsets catalogs reports facts fact_contents events resources", "environment"
    ),
)
_PRODUCERS = Entity(
    "producers",
    "producers p",
    (_string("name", "p.name", is_nullable=False),),
    relations=_named("factsets catalogs reports", "producer"),
)
_PACKAGE = (
    _string("package_name", "k.name", is_nullable=False),
    _string("version", "k.version", is_nullable=False),
    _string("provider", "k.provider", is_nullable=False),
)
_PACKAGES = Entity("packages", "packages k", _PACKAGE)
_PACKAGE_INVENTORY = Entity(
    "package_inventory",
    "certname_packages cp",
    (_string("certname", "n.certname", "n", is_nullable=False), *_PACKAGE),
    always="JOIN packages k ON k.id = cp.package_id",
    joins={"n": ("JOIN certnames n ON n.id = cp.certname_id", "")},
    node="cp.certname_id",
    relations=_BY_CERTNAME,
)
_INPUTS_OF_NODE = (
    _string("certname", "n.certname", is_nullable=False),
    _time("producer_timestamp", "n.catalog_inputs_timestamp"),
    _string("catalog_uuid", "n.catalog_inputs_uuid"),
)
_CATALOG_INPUTS = Entity(
    "catalog_inputs",
    "certnames n",
    (*_INPUTS_OF_NODE, Column("inputs", Kind.ARRAY, "{inputs}")),
    where="EXISTS (SELECT 1 FROM catalog_inputs ci WHERE ci.certname_id = n.id)",
    node="n.id",
    relations=_BY_CERTNAME,
)
_CATALOG_INPUT_CONTENTS = Entity(
    "catalog_input_contents",
    "catalog_inputs ci",
    (
        *_INPUTS_OF_NODE,
        _string("name", "ci.name", is_nullable=False),
        _string("type", "ci.type", is_nullable=False),
    ),
    always="JOIN certnames n ON n.id = ci.certname_id",
    node="ci.certname_id",
    relations=_BY_CERTNAME,
)

ENTITIES: Mapping[str, Entity] = {
    "nodes": _NODES,
    "facts": _FACTS,
    "fact_contents": _FACT_CONTENTS,
    "fact_paths": _FACT_PATHS,
    "fact_names": _FACT_NAMES,
    "factsets": _FACTSETS,
    "inventory": _INVENTORY,
    "resources": _RESOURCES,
    "catalogs": _CATALOGS,
    "edges": _EDGES,
    "reports": _REPORTS,
    "events": _EVENTS,
    "environments": _ENVIRONMENTS,
    "producers": _PRODUCERS,
    "packages": _PACKAGES,
    "package_inventory": _PACKAGE_INVENTORY,
    "catalog_inputs": _CATALOG_INPUTS,
    "catalog_input_contents": _CATALOG_INPUT_CONTENTS,
}


def _with(entity: Entity, *columns: Column) -> Entity:
    """Return an entity with more fields."""
    return Entity(
        entity.alias,
        entity.source,
        (*entity.columns.values(), *columns),
        joins=entity.joins,
        node=entity.node,
        relations=entity.relations,
    )


# Entities with fields that a parameter of a request adds.
VARIANTS: Mapping[str, Entity] = {
    "nodes_include_facts_expiration": _with(
        _NODES,
        _flag("expires_facts", "n.expires_facts"),
        _time("expires_facts_updated", "n.expires_facts_updated"),
    ),
    "factsets_include_package_inventory": _with(
        _FACTSETS,
        Column("package_inventory", Kind.ARRAY, "{packages}", is_queryable=False),
    ),
}
