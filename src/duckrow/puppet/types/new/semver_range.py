"""SemVerRange(string), SemVerRange(min, max, exclude_max) and the latter as a hash."""

from __future__ import annotations

from duckrow.puppet.values.default import DEFAULT, Default
from duckrow.puppet.values.semver_range import SemVerRange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.values.semver import SemVer


def from_versions(
    lowest: SemVer | Default, highest: SemVer | Default, exclude_highest: bool = False
) -> SemVerRange:
    return SemVerRange(
        None if isinstance(lowest, Default) else lowest,
        None if isinstance(highest, Default) else highest,
        exclude_end=exclude_highest,
    )


def from_hash(arguments: dict[str, Any]) -> SemVerRange:
    return from_versions(
        arguments["min"], arguments.get("max", DEFAULT), arguments.get("exclude_max", False)
    )


CALLS = (SemVerRange.parse, from_versions, from_hash)
