"""The typed tree of a query: what is compared with what, over the columns of one entity.

`read_query` (ast.py) makes it, and `statement_of` (sql.py) writes it as SQL. Values in a tree have
the type that their column compares with: a time is a number of microseconds.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.entity import Column, Entity

    Path = Sequence[str | int]
    Order = tuple["Column", bool]  # and whether it is descending


class Expression:
    """A condition on a row."""

    __slots__ = ()


class And(Expression):
    """All parts."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Expression]) -> None:
        self.parts = parts


class Or(Expression):
    """One of the parts, or more."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Expression]) -> None:
        self.parts = parts


class Not(Expression):
    """The opposite of a part; unknown where the part is unknown."""

    __slots__ = ("part",)

    def __init__(self, part: Expression) -> None:
        self.part = part


class Compare(Expression):
    """A column compared with a value: = > < >= <=."""

    __slots__ = ("column", "operator", "value")

    def __init__(self, column: Column, operator: str, value: object) -> None:
        self.column = column
        self.operator = operator
        self.value = value


class OneOf(Expression):
    """A column that has one of some values."""

    __slots__ = ("column", "values")

    def __init__(self, column: Column, values: Sequence[object]) -> None:
        self.column = column
        self.values = values


class Matches(Expression):
    """A column that a regular expression matches."""

    __slots__ = ("column", "pattern")

    def __init__(self, column: Column, pattern: str) -> None:
        self.column = column
        self.pattern = pattern


class IsNull(Expression):
    """A column without a value, or with one."""

    __slots__ = ("column", "is_null")

    def __init__(self, column: Column, *, is_null: bool) -> None:
        self.column = column
        self.is_null = is_null


class ElementIs(Expression):
    """A list with an element that equals a value."""

    __slots__ = ("column", "value")

    def __init__(self, column: Column, value: object) -> None:
        self.column = column
        self.value = value


class ElementMatches(Expression):
    """A list with an element that a regular expression matches."""

    __slots__ = ("column", "pattern")

    def __init__(self, column: Column, pattern: str) -> None:
        self.column = column
        self.pattern = pattern


class JsonCompare(Expression):
    """A JSON value at a path compared with a value: = > < >= <=, as the types of JSON are ordered.

    `is_contained`: a list need only contain the elements of the value.
    """

    __slots__ = ("column", "is_contained", "operator", "path", "value")

    def __init__(
        self, column: Column, path: Path, operator: str, value: object, *, is_contained: bool
    ) -> None:
        self.column = column
        self.path = path
        self.operator = operator
        self.value = value
        self.is_contained = is_contained


class JsonMatches(Expression):
    """A JSON value at a path whose text a regular expression matches."""

    __slots__ = ("column", "path", "pattern")

    def __init__(self, column: Column, path: Path, pattern: str) -> None:
        self.column = column
        self.path = path
        self.pattern = pattern


class JsonIsNull(Expression):
    """A JSON value at a path that is there, and is null or is not."""

    __slots__ = ("column", "is_null", "path")

    def __init__(self, column: Column, path: Path, *, is_null: bool) -> None:
        self.column = column
        self.path = path
        self.is_null = is_null


class JsonTypeIs(Expression):
    """A JSON value whose type compares with a name: = ~ > < >= <=."""

    __slots__ = ("column", "name", "operator")

    def __init__(self, column: Column, operator: str, name: str) -> None:
        self.column = column
        self.operator = operator
        self.name = name


class AnyPath(Expression):
    """A fact at any path that a regular expression matches, compared with a value."""

    __slots__ = ("column", "operator", "pattern", "value")

    def __init__(self, column: Column, pattern: str, operator: str, value: object) -> None:
        self.column = column
        self.pattern = pattern
        self.operator = operator
        self.value = value


class PathIs(Expression):
    """A path that is one of some paths."""

    __slots__ = ("column", "paths")

    def __init__(self, column: Column, paths: Sequence[Path]) -> None:
        self.column = column
        self.paths = paths


class PathMatches(Expression):
    """A path whose parts regular expressions match, one for each; a number is an index."""

    __slots__ = ("column", "patterns")

    def __init__(self, column: Column, patterns: Path) -> None:
        self.column = column
        self.patterns = patterns


class Parameter(Expression):
    """A resource with a parameter that has a value, or whose JSON text a pattern matches."""

    __slots__ = ("column", "name", "operator", "value")

    def __init__(self, column: Column, operator: str, name: str, value: object) -> None:
        self.column = column
        self.operator = operator
        self.name = name
        self.value = value


class NodeState(Expression):
    """A row of a node that is active, or of one that was deactivated or has expired."""

    __slots__ = ("entity", "is_active")

    def __init__(self, entity: Entity, *, is_active: bool) -> None:
        self.entity = entity
        self.is_active = is_active


class LatestReport(Expression):
    """A row of the latest report of a node, or of another report."""

    __slots__ = ("entity", "is_latest")

    def __init__(self, entity: Entity, *, is_latest: bool) -> None:
        self.entity = entity
        self.is_latest = is_latest


class LatestOfResources(Expression):
    """An event that is the latest of its resource and property in a span of time."""

    __slots__ = ("end", "is_of_latest_report", "start")

    def __init__(self, start: int, end: int, *, is_of_latest_report: bool) -> None:
        self.start = start
        self.end = end
        self.is_of_latest_report = is_of_latest_report


class InQuery(Expression):
    """Columns of an entity whose values another query returns."""

    __slots__ = ("columns", "entity", "query")

    def __init__(self, entity: Entity, columns: Sequence[Column], query: Select) -> None:
        self.entity = entity
        self.columns = columns
        self.query = query


class Field:
    """A field of an answer: a column, or a value at a path of it."""

    __slots__ = ("column", "name", "path")

    def __init__(self, name: str, column: Column, path: Path = ()) -> None:
        self.name = name
        self.column = column
        self.path = path


class Call:
    """A function in an answer: count(), avg(value), to_string(receive_time, 'HH24')."""

    __slots__ = ("column", "form", "name")

    def __init__(self, name: str, column: Column | None = None, form: str | None = None) -> None:
        self.name = name
        self.column = column
        self.form = form

    @property
    def is_aggregate(self) -> bool:
        """Return whether it has one value for a group of rows."""
        return self.name not in ("to_string", "jsonb_typeof")


class Select:
    """A query: fields of the rows of an entity that meet a condition."""

    __slots__ = ("entity", "fields", "group_by", "limit", "offset", "order_by", "where")

    def __init__(
        self,
        entity: Entity,
        fields: Sequence[Field | Call],
        where: Expression | None = None,
    ) -> None:
        self.entity = entity
        self.fields = fields
        self.where = where
        self.group_by: Sequence[Field | Call] | None = None
        self.order_by: Sequence[Order] = ()
        self.limit: int | None = None
        self.offset: int | None = None
