"""Values turned into text by formats, as Puppet 7.23 does it.

A row of a table is `format(VALUE, FORMATS)` or `interpolate(VALUE)`, with expressions of the
language. Its answer is `= TEXT` or `! MESSAGE`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.puppet.compiling import ask_ruby
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.expressions import interpret
from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.types.objects.builtin import ERROR
from duckrow.puppet.types.objects.create import create
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.types.parse import expression_of, parse_type
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

CASES = cases_of(Path(__file__).parent / "format")


def _timespan(given: Any) -> Timespan:
    return Timespan.from_hash(given) if isinstance(given, dict) else Timespan.parse(given)


# reference/format.rb declares this type as well.
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
        return interpret(expression_of(node, program), None)

    return value(program.body)


def parts(question: str) -> list[str]:
    """Return the expressions between the brackets of a question."""
    program = parse(question)
    call = program.body
    assert isinstance(call, n.CallNamedFunctionExpression)
    return [program.text(argument) for argument in call.arguments]


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    asked = [parts(question) for case in cases for question in questions(case)]
    texts = iter([" ".join(answer) for answer in ask_ruby("format.rb", asked)])
    return [[next(texts) for _ in questions(case)] for case in cases]


def answer(question: str) -> str:
    value, *formats = map(evaluate, parts(question))
    if not formats:
        return f"= {interpolated(value)}"
    try:
        return f"= {to_string(value, *formats)}"
    except InvalidValueError as error:
        return f"! {error}"


@each_case(CASES)
def test_format(case: Case) -> None:
    assert_answer(case, [answer(question) for question in questions(case)])
