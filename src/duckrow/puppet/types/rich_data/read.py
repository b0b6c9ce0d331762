"""Values from plain data.

Every array, hash, type and object is remembered by its path, so that references to it can be
followed. An alias and an object type exist before their parts are read, since the parts may mention
them.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.check import check
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import TypeReferenceType
from duckrow.puppet.types.model.scalars import NOT_EMPTY_STRING
from duckrow.puppet.types.model.wrappers import TYPE as ANY_TYPE
from duckrow.puppet.types.names import NAMED
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.builtin import DEFERRED
from duckrow.puppet.types.objects.create import from_hash, init_hash_type
from duckrow.puppet.types.objects.init_hash import init_hash
from duckrow.puppet.types.objects.make import define
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.objects.type_set_make import type_set_from_hash
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.rich_data.errors import RichDataError
from duckrow.puppet.types.rich_data.paths import (
    LOCAL_REFERENCE,
    ROOT,
    TYPE,
    VALUE,
    entry_step,
    key_step,
    step,
)
from duckrow.puppet.types.rich_data.types import ALIAS, BY_NAME, DESCRIBED, OBJECT_NAME, TYPE_SET
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.types.expressions import Loader


def from_data(data: object, loader: Loader | None = None, *, allow_unresolved: bool = False) -> Any:
    """Return the value that plain data stands for.

    Names of types are looked up with `loader`. A hash whose type is not found is an error, or is
    kept as it is if `allow_unresolved`.
    """
    return _Reader(loader, allow_unresolved).read(data, ROOT)


class _UnresolvedTypeError(RichDataError):
    """A type that is not found."""


class _Reader:
    __slots__ = ("built", "is_lenient", "loader")

    def __init__(self, loader: Loader | None, is_lenient: bool) -> None:
        self.loader = loader
        self.is_lenient = is_lenient
        self.built: dict[str, Any] = {}

    def keep(self, path: str, value: object) -> Any:
        self.built[path] = value
        return value

    def read(self, data: object, path: str) -> Any:
        match data:
            case list():
                items = self.keep(path, [])
                for index, item in enumerate(data):
                    is_plain = type(item) not in (list, dict)
                    items.append(item if is_plain else self.read(item, step(path, index)))
                return items
            case dict():
                kind = data.get(TYPE)
                if isinstance(kind, str | dict):
                    return self.keep(path, self.read_typed(data, kind, path))
                found = self.keep(path, {})
                for key, item in data.items():
                    is_plain = type(item) not in (list, dict)
                    found[key] = item if is_plain else self.read(item, step(path, key))
                return found
        return data

    def read_typed(self, data: dict[str, object], kind: str | dict[str, object], path: str) -> Any:
        match kind:
            case "Hash":
                return self.read_pairs(data.get(VALUE), path)
            case "Sensitive":
                return Sensitive(self.read(data.get(VALUE), path))
            case "Default":
                return DEFAULT
            case "Symbol":
                return Symbol(str(data.get(VALUE)))
            case str() if kind == LOCAL_REFERENCE:
                return self.follow(data.get(VALUE))
            case str() if kind in BY_NAME:
                return self.read_type(kind, data, path)
        try:
            type_ = self.find_type(kind, path)
        except _UnresolvedTypeError:
            if self.is_lenient:
                return data
            raise
        return self.read_instance(type_, data, path)

    def read_pairs(self, pairs: object, path: str) -> Any:
        if not isinstance(pairs, list):
            raise RichDataError(f"Cannot create a Hash from a {class_name(pairs)}")
        found = self.keep(path, {})
        padded = [*pairs, None] if len(pairs) % 2 else pairs
        for index, (key, item) in enumerate(zip(padded[::2], padded[1::2], strict=True)):
            known = self.read(key, key_step(path, index))
            found[to_key(known)] = self.read(item, entry_step(path, key, index))
        return found

    def follow(self, path: object) -> Any:
        if not isinstance(path, str) or path not in self.built:
            raise RichDataError(f'Unable to parse jsonpath "{path}"')
        return self.built[path]

    def find_type(self, kind: str | dict[str, object], path: str) -> Type:
        if isinstance(kind, dict):
            found = self.read(kind, step(path, TYPE))
            if not isinstance(found, Type):
                raise _UnresolvedTypeError(f"Unable to deserialize type from {found}")
            return found
        type_ = parse_type(kind, self.loader)
        if isinstance(type_, TypeReferenceType):
            raise _UnresolvedTypeError(f"No implementation mapping found for Puppet Type {kind}")
        return type_

    def read_instance(self, type_: Type, data: dict[str, object], path: str) -> Any:
        if VALUE in data:
            value = data[VALUE]
        else:
            value = {key: item for key, item in data.items() if key != TYPE}
        if isinstance(value, str):
            return new(type_, value)
        if value == {}:
            return new(type_)
        if not isinstance(value, dict) or not isinstance(type_, ObjectType):
            name = type_.label if isinstance(type_, ObjectType) else type_.name
            raise RichDataError(f"Cannot create a {name} from a {class_name(value)}")
        given = {key: self.read(item, step(path, key)) for key, item in value.items()}
        check(f"{type_.label} initializer", init_hash_type(type_), given)
        if type_ is DEFERRED:
            return Deferred(given["name"], given.get("arguments"))
        return from_hash(type_, given)

    def read_type(self, kind: str, data: dict[str, object], path: str) -> Any:
        if kind == ALIAS:
            return self.read_alias(data, path)
        if kind == OBJECT_NAME:
            return self.read_object_type(data, path)
        parts = {key: self.read(item, step(path, key)) for key, item in data.items() if key != TYPE}
        if kind == TYPE_SET:
            return type_set_from_hash(parts.get(DESCRIBED, {}))
        form = BY_NAME[kind]
        for name, wanted in form.wanted.items():
            if name not in parts and not accepts_undef(wanted):
                raise RichDataError(f"{kind} expects a value for '{name}'")
        for name, part in parts.items():
            if name not in form.wanted:
                raise RichDataError(f"{kind} has no part '{name}'")
            check(f"{kind} {name}", form.wanted[name], part)
        return form.make(parts)

    def read_alias(self, data: dict[str, object], path: str) -> AliasType:
        resolved: list[Type] = []
        name = check(f"{ALIAS} name", NOT_EMPTY_STRING, data.get("name"))
        alias = AliasType(str(name), lambda: resolved[0])
        self.keep(path, alias)
        found = self.read(data.get("resolved_type"), step(path, "resolved_type"))
        resolved.append(check(f"{ALIAS} resolved_type", ANY_TYPE, found))
        return alias

    def read_object_type(self, data: dict[str, object], path: str) -> ObjectType:
        described = data.get(DESCRIBED)
        if not described:
            return ANY_OBJECT
        name = described.get("name") if isinstance(described, dict) else None
        initializer: list[Any] = []
        made = ObjectType(name, lambda type_: define(type_, initializer[0]))
        self.keep(path, made)
        initializer.append(self.read(described, step(path, DESCRIBED)))
        made.definition  # noqa: B018  defined now, so that its errors are raised here
        # An object type of the language exists once.
        known = NAMED.get(str(name).lower())
        is_known = isinstance(known, ObjectType) and init_hash(known) == init_hash(made)
        return known if is_known else made  # type: ignore[return-value]
