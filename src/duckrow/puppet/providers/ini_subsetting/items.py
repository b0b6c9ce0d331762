"""The value of a setting as a list of items, which may be quoted as a whole.

Each character of a separator separates. An item is a name and its value; or, with exact matching,
the name alone.
"""

from __future__ import annotations

import re


class Items:
    """Items, the separator between them, and the separator between a name and its value."""

    __slots__ = ("_between", "_is_exact", "_quote", "_separator", "items")

    def __init__(
        self,
        text: str | None,
        separator: str = " ",
        quote: str = "",
        between: str = "",
        *,
        is_exact: bool = False,
    ) -> None:
        self._separator = separator
        self._quote = quote
        self._between = between
        self._is_exact = is_exact
        self.items: list[str] = []
        if text is None:
            return
        for sign in "\"'":
            if len(text) > 1 and text.startswith(sign) and text.endswith(sign):
                self._quote, text = sign, text[1:-1]
                break
        parts = re.split(f"[{re.escape(separator)}]+", text) if separator else [text]
        self.items = [part.strip() for part in parts if part]

    def __str__(self) -> str:
        return f"{self._quote}{self._separator.join(self.items)}{self._quote}"

    def find(self, name: str) -> int | None:
        """Return the position of the first item of a name."""
        return next((n for n, item in enumerate(self.items) if self._is_of(item, name)), None)

    def value(self, name: str) -> str | None:
        """Return the value of the first item of a name, or None."""
        start = f"{name}{self._between}"
        found = (item for item in self.items if item.startswith(start))
        return next((item[len(start) :] for item in found), None)

    def put(self, name: str, value: str, where: str = "end", other: str | None = None) -> None:
        """Set the value of all items of a name; insert a new item at `where`."""
        item = f"{name}{self._between}{value}"
        if self.find(name) is not None:
            self.items = [item if self._is_of(each, name) else each for each in self.items]
            return
        position: int | None = None
        if where == "start":
            position = 0
        elif where == "index":
            position = _number(other)
        elif where in ("before", "after") and other is not None:
            position = self.find(other)
            if position is not None and where == "after":
                position += 1
        self.items.insert(len(self.items) if position is None else position, item)

    def drop(self, name: str) -> None:
        """Remove all items of a name."""
        self.items = [each for each in self.items if not self._is_of(each, name)]

    def _is_of(self, item: str, name: str) -> bool:
        return item == name if self._is_exact else item.startswith(f"{name}{self._between}")


def _number(text: str | None) -> int:
    digits = str(text or "")
    return int(digits) if digits.isascii() and digits.isdigit() else 0
