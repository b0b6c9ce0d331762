"""Evaluate the few expressions that show how values are made, and write what comes out.

`Integer('5', 10)`, `Integer.new('5')`, `new(Integer, '5')`, `value =~ Type`, `Type <= Type`, types
and literals. The evaluator proper is another room's; this one only reaches the library.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.access.parameters import parameterize
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.expressions import interpret
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.alias import AliasType
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import variant_type
from duckrow.puppet.types.model.wrappers import IteratorType
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.parse import expression_of, parse_type
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.numbers import number_text

# The same names as in reference/new.rb.
_NAMES = {
    "Small": "Integer[0, 9]",
    "Smaller": "Small",
    "Names": "Array[String[1]]",
    "Maybe": "Optional[Integer]",
}


def load(name: str) -> Type | None:
    text = _NAMES.get(name)
    return None if text is None else AliasType(name, lambda: parse_type(text, load))


def evaluate(text: str) -> Any:
    program = parse(text)
    return _Evaluation(program).value(program.body)


class Reversed:
    """What reverse_each gives: an iterator over an array, from its end."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items
        self.puppet_type = IteratorType(variant_type(map(infer_detailed, items)))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items[::-1])


class _Evaluation:
    def __init__(self, program: n.Program) -> None:
        self.program = program

    def values(self, nodes: Any) -> list[Any]:
        return [self.value(node) for node in nodes]

    def value(self, node: n.Node) -> Any:
        match node:
            case n.CallMethodExpression(
                functor=n.NamedAccessExpression(left=left, right=n.QualifiedName(value=name))
            ) if name == "reverse_each":
                return Reversed(self.value(left))
            case n.CallMethodExpression(functor=n.NamedAccessExpression(left=type_)):
                return new(self.value(type_), *self.values(node.arguments))
            case n.CallNamedFunctionExpression(functor=n.QualifiedName(value="new")):
                type_, *rest = self.values(node.arguments)
                return new(type_, *rest)
            case n.CallNamedFunctionExpression(functor=type_):
                return new(self.value(type_), *self.values(node.arguments))
            case n.MatchExpression(left=left, right=right):
                return accepts(self.value(right), self.value(left))
            case n.ComparisonExpression(left=left, right=right):
                return assignable(self.value(right), self.value(left))
            case n.AccessExpression(left=left, keys=keys):
                return parameterize(self.value(left), self.values(keys), self.program.text(node))
            case n.LiteralList(values=values):
                return self.values(values)
            case n.LiteralHash(entries=entries):
                return {to_key(self.value(e.key)): self.value(e.value) for e in entries}
            case n.ConcatenatedString():
                raise AssertionError(f"no interpolation here: {self.program.text(node)}")
        return interpret(expression_of(node, self.program), load)


def show(value: Any) -> str:
    """Write a value as reference/new.rb does."""
    match value:
        case None:
            return "undef"
        case Default():
            return "default"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(map(show, value))}]"
        case dict():
            pairs = (f"{show(from_key(k))} => {show(v)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
        case RubyRegexp():
            return f"Regexp({json.dumps(value.source, ensure_ascii=False)})"
        case Timestamp() | Timespan():
            return f"{type(value).__name__}({value.nanoseconds})"
        case Binary() | SemVer() | SemVerRange() | URI():
            return f"{type(value).__name__}({value})"
        case Sensitive():
            return f"Sensitive({show(value.unwrap())})"
        case Type():
            return f"Type({shown(value)})"
        case Deferred():
            parts = {"name": value.name, "arguments": value.arguments}
            return f"Deferred({show({k: v for k, v in parts.items() if v is not None})})"
        case Reversed():
            return f"Iterator({show(list(value))})"
        case PuppetObject():
            return f"{value.base_type.label}({show(value.init_hash())})"
    raise AssertionError(f"{value!r} has no text yet")
