"""PQL, the query language of PuppetDB, read into an abstract syntax tree (AST).

    to_ast("nodes[certname] { facts_environment = 'pond' }")
    ["from", "nodes", ["extract", ["certname"], ["=", "facts_environment", "pond"]]]

1. The result has the form of an AST that a user could have sent as JSON: lists, strings, numbers,
   booleans.
2. Reading takes time in proportion to the length of the text, and never raises anything but
   QueryError.
3. The first character that no reading of the text can pass is the location of an error. The names
   of all that could have been there instead are the reference's own.
"""

from __future__ import annotations

import re

from duckrow.store.query.errors import QueryError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Value = str | int | float | bool | list["Value"]
    Ast = list[Value]

ENTITIES = (
    "facts",
    "reports",
    "catalogs",
    "packages",
    "package_inventory",
    "resources",
    "nodes",
    "environments",
    "factsets",
    "fact_paths",
    "fact_contents",
    "inventory",
    "edges",
    "events",
)
FUNCTIONS = ("count", "avg", "sum", "min", "max", "to_string")
MOST_DEPTH = 80  # parentheses, lists and subqueries within each other
_INTEGERS = range(-(1 << 63), 1 << 63)

_BLANKS = re.compile(r"[ \t\n\x0b\f\r]+")
_NAME = re.compile(r"[a-zA-Z0-9_]+\??")
_PLAIN_PART = re.compile(r"""[^ \t\n\x0b\f\r.",\[\]!<=>~]+(?:\[[0-9]+\])?""")
_QUOTED_PART = re.compile(r'"[^\n\r\x85\u2028\u2029]*?"(?=[. \t\n\x0b\f\r])')
_MATCH_PART = re.compile(r"match\([^\n\r\x85\u2028\u2029]*?\)")
_AFTER_FIELD = re.compile(r"[. \t\n\x0b\f\r,\[\]!<=>~(){}]|\Z")
_DIGITS = re.compile(r"[0-9]+")
_EXPONENT = re.compile(r"[Ee][-+]?[0-9]+")
_IN_DOUBLE = re.compile(r'(?:[^"\\]|\\[^\n\r\x85\u2028\u2029])*')
_IN_SINGLE = re.compile(r"(?:[^'\\]|\\[^\n\r\x85\u2028\u2029])*")
_ESCAPED = re.compile(r'\\(u[0-9a-fA-F]{4}|["\\/bfnrt])|(\\)|([\x00-\x1f])')
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

# How the reference names what it expected where a token is a regular expression.
_SHOWN = {
    _BLANKS: r'#"\s+"',
    _NAME: r'#"[a-zA-Z0-9_]+\??"',
    _PLAIN_PART: r'#"[^\s\.\",\[\]!<=>~]+(\[\d+\])?"',
    _QUOTED_PART: r'#"\".*?\"(?=\.|\s)"',
    _MATCH_PART: r'#"match\(.*?\)"',
    _DIGITS: r'#"[0-9]+"',
    _IN_DOUBLE: r'#"(?:[^\"\\]|\\.)*"',
    _IN_SINGLE: r"""#"(?:[^\'\\]|\\.)*\"""",
}


# What the reference says about text after the end of a query.
_END = f"{_SHOWN[_BLANKS]} (followed by end-of-string):end-of-string"


def to_ast(text: str) -> Ast:
    """Return the AST of a query in PQL. Raises QueryError."""
    return _Reader(text).read()


class _Mismatch(Exception):  # noqa: N818  (one reading of several, not an error)
    """The text does not continue as this rule needs it."""


class _Reader:
    """Reads one text. `_at` is the offset of the next character."""

    __slots__ = ("_at", "_depth", "_expected", "_furthest", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._depth = 0
        self._furthest = 0
        self._expected: list[str] = []

    def read(self) -> Ast:
        """Read the whole text."""
        try:
            found = self._query()
        except _Mismatch:
            raise QueryError(self._message()) from None
        if self._at < len(self._text):
            self._furthest = self._at
            self._expected = [_END]
            raise QueryError(self._message())
        return found

    # ---- tokens

    def _note(self, name: str, at: int) -> None:
        """Note what could have been at an offset."""
        if at < self._furthest:
            return
        if at > self._furthest:
            self._furthest = at
            self._expected.clear()
        self._expected.append(name)

    def _has(self, word: str) -> bool:
        """Skip a word if it is next, and return whether it was."""
        if self._text.startswith(word, self._at):
            self._at += len(word)
            return True
        self._note(word, self._at)
        return False

    def _need(self, word: str) -> None:
        if not self._has(word):
            raise _Mismatch

    def _find(self, pattern: re.Pattern[str]) -> str | None:
        """Skip what a pattern matches, and return it."""
        match = pattern.match(self._text, self._at)
        if match is None:
            self._note(_SHOWN[pattern], self._at)
            return None
        self._at = match.end()
        return match[0]

    def _blanks(self) -> bool:
        return self._find(_BLANKS) is not None

    def _need_blanks(self) -> None:
        if not self._blanks():
            raise _Mismatch

    def _deeper(self, read: Callable[[], Value]) -> Value:
        """Read something that may contain itself."""
        if self._depth == MOST_DEPTH:
            raise QueryError(f"PQL queries are nested at most {MOST_DEPTH} levels deep")
        self._depth += 1
        try:
            return read()
        finally:
            self._depth -= 1

    # ---- a query

    def _query(self) -> Ast:
        self._blanks()
        found = self._from()
        end = self._at
        self._blanks()
        if self._at < len(self._text) and not self._depth:
            self._at = end
        return found

    def _from(self) -> Ast:
        start = self._at
        for entity in self._entities():
            self._at = start + len(entity)
            has_blanks = self._blanks()
            clauses: list[Value] = []
            if self._has("["):
                clauses.append(["extract", self._extracted()])
                self._blanks()
            elif not has_blanks:
                self._blanks()
            if self._has("{"):
                clauses += self._where()
                return ["from", entity, *_joined(clauses)]
        raise _Mismatch

    def _entities(self) -> list[str]:
        """Return the entities that the text may go on with: facts and factsets begin alike."""
        found: list[str] = []
        for name in ENTITIES:
            if self._text.startswith(name, self._at):
                found.insert(0, name)
            else:
                self._note(name, self._at)
        return found

    def _extracted(self) -> Value:
        self._blanks()
        start = self._at
        fields: list[Value] = []
        try:
            fields = self._fields()
        except _Mismatch:
            self._at = start
        self._blanks()
        self._need("]")
        return fields

    def _where(self) -> list[Value]:
        """Read what is in braces, after the first."""
        return self._deeper(self._clauses)  # type: ignore[return-value]

    def _clauses(self) -> Value:
        clauses: list[Value] = []
        self._blanks()
        start = self._at
        try:
            clauses.append(self._expression())
        except _Mismatch:
            self._at = start
        self._blanks()
        if self._has("group by"):
            self._need_blanks()
            clauses.append(["group_by", *self._fields()])
            self._blanks()
        else:
            while (clause := self._paging()) is not None:
                clauses.append(clause)
                self._blanks()
        self._blanks()
        self._need("}")
        return clauses

    def _paging(self) -> Ast | None:
        for name in ("limit", "offset"):
            if self._has(name):
                self._need_blanks()
                number = self._integer()
                if number is None:
                    raise _Mismatch
                return [name, number]
        if not self._has("order by"):
            return None
        self._need_blanks()
        fields = [self._order()]
        while self._has(","):
            self._blanks()
            fields.append(self._order())
        return ["order_by", fields]

    def _order(self) -> Value:
        for word in ("asc", "desc"):
            if self._text.startswith(word, self._at):
                self._note('NOT "asc" | "desc"', self._at)
                raise _Mismatch
        field = self._field()
        end = self._at
        if self._blanks():
            for word in ("asc", "desc"):
                if self._has(word):
                    self._blanks()
                    return [field, word]
            self._at = end
        self._blanks()
        return field

    # ---- expressions

    def _expression(self) -> Value:
        return self._deeper(self._or)

    def _or(self) -> Value:
        return self._operands("or", self._and)

    def _and(self) -> Value:
        return self._operands("and", self._not)

    def _operands(self, word: str, read: Callable[[], Value]) -> Value:
        found = [read()]
        while True:
            end = self._at
            if not (self._blanks() and self._has(word) and self._blanks()):
                self._at = end
                return found[0] if len(found) == 1 else [word, *found]
            found.append(read())

    def _not(self) -> Value:
        if not self._has("!"):
            return self._rest()
        self._blanks()
        return ["not", self._deeper(self._not)]

    def _rest(self) -> Value:
        if self._has("("):
            self._blanks()
            found = self._expression()
            self._blanks()
            self._need(")")
            return found
        start = self._at
        if self._has("["):
            self._blanks()
            fields = self._fields()
            self._blanks()
            self._need("]")
            self._blanks()
            self._need("in")
            return ["in", fields, self._in()]
        if _NAME.match(self._text, start) is None:
            self._note_field()
        for entity in self._entities():
            self._at = start + len(entity)
            self._blanks()
            if self._text.startswith("{", self._at):
                self._at += 1
                return self._subquery(entity)
        after = self._at
        self._at = start
        if _NAME.match(self._text, start) is None:
            raise _Mismatch
        try:
            return self._condition(self._field())
        finally:
            if after > start:
                self._note("{", after)

    def _subquery(self, entity: str) -> Value:
        clauses = self._where()
        if len(clauses) > 1:
            raise QueryError(
                f"The subquery of {entity} takes one expression, without group by, limit, offset"
                " and order by"
            )
        return ["subquery", entity, *clauses]

    def _condition(self, field: str) -> Value:
        has_blanks = self._blanks()
        if not self._text.startswith("~>", self._at) and self._has("~"):
            self._blanks()
            return ["~", field, self._needed_string()]
        if self._has("~>"):
            self._blanks()
            return ["~>", field, self._listed(self._needed_string)]
        for operator in (">=", "<=", "<", ">"):
            if self._has(operator):
                self._blanks()
                value = self._number()
                return [operator, field, self._needed_string() if value is None else value]
        if self._has("="):
            self._blanks()
            return ["=", field, self._literal()]
        for operator in ("!=", "!~"):
            if self._has(operator):
                self._blanks()
                return ["not", [operator[1], field, self._literal()]]
        if self._has("in"):
            return ["in", field, self._in()]
        if not has_blanks:
            self._blanks()
        for words, is_null in (("is null", True), ("is not null", False)):
            if self._has(words):
                return ["null?", field, is_null]
        raise _Mismatch

    def _in(self) -> Value:
        self._blanks()
        self._blanks()  # those before a query, which cannot be any more
        if self._text.startswith("[", self._at):
            return ["array", self._listed(self._literal)]
        self._note("[", self._at)
        return self._deeper(self._from)

    # ---- fields

    def _fields(self) -> list[Value]:
        found = [self._field_or_function()]
        while True:
            end = self._at
            self._blanks()
            if not self._has(","):
                self._at = end
                return found
            self._blanks()
            found.append(self._field_or_function())

    def _field_or_function(self) -> Value:
        start = self._at
        if _NAME.match(self._text, start) is None:
            self._note_field()
        for name in FUNCTIONS:
            if self._has(name):
                self._blanks()
                if self._has("("):
                    return ["function", name, *self._arguments()]
                self._at = start
        if _NAME.match(self._text, start) is None:
            raise _Mismatch
        return self._field()

    def _arguments(self) -> list[Value]:
        self._blanks()
        first: str | None
        if _NAME.match(self._text, self._at):
            first = self._field()
        else:
            self._note_field()
            first = self._string()
        if first is None:
            self._need(")")
            return []
        found: list[Value] = [first]
        while True:
            self._blanks()
            if self._has(","):
                self._blanks()
                found.append(self._needed_string())
                continue
            self._need(")")
            return found

    def _note_field(self) -> None:
        for name in (_SHOWN[_NAME], "facts", "trusted", "parameters"):
            self._note(name, self._at)

    def _field(self) -> str:
        match = _NAME.match(self._text, self._at)
        if match is None:
            self._note_field()
            raise _Mismatch
        self._at = match.end()
        name = match[0]
        if name not in ("facts", "trusted", "parameters") or not self._has("."):
            return name
        parts = [name, self._part()]
        while self._has("."):
            parts.append(self._part())
        return ".".join(parts)

    def _part(self) -> str:
        """Read a part of a dotted field, as it is written."""
        match = _MATCH_PART.match(self._text, self._at)
        if match and _AFTER_FIELD.match(self._text, match.end()):
            self._at = match.end()
            return match[0]
        for pattern in (_QUOTED_PART, _PLAIN_PART):
            found = self._find(pattern)
            if found is not None:
                return found
        self._note(_SHOWN[_MATCH_PART], self._at)
        raise _Mismatch

    # ---- values

    def _listed(self, read: Callable[[], Value]) -> list[Value]:
        self._need("[")
        self._blanks()
        found = [read()]
        while True:
            self._blanks()
            if self._has(","):
                self._blanks()
                found.append(read())
                continue
            self._need("]")
            return found

    def _literal(self) -> Value:
        value: Value | None = self._string()
        if value is None:
            value = self._number()
        if value is not None:
            return value
        for word in ("true", "false"):
            if self._has(word):
                return word == "true"
        if self._text.startswith("[", self._at):
            return self._deeper(lambda: self._listed(self._literal))
        self._note("[", self._at)
        raise _Mismatch

    def _integer(self) -> int | None:
        start = self._at
        if not self._has("-"):
            self._at = start
        if self._find(_DIGITS) is None:
            self._at = start
            return None
        digits = self._text[start : self._at]
        if len(digits) > 20 or int(digits) not in _INTEGERS:
            raise QueryError(f'For input string: "{digits}"')
        return int(digits)

    def _number(self) -> int | float | None:
        start = self._at
        if self._integer() is None:
            return None
        end = self._at
        if not self._has("."):
            return int(self._text[start:end])
        if self._find(_DIGITS) is None:
            self._at = end
            return int(self._text[start:end])
        exponent = _EXPONENT.match(self._text, self._at)
        if exponent:
            self._at = exponent.end()
        else:
            for letter in "Ee":
                self._note(letter, self._at)
        return float(self._text[start : self._at])

    def _string(self) -> str | None:
        for quote, pattern in (('"', _IN_DOUBLE), ("'", _IN_SINGLE)):
            if self._has(quote):
                start = self._at
                found = self._find(pattern)
                assert found is not None, "the pattern matches nothing, too"
                self._need(quote)
                if quote == "'":
                    return found.replace("\\'", "'")
                return self._unquoted(found, start)
        return None

    def _needed_string(self) -> str:
        found = self._string()
        if found is None:
            raise _Mismatch
        return found

    def _unquoted(self, text: str, start: int) -> str:
        return _paired(_ESCAPED.sub(lambda match: self._unescaped(match, start), text))

    def _unescaped(self, match: re.Match[str], start: int) -> str:
        """Return the character that an escape of JSON stands for."""
        escape = match[1]
        if escape is None:
            line, column = self._position(start + match.start())
            what = "an unknown escape" if match[2] else "a control character"
            raise QueryError(
                f"PQL parse error at line {line:,}, column {column:,}: {what} in a string in double"
                " quotes, which is a string of JSON"
            )
        if escape[0] == "u":
            return chr(int(escape[1:], 16))
        return _ESCAPES.get(escape, escape)

    # ---- errors

    def _position(self, offset: int) -> tuple[int, int]:
        before = self._text[:offset]
        return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1

    def _message(self) -> str:
        line, column = self._position(self._furthest)
        shown = self._text.split("\n")[line - 1] if self._text else "null"
        # The reference tries the last alternative of a rule first.
        names = list(dict.fromkeys(reversed(self._expected)))
        heading = "Expected:\n" if len(names) == 1 and names != [_END] else "Expected one of:\n\n"
        listed = "".join(f"{name}\n" for name in names)
        mark = " " * (column - 1) + "^"
        return (
            f"PQL parse error at line {line:,}, column {column:,}:\n\n"
            f"{shown}\n{mark}\n\n{heading}{listed}"
        )


def _paired(text: str) -> str:
    """Return a string with each pair of surrogates, from escapes, as one character."""
    if text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _joined(clauses: list[Value]) -> list[Value]:
    """Return the clauses of a query with the expression inside its `extract`."""
    if not clauses or not isinstance(clauses[0], list) or clauses[0][0] != "extract":
        return clauses
    paging: list[Value] = []
    extract = clauses[0]
    for clause in clauses[1:]:
        assert isinstance(clause, list)
        if clause[0] in ("limit", "offset", "order_by"):
            paging.append(clause)
        else:
            extract.append(clause)
    return [extract, *paging]
