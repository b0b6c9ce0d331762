"""What methods that go through something give when they get no block."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def enumerator(receiver: Any, name: str, *arguments: Any) -> Any:
    """Give what the method would call a block with, one after the other."""
    from duckrow.puppet.ruby.dispatch import send
    from duckrow.puppet.ruby.values import Proc

    made: list[Any] = []

    def take(*given: Any) -> None:
        made.append(given[0] if len(given) == 1 else list(given))

    send(receiver, name, *arguments, block=Proc(take))
    return made
