"""Values as strings, by formats: the result of `String.new(value, formats)`."""

from __future__ import annotations

from duckrow.puppet.types.format import containers, numbers, others, strings
from duckrow.puppet.types.format.given import given_formats
from duckrow.puppet.types.format.indentation import OUTERMOST
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import RuntimeType
from duckrow.puppet.types.model.wrappers import IteratorType
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT, Default
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.indentation import Indentation
    from duckrow.puppet.types.format.rules import Rule


def to_string(value: object, formats: object = DEFAULT) -> str:
    """Turn a value into text.

    Formats are a directive for the value itself, a hash of types and directives, or default.
    Raises FormatError for a directive that cannot be read or that the value does not have.
    """
    if type(value) is str and formats is DEFAULT:
        return value
    return _convert(value, given_formats(value, formats), OUTERMOST)


def _convert(value: object, formats: FormatMap, at: Indentation) -> str:
    rule = _RULES.get(type(value)) or _rule(value)
    return rule(value, formats, at, _convert)


def _rule(value: object) -> Rule:
    if isinstance(value, Type):
        return others.type_
    for kind, rule in _RULES_BY_TYPE:
        if isinstance(infer(value), kind):
            return rule
    return others.anything


_RULES: dict[type, Rule] = {
    int: numbers.integer,
    float: numbers.float_,
    bool: numbers.boolean,
    str: strings.string,
    type(None): others.undef,
    list: containers.array,
    dict: containers.hash_,
    Default: others.default,
    RubyRegexp: strings.regexp,
    Binary: others.binary,
    URI: others.uri,
}
_RULES_BY_TYPE: tuple[tuple[type[Type], Rule], ...] = (
    (ObjectType, others.object_),
    (ObjectExtensionType, others.object_),
    (IteratorType, others.iterator),
    (RuntimeType, others.runtime),
)
