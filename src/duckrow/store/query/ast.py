"""The abstract syntax tree of a query, as JSON has it, read into the typed tree of tree.py.

    read_query(NODES, ["and", ["=", "certname", "huey"], ["null?", "deactivated", True]])

1. `check_fields` looks at the names first, then this module at operators, arguments and values;
   their errors have the reference's words.
2. Conveniences of the language end here: `["fact", "os"]`, `["node", "active"]`, `node_state`,
   `latest_report?`, implicit subqueries and `match("…")` become plain conditions.
3. A clause that means "all" (`["=", "node_state", "any"]`) is None, and leaves no trace.
"""

from __future__ import annotations

from duckrow.store.query.check import BINARY, check_fields, selected_entity, written
from duckrow.store.query.conditions import (
    equal,
    is_simple,
    matching,
    ordered,
    path_value,
    pattern_of,
    plain_value,
)
from duckrow.store.query.entities import ENTITIES, FUNCTIONS
from duckrow.store.query.entity import Kind
from duckrow.store.query.errors import QueryError
from duckrow.store.query.extract import check_groups, extracted, group_of
from duckrow.store.query.fields import parts_of, path_of
from duckrow.store.query.json_text import json_of
from duckrow.store.query.paging import order_of, paging_of
from duckrow.store.query.times import time_of
from duckrow.store.query.tree import (
    And,
    AnyPath,
    Compare,
    Field,
    InQuery,
    IsNull,
    JsonCompare,
    JsonIsNull,
    JsonTypeIs,
    LatestReport,
    NodeState,
    Not,
    OneOf,
    Or,
    Parameter,
    PathIs,
    PathMatches,
    Select,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.entity import Column, Entity
    from duckrow.store.query.fields import Part
    from duckrow.store.query.tree import Expression, Path

MOST_DEPTH = 100  # clauses within each other
_ORDERED = (Kind.NUMBER, Kind.TIME, Kind.SCALAR)


def read_query(entity: Entity, query: object) -> Select:
    """Return the tree of a query of an entity; None and [] ask for everything."""
    _check_depth(query)
    check_fields(entity, query)
    if isinstance(query, list) and query and _operator(query) == "extract":
        return _Reader(entity).select(query)
    where = _Reader(entity).condition(query)
    return Select(entity, [Field(name, entity.columns[name]) for name in entity.shown], where)


def _check_depth(query: object) -> None:
    """Raise QueryError for clauses that are nested too deeply, without recursion."""
    level = [query]
    for _ in range(MOST_DEPTH):
        level = [child for node in level if isinstance(node, list) for child in node]
        if not level:
            return
    raise QueryError(f"queries are nested at most {MOST_DEPTH} levels deep")


def _operator(node: list[object]) -> str:
    return node[0].lower() if isinstance(node[0], str) else ""


class _Reader:
    """Reads the clauses of a query of one entity."""

    __slots__ = ("_entity",)

    def __init__(self, entity: Entity) -> None:
        self._entity = entity

    # ---- conditions

    def condition(self, clause: object) -> Expression | None:
        """Return the condition of a whole query.

        Reports have types. Those of agents are meant, unless a query asks for a type.
        """
        where = self.expression(clause) if clause else None
        if self._entity is not ENTITIES["reports"] or _names_type(clause):
            return where
        agents = Compare(self._entity.columns["type"], "=", "agent")
        return agents if where is None else And([where, agents])

    def expression(self, node: object) -> Expression | None:
        """Return the condition that a clause states; None for one that is always met."""
        if not isinstance(node, list):
            raise QueryError(f"{written(node)} is not a clause: a clause is a list")
        if not node:
            raise QueryError("[] is not well-formed: queries must contain at least one operator")
        operator = _operator(node)
        arguments = node[1:]
        if operator in ("and", "or"):
            return self._all_or_any(operator, arguments)
        if operator == "not":
            if len(arguments) != 1:
                raise QueryError(
                    f"'not' takes exactly one argument, but {len(arguments)} were supplied"
                )
            part = self.expression(arguments[0])
            return None if part is None else Not(part)
        if operator in BINARY:
            if len(arguments) != 2:
                raise QueryError(f"{operator} requires exactly two arguments")
            return self._binary(operator, arguments[0], arguments[1])
        if operator == "null?" and len(arguments) == 2:
            return self._null(arguments[0], is_null=arguments[1] not in (False, None))
        if operator == "in" and len(arguments) == 2:
            return self._in(arguments[0], arguments[1])
        if operator == "subquery" and len(arguments) in (1, 2):
            return self._implicit(*arguments)
        raise QueryError(
            f"{written(node)} is not well-formed: query operator '{node[0]}' is unknown"
        )

    def _all_or_any(self, operator: str, clauses: list[object]) -> Expression | None:
        states = sorted(
            clause[2]
            for clause in clauses
            if isinstance(clause, list) and clause[:2] == ["=", ["node", "active"]]
            if len(clause) == 3 and isinstance(clause[2], bool)
        )
        if operator == "or" and states == [False, True] and len(clauses) == 2:
            return None
        parts = [self.expression(clause) for clause in clauses]
        if not clauses:
            raise QueryError(f"'{operator}' takes at least one argument, but none were supplied")
        found = [part for part in parts if part is not None]
        if len(found) < 2:
            return found[0] if found else None
        return And(found) if operator == "and" else Or(found)

    def _binary(self, operator: str, field: object, value: object) -> Expression | None:
        if isinstance(field, list):
            return self._special(operator, field, value)
        if not isinstance(field, str):
            raise QueryError(f"{written(field)} is not a field")
        if operator == "=" and field == "type" and value == "any":
            return None
        if field == "node_state":
            return self._node_state(operator, value)
        if field in ("latest_report?", "latest_run?"):
            return self._latest(operator, field, value)
        if field == "tag" and isinstance(value, str):
            field, value = "tags", value.lower()
        if operator == "=" and value is None:
            return self._null(field.replace("-", "_"), is_null=True)
        parts = parts_of(field)
        if operator == "~>" and parts[0].name not in self._entity.columns:
            raise QueryError(f"Query operator ~> is not allowed on field {field}")
        column = self._column(parts[0].name)
        if operator == "=" and column.kind is Kind.NUMBER and isinstance(value, str):
            raise QueryError(f'Argument "{value}" is incompatible with numeric field "{field}".')
        if operator in (">", ">=", "<", "<=") and len(parts) == 1 and column.kind not in _ORDERED:
            raise QueryError(f"Query operators >,>=,<,<= are not allowed on field {field}")
        if operator == "~>" and column.kind is not Kind.PATH:
            raise QueryError(f"Query operator ~> is not allowed on field {field}")
        if operator != "=" and not is_simple(value):
            raise QueryError(f"Invalid {operator} clause")
        if column.is_spread and any(part.is_pattern for part in parts):
            value = pattern_of(value) if operator == "~" else value
            prefix = ["trusted"] if parts[0].name == "trusted" else []
            return AnyPath(column, "#~".join([*prefix, *_patterns(parts)]), operator, value)
        has_index = any(part.index is not None for part in parts)
        path = path_of(parts)
        if operator == "~":
            return matching(column, path, value)
        if operator == "~>":
            return PathMatches(column, path_value(value))
        if operator == "=":
            return equal(column, path, value, has_index=has_index)
        return ordered(column, path, operator, value)

    def _special(self, operator: str, field: list[object], value: object) -> Expression | None:
        """Read a comparison with ["parameter", "ensure"], ["fact", "os"] or a function."""
        match field:
            case ["node", "active"] if operator == "=":
                return self._node_state("=", "active" if value not in (False, None) else "inactive")
            case ["parameter", str(name)] if operator in ("=", "~"):
                column = self._column("parameters")
                if operator == "~" and not isinstance(value, str):
                    raise QueryError("Invalid ~ clause")
                # A pattern, too, is one for JSON: "file" has its quotes.
                return Parameter(
                    column, operator, name, value if operator == "=" else json_of(value)
                )
            case ["fact", str(name)]:
                return self._fact(operator, name, value)
            case ["function", name, *arguments]:
                return self._function(operator, name, arguments, value)
        raise QueryError(f"{written(field)} is not a field for {operator}")

    def _fact(self, operator: str, name: str, value: object) -> Expression:
        if operator in ("=", "~") and isinstance(value, str | bool):
            pass
        elif operator == "~>" or isinstance(value, bool) or not isinstance(value, int | float):
            shown = value if isinstance(value, str) else written(value)
            raise QueryError(f"Operator '{operator}' not allowed on value '{shown}'")
        inventory = ENTITIES["inventory"]
        parts = parts_of(f"facts.{name}")
        where = _Reader(inventory).of_fact(operator, path_of(parts), value)
        return self._in_query(["certname"], inventory, ["certname"], where)

    def of_fact(self, operator: str, path: Path, value: object) -> Expression:
        """Return the condition on a fact of the inventory."""
        column = self._column("facts")
        if operator == "~":
            return matching(column, path, value)
        return JsonCompare(column, path, operator, value, is_contained=operator == "=")

    def _function(
        self, operator: str, name: object, arguments: list[object], value: object
    ) -> Expression:
        if name not in FUNCTIONS:
            raise QueryError(f"{written(name)} is not a valid function")
        counts = {"count": (0, 1), "to_string": (2,)}.get(str(name), (1,))
        if len(arguments) not in counts:
            raise QueryError(
                f"wrong number of arguments ({len(arguments)}) provided for function {name}"
            )
        if arguments and arguments[0] not in self._entity.queryable:
            raise QueryError(f"field {written(arguments[0])} is not a valid queryable field")
        if name != "jsonb_typeof":
            raise QueryError(f"{written(name)} is not a function of one row: it cannot be compared")
        column = self._column(str(arguments[0]))
        if column.kind is not Kind.SCALAR:
            raise QueryError(f"field {written(arguments[0])} has no type of JSON")
        if not isinstance(value, str):
            raise QueryError(f"{written(value)} is not the name of a type of JSON")
        return JsonTypeIs(column, operator, value)

    def _node_state(self, operator: str, value: object) -> Expression | None:
        state = str(value).lower() if not isinstance(value, bool) else written(value)
        if operator != "=":
            raise QueryError(f"Query operator {operator} is not allowed on field node_state")
        if state == "any":
            return None
        if state not in ("active", "inactive"):
            raise QueryError(f"No matching clause: {state}")
        if not self._entity.node:
            raise QueryError(f"the entity {self._entity.alias} has no node_state")
        return NodeState(self._entity, is_active=state == "active")

    def _latest(self, operator: str, field: str, value: object) -> Expression:
        if operator != "=":
            raise QueryError(f"Query operator {operator} is not allowed on field {field}")
        if not self._entity.report or field not in self._entity.columns:
            raise QueryError(f"Field {field} not supported on endpoint '{self._entity.alias}'")
        return LatestReport(self._entity, is_latest=value not in (False, None))

    def _null(self, field: object, *, is_null: bool) -> Expression:
        if not isinstance(field, str):
            raise QueryError(f"{written(field)} is not a field for null?")
        parts = parts_of(field)
        column = self._column(parts[0].name)
        if column.kind is Kind.JSON or column.kind is Kind.SCALAR:
            return JsonIsNull(column, path_of(parts), is_null=is_null)
        return IsNull(column, is_null=is_null)

    def _column(self, name: str) -> Column:
        column = self._entity.columns.get(name)
        if column is None or not column.is_queryable or not column.can_compare:
            # `check_fields` lets some clauses pass, as the reference does before it fails
            raise QueryError(f"'{name}' is not a queryable object for {self._entity.alias}")
        return column

    # ---- in

    def _in(self, fields: object, source: object) -> Expression:
        if isinstance(source, list) and len(source) == 2 and source[0] == "array":
            return self._in_array(fields, source[1])
        names = fields if isinstance(fields, list) else [fields]
        if not isinstance(source, list) or not source:
            raise QueryError("The subquery argument of 'in' must be an 'extract'")
        operator = _operator(source)
        if operator == "from" and len(source) > 2:
            return self._in_from(names, source)
        if operator != "extract":
            raise QueryError(
                f"The subquery argument of 'in' must be an 'extract', not '{source[0]}'"
            )
        if len(source) != 3 or not isinstance(source[2], list) or not source[2]:
            raise QueryError("'extract' in a subquery takes fields and a select operator")
        entity = selected_entity(source[2][0])
        if entity is None:
            raise QueryError(
                f"The argument to extract must be a select operator, not '{source[2][0]}'"
            )
        where = _Reader(entity).condition(source[2][1] if len(source[2]) > 1 else None)
        inner = source[1] if isinstance(source[1], list) else [source[1]]
        return self._in_query(names, entity, inner, where)

    def _in_from(self, names: list[object], source: list[object]) -> Expression:
        entity = _entity(source[1])
        extract = source[2]
        if not isinstance(extract, list) or not extract or _operator(extract) != "extract":
            raise QueryError(f"the subquery of {entity.alias} has to extract fields")
        if len(extract) not in (2, 3):
            raise QueryError(f"the subquery of {entity.alias} extracts fields, and groups none")
        where = _Reader(entity).condition(extract[2] if len(extract) == 3 else None)
        inner = extract[1] if isinstance(extract[1], list) else [extract[1]]
        found = self._in_query(names, entity, inner, where)
        paging = paging_of(source[3:])
        found.query.order_by = order_of(entity, paging.order_by)
        found.query.limit = paging.limit
        found.query.offset = paging.offset
        return found

    def _in_query(
        self,
        names: Sequence[object],
        entity: Entity,
        inner: Sequence[object],
        where: Expression | None,
    ) -> InQuery:
        if len(names) != len(inner):
            raise QueryError(
                f"'in' compares {len(names)} fields with a subquery that extracts {len(inner)}"
            )
        columns = [self._column(str(name)) for name in names]
        fields = extracted(entity, inner)
        found = [each for each in fields if isinstance(each, Field)]
        if len(found) < len(fields):
            raise QueryError("a subquery of 'in' extracts fields, not functions")
        for column, field in zip(columns, found, strict=True):
            if not column.compares_with(Kind.JSON if field.path else field.column.kind):
                raise QueryError(f"'{column.name}' does not compare with '{field.name}'")
        return InQuery(self._entity, columns, Select(entity, found, where))

    def _in_array(self, field: object, values: object) -> Expression:
        if isinstance(field, list) and len(field) == 2 and field[0] == "fact":
            return self._fact_in_array(str(field[1]), values)
        if not isinstance(field, str):
            raise QueryError(f"{written(field)} is not a field for 'in' and 'array'")
        if not isinstance(values, list):
            raise QueryError("Operator array requires a vector argument")
        parts = parts_of(field)
        column = self._column(parts[0].name)
        if column.kind is Kind.ARRAY:
            raise QueryError("Operator in...array is not supported on array types")
        if column.kind is Kind.PATH:
            return PathIs(column, [path_value(value) for value in values])
        if column.kind is Kind.TIME:
            return OneOf(column, [time for time in map(time_of, values) if time is not None])
        if column.kind in (Kind.SCALAR, Kind.JSON):
            path = path_of(parts)
            return Or([JsonCompare(column, path, "=", v, is_contained=False) for v in values])
        return OneOf(column, [plain_value(column, value) for value in values])

    def _fact_in_array(self, name: str, values: object) -> Expression:
        if not isinstance(values, list) or len({type(value) for value in values}) != 1:
            raise QueryError("All values in array must be the same type.")
        facts = ENTITIES["facts"]
        where = And(
            [
                Compare(facts.columns["name"], "=", name),
                _Reader(facts)._in_array("value", values),
            ]
        )
        return self._in_query(["certname"], facts, ["certname"], where)

    def _implicit(self, name: object, clause: object = None) -> Expression:
        relation = self._entity.relations.get(str(name))
        if relation is None:
            raise QueryError(f"No implicit relationship for entity '{name}'")
        entity = _entity(name)
        where = _Reader(entity).condition(clause)
        local, foreign = relation
        return self._in_query(local, entity, foreign, where)

    # ---- extract

    def select(self, node: list[object]) -> Select:
        """Return the query of a clause that extracts fields."""
        clauses = node[2:]
        groups: list[object] | None = None
        if clauses and isinstance(clauses[-1], list) and clauses[-1][:1] == ["group_by"]:
            groups = clauses[-1][1:]
            clauses = clauses[:-1]
        if len(node) < 2 or len(clauses) > 1:
            raise QueryError("'extract' takes fields, an optional clause and an optional group_by")
        where = self.condition(clauses[0] if clauses else None)
        names = node[1] if isinstance(node[1], list) else [node[1]]
        fields = extracted(self._entity, names)
        if not fields:
            fields = [Field(name, self._entity.columns[name]) for name in self._entity.shown]
        query = Select(self._entity, fields, where)
        if groups is not None:
            query.group_by = [group_of(self._entity, each, fields) for each in groups]
        check_groups(query)
        return query


def _names_type(clause: object) -> bool:
    """Return whether a clause about reports says something about their type."""
    if not isinstance(clause, list) or len(clause) < 2:
        return False
    operator = _operator(clause)
    if operator in ("and", "or", "not"):
        return any(_names_type(each) for each in clause[1:])
    return operator in (*BINARY, "null?", "in") and clause[1] == "type"


def _entity(name: object) -> Entity:
    entity = ENTITIES.get(str(name).replace("-", "_"))
    if entity is None:
        raise QueryError(f"Invalid entity '{name}' in query")
    return entity


def _patterns(parts: Sequence[Part]) -> list[str]:
    """Return a pattern for each part of a field after the first."""
    found = []
    for part in parts[1:]:
        found.append(part.name)
        if part.index is not None:
            found.append(str(part.index))
    return found
