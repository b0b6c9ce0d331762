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

from duckrow.store.query.errors import QueryError
from duckrow.store.query.pql_text import NAME, Mismatch
from duckrow.store.query.pql_words import Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.store.query.pql_text import Value

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
# Entities of our own. Errors do not name them: these have the words of the reference.
_OWN = ("policy_runs", "promises", "policy_classes")
ALL_ENTITIES = (*ENTITIES, *_OWN)


def to_ast(text: str) -> Ast:
    """Return the AST of a query in PQL. Raises QueryError."""
    return _Reader(text).read()


class _Reader(Words):
    """Reads one query."""

    __slots__ = ()

    def read(self) -> Ast:
        """Read the whole text."""
        try:
            found = self._query()
        except Mismatch:
            raise QueryError(self.message()) from None
        self.expect_end()
        return found

    def _query(self) -> Ast:
        self.blanks()
        found = self._from()
        end = self.at
        self.blanks()
        if self.at < len(self.text) and not self.depth:
            self.at = end
        return found

    def _from(self) -> Ast:
        start = self.at
        for entity in self._entities():
            self.at = start + len(entity)
            has_blanks = self.blanks()
            clauses: list[Value] = []
            if self.has("["):
                clauses.append(["extract", self._extracted()])
                self.blanks()
            elif not has_blanks:
                self.blanks()
            if self.has("{"):
                clauses += self._where()
                return ["from", entity, *_joined(clauses)]
        raise Mismatch

    def _entities(self) -> list[str]:
        """Return the entities that the text may go on with: facts and factsets begin alike."""
        found = [name for name in _OWN if self.text.startswith(name, self.at)]
        for name in ENTITIES:
            if self.text.startswith(name, self.at):
                found.insert(0, name)
            else:
                self.note(name, self.at)
        return found

    def _extracted(self) -> Value:
        self.blanks()
        start = self.at
        fields: list[Value] = []
        try:
            fields = self.fields()
        except Mismatch:
            self.at = start
        self.blanks()
        self.need("]")
        return fields

    def _where(self) -> list[Value]:
        """Read what is in braces, after the first."""
        return self.deeper(self._clauses)  # type: ignore[return-value]

    def _clauses(self) -> Value:
        clauses: list[Value] = []
        self.blanks()
        start = self.at
        try:
            clauses.append(self._expression())
        except Mismatch:
            self.at = start
        self.blanks()
        if self.has("group by"):
            self.need_blanks()
            clauses.append(["group_by", *self.fields()])
            self.blanks()
        else:
            while (clause := self._paging()) is not None:
                clauses.append(clause)
                self.blanks()
        self.blanks()
        self.need("}")
        return clauses

    def _paging(self) -> Ast | None:
        for name in ("limit", "offset"):
            if self.has(name):
                self.need_blanks()
                number = self.integer()
                if number is None:
                    raise Mismatch
                return [name, number]
        if not self.has("order by"):
            return None
        self.need_blanks()
        fields = [self._order()]
        while self.has(","):
            self.blanks()
            fields.append(self._order())
        return ["order_by", fields]

    def _order(self) -> Value:
        for word in ("asc", "desc"):
            if self.text.startswith(word, self.at):
                self.note('NOT "asc" | "desc"', self.at)
                raise Mismatch
        field = self.field()
        end = self.at
        if self.blanks():
            for word in ("asc", "desc"):
                if self.has(word):
                    self.blanks()
                    return [field, word]
            self.at = end
        self.blanks()
        return field

    # ---- expressions

    def _expression(self) -> Value:
        return self.deeper(self._or)

    def _or(self) -> Value:
        return self._operands("or", self._and)

    def _and(self) -> Value:
        return self._operands("and", self._not)

    def _operands(self, word: str, read: Callable[[], Value]) -> Value:
        found = [read()]
        while True:
            end = self.at
            if not (self.blanks() and self.has(word) and self.blanks()):
                self.at = end
                return found[0] if len(found) == 1 else [word, *found]
            found.append(read())

    def _not(self) -> Value:
        if not self.has("!"):
            return self._rest()
        self.blanks()
        return ["not", self.deeper(self._not)]

    def _rest(self) -> Value:
        if self.has("("):
            self.blanks()
            found = self._expression()
            self.blanks()
            self.need(")")
            return found
        start = self.at
        if self.has("["):
            self.blanks()
            fields = self.fields()
            self.blanks()
            self.need("]")
            self.blanks()
            self.need("in")
            return ["in", fields, self._in()]
        if NAME.match(self.text, start) is None:
            self.note_field()
        for entity in self._entities():
            self.at = start + len(entity)
            self.blanks()
            if self.text.startswith("{", self.at):
                self.at += 1
                return self._subquery(entity)
        after = self.at
        self.at = start
        if NAME.match(self.text, start) is None:
            raise Mismatch
        try:
            return self._condition(self.field())
        finally:
            if after > start:
                self.note("{", after)

    def _subquery(self, entity: str) -> Value:
        clauses = self._where()
        if len(clauses) > 1:
            raise QueryError(
                f"The subquery of {entity} takes one expression, without group by, limit, offset"
                " and order by"
            )
        return ["subquery", entity, *clauses]

    def _condition(self, field: str) -> Value:
        has_blanks = self.blanks()
        if not self.text.startswith("~>", self.at) and self.has("~"):
            self.blanks()
            return ["~", field, self.needed_string()]
        if self.has("~>"):
            self.blanks()
            return ["~>", field, self.listed(self.needed_string)]
        for operator in (">=", "<=", "<", ">"):
            if self.has(operator):
                self.blanks()
                value = self.number()
                return [operator, field, self.needed_string() if value is None else value]
        if self.has("="):
            self.blanks()
            return ["=", field, self.literal()]
        for operator in ("!=", "!~"):
            if self.has(operator):
                self.blanks()
                return ["not", [operator[1], field, self.literal()]]
        if self.has("in"):
            return ["in", field, self._in()]
        if not has_blanks:
            self.blanks()
        for words, is_null in (("is null", True), ("is not null", False)):
            if self.has(words):
                return ["null?", field, is_null]
        raise Mismatch

    def _in(self) -> Value:
        self.blanks()
        self.blanks()  # those before a query, which cannot be any more
        if self.text.startswith("[", self.at):
            return ["array", self.listed(self.literal)]
        self.note("[", self.at)
        return self.deeper(self._from)


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
