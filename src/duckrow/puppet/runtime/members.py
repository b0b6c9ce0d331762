"""Methods and attributes of objects: value.name where the type of the value has that member."""

from __future__ import annotations

from duckrow.puppet.types.object_value import PuppetObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def member_of(receiver: Any, name: str) -> Callable[..., Any] | None:
    """Give a member as a function of the scope and the arguments, or None if there is none."""
    if isinstance(receiver, PuppetObject) and receiver.has_attribute(name):

        def read(_scope: Scope, *_arguments: Any) -> Any:
            return receiver.attribute(name)

        return read
    return None
