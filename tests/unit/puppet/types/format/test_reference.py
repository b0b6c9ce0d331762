"""Thousands of values and formats, with what Puppet 7.23 answers.

The cases are recorded with tests/conformance/reference/format.rb. Both sides of a case are
expressions of the language; formats of null ask for interpolation.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.format import interpolated, to_string
from duckrow.puppet.types.objects.builtin import ERROR
from duckrow.puppet.types.objects.create import create
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.parse import interpret, parse_type
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.keys import to_key

CASES = Path(__file__).parents[4] / "conformance" / "puppet" / "types" / "format"


def _timespan(given: Any) -> Timespan:
    return Timespan.from_hash(given) if isinstance(given, dict) else Timespan.parse(given)


# The manifests of objects.jsonl declare this type under the name Car.
CAR = parse_type(
    "Object[{name => 'Car', attributes => {name => String, "
    "parts => {type => Array, value => []}, opts => {type => Hash, value => {}}}}]"
)
assert isinstance(CAR, ObjectType)
MAKERS: dict[str, Any] = {
    "Binary": Binary.parse,
    "Car": lambda *arguments: create(CAR, arguments),
    "Error": lambda *arguments: create(ERROR, arguments),
    "Deferred": Deferred,
    "Regexp": RubyRegexp,
    "SemVer": SemVer.parse,
    "SemVerRange": SemVerRange.parse,
    "Sensitive": Sensitive,
    "Timespan": _timespan,
    "Timestamp": Timestamp.parse,
    "URI": URI.parse,
}


def evaluate(text: str) -> Any:
    """Give the value of an expression made of literals, types and the calls that make values."""
    program = parse(text)

    def value(node: n.Node) -> Any:
        match node:
            case n.CallNamedFunctionExpression(functor=n.QualifiedReference() as functor):
                return MAKERS[functor.cased_value](*map(value, node.arguments))
            case n.LiteralList():
                return [value(item) for item in node.values]
            case n.LiteralHash():
                return {to_key(value(entry.key)): value(entry.value) for entry in node.entries}
        return interpret(node, program, None)

    return value(program.body)


def answer(case: dict[str, Any]) -> dict[str, str]:
    value = evaluate(case["value"])
    if case["formats"] is None:
        return {"text": interpolated(value)}
    try:
        return {"text": to_string(value, evaluate(case["formats"]))}
    except InvalidValueError as error:
        return {"error": str(error)}


@pytest.mark.parametrize("name", sorted(path.stem for path in CASES.glob("*.jsonl")))
def test_same_answer_as_the_reference(name: str) -> None:
    lines = (CASES / f"{name}.jsonl").read_text().splitlines()
    cases = [json.loads(line) for line in lines]
    assert cases
    wrong = []
    for case in cases:
        expected = {key: case[key] for key in ("text", "error") if key in case}
        found = answer(case)
        if found != expected:
            wrong.append((case["value"], case["formats"], expected, found))
    assert not wrong, f"{len(wrong)} of {len(cases)}, the first: {wrong[0]}"
