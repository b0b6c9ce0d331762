"""Init[T, arguments](value): a T made of the value and the arguments, or of an array of them."""

from __future__ import annotations

from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.sources import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.model.wrappers import InitType

    New = Callable[..., Any]


def calls(type_: InitType, new: New) -> tuple[Callable[[Any], Any], ...]:
    """Return one function for each signature; they make the inner type with `new`."""
    made = type_.type
    assert made is not None
    wanted = sources(type_)
    if type_.arguments:
        return (lambda value: new(made, value, *type_.arguments),)

    def from_array(value: list[object]) -> object:
        # An array that does as the only argument is not taken apart.
        if accepts(wanted.single, value):
            return new(made, value)
        return new(made, *value)

    return from_array, lambda value: new(made, value)
