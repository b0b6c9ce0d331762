"""The methods of nil."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

METHODS: dict[str, Callable[..., object]] = {
    "to_s": lambda _ruby, _: "",
    "to_a": lambda _ruby, _: [],
    "to_h": lambda _ruby, _: {},
    "to_i": lambda _ruby, _: 0,
    "to_f": lambda _ruby, _: 0.0,
    "inspect": lambda _ruby, _: "nil",
    "&": lambda _ruby, _self, _other: False,
    "^": lambda _ruby, _self, other: other is not None and other is not False,
    "|": lambda _ruby, _self, other: other is not None and other is not False,
}
