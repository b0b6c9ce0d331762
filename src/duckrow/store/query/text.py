"""Queries as text: JSON, or PQL, and the errors of JSON with their positions."""

from __future__ import annotations

import re

from orjson import JSONDecodeError, loads

from duckrow.store.query.check import written
from duckrow.store.query.errors import QueryError
from duckrow.store.query.pql import to_ast

_IS_JSON = re.compile(r"\s*\[")
LONGEST = 1 << 20  # characters


def read_text(text: str) -> object:
    """Return the AST of a query in JSON or in PQL."""
    return read_json(text) if _IS_JSON.match(text) else _pql(text)


def _pql(text: str) -> object:
    if len(text) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST:,} characters")
    return to_ast(text)


def read_json(text: str) -> object:
    """Return the AST of a query in JSON. Raises QueryError."""
    if len(text) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST:,} characters")
    try:
        found: object = loads(text)
    except JSONDecodeError as error:
        raise QueryError(_message(text, error)) from None
    except UnicodeEncodeError:
        raise QueryError("a query is text in UTF-8") from None
    return found


def _message(text: str, error: JSONDecodeError) -> str:
    from json import JSONDecodeError as StandardError
    from json import JSONDecoder

    try:
        first, end = JSONDecoder().raw_decode(text.lstrip())
    except (StandardError, RecursionError, ValueError):
        pass
    else:
        rest = text.lstrip()[end:].strip()
        try:
            others = [loads(rest)]
        except JSONDecodeError:
            others = []
        if others:
            return (
                "Only one query may be sent in a request. Found JSON"
                f" ({' '.join(written(each) for each in others)}) after the query {written(first)}"
            )
    line = error.lineno
    lines = text.splitlines() or [""]
    shown = lines[line - 1] if line <= len(lines) else ""
    column = error.colno
    return (
        f"Json parse error at line {line:,}, column {column:,}:\n\n"
        f"{shown}\n{' ' * (column - 1)}^\n\n{error.msg}"
    )
