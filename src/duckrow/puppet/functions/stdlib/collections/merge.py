"""merge(hashes...) and deep_merge(hashes...)."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.runtime.iterators import restarted
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _merge_hashes(_scope: Scope, *hashes: object) -> dict[object, object]:
    result: dict[Any, Any] = {}
    for each in hashes:
        if type(each) is dict:
            result.update(each)
    return result


def _merge_pairs(_scope: Scope, *arguments: object) -> dict[object, object]:
    iterable, block = _only(arguments)
    return _merge_merged(([item] for item in restarted(iterable)), block)


def _merge_triples(_scope: Scope, *arguments: object) -> dict[object, object]:
    iterable, block = _only(arguments)
    if type(iterable) is dict:
        return _merge_merged(([from_key(key), item] for key, item in iterable.items()), block)
    return _merge_merged(enumerate(restarted(iterable)), block)


def _only(arguments: tuple[Any, ...]) -> tuple[object, Block]:
    if len(arguments) != 2:
        raise EvaluationError(f"wrong number of arguments (given {len(arguments) - 1}, expected 1)")
    return arguments[0], arguments[1]


def _merge_merged(steps: Iterable[Any], block: Block) -> dict[object, object]:
    result: dict[Any, Any] = {}
    call = block.call
    for step in steps:
        made = call(result, *step)
        if type(made) is dict and made is not result:
            if any(value is result for value in made.values()):
                result = dict(result)  # a hash must not contain itself
            result.update(made)
    return result


def _older(_scope: Scope, arguments: list[object]) -> dict[object, object]:
    if len(arguments) < 2:
        raise EvaluationError(
            f"merge(): wrong number of arguments ({len(arguments)}; must be at least 2)"
        )
    for value in arguments:
        if type(value) is not dict and value != "":  # undef arrives as an empty string
            raise EvaluationError(
                f"merge: unexpected argument type {class_of(value)}, only expects hash arguments"
            )
    return _merge_hashes(_scope, *arguments)


# Merge hashes, or the results of a block for every element.
MERGE = Function(
    "merge",
    Form(
        "Variant[Hash[Scalar, Any], Undef, String[0, 0]] args*",
        run=_merge_hashes,
        returns="Hash[Scalar, Any]",
    ),
    Form("Iterable args*", "&Callable[3, 3] block", run=_merge_triples, returns="Hash"),
    Form("Iterable args*", "&Callable[2, 2] block", run=_merge_pairs, returns="Hash"),
)

LEGACY_MERGE = LegacyFunction("merge", _older)


def _deep_merge(_scope: Scope, arguments: list[object]) -> dict[object, object]:
    """Merge hashes recursively."""
    if len(arguments) < 2:
        raise EvaluationError(
            f"deep_merge(): wrong number of arguments ({len(arguments)}; must be at least 2)"
        )
    result: dict[Any, Any] = {}
    for value in arguments:
        if type(value) is dict:
            result = _deep_merge_merged(result, value)
        elif value != "":  # undef arrives as an empty string
            raise EvaluationError(
                f"deep_merge: unexpected argument type {class_of(value)}, "
                "only expects hash arguments"
            )
    return result


def _deep_merge_merged(
    one: dict[object, object], other: dict[object, object]
) -> dict[object, object]:
    result = dict(one)
    for key, value in other.items():
        known = result.get(key)
        if type(known) is dict and type(value) is dict:
            value = _deep_merge_merged(known, value)
        result[key] = value
    return result


DEEP_MERGE = LegacyFunction("deep_merge", _deep_merge)
