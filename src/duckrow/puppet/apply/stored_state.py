"""The state of each resource that a run stores for the next run.

checked   the time of the last run that the schedule of the resource allowed
audited   the values of audited properties
managed   the values that the run set; with them the next run distinguishes a change by another
          program (corrective) from a change of the manifest

A run without a store keeps nothing.
"""

from __future__ import annotations

from duckrow.state.small_json import dump, load_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

LONG = 256  # characters of a text from which only its digest is remembered


class StoredState:
    """The stored state, by reference of the resource. Rows that change are in `changed`.

    Rows are JSON texts that are parsed when they are first read: most never are. `load` runs only
    when the first of them is read.
    """

    __slots__ = ("_known", "_load", "_read", "changed")

    def __init__(
        self,
        texts: Mapping[str, str] | None = None,
        load: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        self._known = texts or {}
        self._load = load
        self._read: dict[str, dict[str, object]] = {}
        self.changed: dict[str, str] = {}

    @property
    def _texts(self) -> Mapping[str, str]:
        if self._load is not None:
            load, self._load = self._load, None
            self._known = load()
        return self._known

    def get(self, ref: str, name: str) -> Any:
        """Return a stored value, or None."""
        return self._row(ref).get(name)

    def _row(self, ref: str) -> dict[str, object]:
        row = self._read.get(ref)
        if row is None:
            text = self.changed.get(ref) or self._texts.get(ref)
            if text is None:
                return {}
            row = self._read[ref] = load_hash(text)
        return row

    def set(self, ref: str, name: str, value: object) -> None:
        """Remember something about a resource."""
        row = self._row(ref)
        if row.get(name) == value:
            return
        row = self._read[ref] = {**row, name: value}
        self.changed[ref] = dump(row)

    def has_only(self, ref: str, name: str, value: object) -> bool:
        """Return whether the stored state is one value only, without parsing it."""
        text = self._texts.get(ref)
        return text is not None and ref not in self.changed and text == dump({name: value})


def stored_form(value: Any) -> Any:
    """Return a value as it is remembered: plain data, and of long texts the digest."""
    kind = type(value)
    if kind is str:
        return value if len(value) <= LONG else digest(value.encode("utf-8", "surrogateescape"))
    if kind is bytes:
        return digest(value)
    if kind is list:
        return [stored_form(item) for item in value]
    if kind is dict:
        return {str(key): stored_form(item) for key, item in value.items()}
    return value if kind in (int, float, bool) or value is None else stored_form(str(value))


def digest(content: bytes) -> str:
    """Return the SHA-256 that represents a long text."""
    from duckrow.source.short_digest import sha256_of

    return f"{{sha256}}{sha256_of([content])}"
