"""What files promises remember from run to run: checksums, facts and listings by path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


class FilesMemory:
    """What files promises remember during a run."""

    __slots__ = ("archived", "copied", "rotated", "sections", "start")

    def __init__(self) -> None:
        # The paths that were copied, rotated and archived.
        self.copied: set[str] = set()
        self.rotated: set[str] = set()
        self.archived: set[str] = set()
        # When the first backup was named, in seconds since 1970.
        self.start = 0
        # What `Remembered` keeps where no state is kept.
        self.sections: dict[str, dict[str, str]] = {}


class Remembered:
    """Texts by section and key; of this run only where no state is kept."""

    __slots__ = ("_context",)

    def __init__(self, context: Context) -> None:
        self._context = context

    def get(self, section: str, key: str) -> str | None:
        """Return what was remembered, or None."""
        state = self._context.state
        if state is not None:
            found: str | None = state.get(section, key)
            return found
        return self._table(section).get(key)

    def put(self, section: str, key: str, value: str) -> None:
        """Remember something."""
        state = self._context.state
        if state is not None:
            state.put(section, key, value)
            return
        self._table(section)[key] = value

    def forget(self, section: str, key: str) -> None:
        """Forget something."""
        state = self._context.state
        if state is not None:
            state.remove(section, key)
            return
        self._table(section).pop(key, None)

    def _table(self, section: str) -> dict[str, str]:
        return self._context.memory.of(FilesMemory).sections.setdefault(section, {})
