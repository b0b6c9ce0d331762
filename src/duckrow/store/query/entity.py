"""What an entity of a query is: its fields, the table of its rows, and its relations.

    ENTITIES["nodes"].columns["certname"].sql       "n.certname"

A join is in a statement only if a column in it needs the join. All but those of `always` are joins
that neither add nor remove rows.
"""

from __future__ import annotations

import re
from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Relation = tuple[Sequence[str], Sequence[str]]  # fields here, and those of the other entity


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
    `is_long`       the string may be too long for an index, which has its digest then
    `reference`     where it is the name of a row of another table: the number of that row
    `is_spread`     the JSON value is spread over the table `facts`; paths begin below `root`
    """

    __slots__ = (
        "can_compare",
        "extra",
        "is_extractable",
        "is_long",
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
        is_long: bool = False,
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
        self.is_long = is_long
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
    `report`    the number of the report, or the run, of a row
    `latest`    the column of nodes with the number of the latest one
    """

    __slots__ = (
        "alias",
        "always",
        "columns",
        "dug",
        "extractable",
        "is_distinct",
        "joins",
        "latest",
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
        latest: str = "latest_report",
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
        self.latest = latest
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
