"""Facts about the data of one file, computed once for each content."""

from __future__ import annotations

from duckrow.puppet.types.data import RICH_DATA_KEY
from duckrow.puppet.types.instance import accepts
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN = frozenset((int, bool, float, type(None)))


class DataSurvey:
    """A hash of data: whether all of it is plain data, and which keys have text to interpolate."""

    __slots__ = ("_foreign", "data", "is_data", "texts")

    def __init__(self, data: dict[object, object]) -> None:
        self.data = data
        texts = []
        self.is_data = True
        for key, value in data.items():
            if type(value) is str:
                if "%{" in value:
                    texts.append(key)
            elif type(value) is dict or type(value) is list:
                has_text, is_data = _search(value)
                if has_text:
                    texts.append(key)
                self.is_data = self.is_data and is_data
            elif type(value) not in _PLAIN:
                self.is_data = False  # a symbol
        self.texts = frozenset(texts)
        self._foreign: dict[str, list[object]] = {}

    def foreign_keys(self, prefix: str) -> list[object]:
        """Return the keys that do not begin with a prefix."""
        if prefix not in self._foreign:
            self._foreign[prefix] = [
                key
                for key in self.data
                if key != "lookup_options" and not (isinstance(key, str) and key.startswith(prefix))
            ]
        return self._foreign[prefix]


def _search(value: object) -> tuple[bool, bool]:
    """Return whether a list or hash has text to interpolate, and whether all of it is data."""
    has_text, is_data = False, True
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        items: Iterable[object] = ()
        if isinstance(holder, list):
            items = holder
        elif isinstance(holder, dict):
            items = holder.values()
            for key in holder:
                if type(key) is str:
                    has_text = has_text or "%{" in key
                elif not accepts(RICH_DATA_KEY, from_key(key)):
                    is_data = False
        for item in items:
            if type(item) is str:
                has_text = has_text or "%{" in item
            elif type(item) is dict or type(item) is list:
                waiting.append(item)
            elif type(item) not in _PLAIN:
                is_data = False
    return has_text, is_data
