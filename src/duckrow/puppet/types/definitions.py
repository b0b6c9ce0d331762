"""Named types as a set: the loader hook that `parse_type` asks for names.

    Definitions({"Port": "Integer[1, 65535]", "Tree": "Variant[Integer, Array[Tree]]"})

A definition may mention any other, and itself. It is worked out when its name is first met, in its
normal form.
"""

from __future__ import annotations

from duckrow.puppet.types.objects.named import named_type, settle
from duckrow.puppet.types.objects.type_set import find_in_set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.types.model.base import Type


class Definitions:
    """Definitions by name, given as text. Names that are not here are asked of `outer`."""

    __slots__ = ("_outer", "_texts", "_types")

    def __init__(
        self, texts: Mapping[str, str], outer: Callable[[str], Type | None] | None = None
    ) -> None:
        self._outer = outer
        self._texts = {name.lower(): (name, text) for name, text in texts.items()}
        self._types: dict[str, Type] = {}

    def __call__(self, name: str) -> Type | None:
        """Return the type of a name, or None."""
        key = name.removeprefix("::").lower()
        found = self._types.get(key)
        if found is None:
            if key not in self._texts:
                found = find_in_set(name.removeprefix("::"), self)
                return found if found or self._outer is None else self._outer(name)
            from duckrow.puppet.types.parse import parse_expression

            written, text = self._texts[key]
            found = named_type(written, parse_expression(text), text, self)
            self._types[key] = found
        settle(found)  # reject a definition that leads nowhere right here
        return found
