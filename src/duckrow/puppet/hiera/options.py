"""lookup_options: what data says about how keys are merged and converted, by key or pattern."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Options:
    """The options of many keys."""

    __slots__ = ("_by_key", "_by_pattern", "_known")

    def __init__(self, by_key: dict[str, Any], by_pattern: list[tuple[Any, Any]]) -> None:
        self._by_key = by_key
        self._by_pattern = by_pattern
        self._known: dict[str, Any] = {}

    def of(self, root: str) -> dict[str, Any] | None:
        """Give the options of a key: its own, else those of the first pattern it fits."""
        found = self._by_key.get(root)
        if found is None and self._by_pattern:
            if root not in self._known:
                self._known[root] = next(
                    (value for pattern, value in self._by_pattern if pattern.search(root)), None
                )
            found = self._known[root]
        return found if isinstance(found, dict) else None


def validated(options: Any, module_name: str | None) -> dict[str, Any] | None:
    """Refuse options of a module for keys that are not its own."""
    if options is None:
        return None
    if not isinstance(options, dict):
        raise HieraError("value of lookup_options must be a hash")
    if module_name is not None:
        prefix = f"{module_name}::"
        for key in options:
            if key.startswith("^"):
                if not key.startswith(f"^{prefix}"):
                    raise HieraError(
                        "all lookup_options patterns must match a key starting with module name "
                        f"'{module_name}'"
                    )
            elif not key.startswith(prefix):
                raise HieraError(
                    f"all lookup_options keys must start with module name '{module_name}'"
                )
    return options


def compiled(options: dict[str, Any] | None) -> Options | None:
    """Give options ready to be asked; patterns are the keys that begin with ^."""
    if options is None:
        return None
    by_key = {key: value for key, value in options.items() if not str(key).startswith("^")}
    by_pattern = []
    if len(by_key) < len(options):
        from duckrow.regexp import PatternError, regexp

        for key, value in options.items():
            if key not in by_key:
                try:
                    by_pattern.append((regexp(key, 0), value))
                except PatternError as error:
                    raise EvaluationError(f"{error}: /{key}/") from None
    return Options(by_key, by_pattern)
