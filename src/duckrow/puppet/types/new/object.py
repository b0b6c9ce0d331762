"""Objects, created from their attributes by name in one hash, or by position."""

from __future__ import annotations

from duckrow.puppet.types.new.signature import Signatures, signature
from duckrow.puppet.types.objects.builtin import DEFERRED
from duckrow.puppet.types.objects.create import create, init_hash_type, may_be_missing, positions
from duckrow.puppet.values.deferred import Deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.objects.object_type import ObjectType


def make(type_: ObjectType, arguments: tuple[object, ...]) -> Any:
    """Make an object; a call that is left for later has a value of its own."""
    made = create(type_, arguments)
    if type_ is DEFERRED:
        return Deferred(made.attribute("name"), made.attribute("arguments"))
    return made


def signatures_of_object(type_: ObjectType) -> Signatures:
    """Return the signatures of `new` of an object type."""
    attributes = positions(type_)
    required = sum(not may_be_missing(attribute) for attribute in attributes)
    return Signatures(
        f"new_{type_.label}",
        (
            signature(("hash", init_hash_type(type_))),
            signature(*((a.name, a.type) for a in attributes), required=required),
        ),
    )
