"""The typed tree of a query written as SQL.

    statement = statement_of(select, SQLITE)
    session.execute(statement.text, statement.values)

No value of a query is ever part of the text: `value` is the only way for one into a statement, and
leaves a mark in the text whose place a `?` takes. The rest of the text is in this package.
"""

from __future__ import annotations

import re

from duckrow.store.query.entity import Kind
from duckrow.store.query.tree import (
    And,
    AnyPath,
    Call,
    Compare,
    ElementIs,
    ElementMatches,
    Field,
    InQuery,
    IsNull,
    JsonCompare,
    JsonIsNull,
    JsonMatches,
    JsonTypeIs,
    LatestOfResources,
    LatestReport,
    Matches,
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
    from collections.abc import Callable, Iterable, Sequence

    from duckrow.store.query.entity import Column, Entity
    from duckrow.store.query.tree import Expression, Path
    from duckrow.store.query.words import Words

_MARK = re.compile("\x01([0-9]+)\x02")
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")
_SIDE_BY_SIDE = 8  # conditions without parentheses


class Statement:
    """SQL, with its values in the order of their question marks."""

    __slots__ = ("text", "values")

    def __init__(self, text: str, values: list[object]) -> None:
        self.text = text
        self.values = values


def statement_of(query: Select, words: Words, inactive_since: int = 0) -> Statement:
    """Return the statement of a query.

    A node that was deactivated or has expired before `inactive_since` is neither active nor
    inactive.
    """
    return Writer(words, inactive_since).finished(lambda writer: writer.select(query))


def count_of(query: Select, words: Words, inactive_since: int = 0) -> Statement:
    """Return the statement that counts the rows of a query, whatever its paging is."""
    bare = Select(query.entity, query.fields, query.where)
    bare.group_by = query.group_by
    is_plain = not any(isinstance(each, Call) for each in query.fields)
    if is_plain and query.group_by is None and not query.entity.is_distinct:
        bare.fields = [Call("count")]
        return statement_of(bare, words, inactive_since)
    return Writer(words, inactive_since).finished(
        lambda writer: f"SELECT count(*) FROM ({writer.select(bare)}) counted"
    )


def _joined(conditions: list[str], word: str) -> str:
    """Return conditions with AND or OR between them.

    A database nests them as deep as their list is long, and SQLite has a limit of 1,000: so each
    half of a long list has parentheses of its own.
    """
    if len(conditions) > _SIDE_BY_SIDE:
        middle = len(conditions) // 2
        conditions = [_joined(half, word) for half in (conditions[:middle], conditions[middle:])]
    return f"({f' {word} '.join(conditions)})"


class Writer:
    """Writes one statement."""

    __slots__ = ("_inactive_since", "_marked", "_words")

    def __init__(self, words: Words, inactive_since: int = 0) -> None:
        self._words = words
        self._inactive_since = inactive_since
        self._marked: list[object] = []

    def finished(self, write: Callable[[Writer], str]) -> Statement:
        """Return the statement that a function writes with this writer."""
        values: list[object] = []

        def place(match: re.Match[str]) -> str:
            values.append(self._marked[int(match[1])])
            return "?"

        return Statement(_MARK.sub(place, write(self)), values)

    def value(self, value: object) -> str:
        """Return the mark of a value in the text."""
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:
            value = float(value)  # the databases have no larger numbers
        self._marked.append(value)
        return f"\x01{len(self._marked) - 1}\x02"

    def pattern(self, pattern: object) -> str:
        """Return the mark of a regular expression. Raises QueryError for an invalid one."""
        self._words.check_pattern(str(pattern))
        return self.value(pattern)

    # ---- select

    def select(
        self, query: Select, shown: Sequence[str] | None = None, needed: set[str] | None = None
    ) -> str:
        """Return the text of a query; one that shows something else needs joins for that."""
        needed = set() if needed is None else needed
        entity = query.entity
        if shown is None:
            shown = [text for field in query.fields for text in self._shown(field, needed)]
        conditions = [self._sql(entity.where)] if entity.where else []
        if query.where is not None:
            conditions.append(self._condition(query.where, needed))
        groups = [self._group(each, query, needed) for each in query.group_by or ()]
        orders = [
            term
            for column, is_descending in query.order_by
            for term in self._order(column, needed, is_descending=is_descending)
        ]
        distinct = "DISTINCT " if entity.is_distinct else ""
        parts = [f"SELECT {distinct}{', '.join(shown)} FROM {entity.source}"]
        if entity.always:
            parts.append(self._sql(entity.always))
        parts += _joins(entity, needed)
        if conditions:
            parts.append(f"WHERE {' AND '.join(conditions)}")
        if groups:
            parts.append(f"GROUP BY {', '.join(groups)}")
        if orders:
            parts.append(f"ORDER BY {', '.join(orders)}")
        return " ".join(parts) + self.page(query.limit, query.offset)

    def page(self, limit: int | None, offset: int | None) -> str:
        """Return the part of a statement that says which rows it returns."""
        text = ""
        if limit is not None:
            text = f" LIMIT {self.value(limit)}"
        elif offset:
            text = self._words.no_limit
        return f"{text} OFFSET {self.value(offset)}" if offset else text

    def _sql(self, text: str) -> str:
        """Return a text of entities.py with the words of the database in it."""
        if "{" not in text:
            return text
        return _PLACEHOLDER.sub(lambda match: self._words.texts[match[0][1:-1]], text)

    def column(self, column: Column, needed: set[str]) -> str:
        """Return the value of a column, and note the joins that it needs."""
        needed.update(column.needs)
        return self._sql(column.sql)

    def _shown(self, field: Field | Call, needed: set[str]) -> list[str]:
        """Return what a field adds to the list of a SELECT."""
        if isinstance(field, Call):
            return [self._call(field, needed)]
        column = field.column
        if field.path:
            return [self._words.as_text(self._dug(column, field.path, needed))]
        text = self.column(column, needed)
        if column.kind in (Kind.JSON, Kind.SCALAR, Kind.PATH, Kind.ARRAY):
            text = self._words.as_text(text)
        return [text, column.extra] if column.extra else [text]

    def _dug(self, column: Column, path: Path, needed: set[str]) -> str:
        """Return the JSON value at a path of a column."""
        if not column.is_spread:
            return self._words.dig(self.column(column, needed), path, self.value)
        name, rest = _spread(column, path)
        value = self._words.dig("f.value", rest, self.value)
        return (
            f"(SELECT {value} FROM facts f WHERE f.certname_id = fs.certname_id"
            f" AND f.name = {self.value(name)})"
        )

    def _call(self, call: Call, needed: set[str]) -> str:
        if call.column is None:
            return "count(*)"
        text = self.column(call.column, needed)
        if call.name == "to_string":
            return self._words.to_string(text, self.value(call.form))
        if call.name == "jsonb_typeof":
            return self._words.type_name(text)
        if call.column.kind is Kind.SCALAR and call.name != "count":
            text = self._words.number(text)
        return f"{call.name}({text})"

    def _group(self, each: Field | Call, query: Select, needed: set[str]) -> str:
        position = 1
        for field in query.fields:
            if field is each:
                return str(position)
            position += 2 if isinstance(field, Field) and field.column.extra else 1
        assert isinstance(each, Field)
        if each.path:
            return self._dug(each.column, each.path, needed)
        return self.column(each.column, needed)

    def _order(self, column: Column, needed: set[str], *, is_descending: bool) -> Iterable[str]:
        text = self.column(column, needed)
        direction = " DESC" if is_descending else ""
        # The nulls of SQLite are small, and those of PostgreSQL large.
        nulls = self._words.nulls[is_descending] if column.is_nullable else ""
        if column.kind in (Kind.SCALAR, Kind.JSON):
            return [f"{term}{direction}" for term in self._words.json_order(text)]
        return [f"{text}{direction}{nulls}"]

    # ---- conditions

    def _condition(self, node: Expression, needed: set[str]) -> str:
        return _WRITERS[type(node)](self, node, needed)

    def _and(self, node: And, needed: set[str]) -> str:
        return _joined([self._condition(part, needed) for part in node.parts], "AND")

    def _or(self, node: Or, needed: set[str]) -> str:
        if not node.parts:
            return self._words.never
        return _joined([self._condition(part, needed) for part in node.parts], "OR")

    def _not(self, node: Not, needed: set[str]) -> str:
        return f"NOT ({self._condition(node.part, needed)})"

    def _compare(self, node: Compare, needed: set[str]) -> str:
        reference = node.column.reference
        if reference is not None and node.operator == "=":
            # The number of the row is in indexes, and needs no join. An unknown name is no number.
            needed.update(reference.needs)
            return (
                f"{reference.number} = coalesce((SELECT id FROM {reference.table}"
                f" WHERE {reference.field} = {self.value(node.value)}), -1)"
            )
        text = self.column(node.column, needed)
        value = self._words.plain(node.column.kind, node.value)
        if node.column.is_long and node.operator == "=":
            return self._words.long_equal(text, value, self.value)
        return f"{text} {node.operator} {self.value(value)}"

    def _one_of(self, node: OneOf, needed: set[str]) -> str:
        if not node.values:
            return self._words.never
        text = self.column(node.column, needed)
        values = [self._words.plain(node.column.kind, value) for value in node.values]
        return self._words.one_of(text, values, self.value)

    def _matches(self, node: Matches, needed: set[str]) -> str:
        text = self.column(node.column, needed)
        if node.column.kind is Kind.PATH:
            text = self._words.path_text(text)
        found = self._words.matches(text, self.pattern(node.pattern))
        # What is not there does not match: NOT finds it.
        return f"({found} AND {text} IS NOT NULL)" if node.column.is_nullable else found

    def _is_null(self, node: IsNull, needed: set[str]) -> str:
        return f"{self.column(node.column, needed)} IS {'' if node.is_null else 'NOT '}NULL"

    def _element_is(self, node: ElementIs, needed: set[str]) -> str:
        return self._words.element_is(self.column(node.column, needed), self.value(node.value))

    def _element_matches(self, node: ElementMatches, needed: set[str]) -> str:
        text = self.column(node.column, needed)
        return self._words.element_matches(text, self.pattern(node.pattern))

    def _json(
        self, column: Column, path: Path, needed: set[str], test: Callable[[str, Path], str]
    ) -> str:
        """Return a test of a JSON value; one of a spread value is on the rows of its facts."""
        if not column.is_spread:
            return test(self.column(column, needed), path)
        name, rest = _spread(column, path)
        return (
            f"fs.certname_id IN (SELECT f.certname_id FROM facts f"
            f" WHERE f.name = {self.value(name)} AND {test('f.value', rest)})"
        )

    def _json_compare(self, node: JsonCompare, needed: set[str]) -> str:
        def test(value: str, path: Path) -> str:
            if node.operator == "=" and node.is_contained:
                return self._words.contains(value, path, node.value, self.value)
            if node.operator == "=":
                return self._words.json_equal(value, path, node.value, self.value)
            return self._words.json_compare(value, path, node.operator, node.value, self.value)

        return self._json(node.column, node.path, needed, test)

    def _json_matches(self, node: JsonMatches, needed: set[str]) -> str:
        def test(value: str, path: Path) -> str:
            text = self._words.json_text(value, path, self.value)
            return self._words.matches(text, self.pattern(node.pattern))

        return self._json(node.column, node.path, needed, test)

    def _json_is_null(self, node: JsonIsNull, needed: set[str]) -> str:
        def test(value: str, path: Path) -> str:
            operator = "=" if node.is_null else "<>"
            return f"{self._words.json_type(value, path, self.value)} {operator} 'null'"

        if node.column.is_spread and not node.path and not node.column.root:
            return self._words.never if node.is_null else f"NOT {self._words.never}"
        return self._json(node.column, node.path, needed, test)

    def _json_type_is(self, node: JsonTypeIs, needed: set[str]) -> str:
        text = self._words.type_name(self.column(node.column, needed))
        if node.operator == "~":
            return self._words.matches(text, self.pattern(node.name))
        return f"{text} {node.operator} {self.value(node.name)}"

    def _any_path(self, node: AnyPath, _needed: set[str]) -> str:
        value = self._words.dig_at("f.value", "fp.path")
        if node.operator == "~":
            text = self._words.json_text(value, (), self.value)
            test = self._words.matches(text, self.pattern(node.value))
        elif node.operator == "=":
            test = self._words.json_equal(value, (), node.value, self.value)
        else:
            test = self._words.json_compare(value, (), node.operator, node.value, self.value)
        matches = self._words.matches(self._words.path_text("fp.path"), self.pattern(node.pattern))
        return (
            "fs.certname_id IN (SELECT f.certname_id FROM fact_paths fp"
            f" JOIN facts f ON f.name = fp.name WHERE {matches} AND {test})"
        )

    def _path_is(self, node: PathIs, needed: set[str]) -> str:
        if not node.paths:
            return self._words.never
        text = self.column(node.column, needed)
        tests = [self._words.path_is(text, path, self.value) for path in node.paths]
        return _joined([f"({test})" for test in tests], "OR")

    def _path_matches(self, node: PathMatches, needed: set[str]) -> str:
        text = self.column(node.column, needed)
        # The paths of fact-paths match as a whole, those of fact-contents part by part.
        is_whole = node.column.sql == "fp.path"
        for pattern in node.patterns:
            self._words.check_pattern(str(pattern))
        return self._words.path_matches(text, node.patterns, self.value, is_whole=is_whole)

    def _parameter(self, node: Parameter, needed: set[str]) -> str:
        text = self.column(node.column, needed)
        if node.operator == "=":
            return self._words.member_is(text, node.name, node.value, self.value)
        return self._words.member_matches(text, self.pattern(node.name), self.pattern(node.value))

    def _node_state(self, node: NodeState, _needed: set[str]) -> str:
        if node.is_active:
            return (
                f"{node.entity.node} NOT IN (SELECT id FROM certnames"
                " WHERE deactivated IS NOT NULL OR expired IS NOT NULL)"
            )
        since = self._words.plain(Kind.TIME, self._inactive_since)
        return (
            f"{node.entity.node} IN (SELECT id FROM certnames"
            f" WHERE deactivated > {self.value(since)} OR expired > {self.value(since)})"
        )

    def _latest_of_resources(self, node: LatestOfResources, _needed: set[str]) -> str:
        columns = (
            "{0}certname_id, {0}resource_type, {0}resource_title, coalesce({0}property, ''),"
            " coalesce({0}name, '')"
        )
        start, end = (
            self.value(self._words.plain(Kind.TIME, time)) for time in (node.start, node.end)
        )
        where = f"l.timestamp >= {start} AND l.timestamp <= {end}"
        if node.is_of_latest_report:
            where += " AND l.report_id IN (SELECT latest_report FROM certnames)"
        return (
            f"({columns.format('v.')}, v.timestamp) IN (SELECT {columns.format('l.')},"
            f" max(l.timestamp) FROM resource_events l WHERE {where} GROUP BY 1, 2, 3, 4, 5)"
        )

    def _latest_report(self, node: LatestReport, _needed: set[str]) -> str:
        word = "IN" if node.is_latest else "NOT IN"
        return (
            f"{node.entity.report} {word} (SELECT {node.entity.latest} FROM certnames"
            f" WHERE {node.entity.latest} IS NOT NULL)"
        )

    def _in_query(self, node: InQuery, needed: set[str]) -> str:
        query = node.query
        fields = [each for each in query.fields if isinstance(each, Field)]
        inner: set[str] = set()
        if _is_of_nodes(node):
            # The numbers of nodes do as well as their names, and need no joins.
            return f"{node.entity.node} IN ({self.select(query, [query.entity.node], inner)})"
        shown = [
            self._converted(column.kind, field, inner)
            for column, field in zip(node.columns, fields, strict=True)
        ]
        columns = [self.column(column, needed) for column in node.columns]
        left = columns[0] if len(columns) == 1 else f"({', '.join(columns)})"
        return f"{left} IN ({self.select(query, shown, inner)})"

    def _converted(self, kind: Kind, field: Field, needed: set[str]) -> str:
        """Return a field of a subquery as a column of a kind compares with it."""
        if field.path:
            text = self._dug(field.column, field.path, needed)
            return self._words.json_text(text, (), self.value) if kind is Kind.STRING else text
        text = self.column(field.column, needed)
        if kind is Kind.STRING and field.column.kind is Kind.SCALAR:
            return self._words.json_text(text, (), self.value)
        if kind is Kind.SCALAR and field.column.kind is Kind.STRING:
            return self._words.quoted(text)
        return text


def _spread(column: Column, path: Path) -> tuple[str, Path]:
    """Return the name of the fact that a path leads to, and the path in its value."""
    whole = (*column.root, *path)
    return (str(whole[0]), whole[1:]) if whole else ("", ())


def _is_of_nodes(node: InQuery) -> bool:
    """Return whether certnames are compared with certnames."""
    names = [column.name for column in node.columns]
    return (
        names == ["certname"] == [field.name for field in node.query.fields]
        and bool(node.entity.node)
        and bool(node.query.entity.node)
    )


def _joins(entity: Entity, needed: Iterable[str]) -> list[str]:
    """Return the joins that are needed, each after those that it needs itself."""
    found: set[str] = set()

    def add(alias: str) -> None:
        for other in entity.joins[alias][1].split():
            add(other)
        found.add(alias)

    for alias in needed:
        add(alias)
    return [text for alias, (text, _) in entity.joins.items() if alias in found]


_WRITERS: dict[type[Expression], Callable[..., str]] = {
    And: Writer._and,
    AnyPath: Writer._any_path,
    Compare: Writer._compare,
    ElementIs: Writer._element_is,
    ElementMatches: Writer._element_matches,
    InQuery: Writer._in_query,
    IsNull: Writer._is_null,
    JsonCompare: Writer._json_compare,
    JsonIsNull: Writer._json_is_null,
    JsonMatches: Writer._json_matches,
    JsonTypeIs: Writer._json_type_is,
    LatestOfResources: Writer._latest_of_resources,
    LatestReport: Writer._latest_report,
    Matches: Writer._matches,
    NodeState: Writer._node_state,
    Not: Writer._not,
    OneOf: Writer._one_of,
    Or: Writer._or,
    Parameter: Writer._parameter,
    PathIs: Writer._path_is,
    PathMatches: Writer._path_matches,
}
