"""match(string, pattern): return the match of a pattern and its groups, or undef."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.patterns import pattern as pattern_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import Form, Function
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.runtime.scope import Scope


def _text(_scope: Scope, text: str, pattern: object) -> list[object] | None:
    return _match(text, pattern)


def _texts(_scope: Scope, texts: list[str], pattern: object) -> list[object]:
    return [_match(text, pattern) for text in texts]


def _match(text: str, pattern: object) -> list[object] | None:
    if pattern.__class__ is str:
        pattern = pattern_of(pattern)
    if isinstance(pattern, RubyRegexp):
        found = pattern.search(text)
        return None if found is None else [found.group(), *found.groups()]
    if isinstance(pattern, list):
        return _first(text, flattened(pattern))
    return _match_type(text, pattern)


def _first(text: str, patterns: Iterable[object]) -> list[object] | None:
    for pattern in patterns:
        found = _match(text, pattern)
        if found is not None:
            return found
    return None


def _match_type(text: str, type_: object) -> list[object] | None:
    from duckrow.puppet.types.model.alias import AliasType
    from duckrow.puppet.types.model.choices import VariantType
    from duckrow.puppet.types.model.scalars import PatternType, RegexpType

    match type_:
        case AliasType():
            return _match(text, type_.resolved)
        case VariantType():
            return _first(text, type_.types)
        case RegexpType():
            if type_.pattern is None:
                raise EvaluationError("Given Regexp Type has no regular expression")
            return _match(text, type_.pattern)
        case PatternType():
            return _first(text, type_.patterns)
    from duckrow.ruby.values.class_names import class_name as class_of

    raise EvaluationError(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or "
        f"Array[T]. Got {class_of(type_)}"
    )


MATCH = Function(
    "match",
    Form("String string", "Variant[Any, Type] pattern", run=_text),
    Form("Array[String] string", "Variant[Any, Type] pattern", run=_texts),
)
