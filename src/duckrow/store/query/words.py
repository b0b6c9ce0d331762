"""How the two databases say what a query needs: JSON, regular expressions, lists, paths, times.

The methods return SQL. Their arguments are SQL, too, but for paths and values: those go through
`mark`, which stores a value and returns its mark. sqlite_words.py and postgresql_words.py say it.
"""

from __future__ import annotations

from duckrow.store.query.entity import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckrow.store.query.tree import Path

    Mark = Callable[[object], str]

EVENT_FIELDS = (
    "status timestamp resource_type resource_title property corrective_change new_value old_value"
    " message file line containment_path containing_class name"
).split()
EDGE_FIELDS = "source_type source_title target_type target_title relationship".split()


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

    def long_equal(self, text: str, value: object, mark: Mark) -> str:
        """Return whether a text that may be too long for an index equals a value."""
        return f"{text} = {mark(value)}"

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
