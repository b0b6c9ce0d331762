"""Check that a query names only fields that its entities have, with the reference's messages.

This is the first look at a query. It finds all unknown fields of an entity, before anything else
of the query is understood; a subquery of another entity ends the search with its own errors.
"""

from __future__ import annotations

from duckrow.store.query.entities import ENTITIES, FUNCTIONS
from duckrow.store.query.errors import QueryError
from duckrow.store.query.fields import parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from duckrow.store.query.entity import Entity

BINARY = ("=", ">", "<", ">=", "<=", "~", "~>")
OPERATORS = {
    *BINARY,
    *("from", "in", "extract", "subquery", "and", "or", "not", "function", "group_by", "null?"),
    *(f"select_{name}" for name in ENTITIES),
}


def selected_entity(operator: object) -> Entity | None:
    """Return the entity of an operator such as select_nodes."""
    if isinstance(operator, str) and operator.startswith("select_"):
        return ENTITIES.get(operator[7:])
    return None


def check_fields(entity: Entity | None, query: object) -> None:
    """Raise QueryError if a query of an entity names unknown fields."""
    errors: list[str] = []
    _check(entity, query, errors)
    if errors:
        raise QueryError("\n".join(errors))


def _check(entity: Entity | None, node: object, errors: list[str]) -> None:
    if not isinstance(node, list) or not node:
        return
    operator = node[0]
    if operator == "from" and len(node) > 2:
        check_fields(ENTITIES.get(str(node[1])), node[2])
        return
    if operator == "subquery" and len(node) == 3:
        check_fields(ENTITIES.get(str(node[1])), node[2])
        return
    if operator == "extract" and len(node) == 3 and _is_pair(node[2]):
        name, inner = node[2]
        selected = selected_entity(name)
        if selected is not None:
            check_fields(selected, inner)
            error = _unknown_fields(node[1], selected, selected.queryable, "Can't extract")
            if error:
                errors.append(error)
            return
        if name not in ("not", "group_by", "or", "and"):
            errors.append(_unsupported(name))
            return
    error = _error_of(entity, node)
    if error:
        errors.append(error)
    for child in node:
        _check(entity, child, errors)


def _is_pair(node: object) -> bool:
    return isinstance(node, list) and len(node) == 2


def _unsupported(name: object) -> str:
    shown = name if isinstance(name, str) else written(name)
    underscored = shown.replace("-", "_")
    if underscored != shown and selected_entity(underscored):
        return f"Unsupported subquery `{shown}` - did you mean `{underscored}`?"
    return f"Unsupported subquery `{shown}`"


def _error_of(entity: Entity | None, node: list[object]) -> str | None:
    """Return the error of one clause, without those in it."""
    operator = node[0]
    if operator in ("=", "~", ">", "<", "<=", ">=") and len(node) == 3:
        return None if node[1] == "node_state" else _not_queryable(entity, node[1])
    if operator == "extract" and len(node) > 1:
        return _unknown_extract(entity, node[1]) or _invalid_filter(node[2:])
    if operator == "in" and len(node) > 1:
        if len(node) == 3 and _is_pair(node[2]) and node[2][0] == "array":  # type: ignore[index]
            return _not_queryable(entity, node[1])
        fields = entity.queryable if entity else ()
        return _unknown_fields(node[1], entity, fields, "Can't match on", " for 'in'", digs=False)
    return None


def _not_queryable(entity: Entity | None, field: object) -> str | None:
    if isinstance(field, list):
        return None
    if entity is not None and isinstance(field, str) and entity.can_query(field):
        return None
    alias = entity.alias if entity else "null"
    shown = field if isinstance(field, str) else written(field)
    if entity is None:
        return (
            f"'{shown}' is not a queryable object for {alias}. "
            f"Entity {alias} has no queryable objects"
        )
    return (
        f"'{shown}' is not a queryable object for {alias}. "
        f"Known queryable objects are {listed(entity.queryable)}"
    )


def _unknown_extract(entity: Entity | None, fields: object) -> str | None:
    return _unknown_fields(fields, entity, entity.extractable if entity else (), "Can't extract")


def _unknown_fields(
    fields: object,
    entity: Entity | None,
    known: Sequence[str],
    action: str,
    context: str = "",
    *,
    digs: bool = True,
) -> str | None:
    unknown = [
        each
        for each in (fields if isinstance(fields, list) else [fields])
        if not _is_known(each, entity, known, digs=digs)
    ]
    if not unknown:
        return None
    noun = "fields" if len(unknown) > 1 else "field"
    shown = listed(each if isinstance(each, str) else written(each) for each in unknown)
    alias = entity.alias if entity else "null"
    return (
        f"{action} unknown '{alias}' {noun} {shown}{context}. Acceptable fields are {listed(known)}"
    )


def _is_known(field: object, entity: Entity | None, known: Sequence[str], *, digs: bool) -> bool:
    if isinstance(field, list):
        return len(field) > 1 and field[0] == "function" and field[1] in FUNCTIONS
    if not isinstance(field, str) or entity is None:
        return False
    if field in known:
        return True
    if not digs:
        return False
    parts = parts_of(field)
    return len(parts) > 1 and parts[0].name in entity.dug


def _invalid_filter(clauses: Iterable[object]) -> str | None:
    for clause in clauses:
        if not isinstance(clause, list) or not clause:
            continue
        if clause[0] in ("or", "and"):
            error = _invalid_filter(clause)
            if error:
                return error
        elif not isinstance(clause[0], str) or clause[0] not in OPERATORS:
            return f'{written(clause)} is not a valid expression for "extract"'
    return None


def listed(names: Iterable[str]) -> str:
    """Return names as messages list them: 'a', 'b', and 'c'."""
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > 2:
        return f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
    return " and ".join(quoted)


def written(value: object) -> str:
    """Return a value as the reference's messages write it."""
    if isinstance(value, list):
        return f"[{' '.join(written(each) for each in value)}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{written(key)} {written(of)}" for key, of in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nil" if value is None else str(value)


def grouped(value: object) -> str:
    """Return a value inside a message; numbers have commas there, as the reference writes them."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value if isinstance(value, str) else written(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".")
