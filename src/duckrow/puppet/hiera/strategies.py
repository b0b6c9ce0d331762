"""Merge strategies: first, unique, hash, deep.

The same strategy works on every level: over the layers, over the entries of a hierarchy, and over
the files of an entry.
"""

from __future__ import annotations

from duckrow.puppet.hiera.deep_merge import deep_merge, unique
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.types.data import DATA
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import array_type, hash_type
from duckrow.puppet.types.model.scalars import SCALAR, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.types.model.base import Type


class Strategy:
    """The base of merge strategies: return the first value found."""

    __slots__ = ("name", "options")

    is_first = False
    value_type: Type | None = None

    def __init__(self, name: str, options: dict[str, object] | None = None) -> None:
        self.name = name
        self.options = options or {}

    def alone(self, value: object) -> object:
        """Return the result for a value that was found only once."""
        return value

    def begun(self, value: object) -> Any:
        """Return the start value of a merge: the first value, prepared."""
        return value

    def merged(self, strong: object, weak: object) -> object:
        """Merge a value over another one."""
        raise NotImplementedError

    def merge(self, strong: object, weak: object) -> object:
        """Merge two values; both must have the type that the strategy merges."""
        self._check("The first element of the merge", strong)
        self._check("The second element of the merge", weak)
        return self.merged(strong, weak)

    def _check(self, subject: str, value: object) -> None:
        if self.value_type is not None and not accepts(self.value_type, value):
            from duckrow.puppet.types.check import check

            check(subject, self.value_type, value)


class First(Strategy):
    """Return the first value found."""

    __slots__ = ()
    is_first = True


class Unique(Strategy):
    """Makes one flat list of all values, each once."""

    __slots__ = ()
    value_type = VariantType((SCALAR, array_type(DATA)))

    def alone(self, value: object) -> object:
        return unique(value) if isinstance(value, list) else value

    def begun(self, value: object) -> Any:
        return flattened(value)

    def merged(self, strong: object, weak: object) -> Any:
        return unique(self.begun(strong) + self.begun(weak))


class Hash(Strategy):
    """Puts the keys of all hashes into one."""

    __slots__ = ()
    value_type = hash_type(STRING, DATA)

    def merged(self, strong: Any, weak: Any) -> object:
        return {**weak, **strong}


class Deep(Strategy):
    """Merges to the bottom."""

    __slots__ = ()

    def merged(self, strong: object, weak: object) -> object:
        return deep_merge(strong, weak, self.options)


class ReverseDeep(Deep):
    """Merges to the bottom, and lets the weaker value win."""

    __slots__ = ()

    def merged(self, strong: object, weak: object) -> object:
        return super().merged(weak, strong)


FIRST = First("first")
_KINDS: dict[str, type[Strategy]] = {
    "first": First,
    "default": First,
    "unique": Unique,
    "hash": Hash,
    "deep": Deep,
    "unconstrained_deep": Deep,
    "reverse_deep": ReverseDeep,
}
DEFAULT = First("default")
_PLAIN = {name: kind(name) for name, kind in _KINDS.items()} | {"default": DEFAULT}

_OPTIONS = "Struct[{strategy=>Optional[Pattern[/%s/]]}]"
_DEEP_OPTIONS = (
    "Struct[{strategy=>Optional[Pattern[/deep/]],knockout_prefix=>Optional[String],"
    "merge_debug=>Optional[Boolean],merge_hash_arrays=>Optional[Boolean],"
    "sort_merged_arrays=>Optional[Boolean]}]"
)
_ANY_OPTIONS = "Hash[String[1],Any]"


def strategy_of(merge: Any) -> Strategy:
    """Return the strategy that a name or a hash asks for."""
    if merge is None or merge is False:
        return DEFAULT
    if isinstance(merge, Strategy):
        return merge
    if type(merge) is str and merge in _PLAIN:
        return _PLAIN[merge]
    name, options = merge, {}
    if isinstance(merge, dict):
        name = merge.get("strategy")
        if name is None:
            raise EvaluationError(
                "The hash given as 'merge' must contain the name of a strategy in string form "
                "for the key 'strategy'"
            )
        options = {} if len(merge) == 1 else merge
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        from duckrow.ruby.values.to_s import to_s

        raise EvaluationError(f"Unknown merge strategy: '{to_s(name)}'")
    if not options:
        return _PLAIN[name]
    _check_options(name, options)
    return kind(name, options)


def _check_options(name: str, options: dict[str, object]) -> None:
    from duckrow.puppet.types.check import check

    if name == "deep":
        wanted = _DEEP_OPTIONS
    elif name.endswith("_deep"):
        wanted = _ANY_OPTIONS
    else:
        wanted = _OPTIONS % name
    check("The merge options", _parsed(wanted), options)


def _parsed(text: str) -> Type:
    from duckrow.puppet.types.parse import parse_type

    return parse_type(text)


def gather(
    strategy: Strategy,
    variants: Sequence[Any],
    request: Request,
    ask: Callable[[Any], Any],
    is_only: bool | None = None,
) -> Any:
    """Ask the variants in turn and merge their answers; MISSING without an answer.

    `is_only` means that there is one variant, where variants without an answer were left out.
    """
    if strategy.is_first:
        for variant in variants:
            value = ask(variant)
            if value is not MISSING:
                return value
        return MISSING
    if not variants:
        return MISSING
    if is_only or (is_only is None and len(variants) == 1):
        value = ask(variants[0])
        return value if value is MISSING else strategy.alone(value)
    explainer = request.explainer
    if explainer is not None:
        explainer.enter("merge", strategy)
    merged = MISSING
    try:
        for variant in variants:
            value = ask(variant)
            if value is not MISSING:
                merged = (
                    strategy.begun(value) if merged is MISSING else strategy.merge(merged, value)
                )
        if explainer is not None and merged is not MISSING:
            explainer.result(merged)
    finally:
        if explainer is not None:
            explainer.leave()
    return merged
