"""SemVer[ranges]: semantic versions."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.values.semver_range import SemVerRange


@frozen
class SemVerType(Type):
    """Versions within one of several ranges, or all of them."""

    name = "SemVer"
    ranges: tuple[SemVerRange, ...]


DEFAULT = SemVerType(())
