"""What a query extracts, and groups by: fields, and functions of them."""

from __future__ import annotations

from duckrow.store.query.check import written
from duckrow.store.query.entity import Column, Kind
from duckrow.store.query.errors import QueryError
from duckrow.store.query.fields import parts_of, path_of
from duckrow.store.query.tree import Call, Field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.entity import Entity
    from duckrow.store.query.tree import Select

_NOTHING = Column("", Kind.STRING, "NULL")


def extracted(entity: Entity, names: Sequence[object]) -> list[Field | Call]:
    """Return the fields and functions that a query extracts: fields come first."""
    calls: list[Field | Call] = []
    fields: list[Field | Call] = []
    for name in names:
        if isinstance(name, list):
            calls.append(_call(entity, name))
        else:
            fields.append(_field(entity, str(name)))
    return fields + calls


def _field(entity: Entity, name: str) -> Field:
    column = entity.columns.get(name)
    if column is not None:
        return Field(name, column)
    if len(name) > 63:
        limit = "exceeds current maximum length of 63 characters"
        raise QueryError(f"Projected field name '{len(name)}' {limit}")
    parts = parts_of(name)
    return Field(name, entity.columns[parts[0].name], path_of(parts))


def _call(entity: Entity, node: list[object]) -> Call:
    name, arguments = str(node[1]), node[2:]
    if not arguments:
        if name != "count":
            raise QueryError(f"wrong number of arguments (0) provided for function {name}")
        return Call(name)
    column = entity.columns.get(str(arguments[0]))
    if column is None or not column.sql:
        if name == "count" and len(arguments) == 1:
            return Call(name, _NOTHING)  # of what is not there are none, says the reference
        raise QueryError(f"field {written(arguments[0])} is not a valid queryable field")
    if name == "to_string":
        if len(arguments) != 2 or not isinstance(arguments[1], str):
            raise QueryError("to_string takes a field and a format")
        if column.kind is not Kind.TIME:
            raise QueryError(f"to_string takes a time, and '{column.name}' is none")
        return Call(name, column, arguments[1])
    if len(arguments) > 1:
        raise QueryError(
            f"wrong number of arguments ({len(arguments)}) provided for function {name}"
        )
    kinds = {
        "avg": (Kind.NUMBER, Kind.SCALAR),
        "sum": (Kind.NUMBER, Kind.SCALAR),
        "jsonb_typeof": (Kind.SCALAR,),
        "min": (Kind.NUMBER, Kind.SCALAR, Kind.STRING, Kind.TIME),
        "max": (Kind.NUMBER, Kind.SCALAR, Kind.STRING, Kind.TIME),
    }.get(name)
    if kinds is not None and column.kind not in kinds:
        raise QueryError(f"the function {name} does not take the field '{column.name}'")
    return Call(name, column)


def group_of(entity: Entity, entry: object, fields: Sequence[Field | Call]) -> Field | Call:
    """Return what an entry of group_by names: a field, or a function of the answer."""
    name = str(entry[1]) if isinstance(entry, list) and len(entry) > 1 else entry
    if not isinstance(name, str):
        raise QueryError(f"{written(entry)} is niether a valid column name nor function name")
    for field in fields:
        if field.name == name:
            if isinstance(field, Field) and field.column.kind is Kind.DATA:
                raise QueryError(f"{written(name)} cannot be in group_by")
            return field
    column = entity.columns.get(parts_of(name)[0].name)
    if column is None or not column.sql:
        raise QueryError(f"{written(name)} is niether a valid column name nor function name")
    if column.kind is Kind.DATA:
        raise QueryError(f"{written(name)} cannot be in group_by")
    return _field(entity, name)


def check_groups(query: Select) -> None:
    """Raise QueryError for a field that has several values in a group."""
    aggregates = [each for each in query.fields if isinstance(each, Call) and each.is_aggregate]
    if query.group_by is None and not aggregates:
        return
    names = {each.name for each in query.group_by or ()}
    for field in query.fields:
        is_plain = isinstance(field, Field) or not field.is_aggregate
        if is_plain and field.name not in names:
            raise QueryError(f"the field '{field.name}' has to be in group_by")
