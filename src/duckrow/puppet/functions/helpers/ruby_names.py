"""How the reference's platform names the class of a value, which shows in some messages."""

from __future__ import annotations

from duckrow.puppet.types.format.platform import class_name
from duckrow.puppet.types.model.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TYPE_NAMES = {"Class": "PClassType", "TypeAlias": "PTypeAliasType"}


def class_of(value: Any) -> str:
    """Name the class of a value; types have one each."""
    if isinstance(value, Type):
        return f"Puppet::Pops::Types::{_TYPE_NAMES.get(value.name, f'P{value.name}Type')}"
    return class_name(value)
