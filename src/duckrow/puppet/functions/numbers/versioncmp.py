"""versioncmp(a, b, ignore_trailing_zeroes): compare two version strings and return -1, 0 or 1."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.versions import compare_versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _versioncmp(_scope: Scope, one: str, other: str, ignores_zeroes: bool = False) -> int:
    return compare_versions(one, other, ignores_zeroes)


VERSIONCMP = Function(
    "versioncmp",
    Form("String a", "String b", "Boolean ignore_trailing_zeroes?", run=_versioncmp),
)
