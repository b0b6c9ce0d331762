"""Type sets as text. The types of a set are written in it by the names that they have there."""

from __future__ import annotations

from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.objects.object_text import write_expanded, write_value
from duckrow.puppet.types.objects.object_type import ObjectType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.objects.type_set import TypeSetReference, TypeSetType

    Write = Callable[[Type], str]


def init_hash(set_: TypeSetType) -> dict[str, Any]:
    """Return the hash from which a set can be made again."""
    said = set_.definition
    found: dict[str, Any] = {}
    if said.annotations is not None:
        found["annotations"] = said.annotations
    if said.pcore_uri is not None:
        found["pcore_uri"] = said.pcore_uri
    found["pcore_version"] = str(said.pcore_version)
    if said.name_authority is not None:
        found["name_authority"] = said.name_authority
    found["name"] = set_.type_name
    if said.version is not None:
        found["version"] = str(said.version)
    if said.types:
        found["types"] = dict(said.types)
    if said.references:
        found["references"] = {
            alias: _reference(reference, said.name_authority)
            for alias, reference in said.references.items()
        }
    return found


def _reference(reference: TypeSetReference, authority: str | None) -> dict[str, object]:
    found: dict[str, object] = {}
    if reference.annotations is not None:
        found["annotations"] = reference.annotations
    if reference.name_authority != authority:
        found["name_authority"] = reference.name_authority
    found["name"] = reference.name
    found["version_range"] = str(reference.version_range)
    return found


def write_type_set(
    set_: TypeSetType, write: Write, inside: Write, is_expanded: bool = False
) -> str:
    """Write a type set; its types are written in full only if it is expanded.

    `inside` writes types by the names that they have in the set.
    """
    entries = []
    for key, value in init_hash(set_).items():
        if key == "types":
            text = _types(value, inside, is_expanded)
        elif key == "references":
            text = _braced(
                f"{alias} => {write_value(said, write)}" for alias, said in value.items()
            )
        else:
            text = write_value(value, write)
        entries.append(f"{key} => {text}")
    return f"TypeSet[{_braced(entries)}]"


def _types(types: dict[str, Type], inside: Write, is_expanded: bool) -> str:
    entries = []
    for name, type_ in types.items():
        if isinstance(type_, ObjectType) and (is_expanded or type_.type_name is None):
            text = write_expanded(type_, inside, has_name=False)
        elif isinstance(type_, AliasType) and is_expanded:
            text = inside(type_.resolved)
        else:
            text = inside(type_)
        entries.append(f"{name} => {text}")
    return _braced(entries)


def _braced(entries: Any) -> str:
    return "{" + ", ".join(entries) + "}"
