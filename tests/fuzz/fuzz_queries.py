"""Feed random queries to the store: no crash, and no value in the text of a statement.

    python -m tests.fuzz.fuzz_queries --count 1000000 --seed 1 [--only pql]

Every input is either rejected with QueryError, or answered by SQLite. In both cases the text of the
statement has nothing of the input in it: all its strings have a mark that no statement has, and a
query with other values has the same text. An input depends on nothing but the seed, the name of its
kind and its number, so `--only NAME --first N --count 1` repeats one.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable

from tests.conformance.puppetdb.fleet import commands

from duckrow.store.commands.table import read_command
from duckrow.store.database.sqlite import SqliteDatabase
from duckrow.store.query.ask import ask
from duckrow.store.query.entities import ENTITIES
from duckrow.store.query.entity import Entity, Kind
from duckrow.store.query.errors import QueryError
from duckrow.store.query.functions import FUNCTIONS
from duckrow.store.query.options import Options
from duckrow.store.query.planner import plan_of
from duckrow.store.query.postgresql_words import POSTGRESQL
from duckrow.store.query.pql import to_ast
from duckrow.store.query.sqlite_words import SQLITE

SLOW = 2.0  # seconds
MARK = "quäck"
NASTY = (
    f"{MARK}'; DROP TABLE facts; --",
    f'{MARK}"',
    f"{MARK}\\",
    f"{MARK}\0",
    f"{MARK}%s ? :a $1",
)
_PQL_WORDS = [
    *(
        "nodes|facts|inventory|reports|resources|events|fact_contents|ducks|{|}|[|]|(|)|,| | |\n|=|"
        "!=|~|!~|~>|>|<|>=|<=|!|in|is null|is not null|and|or|certname|name|value|facts.os.family|"
        'facts."a b".c|facts.match("x.*")|trusted.|parameters.x[0]|latest_report?|status|line|path|'
        "order by|group by|limit|offset|asc|desc|count()|avg(value)|to_string(end_time,'YYYY')|5|"
        "-1|1.5e3|99999999999999999999|true|false|.|'|\"|\\"
    ).split("|"),
    f"'{MARK}'",
    f'"{MARK}\\n"',
    f"'{MARK}''",
]
_PQL_QUERIES = (
    f"nodes[certname]{{certname = '{MARK}' and facts {{name = 'os' and value ~ '{MARK}'}}}}",
    f"inventory[facts.os, count()] {{facts.x > 5 or trusted.a = '{MARK}' group by certname}}",
    f"reports {{end_time > '2026' and status in ['{MARK}'] order by end_time desc limit 3}}",
    f"resources {{tag = '{MARK}' and parameters.ensure = '{MARK}' and ! exported = true}}",
    f"fact_contents {{path ~> ['{MARK}', '.*'] or path = ['{MARK}', 1]}}",
)
_OPERATORS = (
    "=|~|>|<|>=|<=|~>|and|or|not|in|null?|extract|from|subquery|select_facts|select_nodes|array|"
    f"group_by|limit|AND|ducks||function|order_by|{MARK}"
).split("|")


class BrokenPropertyError(Exception):
    """A statement that has something of its input in it."""


class Values:
    """Random values of a query."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def text(self) -> str:
        return f"{MARK}{self._rng.getrandbits(32):x}"

    def number(self) -> int:
        return self._rng.randrange(1, 1 << 40)

    def time(self) -> str:
        return f"2026-11-{self._rng.randrange(1, 29):02}T00:00:00Z"


# ---- queries that are right, in two versions with other values


def clause(rng: random.Random, entity: Entity, values: Values, depth: int = 0) -> list[object]:
    """Return a clause about an entity."""
    kind = rng.randrange(12)
    if depth < 3 and kind < 3:
        parts = [clause(rng, entity, values, depth + 1) for _ in range(rng.randint(1, 3))]
        return [rng.choice(["and", "or"]), *parts]
    if depth < 3 and kind == 3:
        return ["not", clause(rng, entity, values, depth + 1)]
    if depth < 2 and kind == 4 and entity.relations:
        name = rng.choice(sorted(entity.relations))
        return ["subquery", name, clause(rng, ENTITIES[name], values, depth + 1)]
    if kind == 5 and "certname" in entity.columns:
        return ["in", "certname", ["array", [values.text(), values.text()]]]
    if kind == 6 and entity.node:
        return ["=", "node_state", rng.choice(["active", "inactive", "any"])]
    if kind == 7 and "certname" in entity.columns:
        return [rng.choice(["=", "~"]), ["fact", "os"], values.text()]
    return comparison(rng, entity, values)


def comparison(rng: random.Random, entity: Entity, values: Values) -> list[object]:
    column = entity.columns[rng.choice(entity.queryable)]
    order = rng.choice([">", "<", ">=", "<=", "="])
    match column.kind:
        case Kind.STRING:
            return [rng.choice(["=", "~"]), column.name, values.text()]
        case Kind.NUMBER:
            return [order, column.name, values.number()]
        case Kind.TIME:
            return [order, column.name, values.time()]
        case Kind.BOOLEAN:
            return ["=", column.name, True]
        case Kind.ARRAY:
            return [rng.choice(["=", "~"]), column.name, values.text()]
        case Kind.PATH:
            return [rng.choice(["=", "~>"]), column.name, ["os", values.text()]]
        case Kind.SCALAR:
            if rng.random() < 0.5:
                return [order, column.name, values.number()]
            return [rng.choice(["=", "~"]), column.name, values.text()]
        case Kind.JSON:
            tail = rng.choice([".a", ".a.b", ".a[0].b", '."x y"', '.match("a.*")', ".a.0"])
            if rng.random() < 0.5:
                return [order, column.name + tail, values.number()]
            return [rng.choice(["=", "~"]), column.name + tail, values.text()]
    return ["null?", column.name, rng.random() < 0.5]


def query(rng: random.Random, values: Values) -> list[object]:
    """Return a query that begins with `from`."""
    name = rng.choice(sorted(ENTITIES))
    entity = ENTITIES[name]
    found: object = clause(rng, entity, values)
    if rng.random() < 0.4:
        fields = rng.sample(entity.extractable, rng.randint(1, min(3, len(entity.extractable))))
        found = ["extract", fields, found]
    paging: list[object] = []
    if rng.random() < 0.3:
        paging = [["limit", values.number()], ["offset", values.number()]]
    return ["from", name, found, *paging]


def fuzz_twins(rng: random.Random, database: SqliteDatabase) -> None:
    """A query with other values has the same text."""
    seed = rng.getrandbits(64)
    twins = [
        query(random.Random(seed), Values(random.Random(rng.getrandbits(64)))) for _ in range(2)
    ]
    for words in (SQLITE, POSTGRESQL):
        texts = []
        for twin in twins:
            try:
                texts.append(plan_of(twin, Options(), words).statement.text)
            except QueryError as error:
                texts.append(type(error).__name__)
        if texts[0] != texts[1] or MARK in texts[0]:
            raise BrokenPropertyError(f"{twins} gives {texts}")
    answer(twins[0], database)


# ---- queries of any shape


def junk(rng: random.Random, depth: int = 0) -> object:
    """Return anything that JSON can be."""
    kind = rng.randrange(14 if depth < 5 else 9)
    if kind < 3:
        return rng.choice(_OPERATORS)
    if kind < 5:
        entity = rng.choice(list(ENTITIES.values()))
        return rng.choice(
            [
                *entity.queryable,
                "facts.a.b",
                'facts."',
                "node_state",
                "facts.match(",
                'facts.match("a.*")',
            ]
        )
    if kind < 6:
        return rng.choice(list(ENTITIES))
    if kind < 7:
        return rng.choice(NASTY)
    if kind < 9:
        return rng.choice([0, -1, 1 << 63, 1 << 70, 1.5, 1e300, True, False, None, "", "*", "["])
    if kind == 13:
        return {rng.choice(NASTY): junk(rng, depth + 1)}
    return [junk(rng, depth + 1) for _ in range(rng.randint(0, 5))]


def replaced(rng: random.Random, node: object) -> object:
    """Return a query in which a part is something else."""
    if not isinstance(node, list) or not node or rng.random() < 0.2:
        return junk(rng, 3)
    index = rng.randrange(len(node))
    return [*node[:index], replaced(rng, node[index]), *node[index + 1 :]]


def fuzz_ast(rng: random.Random, database: SqliteDatabase) -> None:
    """A query of any shape is answered or rejected."""
    made: object = junk(rng)
    if rng.random() < 0.7:
        made = query(rng, Values(rng))
        for _ in range(rng.randint(1, 3)):
            made = replaced(rng, made)
    checked(made, database)


def fuzz_pql(rng: random.Random, database: SqliteDatabase) -> None:
    """A text is PQL, or an error says where it is not."""
    if rng.random() < 0.4:
        text = "".join(rng.choices(_PQL_WORDS, k=rng.randint(0, 30)))
    else:
        text = rng.choice(_PQL_QUERIES)
        for _ in range(rng.randint(1, 4)):
            begin = rng.randint(0, len(text))
            end = min(len(text), begin + rng.randint(0, 8))
            text = text[:begin] + rng.choice(_PQL_WORDS) + text[rng.choice([begin, end]) :]
    try:
        made = to_ast(text)
    except QueryError as error:
        if not str(error):
            raise BrokenPropertyError(f"no message for {text!r}") from None
        return
    json.dumps(made)
    checked(made, database)


def checked(made: object, database: SqliteDatabase) -> None:
    for words in (SQLITE, POSTGRESQL):
        try:
            plan = plan_of(made, Options(), words)
        except QueryError:
            continue
        if MARK in plan.statement.text:
            raise BrokenPropertyError(f"{made} gives {plan.statement.text}")
        if plan.statement.text.count("?") != len(plan.statement.values):
            raise BrokenPropertyError(f"{made}: a question mark that is no value")
    answer(made, database)


def answer(made: object, database: SqliteDatabase) -> None:
    try:
        ask(database, made)
    except QueryError:
        return


KINDS: dict[str, Callable[[random.Random, SqliteDatabase], None]] = {
    "twins": fuzz_twins,
    "ast": fuzz_ast,
    "pql": fuzz_pql,
}


def run(kind: str, count: int, seed: int, first: int, database: SqliteDatabase) -> list[str]:
    """Return a line for each input that failed."""
    failures = []
    for number in range(first, first + count):
        rng = random.Random(f"{seed} {kind} {number}")
        begin = time.monotonic()
        try:
            KINDS[kind](rng, database)
        except Exception:
            failures.append(f"{kind} {number}: {traceback.format_exc()}")
        taken = time.monotonic() - begin
        if taken > SLOW:
            failures.append(f"{kind} {number}: took {taken:.1f} s")
    return failures


def fleet_store(path: str) -> SqliteDatabase:
    """Return a store that knows a fleet: a query of an empty one calls no function on a value."""
    database = SqliteDatabase(path, print, FUNCTIONS)
    for each in commands():
        command = read_command(each.name, each.version, each.certname, each.payload, 1)
        database.write(command.write)
    return database


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=list(KINDS))
    options = parser.parse_args()
    failed = 0
    kinds = [options.only] if options.only else list(KINDS)
    with tempfile.TemporaryDirectory() as directory:
        database = fleet_store(f"{directory}/store.db")
        for kind in kinds:
            count = options.count // len(kinds)
            begin = time.monotonic()
            failures = run(kind, count, options.seed, options.first, database)
            taken = time.monotonic() - begin
            print(f"{kind}: {count} inputs in {taken:.0f} s, {len(failures)} failures")
            print("\n".join(failures[:10]))
            failed += len(failures)
        database.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
