"""Copies of values for plugins: what a plugin does to a value that it reads changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def copy_of(value: object) -> object:
    """Return a copy of a value of the language; values that cannot change are returned as such."""
    if isinstance(value, list):
        return [copy_of(item) for item in value]
    if isinstance(value, dict):
        return {key: copy_of(item) for key, item in value.items()}
    if type(value) is Sensitive:
        return Sensitive(copy_of(value.unwrap()))
    return value


class Copies(Mapping[str, object]):
    """Values by name that can only be read: each is copied when it is asked for."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> object:
        return copy_of(self._values[name])

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Copies({self._values!r})"
