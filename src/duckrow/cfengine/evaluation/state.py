"""What survives a run: persistent classes and promise locks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


class State:
    """What survives."""

    __slots__ = ()

    def load_classes(self, context: Context) -> None:
        """Define the persistent classes that still hold."""

    def save_class(
        self, context: Context, name: str, minutes: int, policy: str, tags: tuple[str, ...]
    ) -> None:
        """Keep a class for some minutes."""

    def remove_class(self, name: str) -> None:
        """Forget a persistent class."""

    def obtain_lock(self, context: Context, name: str, if_elapsed: int, expire_after: int) -> bool:
        """Take a lock unless it was taken too short a time ago."""
        return True

    def release_lock(self, name: str) -> None:
        """Say that what a lock stands for was done."""

    def close(self) -> None:
        """Write what is to be kept."""


def open_state(context: Context) -> State:
    """Open what earlier runs left."""
    return State()
