"""Questions to a store with PuppetDB's API, and their answers as text.

    nodes[certname] { certname ~ '^web' }                   PQL
    /nodes?limit=1&query=["=", "certname", "foo1"]          an endpoint and its parameters
    /?query=["from", "nodes"]                               none: the query names the entity

Parameters of an endpoint are written without escapes; one begins after each `&` before a name and
`=`. A row of an answer is a line of JSON. Without `order by` the order of rows is not compared.
Hashes and the time of loading are masked, and so are lists without an order.
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

PREFIX = "/pdb/query/v4"
_PARAMETER = re.compile(r"[?&]([a-z_]+)=")
_HASH = re.compile(r"\b[0-9a-f]{40}\b")
_TIME = re.compile(r'"20\d\d-(?!11-1[01]T)[^"]*T[^"]*(?:Z|\+00:00)"')
_LISTS = ("data", "tags", "inputs", "package_inventory")


class Question:
    """A path and parameters."""

    def __init__(self, text: str) -> None:
        self.path = PREFIX
        self.parameters: dict[str, str] = {}
        if not text.startswith("/"):
            self.parameters["query"] = text
            return
        path, *rest = _PARAMETER.split(text)
        self.path += unquote(path.rstrip("/"))
        self.parameters = dict(zip(rest[::2], rest[1::2], strict=True))

    @property
    def is_ordered(self) -> bool:
        """Return whether the order of the rows of the answer counts."""
        query = self.parameters.get("query", "")
        if "order_by" in self.parameters or self.path.endswith("fact-names"):
            return True
        if query.startswith("["):
            try:
                ast = json.loads(query)
            except ValueError:
                return False
            return any(isinstance(each, list) and each[:1] == ["order_by"] for each in ast)
        return bool(re.search(r"order by [^{}]*\}$", query))


def shown(question: Question, status: int, body: str, total: str | None) -> str:
    """Return an answer as text."""
    if status == 500:
        return "500"  # the reference's own failure, in words of its database
    try:
        found = json.loads(body)
    except ValueError:
        return f"{status} {body}".rstrip()
    lines = [] if status == 200 else [str(status)]
    if total is not None:
        lines.append(f"{total} in all")
    if isinstance(found, list):
        rows = [_line(each) for each in found]
        lines += (rows if question.is_ordered else sorted(rows)) or ["[]"]
    else:
        lines.append(_line(found))
    return "\n".join(lines)


def _line(value: object) -> str:
    text = json.dumps(_plain(value), sort_keys=True, ensure_ascii=False)
    return _TIME.sub('"TIME"', _HASH.sub("HASH", text))


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _unordered(key, of) for key, of in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return int(value) if value == int(value) else float(f"{value:.12g}")
    return value


def _unordered(key: str, value: object) -> object:
    found = _plain(value)
    if key in _LISTS and isinstance(found, list):
        return sorted(found, key=_line)
    return found
