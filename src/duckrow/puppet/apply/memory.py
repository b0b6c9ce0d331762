"""What a run remembers of each resource for the next: times, audited and managed values.

`checked` is when a resource with a schedule was last looked after; `synced` when it was last
changed; `audited` what audited properties were; `managed` what managed properties were made to be,
which tells a change that somebody else made from one that the manifest asks for. A run without a
store remembers nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

LONG = 256  # characters of a text from which only its digest is remembered


class Memory:
    """What is remembered, by reference of the resource. Rows that change are in `changed`."""

    __slots__ = ("_rows", "changed")

    def __init__(self, rows: Mapping[str, dict[str, Any]] | None = None) -> None:
        self._rows: dict[str, dict[str, Any]] = dict(rows or {})
        self.changed: dict[str, dict[str, Any]] = {}

    def get(self, ref: str, name: str) -> Any:
        """Give what is remembered, or None."""
        row = self._rows.get(ref)
        return None if row is None else row.get(name)

    def set(self, ref: str, name: str, value: Any) -> None:
        """Remember something about a resource."""
        row = self._rows.get(ref)
        if row is None:
            row = self._rows[ref] = {}
        elif row.get(name) == value:
            return
        row[name] = value
        self.changed[ref] = row


def kept(value: Any) -> Any:
    """Give a value as it is remembered: plain data, and of long texts the digest."""
    kind = type(value)
    if kind is str:
        return value if len(value) <= LONG else digest(value.encode("utf-8", "surrogateescape"))
    if kind is bytes:
        return digest(value)
    if kind is list:
        return [kept(item) for item in value]
    if kind is dict:
        return {str(key): kept(item) for key, item in value.items()}
    return value if kind in (int, float, bool) or value is None else kept(str(value))


def digest(content: bytes) -> str:
    """Give what stands for a long text."""
    from hashlib import sha256

    return f"{{sha256}}{sha256(content).hexdigest()}"
