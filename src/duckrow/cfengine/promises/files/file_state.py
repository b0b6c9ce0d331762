"""State of files promises: checksums, facts and listings by path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


class FilesRunData:
    """Data of files promises during one run."""

    __slots__ = ("archived", "copied", "rotated", "sections", "start")

    def __init__(self) -> None:
        # The paths that were copied, rotated and archived.
        self.copied: set[str] = set()
        self.rotated: set[str] = set()
        self.archived: set[str] = set()
        # When the first backup was named, in seconds since 1970.
        self.start = 0
        # The values of `FileState` in runs without state.
        self.sections: dict[str, dict[str, str]] = {}


class FileState:
    """Strings by section and key; only for this run if there is no state."""

    __slots__ = ("_context",)

    def __init__(self, context: Context) -> None:
        self._context = context

    def get(self, section: str, key: str) -> str | None:
        """Return a value, or None."""
        state = self._context.state
        if state is not None:
            found: str | None = state.get(section, key)
            return found
        return self._table(section).get(key)

    def put(self, section: str, key: str, value: str) -> None:
        """Store a value."""
        state = self._context.state
        if state is not None:
            state.put(section, key, value)
            return
        self._table(section)[key] = value

    def remove(self, section: str, key: str) -> None:
        """Delete a value."""
        state = self._context.state
        if state is not None:
            state.remove(section, key)
            return
        self._table(section).pop(key, None)

    def _table(self, section: str) -> dict[str, str]:
        return self._context.run_data.of(FilesRunData).sections.setdefault(section, {})
