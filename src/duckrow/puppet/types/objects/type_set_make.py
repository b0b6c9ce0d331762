"""Type sets from the hashes that describe them."""

from __future__ import annotations

from duckrow.puppet.types.check import check
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import HashType, StructElement, StructType
from duckrow.puppet.types.model.numbers import NOT_EMPTY
from duckrow.puppet.types.model.rich_scalars import SEMVER as ANY_VERSION
from duckrow.puppet.types.model.rich_scalars import SEMVER_RANGE as ANY_RANGE
from duckrow.puppet.types.model.scalars import PatternType, StringType
from duckrow.puppet.types.model.wrappers import TYPE as ANY_TYPE
from duckrow.puppet.types.objects.make import object_from_hash
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.schema import (
    ANNOTATIONS,
    INITIALIZER,
    SIMPLE_TYPE_NAME,
    TYPE_NAME,
)
from duckrow.puppet.types.objects.type_set import (
    EMPTY_SET,
    RUNTIME_NAME_AUTHORITY,
    TYPE_SET,
    TypeSetDefinition,
    TypeSetReference,
    TypeSetType,
)
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.model.base import Type

    Loader = Callable[[str], Type | None]

_NOT_EMPTY_STRING = StringType(NOT_EMPTY, None)
_VERSION = VariantType((_NOT_EMPTY_STRING, ANY_VERSION))
_RANGE = VariantType((_NOT_EMPTY_STRING, ANY_RANGE))
_URI = PatternType((r"[a-zA-Z][\-+.a-zA-Z\d]*:[^\s]",))
_PARSABLE = SemVerRange.parse("1.x")


def _required(name: str, type_: Type) -> StructElement:
    return StructElement(name, False, type_)


def _optional(name: str, type_: Type) -> StructElement:
    return StructElement(name, True, type_)


_REFERENCE = StructType(
    (
        _required("name", TYPE_NAME),
        _required("version_range", _RANGE),
        _optional("name_authority", _URI),
        _optional("annotations", ANNOTATIONS),
    )
)
_TYPE_SET = StructType(
    (
        _optional("pcore_uri", _URI),
        _required("pcore_version", _VERSION),
        _optional("name_authority", _URI),
        _optional("name", TYPE_NAME),
        _optional("version", _VERSION),
        _optional(
            "types", HashType(SIMPLE_TYPE_NAME, VariantType((ANY_TYPE, INITIALIZER)), NOT_EMPTY)
        ),
        _optional("references", HashType(SIMPLE_TYPE_NAME, _REFERENCE, NOT_EMPTY)),
        _optional("annotations", ANNOTATIONS),
    )
)


def type_set_from_hash(initializer: Any) -> TypeSetType:
    """Make the set that TypeSet[{…}] denotes; the sets that it builds on stay unresolved."""
    if initializer == {}:
        return TYPE_SET
    if isinstance(initializer, str):
        check("TypeSet name", TYPE_NAME, initializer)
        return TypeSetType(initializer, lambda _set: EMPTY_SET)
    check("TypeSet initializer", _TYPE_SET, initializer)
    made = TypeSetType(
        initializer.get("name"),
        lambda set_: _define(set_, initializer, initializer.get("name_authority"), None),
    )
    made.definition  # noqa: B018  defined now, so that its errors are raised here
    return made


def named_type_set(
    name: str, read: Callable[[TypeSetType], object], loader: Loader | None
) -> TypeSetType:
    """Make the set of `type Name = TypeSet[{…}]`; the hash is read on first use."""

    def make(set_: TypeSetType) -> TypeSetDefinition:
        initializer = check("TypeSet initializer", _TYPE_SET, read(set_))
        return _define(set_, initializer, RUNTIME_NAME_AUTHORITY, loader)

    return TypeSetType(name, make)


def _define(
    set_: TypeSetType, initializer: Any, authority: str | None, loader: Loader | None
) -> TypeSetDefinition:
    label = f"TypeSet '{set_.type_name or ''}'"
    pcore_version = _version(initializer["pcore_version"])
    if pcore_version not in _PARSABLE:
        raise TypeDefinitionError(
            f"The pcore version for {label} is not understood by this runtime. "
            f"Expected range {_PARSABLE}, got {pcore_version}"
        )
    version = initializer.get("version")
    types = {
        name: object_from_hash(type_) if isinstance(type_, dict) else type_
        for name, type_ in (initializer.get("types") or {}).items()
    }
    return TypeSetDefinition(
        initializer.get("pcore_uri"),
        pcore_version,
        authority,
        None if version is None else _version(version),
        types,
        _references(label, initializer.get("references") or {}, types, authority, loader),
        initializer.get("annotations"),
    )


def _version(given: SemVer | str) -> SemVer:
    return given if isinstance(given, SemVer) else SemVer.parse(given)


def _references(
    label: str,
    given: dict[str, Any],
    types: dict[str, Type],
    authority: str | None,
    loader: Loader | None,
) -> dict[str, TypeSetReference]:
    found: dict[str, TypeSetReference] = {}
    for alias, said in given.items():
        made = _reference(label, said, authority, loader)
        for other in found.values():
            is_same = (other.name_authority, other.name) == (made.name_authority, made.name)
            if is_same and other.version_range.intersection(made.version_range) is not None:
                raise TypeDefinitionError(
                    f"{label} references TypeSet '{made.name_authority or ''}/{made.name}' "
                    "more than once using overlapping version ranges"
                )
        if alias in types:
            raise TypeDefinitionError(
                f"{label} references a TypeSet using alias '{alias}'. "
                "The alias collides with the name of a declared type"
            )
        found[alias] = made
    return found


def _reference(
    label: str, said: dict[str, Any], authority: str | None, loader: Loader | None
) -> TypeSetReference:
    name, range_ = said["name"], said["version_range"]
    wanted = range_ if isinstance(range_, SemVerRange) else SemVerRange.parse(range_)

    def find() -> TypeSetType:
        subject = f"{label} reference to TypeSet named '{name}'"
        found = None if loader is None else loader(name)
        if found is None:
            raise TypeDefinitionError(f"{subject} cannot be resolved")
        if not isinstance(found, TypeSetType):
            raise TypeDefinitionError(f"{subject} resolves to a {_called(found)}")
        version = found.definition.version
        if version is None or version not in wanted:
            raise TypeDefinitionError(
                f"{subject} resolves to an incompatible version. Expected {wanted}, got {version}"
            )
        return found

    authority = said.get("name_authority") or authority
    return TypeSetReference(authority, name, wanted, said.get("annotations"), find)


def _called(type_: Type) -> str:
    match type_:
        case AliasType():
            return type_.alias
        case ObjectType():
            return type_.label
    return type_.name
