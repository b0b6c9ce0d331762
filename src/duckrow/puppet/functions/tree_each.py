"""tree_each(tree, options) |$path, $value| { }: goes through all that a tree of values holds."""

from __future__ import annotations

from duckrow.puppet.functions.tree import walk
from duckrow.puppet.runtime.errors import BreakJump
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _path_and_value(_scope: Scope, tree: Any, *rest: Any) -> Any:
    *options, block = rest
    try:
        for path, value in walk(tree, *options):
            block.call(path, value)
    except BreakJump:
        pass
    return tree


def _value(_scope: Scope, tree: Any, *rest: Any) -> Any:
    *options, block = rest
    try:
        for _, value in walk(tree, *options):
            block.call(value)
    except BreakJump:
        pass
    return tree


def _iterator(_scope: Scope, tree: Any, options: dict[Any, Any] | None = None) -> Iterator:
    from duckrow.puppet.types.model.basic import ANY

    steps = walk(tree, options or {})
    return Iterator(lambda: steps, lambda: ANY, is_shared=True)


FUNCTION = Function(
    "tree_each",
    Form(
        "Variant[Iterator, Array, Hash, Object] tree",
        "OptionsType options?",
        "&Callable[2, 2] block",
        run=_path_and_value,
    ),
    Form(
        "Variant[Iterator, Array, Hash, Object] tree",
        "OptionsType options?",
        "&Callable[1, 1] block",
        run=_value,
    ),
    Form(
        "Variant[Iterator, Array, Hash, Object] tree",
        "OptionsType options?",
        run=_iterator,
    ),
    local_types={
        "OptionsType": "Struct[{container_type => Optional[Type], "
        "include_root => Optional[Boolean], include_containers => Optional[Boolean], "
        "include_values => Optional[Boolean], "
        "order => Optional[Enum[depth_first, breadth_first]], include_refs => Optional[Boolean]}]"
    },
)
