"""The methods of Puppet's own values: secrets, versions, times, types, URIs."""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _unwrap(self: Any) -> Any:
    from duckrow.puppet.ruby.dispatch import no_method

    if isinstance(self, Sensitive):
        return self.unwrap()
    raise no_method(self, "unwrap")


def _text(self: Any) -> str:
    from duckrow.puppet.types.format.interpolated import interpolated

    return str(self) if isinstance(self, Sensitive) else interpolated(self)


METHODS: dict[str, Callable[..., Any]] = {
    "unwrap": _unwrap,
    "to_s": _text,
    "inspect": _text,
    "==": lambda self, other: self == other,
}
