"""annotate(type, value, hash) || { }: attach an annotation object to a value."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.objects.create import from_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope

    # By the identity of the value and the type; the value is kept so that the identity stays its.
    Annotations = dict[tuple[int, Any], tuple[Any, Any]]


def _annotations(scope: Scope) -> Annotations:
    found: Annotations = scope.build.memo.setdefault("annotations", {})
    return found


def _annotate(scope: Scope, type_: object, value: object, block: Block | None = None) -> object:
    known = _annotations(scope).get((id(value), type_))
    if known is not None:
        return known[1]
    return None if block is None else _keep(scope, type_, value, block.call())


def _annotate_new(scope: Scope, type_: object, value: object, hash_: object) -> object:
    if hash_ == "clear":
        known = _annotations(scope).pop((id(value), type_), None)
        return None if known is None else known[1]
    return _keep(scope, type_, value, hash_)


def _keep(scope: Scope, type_: Any, value: Any, hash_: Any) -> object:
    if hash_ is None:
        return None

    made = from_hash(type_, hash_)
    _annotations(scope)[id(value), type_] = value, made
    return made


def _annotate_several(
    scope: Scope, _type: object, value: object, hashes: dict[object, object]
) -> None:
    for type_, hash_ in hashes.items():
        _keep(scope, type_, value, hash_)


_HASH = "Hash[Pcore::MemberName, Any]"

ANNOTATE = Function(
    "annotate",
    Form("Type[Annotation] type", "Any value", "&?Callable[0, 0] block", run=_annotate),
    Form(
        "Type[Annotation] type",
        "Any value",
        f"Variant[Enum[clear], {_HASH}] annotation_hash",
        run=_annotate_new,
    ),
    Form(
        "Type[Pcore] type",
        "Any value",
        f"Hash[Type[Annotation], {_HASH}] annotations",
        run=_annotate_several,
    ),
    local_types={"Pcore": "TypeSet", "Pcore::MemberName": r"Pattern[/\A[a-z_]\w*\z/]"},
)
