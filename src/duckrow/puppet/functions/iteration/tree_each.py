"""tree_each(tree, options) |$path, $value| { }: visit all values of a tree.

A tree consists of arrays, hashes and objects. Each step is the path to a value and the value.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import BreakJump, EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.iterators import Iterator
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.attributes import own_attributes
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import ARRAY as ANY_ARRAY
from duckrow.puppet.types.model.collections import HASH as ANY_HASH
from duckrow.puppet.types.objects.object_type import OBJECT as ANY_OBJECT
from duckrow.puppet.types.objects.object_type import REFERENCE
from duckrow.puppet.values.deferred import Deferred
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Iterator as Stream
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

    Step = list[Any]  # path and value
    Entries = Iterable[tuple[object, object]]  # keys, indexes or names, and values


_CONTAINERS = VariantType((ANY_ARRAY, ANY_HASH, ANY_OBJECT))


def walk(root: object, options: dict[object, object] | None = None) -> Stream[Step]:
    """Yield the steps through a tree in the order and of the kinds that the options ask for."""
    walked = _Walk(options or {})
    return walked.by_depth(root) if walked.is_deep else walked.by_breadth(root)


class _Walk:
    """The options of a walk through a tree."""

    __slots__ = (
        "containers",
        "is_deep",
        "with_containers",
        "with_references",
        "with_root",
        "with_values",
    )

    def __init__(self, options: dict[Any, Any]) -> None:
        self.containers = options.get("container_type") or _CONTAINERS
        if not assignable(_CONTAINERS, self.containers):
            raise EvaluationError(
                "Only Array, Hash, and Object types can be used as container types. "
                f"Got {shown(self.containers)}"
            )
        self.with_containers = _is_on(options, "include_containers")
        self.with_values = _is_on(options, "include_values")
        self.with_root = self.with_containers and _is_on(options, "include_root")
        if not self.with_containers and not self.with_values:
            raise EvaluationError(
                "Options 'include_containers' and 'include_values' cannot both be false"
            )
        self.with_references = bool(options.get("include_refs"))
        self.is_deep = options.get("order") in (None, "depth_first")

    def inside(self, value: Any) -> Entries | None:
        """Return the keys and values of a container, or None for any other value.

        An object has the attributes that its own type declares, without the inherited ones.
        """
        if not accepts(self.containers, value):
            return None
        if isinstance(value, list):
            return enumerate(value)
        if isinstance(value, dict):
            return ((from_key(key), item) for key, item in value.items())
        if isinstance(value, Type):
            return own_attributes(value)
        if isinstance(value, Deferred):
            return [("name", value.name), ("arguments", value.arguments)]
        # A derived attribute raises an error, but only after the steps before it.
        return (
            (name, value.attribute(name))
            for name, attribute in value.base_type.definition.attributes.items()
            if self.with_references or attribute.kind != REFERENCE
        )

    def root(self, root: object) -> Entries:
        found = self.inside(root)
        if found is None:
            raise EvaluationError("undefined method `next' for nil:NilClass")
        return found

    def by_depth(self, root: object) -> Stream[Step]:
        """Enter each container as soon as it is reached."""
        if self.with_root:
            yield [[], root]
        open_ = [iter(self.root(root))]
        path: list[Any] = [None]
        while open_:
            for path[-1], value in open_[-1]:
                inner = self.inside(value)
                if self.with_values if inner is None else self.with_containers:
                    yield [list(path), value]
                if inner is not None:
                    open_.append(iter(inner))
                    path.append(None)
                    break
            else:
                open_.pop()
                path.pop()

    def by_breadth(self, root: object) -> Stream[Step]:
        """Visit all values of a container before the containers in it."""
        if self.with_root:
            yield [[], root]
        waiting: list[tuple[list[object], Entries]] = [([], self.root(root))]
        for path, entries in waiting:
            for key, value in entries:
                here = [*path, key]
                inner = self.inside(value)
                if inner is not None:
                    waiting.append((here, inner))
                # Puppet yields values here even if `include_values` is false.
                if inner is None or self.with_containers:
                    yield [here, value]


def _is_on(options: dict[object, object], name: str) -> bool:
    value = options.get(name)
    return True if value is None else bool(value)


def _path_and_value(_scope: Scope, tree: Any, *rest: Any) -> object:
    *options, block = rest
    try:
        for path, value in walk(tree, *options):
            block.call(path, value)
    except BreakJump:
        pass
    return tree


def _value(_scope: Scope, tree: Any, *rest: Any) -> object:
    *options, block = rest
    try:
        for _, value in walk(tree, *options):
            block.call(value)
    except BreakJump:
        pass
    return tree


def _iterator(_scope: Scope, tree: object, options: dict[object, object] | None = None) -> Iterator:

    steps = walk(tree, options or {})
    return Iterator(lambda: steps, lambda: ANY, is_shared=True)


TREE_EACH = Function(
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
