"""SemVer(string), SemVer(major, minor, patch, prerelease, build) and the latter as a hash."""

from __future__ import annotations

from duckrow.puppet.types.new.words import not_convertible
from duckrow.puppet.values.semver import SemVer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_hash(arguments: dict[str, Any]) -> SemVer:
    return SemVer(**arguments)


def error_message(text: str) -> str:
    return not_convertible(text, "a SemVer")


CALLS = (SemVer.parse, SemVer, from_hash, error_message)
