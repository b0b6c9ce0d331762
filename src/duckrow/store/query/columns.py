"""The columns, joins and relations that the tables of entities are written with."""

from __future__ import annotations

from duckrow.store.query.entity import Column, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.query.entity import Relation


def string(
    name: str,
    sql: str,
    needs: str = "",
    *,
    is_nullable: bool = True,
    is_serialized: bool = False,
    is_long: bool = False,
) -> Column:
    """Return a column of texts."""
    return Column(
        name,
        Kind.STRING,
        sql,
        needs,
        is_long=is_long,
        is_nullable=is_nullable,
        is_serialized=is_serialized,
    )


def number(name: str, sql: str, *, is_extractable: bool = True) -> Column:
    """Return a column of numbers."""
    return Column(name, Kind.NUMBER, sql, is_extractable=is_extractable)


def flag(name: str, sql: str, needs: str = "") -> Column:
    """Return a column that is true or false."""
    return Column(name, Kind.BOOLEAN, sql, needs)


def time(name: str, sql: str, needs: str = "", *, is_nullable: bool = True) -> Column:
    """Return a column of times."""
    return Column(name, Kind.TIME, sql, needs, is_nullable=is_nullable)


def data(name: str, sql: str, owner: str, needs: str = "", *, is_queryable: bool = False) -> Column:
    """Return a part of an answer; `owner` is what its address names."""
    return Column(name, Kind.DATA, sql, needs, extra=owner, is_queryable=is_queryable)


def latest(name: str) -> Column:
    """Return the field that is true for the latest report, or the latest run, of a node."""
    return Column(name, Kind.BOOLEAN, "", is_extractable=False)


CERTNAME = (("certname",), ("certname",))
ENVIRONMENT = (("environment",), ("name",))
PRODUCER = (("producer",), ("name",))
BY_CERTNAME: dict[str, Relation] = dict.fromkeys(
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
        "policy_runs",
        "promises",
        "policy_classes",
    ),
    CERTNAME,
)


def named(names: str, field: str) -> dict[str, Relation]:
    """Return relations from the name of an environment or a producer."""
    return dict.fromkeys(names.split(), (("name",), (field,)))


def join(table: str, alias: str, condition: str, needs: str = "") -> tuple[str, str]:
    """Return a join that adds and removes no rows."""
    return f"LEFT JOIN {table} {alias} ON {condition}", needs
