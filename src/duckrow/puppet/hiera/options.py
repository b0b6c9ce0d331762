"""lookup_options: how keys are merged and converted, by key or pattern."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# How many answers are remembered.
_MOST_KNOWN = 100_000


class Options:
    """The options of many keys. The pattern that a key matches is remembered."""

    __slots__ = ("_by_key", "_by_pattern", "_known")

    def __init__(self, by_key: dict[str, Any], by_pattern: list[tuple[Any, Any]]) -> None:
        self._by_key = by_key
        self._by_pattern = by_pattern
        self._known: dict[str, Any] = {}

    def of(self, root: str) -> dict[str, object] | None:
        """Return the options of a key: its own, else those of the first pattern that it matches."""
        found = self._by_key.get(root)
        if found is None and self._by_pattern:
            known = self._known
            if root in known:
                return known[root]  # type: ignore[no-any-return]
            found = next(
                (value for pattern, value in self._by_pattern if pattern.search(root)), None
            )
            if len(known) > _MOST_KNOWN:
                known.clear()
            known[root] = found if isinstance(found, dict) else None
        return found if isinstance(found, dict) else None


def validated(options: object, module_name: str | None) -> dict[str, object] | None:
    """Reject options of a module for keys that are not its own."""
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


def compiled(options: dict[str, Any] | None, known: dict[Any, Options]) -> Options | None:
    """Compile options; `known` holds options that were compiled before."""
    if options is None:
        return None
    name = to_key(options)
    if name not in known:
        known[name] = _compiled(options)
    return known[name]


def _compiled(options: dict[str, Any]) -> Options:
    """Make options; patterns are the keys that begin with ^."""
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
