"""Write each reason of a page once: many values come from the same few statements.

A reason in the data becomes its number in a table; reasons behind it are numbers there too.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Key = tuple[object, ...]


class ReasonTable:
    """All reasons of a page, each once."""

    __slots__ = ("_numbers", "rows")

    def __init__(self) -> None:
        self.rows: list[dict[str, object]] = []
        self._numbers: dict[Key, int] = {}

    def add_all(self, reasons: Iterable[Mapping[str, object]]) -> list[int]:
        """Add reasons; return their numbers."""
        return [self.add(reason) for reason in reasons]

    def add(self, reason: Mapping[str, object]) -> int:
        """Add a reason and those behind it; return its number."""
        row = dict(reason)
        because = row.pop("because", ())
        assert isinstance(because, list | tuple)
        behind = self.add_all(because)
        key = (*row.items(), tuple(behind))
        number = self._numbers.get(key)
        if number is None:
            if behind:
                row["because"] = behind
            number = self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return number


def with_reason_table(data: Mapping[str, object]) -> dict[str, object]:
    """Return the data of a page with the reasons of its nodes in a table."""
    table = ReasonTable()
    nodes = data["nodes"]
    assert isinstance(nodes, list)
    found = [_node(node, table) for node in nodes]
    return {**data, "nodes": found, "reasons": table.rows}


def _node(node: Mapping[str, object], table: ReasonTable) -> dict[str, object]:
    found = dict(node)
    why, values = found.get("why"), found.get("values")
    if isinstance(why, list):
        found["why"] = table.add_all(why)
    if isinstance(values, list):
        found["values"] = [_value(value, table) for value in values]
    return found


def _value(value: Mapping[str, object], table: ReasonTable) -> dict[str, object]:
    found = dict(value)
    reasons = found.get("reasons")
    if isinstance(reasons, list):
        found["reasons"] = table.add_all(reasons)
    return found
