"""PostgreSQL's words for queries."""

from __future__ import annotations

from duckrow.store.query.entity import Kind
from duckrow.store.query.json_text import json_of
from duckrow.store.query.times import moment_of
from duckrow.store.query.words import EDGE_FIELDS, EVENT_FIELDS, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.store.query.tree import Path
    from duckrow.store.query.words import Mark

# Without question marks, which stand for values.
_NUMBER = "^-{0,1}[0-9]+([.][0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1}$"


def _nested(path: Path, value: object) -> object:
    """Return an object with a value at a path."""
    for key in reversed(path):
        value = {str(key): value}
    return value


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
        + ", ".join(f"'{name}', g.{name}" for name in EDGE_FIELDS)
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
            for name in EVENT_FIELDS
        )
        + ")) FROM resource_events v WHERE v.report_id = r.id)::text",
    }

    def long_equal(self, text: str, value: object, mark: Mark) -> str:
        """Return whether a text equals a value; an index has its digest."""
        return f"(md5({text}) = md5({mark(value)}) AND {text} = {mark(value)})"

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


POSTGRESQL = PostgresqlWords()
