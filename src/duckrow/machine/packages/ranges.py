"""Version ranges: one version, those on one side of it, or those between two.

    parse_range(">=1.0 <2.0")

The package tool decides which of two versions is newer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Compare = Callable[[str, str], int]


class VersionRange:
    """Conditions that a version must all meet."""

    __slots__ = ("conditions", "text")

    def __init__(self, text: str, conditions: list[tuple[str, str]]) -> None:
        self.text = text
        self.conditions = conditions

    @property
    def is_exact(self) -> bool:
        """Return whether it is exactly one version."""
        return len(self.conditions) == 1 and self.conditions[0][0] == ""

    def includes(self, version: str, compare: Compare) -> bool:
        """Return whether a version is in the range."""
        for operator, limit in self.conditions:
            order = compare(version, limit)
            if operator == "":
                fits = order == 0
            else:
                fits = order < 0 if operator[0] == "<" else order > 0
                fits = fits or (order == 0 and operator.endswith("="))
            if not fits:
                return False
        return True

    def best(self, versions: Iterable[str], compare: Compare) -> str | None:
        """Return the newest version in the range."""
        found: str | None = None
        for version in versions:
            is_newer = found is None or compare(version, found) > 0
            if is_newer and self.includes(version, compare):
                found = version
        return found


def parse_range(text: str) -> VersionRange | None:
    """Parse a range, or return None. Only the first two conditions count."""
    conditions: list[tuple[str, str]] = []
    for word in text.split():
        version = word.lstrip("<>=")
        operator = word[: len(word) - len(version)]
        if not version or operator not in ("", "<", "<=", ">", ">="):
            return None
        conditions.append((operator, version))
    return VersionRange(text, conditions[:2]) if conditions else None
