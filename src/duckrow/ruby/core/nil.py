"""The methods of nil."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

METHODS: dict[str, Callable[..., Any]] = {
    "to_s": lambda _: "",
    "to_a": lambda _: [],
    "to_h": lambda _: {},
    "to_i": lambda _: 0,
    "to_f": lambda _: 0.0,
    "inspect": lambda _: "nil",
    "&": lambda _self, _other: False,
    "^": lambda _self, other: other is not None and other is not False,
    "|": lambda _self, other: other is not None and other is not False,
}
