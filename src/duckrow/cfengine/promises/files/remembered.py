"""What files promises remember from run to run: checksums, facts and listings by path."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


class Remembered:
    """Texts by section and key; of this run only where no state is kept."""

    __slots__ = ("_context",)

    def __init__(self, context: Context) -> None:
        self._context = context

    def get(self, section: str, key: str) -> str | None:
        """Give what was remembered, or None."""
        state = self._context.state
        if state is not None:
            found: str | None = state.get(section, key)
            return found
        table: dict[str, str] = self._context.memory.get(f"files: {section}", {})
        return table.get(key)

    def put(self, section: str, key: str, value: str) -> None:
        """Remember something."""
        state = self._context.state
        if state is not None:
            state.put(section, key, value)
            return
        self._context.memory.setdefault(f"files: {section}", {})[key] = value

    def forget(self, section: str, key: str) -> None:
        """Forget something."""
        state = self._context.state
        if state is not None:
            state.remove(section, key)
            return
        self._context.memory.get(f"files: {section}", {}).pop(key, None)
