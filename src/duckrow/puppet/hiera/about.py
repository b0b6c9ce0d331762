"""What is known about the data of a file, found out once for each content."""

from __future__ import annotations

from duckrow.puppet.types.data import RICH_DATA_KEY
from duckrow.puppet.types.instance import accepts
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PLAIN = frozenset((int, bool, float, type(None)))


class About:
    """Whether it is all data, which keys have texts to interpolate, and which are out of place."""

    __slots__ = ("_strays", "data", "is_data", "texts")

    def __init__(self, data: dict[Any, Any]) -> None:
        self.data = data
        texts = []
        self.is_data = True
        for key, value in data.items():
            kind = type(value)
            if kind is str:
                if "%{" in value:
                    texts.append(key)
            elif kind is dict or kind is list:
                has_text, is_data = _searched(value)
                if has_text:
                    texts.append(key)
                self.is_data = self.is_data and is_data
            elif kind not in _PLAIN:
                self.is_data = False  # a symbol
        self.texts = frozenset(texts)
        self._strays: dict[str, list[Any]] = {}

    def strays(self, prefix: str) -> list[Any]:
        """Give the keys that do not begin with a prefix."""
        if prefix not in self._strays:
            self._strays[prefix] = [
                key
                for key in self.data
                if key != "lookup_options" and not (type(key) is str and key.startswith(prefix))
            ]
        return self._strays[prefix]


def _searched(value: Any) -> tuple[bool, bool]:
    """Tell whether a list or hash has texts to interpolate, and whether it is all data."""
    has_text, is_data = False, True
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        items = holder
        if type(holder) is dict:
            items = holder.values()
            for key in holder:
                if type(key) is str:
                    has_text = has_text or "%{" in key
                elif not accepts(RICH_DATA_KEY, from_key(key)):
                    is_data = False
        for item in items:
            kind = type(item)
            if kind is str:
                has_text = has_text or "%{" in item
            elif kind is dict or kind is list:
                waiting.append(item)
            elif kind not in _PLAIN:
                is_data = False
    return has_text, is_data
