"""How a text goes on: names of nodes, paths of facts, and words of PQL, as JSON for the script.

    /fleet/complete?kind=pql&text=nodes{lat     {"from": 6, "words": ["latest_report_hash", …]}

`from` is where the last word of the text begins: a choice takes its place.
"""

from __future__ import annotations

import re

from orjson import dumps

from duckrow.server.fleet_page.asking import string_of
from duckrow.server.fleet_page.layout import POLICY, SAFE_HEADERS
from duckrow.server.fleet_page.parts import pattern_of
from duckrow.server.http.exchange import JSON, Answer
from duckrow.store.query.entities import ENTITIES
from duckrow.store.query.entity import Kind
from duckrow.store.query.pql import ALL_ENTITIES as WORDS
from duckrow.store.query.pql_words import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.visit import Visit

MOST = 20
_LONGEST = 5_000  # characters
_LAST = re.compile(r"[A-Za-z0-9_.?:-]*$")
_OPENED = re.compile(
    rf"\b({'|'.join(WORDS)})\s*(?:\[[^\[\]{{}}]*\]\s*)?(?=[\[{{])|[{{}}]|\"[^\"]*\"?|'[^']*'?"
)
_COMPARED = re.compile(r"[A-Za-z0-9_.?\"\]]\s+$")
_OPERATORS = ("=", "!=", "~", "!~", "<", ">", "<=", ">=", "~>", "in", "is null", "is not null")
_JOINS = ("and", "or", "order by", "group by", "limit", "offset")
_VALUE = re.compile(r"(?:=|~|<|>|\bin\b)\s*(?:\"[^\"]*|'[^']*|[A-Za-z0-9_.-]*)?$")
_AFTER_VALUE = re.compile(r"(?:\"[^\"]*\"|'[^']*'|\b\d+|\btrue|\bfalse|\bnull|\))\s+[a-z ]*$")


def complete(visit: Visit) -> Answer:
    """Return how a text may go on."""
    text = visit.request.field("text")[:_LONGEST]
    kind = visit.field("kind")
    if kind == "node":
        start, words = 0, node_names(visit, text.strip())
    elif kind == "fact":
        start, words = 0, fact_paths(visit, text.strip())
    else:
        start, words = pql_words(visit, text)
    body = dumps({"from": start, "words": words[:MOST]})
    return Answer(body, JSON, headers={"Content-Security-Policy": POLICY, **SAFE_HEADERS})


def node_names(visit: Visit, text: str) -> list[str]:
    """Return names of nodes with a text in them; those that begin with it first."""
    if not text:
        return []
    pattern = pattern_of(text)
    found: list[str] = []
    for each in (f"^{pattern}", pattern):
        if len(found) < MOST:
            rows = visit.asking.rows(
                "nodes", ["~", "certname", each], fields=["certname"], order="certname", limit=MOST
            )
            found += [string_of(row["certname"]) for row in rows]
    return list(dict.fromkeys(found))


def fact_paths(visit: Visit, text: str) -> list[str]:
    """Return paths of facts that begin with a text, such as os.fa."""
    rows = visit.asking.rows(
        "fact_paths",
        ["~", "name", f"^{pattern_of(text.partition('.')[0])}"],
        fields=["path"],
        order="path",
        limit=2_000,
    )
    found = []
    for row in rows:
        path = row["path"]
        if isinstance(path, list) and all(isinstance(part, str) for part in path):
            found.append(".".join(path))
    return [each for each in dict.fromkeys(found) if each.startswith(text)]


def pql_words(visit: Visit, text: str) -> tuple[int, list[str]]:
    """Return where the last word of a query begins, and the words that begin like it."""
    match = _LAST.search(text)
    start = match.start() if match else len(text)
    word, before = text[start:], text[:start]
    entity = _entity(before)
    if entity is None:
        return start, _beginning(word, WORDS)
    if _AFTER_VALUE.search(text):
        return start, _beginning(word, _JOINS)
    if _VALUE.search(before):
        return start, _beginning(word, ("true", "false"))
    if _COMPARED.search(before) and not re.search(r"(?:and|or|not|by|\[|\{|,|!|\()\s*$", before):
        return start, _beginning(word, (*_OPERATORS, *_JOINS))
    for root in ("facts.", "trusted."):
        if entity == "inventory" and word.startswith(root):
            inner = word[len(root) :] if root == "facts." else word
            paths = fact_paths(visit, inner)
            return start, [f"facts.{path}" if root == "facts." else path for path in paths]
    columns = ENTITIES[entity].columns
    fields = [
        f"{name}." if columns[name].kind is Kind.JSON else name
        for name in ENTITIES[entity].queryable
    ]
    inside = before.rstrip().endswith(("[", ","))
    functions = [f"{name}()" for name in FUNCTIONS] if inside else []
    return start, _beginning(word, (*fields, *functions, *([] if inside else WORDS)))


def _entity(text: str) -> str | None:
    """Return the entity whose fields come next; None at the beginning of a query."""
    open_entities: list[str] = []
    depth: list[str] = []
    found: str | None = None
    for match in _OPENED.finditer(text):
        mark = match[0]
        if match[1]:
            found = match[1]
        elif mark == "{":
            depth.append(found or "")
            if found:
                open_entities.append(found)
        elif mark == "}" and depth:
            depth.pop()
            if open_entities:
                open_entities.pop()
            found = open_entities[-1] if open_entities else None
    return found


def _beginning(start: str, words: object) -> list[str]:
    assert isinstance(words, list | tuple)
    return [each for each in words if each.startswith(start) and each != start]
