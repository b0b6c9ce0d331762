"""The endpoints below /pdb/query/v4: every entity of the store, by GET and by POST.

    answer_query(database, request)

A path becomes a query: /nodes/huey/facts/os is the query of facts with the clauses
["=", "certname", "huey"] and ["=", "name", "os"]. paths.py has the table.
"""

from __future__ import annotations

from time import time

from orjson import OPT_INDENT_2, JSONDecodeError, dumps, loads

from duckrow.server.http.exchange import JSON, TEXT, Answer, Refusal
from duckrow.server.puppetdb.paths import UnknownPathError, find_path
from duckrow.store.database.allowance import QUERY_SECONDS, Allowance
from duckrow.store.database.errors import TooSlowError, UnavailableError
from duckrow.store.query.ask import JsonAnswer, exists, explain, report_part, words_of
from duckrow.store.query.check import written
from duckrow.store.query.errors import QueryError
from duckrow.store.query.options import is_true, read_options
from duckrow.store.query.plan import read_from
from duckrow.store.query.planner import plan_of
from duckrow.store.query.restrict import of_active_nodes, restricted, restricted_to_active
from duckrow.store.query.rows import PREFIX as START
from duckrow.store.query.text import read_json, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.http.exchange import Request
    from duckrow.server.puppetdb.paths import Path
    from duckrow.server.site import Site
    from duckrow.store.database.database import Database

# Entities that show more fields with a parameter.
VARIANTS = (("nodes", "include_facts_expiration"), ("factsets", "include_package_inventory"))
_TEXT_PARAMETERS = ("query", "order_by", "counts_filter")


def get_query(site: Site, request: Request) -> Answer:
    """Answer a query of the store of a site."""
    shown_for = site.store_settings.node_purge_ttl
    try:
        return answer_query(site.records.database, request, shown_for)
    except (TooSlowError, UnavailableError) as error:
        raise Refusal(503, str(error), None) from error  # which is logged


def answer_query(database: Database, request: Request, shown_for: int) -> Answer:
    """Answer a query, or say why it cannot be answered.

    A node that was deactivated is inactive for some seconds, `shown_for`, and then about to go.
    """
    try:
        path = find_path(request.path[len(START) :])
        parameters = _parameters(request, path)
        for kind, name in path.parents:
            if not exists(database, kind, name):
                return _unknown(kind, name)
        if path.part:
            return Answer(report_part(database, path.parents[0][1], path.part), JSON)
        since = int((time() - (shown_for or time())) * 1e6)
        allowance = Allowance(QUERY_SECONDS)
        request.when_gone = allowance.end
        return _answer(database, path, parameters, since, allowance)
    except UnknownPathError as error:
        return Answer(str(error).encode(), TEXT, 404)
    except QueryError as error:
        return Answer(str(error).encode("utf-8", "replace"), TEXT, 400)


def _answer(
    database: Database,
    path: Path,
    parameters: dict[str, object],
    inactive_since: int,
    allowance: Allowance,
) -> Answer:
    query = _query(path, parameters)
    options = read_options(parameters)
    options.inactive_since = inactive_since
    options.variant = _variant(path, parameters)
    if path.is_fact_names and not options.order_by:
        options.order_by = [("name", False)]
    if is_true(parameters.get("ast_only")):
        plan_of(query, options, words_of(database))
        return Answer(dumps(query), JSON)
    if parameters.get("explain") is not None:
        return Answer(explain(database, query, options, allowance), JSON)
    is_pretty = is_true(parameters.get("pretty"))
    asked = JsonAnswer(database, query, options, allowance, is_pretty=is_pretty)
    if path.single:
        (found,) = loads(b"".join(asked.pieces())) or (None,)
        if found is None:
            return _unknown(*path.single)
        return Answer(dumps(found, option=OPT_INDENT_2 if is_pretty else None), JSON)
    first, second = asked.next(), asked.next()
    headers = {} if asked.total is None else {"X-Records": str(asked.total)}
    if not second:
        return Answer(first, JSON, headers=headers)
    return Answer(b"", JSON, pieces=_Continued([first, second], asked), headers=headers)


class _Continued:
    """An answer whose first pieces were read: they show that there is one."""

    __slots__ = ("_asked", "_read")

    def __init__(self, read: list[bytes], asked: JsonAnswer) -> None:
        self._read = read
        self._asked = asked

    def next(self) -> bytes:
        return self._read.pop(0) if self._read else self._asked.next()

    def stop(self) -> None:
        self._asked.stop()

    def close(self) -> None:
        self._asked.close()


def _variant(path: Path, parameters: dict[str, object]) -> str:
    """Return the name of the entity that has more fields, if they are asked for."""
    for entity, parameter in VARIANTS:
        if path.entity == entity and is_true(parameters.get(parameter)):
            return f"{entity}_{parameter}"
    return ""


def _unknown(kind: str, name: str) -> Answer:
    error = {"error": f"No information is known about {kind} {name}"}
    return Answer(dumps(error), JSON, 404)


def _query(path: Path, parameters: dict[str, object]) -> object:
    """Return the query of a request, with the clauses of its path."""
    query = parameters.get("query")
    if not path.entity:
        if is_true(parameters.get("ast_only")):
            return query
        read_from(query)
        return of_active_nodes(query)
    if path.single:
        query = None
    for clause in path.clauses:
        query = restricted(query, clause)
    if path.is_of_active:
        query = restricted_to_active(query)
    return ["from", path.entity] if query is None else ["from", path.entity, query]


# ---- parameters


def _parameters(request: Request, path: Path) -> dict[str, object]:
    """Return the parameters of a request: those of its URL, or those of its body."""
    found: dict[str, object]
    if request.method == "POST":
        found = _posted(request.body)
    else:
        found = {name: values[-1] for name, values in request.query.items()}
    for name in path.required:
        if name not in found:
            raise QueryError(f"Missing required query parameter '{name}'")
    for name in found:
        if name not in path.required and name not in path.optional:
            raise QueryError(f"Unsupported query parameter '{name}'")
    for name in _TEXT_PARAMETERS:
        value = found.get(name)
        if isinstance(value, str):
            found[name] = _read(name, value, path)
    explain = found.get("explain")
    if explain is not None and explain != "analyze":
        raise QueryError(f"Illegal value '{explain}' for :explain; expected `analyze`.")
    return found


def _read(name: str, text: str, path: Path) -> object:
    if name == "query":
        return read_text(text) if not path.entity else read_json(text)
    try:
        value: object = loads(text)
    except (JSONDecodeError, UnicodeEncodeError):
        if name == "order_by":
            raise QueryError(
                f"Illegal value '{text}' for :order_by; expected a JSON array of maps."
            ) from None
        raise QueryError(f"Illegal value '{text}' for :{name}; expected JSON.") from None
    return value


def _posted(body: bytes) -> dict[str, object]:
    found = read_json(body.decode("utf-8", "replace")) if body.strip() else {}
    if not isinstance(found, dict):
        raise QueryError(f"the body of a query is an object, not {written(found)}")
    return found
