"""SQLite's words for queries; it calls functions of functions.py for what its JSON lacks."""

from __future__ import annotations

from duckrow.store.query.entity import Kind
from duckrow.store.query.json_text import json_of
from duckrow.store.query.patterns import matcher
from duckrow.store.query.words import EDGE_FIELDS, EVENT_FIELDS, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.tree import Path
    from duckrow.store.query.words import Mark


class SqliteWords(Words):
    """SQLite's: JSON is text."""

    never = "0"
    no_limit = " LIMIT -1"
    nulls = {False: " NULLS LAST", True: " NULLS FIRST"}
    texts = {
        "length": "json_array_length",
        "leaves": "JOIN json_tree(f.value) t ON t.type NOT IN ('object', 'array')",
        "leaf_path": "leaf_path(f.name, t.fullkey)",
        "leaf_value": "CASE t.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'"
        " WHEN 'null' THEN 'null' ELSE json_quote(t.atom) END",
        "facts": "(SELECT json_group_object(f.name, json(f.value)) FROM facts f"
        " WHERE f.certname_id = fs.certname_id)",
        "trusted": "(SELECT f.value FROM facts f WHERE f.certname_id = fs.certname_id"
        " AND f.name = 'trusted')",
        "facts_listed": "(SELECT nullif(json_group_array(json_object('name', f.name, 'value',"
        " json(f.value))), '[]') FROM facts f WHERE f.certname_id = fs.certname_id)",
        "edges": "(SELECT nullif(json_group_array(json_object("
        + ", ".join(f"'{name}', g.{name}" for name in EDGE_FIELDS)
        + ")), '[]') FROM edges g WHERE g.certname_id = c.certname_id)",
        "resources": "(SELECT nullif(json_group_array(json_object('resource', rp.hash, 'type',"
        " cr.type, 'title', cr.title, 'tags', json(cr.tags), 'exported',"
        " json(CASE WHEN cr.exported THEN 'true' ELSE 'false' END), 'file', cr.file, 'line',"
        " cr.line, 'parameters', json(rp.parameters))), '[]') FROM catalog_resources cr"
        " JOIN resource_params rp ON rp.id = cr.params_id WHERE cr.certname_id = c.certname_id)",
        "packages": "(SELECT json_group_array(json_array(k.name, k.version, k.provider))"
        " FROM certname_packages cp JOIN packages k ON k.id = cp.package_id"
        " WHERE cp.certname_id = fs.certname_id)",
        "inputs": "(SELECT json_group_array(json_array(ci.type, ci.name)) FROM catalog_inputs ci"
        " WHERE ci.certname_id = n.id)",
        "events": "(SELECT nullif(json_group_array(json_object("
        + ", ".join(
            f"'{name}', "
            + {
                "timestamp": "event_time(v.timestamp)",
                "corrective_change": "json(CASE v.corrective_change WHEN 1 THEN 'true'"
                " WHEN 0 THEN 'false' ELSE 'null' END)",
                "new_value": "json(v.new_value)",
                "old_value": "json(v.old_value)",
                "containment_path": "json(v.containment_path)",
            }.get(name, f"v.{name}")
            for name in EVENT_FIELDS
        )
        + ")), '[]') FROM resource_events v WHERE v.report_id = r.id)",
    }

    def as_text(self, json: str) -> str:
        """Return JSON as text, which it is."""
        return json

    def plain(self, kind: Kind, value: object) -> object:
        """Return a value as its column compares with it: times and numbers are numbers."""
        return int(value) if isinstance(value, bool) else value

    def one_of(self, text: str, values: list[object], mark: Mark) -> str:
        """Return whether a value is one of some others: SQLite takes few marks, so one has all."""
        return f"{text} IN (SELECT value FROM json_each({mark(json_of(values))}))"

    def check_pattern(self, pattern: str) -> None:
        """Raise QueryError for an invalid regular expression."""
        matcher(pattern)

    def matches(self, text: str, pattern: str) -> str:
        """Return whether a regular expression matches a text."""
        return f"regexp({pattern}, {text})"

    def dig(self, json: str, path: Path, mark: Mark) -> str:
        """Return the JSON value at a path."""
        if not path:
            return json
        written = _sqlite_path(path)
        if written is None:
            return f"json_at({json}, {mark(json_of(list(path)))})"
        return f"({json} -> {mark(written)})"

    def dig_at(self, json: str, path: str) -> str:
        """Return the JSON value at a path in a column, below its first part."""
        return f"json_below({json}, {path})"

    def json_type(self, json: str, path: Path, mark: Mark) -> str:
        """Return the type of the value at a path."""
        written = _sqlite_path(path)
        if written is None:
            return f"json_type({self.dig(json, path, mark)})"
        return f"json_type({json}, {mark(written)})" if path else f"json_type({json})"

    def type_name(self, json: str) -> str:
        """Return the type of a value, as PostgreSQL names it."""
        return (
            f"CASE json_type({json}) WHEN 'text' THEN 'string' WHEN 'integer' THEN 'number'"
            " WHEN 'real' THEN 'number' WHEN 'true' THEN 'boolean' WHEN 'false' THEN 'boolean'"
            f" ELSE json_type({json}) END"
        )

    def _scalar(self, json: str, path: Path, mark: Mark) -> str:
        written = _sqlite_path(path)
        if written is None:
            return f"({self.dig(json, path, mark)} ->> '$')"
        return f"({json} ->> {mark(written)})"

    def json_text(self, json: str, path: Path, mark: Mark) -> str:
        """Return a value at a path as text."""
        return (
            f"CASE {self.json_type(json, path, mark)} WHEN 'text'"
            f" THEN {self._scalar(json, path, mark)} WHEN 'null' THEN NULL"
            f" ELSE {self.dig(json, path, mark)} END"
        )

    def json_equal(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return (
                f"({self.json_type(json, path, mark)} IN ('integer', 'real')"
                f" AND {self._scalar(json, path, mark)} = {mark(value)})"
            )
        return f"{self.dig(json, path, mark)} = {mark(json_of(value))}"

    def contains(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value, or is a list that contains it."""
        if isinstance(value, list | dict):
            return f"json_contains({self.dig(json, path, mark)}, {mark(json_of(value))})"
        return f"coalesce({self.json_equal(json, path, value, mark)}, 0)"

    def json_compare(self, json: str, path: Path, operator: str, value: object, mark: Mark) -> str:
        """Return whether the value at a path compares so with a value."""
        found = self.dig(json, path, mark)
        test = f"json_order({found}, {mark(json_of(value))}) {operator} 0"
        if not path:
            return test
        return f"({test} AND {self.json_type(json, path[:1], mark)} IS NOT NULL)"

    def json_order(self, json: str) -> Sequence[str]:
        """Return terms that order JSON values: by their type, then by their value."""
        rank = (
            f"CASE json_type({json}) WHEN 'null' THEN 0 WHEN 'text' THEN 1 WHEN 'integer' THEN 2"
            " WHEN 'real' THEN 2 WHEN 'false' THEN 3 WHEN 'true' THEN 3 WHEN 'array' THEN 4"
            " ELSE 5 END"
        )
        return rank, f"({json} ->> '$')"

    def number(self, json: str) -> str:
        """Return the number that a JSON value is, or that a string looks like."""
        return f"json_number({json})"

    def quoted(self, text: str) -> str:
        """Return a text as a JSON string."""
        return f"json_quote({text})"

    def to_string(self, time: str, form: str) -> str:
        """Return a time as a format describes it."""
        return f"to_char({time}, {form})"

    def element_is(self, array: str, value: str) -> str:
        """Return whether a list has an element."""
        return f"EXISTS (SELECT 1 FROM json_each({array}) j WHERE j.value = {value})"

    def element_matches(self, array: str, pattern: str) -> str:
        """Return whether a list has an element that matches."""
        return f"EXISTS (SELECT 1 FROM json_each({array}) j WHERE regexp({pattern}, j.value))"

    def member_is(self, json: str, name: str, value: object, mark: Mark) -> str:
        """Return whether an object has a value under a name."""
        return f"coalesce({self.dig(json, [name], mark)} = {mark(json_of(value))}, 0)"

    def member_matches(self, json: str, name: str, pattern: str) -> str:
        """Return whether an object has a name and a value, as JSON text, that match."""
        value = (
            "CASE j.type WHEN 'text' THEN json_quote(j.value) WHEN 'true' THEN 'true'"
            " WHEN 'false' THEN 'false' WHEN 'null' THEN 'null' ELSE j.value END"
        )
        return (
            f"EXISTS (SELECT 1 FROM json_each({json}) j WHERE regexp({name}, j.key)"
            f" AND regexp({pattern}, {value}))"
        )

    def path_text(self, path: str) -> str:
        """Return a path as one text."""
        return f"path_text({path})"

    def path_is(self, column: str, path: Path, mark: Mark) -> str:
        """Return whether a column has a path; the name of the fact finds its rows."""
        test = f"{column} = {mark(json_of(list(path)))}"
        if path and column.startswith("leaf_path"):
            return f"f.name = {mark(str(path[0]))} AND {test}"
        return test

    def path_matches(self, column: str, patterns: Path, mark: Mark, *, is_whole: bool) -> str:
        """Return whether patterns match the parts of a path."""
        return f"path_matches({column}, {mark(json_of(list(patterns)))}, {1 if is_whole else 0})"


def _sqlite_path(path: Path) -> str | None:
    """Return a path as SQLite's JSON functions take it, or None if they cannot follow it.

    They compare keys as they are written in JSON, and a quoted key ends at the next quote. A number
    may be a key or, in a list, an index.
    """
    found = ["$"]
    for part in path:
        if isinstance(part, int):
            found.append(f"[{part}]")
        elif part.isdecimal() or any(each in '"\\' or each < " " for each in part):
            return None
        else:
            found.append(f'."{part}"')
    return "".join(found)


SQLITE = SqliteWords()
