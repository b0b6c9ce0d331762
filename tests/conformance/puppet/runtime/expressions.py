"""Values of expressions, got by calling the operators, and how answers are written.

Only what operands and keys are made of is understood here: literals, types, operators, and the
making of values such as Timespan(1).
"""

from __future__ import annotations

import json
from typing import Any

from duckrow.puppet.runtime import arithmetic
from duckrow.puppet.runtime.access import access
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.hashes import make_hash
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.scope import Scope
from duckrow.puppet.runtime.types import regexp_of, type_named
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.expressions import interpret
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.parse import expression_of
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
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import number_text


class Loaders:
    """Nothing is loaded here."""

    def find_type(self, _name: str) -> None: ...

    def find_resource_type(self, _name: str) -> None: ...

    def find_define(self, _name: str) -> None: ...


class Build:
    """As much of a compile as operators ask for. Parts of places are logged by their names."""

    def __init__(self, **settings: object) -> None:
        self.settings = Settings({"strict": "warning", **settings})
        self.loaders = Loaders()
        self.named_types: dict[str, Any] = {}
        self.warnings: list[str] = []

    def log(
        self, _level: str, message: str, location: Location | None = None, code: str = ""
    ) -> None:
        assert code == "numeric-coercion"
        assert location is None  # no manifest is running
        self.warnings.append(message)

    def find_resource(self, _type: str, _title: str, _reader: object = None) -> None: ...


def make_scope(**settings: object) -> Scope:
    return Scope(Build(**settings))  # type: ignore[arg-type]


def evaluate(text: str, scope: Scope) -> Any:
    program = parse(text)
    return _Evaluation(program, scope).value(program.body)


class _Evaluation:
    def __init__(self, program: n.Program, scope: Scope) -> None:
        self.program = program
        self.scope = scope

    def value(self, node: Any) -> Any:
        match node:
            case n.QualifiedReference():
                return type_named(self.scope, node.cased_value)
            case n.AccessExpression():
                return access(self.scope, self.value(node.left), *map(self.value, node.keys))
            case n.ArithmeticExpression(operator="-"):
                return arithmetic.subtract(
                    self.scope, self.value(node.left), self.value(node.right)
                )
            case n.CallNamedFunctionExpression():
                return new(self.value(node.functor), *map(self.value, node.arguments))
            case n.LiteralList():
                return [self.value(item) for item in node.values]
            case n.LiteralHash():
                parts = [part for entry in node.entries for part in (entry.key, entry.value)]
                return make_hash(*map(self.value, parts))
            case n.LiteralRegularExpression():
                return regexp_of(node.pattern)
        return interpret(expression_of(node, self.program), None)


def show(value: Any) -> str:
    """Write a value as operators.rb does."""
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
            return f"Deferred({show({'name': value.name})})"
        case PuppetObject():
            return f"{value.base_type.label}({show(value.init_hash())})"
    raise AssertionError(f"{value!r} has no text here")


def refused(wrong: EvaluationError) -> list[Any]:
    """Write an error as operators.rb does, but without the words that the report puts around it."""
    return ["!", wrong.message, wrong.code, None if wrong.location else wrong.part]
