"""A report of an agent: checked, and in the forms in which it is stored and sent on.

Puppet 7 and 8 send format 12; older formats lack some keys, which are not required here. A host may
be hostile: every limit is far above real reports.
"""

from __future__ import annotations

from time import time

from duckrow.data.errors import DataError
from duckrow.server.http.v3 import MOST_DEPTH, is_deep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FORMATS = range(4, 13)
STATUSES = ("changed", "unchanged", "failed", "pending")
_LONGEST = 500  # characters of the texts that a page shows
_TAG = "!ruby/object:Puppet::Transaction::Report"


class ReportError(DataError):
    """A report that is not one."""


class Report:
    """A report of a node. `text` is its JSON; its values are parsed on first use.

    `received` is when it came, in seconds since 1970.
    """

    __slots__ = ("_data", "node", "received", "text")

    def __init__(
        self,
        node: str,
        text: bytes,
        data: Mapping[str, object] | None = None,
        received: float | None = None,
    ) -> None:
        self.node = node
        self.text = text
        self._data = data
        self.received = time() if received is None else received

    @property
    def data(self) -> Mapping[str, object]:
        """Return the values."""
        if self._data is None:
            from orjson import loads

            found: Mapping[str, object] = loads(self.text)
            self._data = found
        return self._data

    def value(self, key: str) -> str:
        """Return a value as a short text for a page."""
        found = self.data.get(key)
        return "" if found is None else str(found)[:_LONGEST]

    def yaml(self) -> str:
        """Return the report as puppetserver stores it, and as Puppet reads it."""
        from duckrow.data.yaml_blocks import yaml_blocks

        return f"--- {_TAG}\n{yaml_blocks(self.data).removeprefix('---').lstrip()}"


def read_report(node: str, content: bytes, *, is_pson: bool = False) -> Report:
    """Check a report that a node sends. Raises ReportError.

    A node reports about itself: the reference takes the name in the report at its word.
    """
    from orjson import JSONDecodeError, dumps, loads

    try:
        data = loads(content)
    except JSONDecodeError as error:
        if not is_pson:
            raise ReportError(f"the report is not JSON: {error}") from None
        # PSON may have bytes that are not UTF-8.
        content = content.decode("utf-8", "replace").encode()
        try:
            data = loads(content)
        except JSONDecodeError as other:
            raise ReportError(f"the report is not PSON: {other}") from None
    if not isinstance(data, dict):
        raise ReportError("the report is not an object")
    _check(data, node)
    if is_deep(data):
        raise ReportError(f"the report is nested more than {MOST_DEPTH} levels deep")
    return Report(node, dumps(data), data)


def _check(data: Mapping[str, object], node: str) -> None:
    if data.get("host") != node:
        raise ReportError(f"the report is about {_shown(data.get('host'))}, but {node!a} sends it")
    number = data.get("report_format")
    if type(number) is not int or number not in FORMATS:
        raise ReportError(f"report_format is {_shown(number)}; known are 4 to 12")
    for key in ("time", "puppet_version"):
        if not isinstance(data.get(key), str):
            raise ReportError(f"'{key}' is not a string")
    if data.get("status") not in STATUSES:
        shown = _shown(data.get("status"))
        raise ReportError(f"'status' is {shown}, not one of {', '.join(STATUSES)}")
    for key in ("environment", "transaction_uuid"):
        if not isinstance(data.get(key), str | None):
            raise ReportError(f"'{key}' is not a string")
    logs, metrics, statuses = (data.get(key) for key in ("logs", "metrics", "resource_statuses"))
    if not isinstance(logs, list) or not all(map(_is_log, logs)):
        raise ReportError("'logs' is not a list of messages")
    if not _is_table(metrics):
        raise ReportError("'metrics' is not an object of objects")
    # A run without a catalog may have none.
    if statuses is not None and not _is_table(statuses):
        raise ReportError("'resource_statuses' is not an object of objects")


def _shown(value: object) -> str:
    """Return a value for an error: a long one is cut, and a collection only named."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return ascii(value)[:100]


def _is_log(line: object) -> bool:
    if not isinstance(line, dict):
        return False
    return isinstance(line.get("level"), str) and isinstance(line.get("message"), str)


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, dict) for each in value.values())
