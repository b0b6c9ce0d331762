"""Work that blocks, done in a thread while an event loop goes on."""

from __future__ import annotations

import asyncio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return the result of a function that blocks, without blocking the event loop."""
    return await asyncio.to_thread(work, *args, **kwargs)
