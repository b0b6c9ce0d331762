"""How the two databases say what a query needs: JSON, regular expressions, lists, paths, times.

The methods return SQL. Their arguments are SQL, too, but for paths and values: those go through
`mark`, which stores a value and returns its mark.

SQLite calls functions of functions.py for what its JSON functions lack.
"""

from __future__ import annotations

from duckrow.store.query.entity import Kind
from duckrow.store.query.json_text import json_of
from duckrow.store.query.patterns import matcher
from duckrow.store.query.times import moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckrow.store.query.tree import Path

    Mark = Callable[[object], str]

_EVENT = (
    "status timestamp resource_type resource_title property corrective_change new_value old_value"
    " message file line containment_path containing_class name"
).split()
# Without question marks, which stand for values.
_NUMBER = "^-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1}$"
_EDGE = "source_type source_title target_type target_title relationship".split()


def _nested(path: Path, value: object) -> object:
    """Return an object with a value at a path."""
    for key in reversed(path):
        value = {str(key): value}
    return value


class Words:
    """What both databases say alike."""

    texts: Mapping[str, str]
    never: str
    no_limit: str
    nulls: Mapping[bool, str]

    def as_text(self, json: str) -> str:
        """Return JSON as text."""
        raise NotImplementedError

    def plain(self, kind: Kind, value: object) -> object:
        """Return a value as its column compares with it."""
        raise NotImplementedError

    def one_of(self, text: str, values: list[object], mark: Mark) -> str:
        """Return whether a value is one of some others."""
        return f"{text} IN ({', '.join(map(mark, values))})"

    def check_pattern(self, pattern: str) -> None:
        """Raise QueryError for an invalid regular expression, if the database will not."""

    def matches(self, text: str, pattern: str) -> str:
        """Return whether a regular expression matches a text."""
        raise NotImplementedError

    def dig(self, json: str, path: Path, mark: Mark) -> str:
        """Return the JSON value at a path."""
        raise NotImplementedError

    def dig_at(self, json: str, path: str) -> str:
        """Return the JSON value at a path of a fact that is in a column, below its first part."""
        raise NotImplementedError

    def json_type(self, json: str, path: Path, mark: Mark) -> str:
        """Return the type of the value at a path, as the database names it."""
        raise NotImplementedError

    def type_name(self, json: str) -> str:
        """Return the type of a value, as PostgreSQL names it."""
        raise NotImplementedError

    def json_text(self, json: str, path: Path, mark: Mark) -> str:
        """Return a value at a path as text: strings without quotes."""
        raise NotImplementedError

    def json_equal(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value."""
        raise NotImplementedError

    def contains(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value, or is a list that contains it."""
        raise NotImplementedError

    def json_compare(self, json: str, path: Path, operator: str, value: object, mark: Mark) -> str:
        """Return whether the value at a path compares so with a value."""
        raise NotImplementedError

    def json_order(self, json: str) -> Sequence[str]:
        """Return terms that order JSON values."""
        raise NotImplementedError

    def number(self, json: str) -> str:
        """Return the number that a JSON value is, or NULL."""
        raise NotImplementedError

    def quoted(self, text: str) -> str:
        """Return a text as a JSON string."""
        raise NotImplementedError

    def to_string(self, time: str, form: str) -> str:
        """Return a time as a format of PostgreSQL's to_char describes it."""
        raise NotImplementedError

    def element_is(self, array: str, value: str) -> str:
        """Return whether a list has an element."""
        raise NotImplementedError

    def element_matches(self, array: str, pattern: str) -> str:
        """Return whether a list has an element that matches."""
        raise NotImplementedError

    def member_is(self, json: str, name: str, value: object, mark: Mark) -> str:
        """Return whether an object has a value under a name."""
        raise NotImplementedError

    def member_matches(self, json: str, name: str, pattern: str) -> str:
        """Return whether an object has a name and a value, as JSON text, that match."""
        raise NotImplementedError

    def path_text(self, path: str) -> str:
        """Return a path as one text."""
        raise NotImplementedError

    def path_is(self, column: str, path: Path, mark: Mark) -> str:
        """Return whether a column has a path."""
        raise NotImplementedError

    def path_matches(self, column: str, patterns: Path, mark: Mark, *, is_whole: bool) -> str:
        """Return whether patterns match the parts of a path."""
        raise NotImplementedError


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
        + ", ".join(f"'{name}', g.{name}" for name in _EDGE)
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
            for name in _EVENT
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


class PostgresqlWords(Words):
    """PostgreSQL's: JSON is jsonb."""

    never = "false"
    no_limit = ""
    nulls = {False: "", True: ""}
    texts = {
        "length": "jsonb_array_length",
        "leaves": "JOIN LATERAL (WITH RECURSIVE walk(path, value) AS ("
        "SELECT jsonb_build_array(f.name), f.value UNION ALL"
        " SELECT w.path || s.key, s.value FROM walk w, LATERAL ("
        "SELECT to_jsonb(o.key) AS key, o.value FROM jsonb_each("
        "CASE jsonb_typeof(w.value) WHEN 'object' THEN w.value ELSE '{}' END) o UNION ALL"
        " SELECT to_jsonb(a.n - 1), a.value FROM jsonb_array_elements("
        "CASE jsonb_typeof(w.value) WHEN 'array' THEN w.value ELSE '[]' END)"
        " WITH ORDINALITY a(value, n)) s)"
        " SELECT path, value FROM walk WHERE jsonb_typeof(value) NOT IN ('object', 'array')"
        ") leaf ON true",
        "leaf_path": "leaf.path",
        "leaf_value": "leaf.value",
        "facts": "(SELECT coalesce(jsonb_object_agg(f.name, f.value), '{}') FROM facts f"
        " WHERE f.certname_id = fs.certname_id)",
        "trusted": "(SELECT f.value FROM facts f WHERE f.certname_id = fs.certname_id"
        " AND f.name = 'trusted')",
        "facts_listed": "(SELECT json_agg(json_build_object('name', f.name, 'value', f.value))"
        " FROM facts f WHERE f.certname_id = fs.certname_id)::text",
        "edges": "(SELECT json_agg(json_build_object("
        + ", ".join(f"'{name}', g.{name}" for name in _EDGE)
        + ")) FROM edges g WHERE g.certname_id = c.certname_id)::text",
        "resources": "(SELECT json_agg(json_build_object('resource', rp.hash, 'type', cr.type,"
        " 'title', cr.title, 'tags', cr.tags, 'exported', cr.exported, 'file', cr.file, 'line',"
        " cr.line, 'parameters', rp.parameters)) FROM catalog_resources cr"
        " JOIN resource_params rp ON rp.id = cr.params_id"
        " WHERE cr.certname_id = c.certname_id)::text",
        "packages": "(SELECT coalesce(jsonb_agg(jsonb_build_array(k.name, k.version, k.provider)),"
        " '[]') FROM certname_packages cp JOIN packages k ON k.id = cp.package_id"
        " WHERE cp.certname_id = fs.certname_id)",
        "inputs": "(SELECT jsonb_agg(jsonb_build_array(ci.type, ci.name)) FROM catalog_inputs ci"
        " WHERE ci.certname_id = n.id)",
        "events": "(SELECT json_agg(json_build_object("
        + ", ".join(
            f"'{name}', "
            + {"new_value": "v.new_value::json", "old_value": "v.old_value::json"}.get(
                name, f"v.{name}"
            )
            for name in _EVENT
        )
        + ")) FROM resource_events v WHERE v.report_id = r.id)::text",
    }

    def as_text(self, json: str) -> str:
        """Return JSON as text."""
        return f"({json})::text"

    def plain(self, kind: Kind, value: object) -> object:
        """Return a value as its column compares with it."""
        if kind is Kind.TIME:
            assert isinstance(value, int)
            return moment_of(value)
        return value

    def matches(self, text: str, pattern: str) -> str:
        """Return whether a regular expression matches a text."""
        return f"({text} ~ {pattern}::text)"

    def dig(self, json: str, path: Path, mark: Mark) -> str:
        """Return the JSON value at a path."""
        if not path:
            return json
        return f"({json} #> {mark([str(each) for each in path])}::text[])"

    def dig_at(self, json: str, path: str) -> str:
        """Return the JSON value at a path in a column, below its first part."""
        return f"({json} #> (ARRAY(SELECT jsonb_array_elements_text({path})))[2:])"

    def json_type(self, json: str, path: Path, mark: Mark) -> str:
        """Return the type of the value at a path."""
        return f"jsonb_typeof({self.dig(json, path, mark)})"

    def type_name(self, json: str) -> str:
        """Return the type of a value."""
        return f"jsonb_typeof({json})"

    def json_text(self, json: str, path: Path, mark: Mark) -> str:
        """Return a value at a path as text."""
        if not path:
            return f"({json} #>> '{{}}')"
        return f"({json} #>> {mark([str(each) for each in path])}::text[])"

    def json_equal(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value."""
        return f"{self.dig(json, path, mark)} = {mark(json_of(value))}::jsonb"

    def contains(self, json: str, path: Path, value: object, mark: Mark) -> str:
        """Return whether the value at a path equals a value, or is a list that contains it."""
        if any(str(each).isdecimal() for each in path):
            return f"coalesce({self.json_equal(json, path, value, mark)}, false)"
        if path or isinstance(value, list | dict):
            nested = json_of(_nested(path, value))
            kind = "object" if path or isinstance(value, dict) else "array"
            return f"({json} @> {mark(nested)}::jsonb AND jsonb_typeof({json}) = '{kind}')"
        return self.json_equal(json, (), value, mark)

    def json_compare(self, json: str, path: Path, operator: str, value: object, mark: Mark) -> str:
        """Return whether the value at a path compares so with a value."""
        test = f"{self.dig(json, path, mark)} {operator} {mark(json_of(value))}::jsonb"
        if not path:
            return test
        return f"({test} AND {self.dig(json, path[:1], mark)} IS NOT NULL)"

    def json_order(self, json: str) -> Sequence[str]:
        """Return the term that orders JSON values."""
        return (json,)

    def number(self, json: str) -> str:
        """Return the number that a JSON value is, or that a string looks like."""
        text = f"({json} #>> '{{}}')"
        return f"CASE WHEN {text} ~ '{_NUMBER}' THEN {text}::numeric END"

    def quoted(self, text: str) -> str:
        """Return a text as a JSON string."""
        return f"to_jsonb({text})"

    def to_string(self, time: str, form: str) -> str:
        """Return a time as a format describes it."""
        return f"to_char({time} AT TIME ZONE 'UTC', {form}::text)"

    def element_is(self, array: str, value: str) -> str:
        """Return whether a list has an element."""
        return f"{array} @> jsonb_build_array({value}::text)"

    def element_matches(self, array: str, pattern: str) -> str:
        """Return whether a list has an element that matches."""
        return (
            f"EXISTS (SELECT 1 FROM jsonb_array_elements_text({array}) j WHERE j ~ {pattern}::text)"
        )

    def member_is(self, json: str, name: str, value: object, mark: Mark) -> str:
        """Return whether an object has a value under a name."""
        found = f"{json} -> {mark(name)}::text"
        return f"coalesce(({found}) = {mark(json_of(value))}::jsonb, false)"

    def member_matches(self, json: str, name: str, pattern: str) -> str:
        """Return whether an object has a name and a value, as JSON text, that match."""
        return (
            f"EXISTS (SELECT 1 FROM jsonb_each({json}) j WHERE j.key ~ {name}::text"
            f" AND j.value::text ~ {pattern}::text)"
        )

    def path_text(self, path: str) -> str:
        """Return a path as one text."""
        return f"array_to_string(ARRAY(SELECT jsonb_array_elements_text({path})), '#~')"

    def path_is(self, column: str, path: Path, mark: Mark) -> str:
        """Return whether a column has a path; the name of the fact finds its rows."""
        test = f"{column} = {mark(json_of(list(path)))}::jsonb"
        if path and column == "leaf.path":
            return f"f.name = {mark(str(path[0]))} AND {test}"
        return test

    def path_matches(self, column: str, patterns: Path, mark: Mark, *, is_whole: bool) -> str:
        """Return whether patterns match the parts of a path."""
        tests = [f"jsonb_array_length({column}) = {mark(len(patterns))}"]
        for index, pattern in enumerate(patterns):
            part = f"({column} -> {index})"
            text = f"({column} ->> {index})"
            if isinstance(pattern, int):
                tests.append(f"jsonb_typeof({part}) = 'number'")
            elif pattern.isdecimal():
                tests.append(f"jsonb_typeof({part}) = 'string'")
            whole = f"^(?:{pattern})$" if is_whole else str(pattern)
            tests.append(f"{text} ~ {mark(whole)}::text")
        return f"({' AND '.join(tests)})"


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
POSTGRESQL = PostgresqlWords()
