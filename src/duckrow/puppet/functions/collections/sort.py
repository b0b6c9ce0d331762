"""sort(value) |$a, $b| { }: sort the elements of an array or the characters of a string."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_compare import compared, sign
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.compare import merge_sort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope

_ORDERED = ({str}, {int}, {float}, {int, float})


def _sorted(values: list[object], block: Block | None) -> list[Any]:
    if block is not None:
        call = block.call
        return merge_sort(values, lambda one, other: sign(call(one, other), one, other))
    if set(map(type, values)) in _ORDERED:
        return sorted(values)
    return merge_sort(list(values), compared)


def _text(_scope: Scope, text: str, block: Block | None = None) -> str:
    return "".join(map(str, _sorted(list(text), block)))


def _array(_scope: Scope, array: list[object], block: Block | None = None) -> list[object]:
    return _sorted(array, block)


SORT = Function(
    "sort",
    Form("String string_value", "&?Callable[2, 2] block", run=_text),
    Form("Array array_value", "&?Callable[2, 2] block", run=_array),
)
