"""Object types, type sets and rich data answer as Puppet 7.23 does.

The program of a case holds definitions of types, one on each line. A row of its table is a question
to reference/objects.rb, as JSON: its name and its arguments. Its answer is `= JSON` or `! MESSAGE`.
A case without a table has definitions that are refused; its answer is the message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.puppet.compiling import ask_ruby
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.data.symbol import Symbol
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.expressions import interpret
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_text import write_value
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.parse import expression_of, parse_type
from duckrow.puppet.types.rich_data.read import from_data
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.puppet.types.type_text import type_to_expanded_text, type_to_text
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.source.errors import DuckrowError

CASES = cases_of(Path(__file__).parent / "objects")


class Asked:
    """Answers questions about a few definitions."""

    def __init__(self, types: list[str]) -> None:
        texts = {}
        for text in types:
            program = parse(text)
            definition = program.body
            assert isinstance(definition, n.TypeAlias)
            texts[definition.name] = program.text(definition.type_expr)
        self.loader = Definitions(texts)
        for name in texts:
            self.loader(name)

    def type(self, text: str) -> Any:
        return parse_type(text, self.loader)

    def value(self, given: Any) -> Any:
        match given:
            case {"new": arguments}:
                return self.make(*arguments)
            case {"sensitive": held}:
                return Sensitive(self.value(held))
            case {"symbol": name}:
                return Symbol(name)
            case {"twice": item}:
                return [self.value(item)] * 2
        program = parse(given)
        return interpret(expression_of(program.body, program), self.loader)

    def make(self, name: str, *arguments: Any) -> Any:
        type_ = self.type(name)
        # What `new` itself adds, a check of what was made, is not asked about here.
        if isinstance(type_, ObjectExtensionType):
            type_ = type_.base
        return new(type_, *(self.value(given) for given in arguments))

    def answer(self, question: str, *rest: Any) -> Any:
        match question:
            case "new":
                return write_value(self.make(*rest), type_to_text)
            case "get":
                found = self.value(rest[0])
                assert isinstance(found, PuppetObject)
                return write_value(found.attribute(rest[1]), type_to_text)
            case "written":
                return type_to_text(self.type(rest[0]))
            case "expanded":
                return type_to_expanded_text(self.type(rest[0]))
            case "generalized":
                return type_to_text(generalize(self.type(rest[0])))
            case "assignable":
                return assignable(self.type(rest[0]), self.type(rest[1]))
            case "same":
                return self.type(rest[0]) == self.type(rest[1])
            case "instance":
                return accepts(self.type(rest[0]), self.value(rest[1]))
            case "equal":
                return self.value(rest[0]) == self.value(rest[1])
            case "inferred":
                return type_to_text(infer(self.value(rest[0])))
            case "common":
                return type_to_text(common_type(self.type(rest[0]), self.type(rest[1])))
            case "data":
                return _data(self.value(rest[0]), rest[1] if len(rest) > 1 else {})
            case "back":
                options = rest[1] if len(rest) > 1 else {}
                return write_value(from_data(rest[0], self.loader, **options), type_to_text)
        raise AssertionError(question)


def _data(value: Any, options: dict[str, Any]) -> Any:
    given = {name: option for name, option in options.items() if name != "strict"}
    messages: list[str] = []
    report = None if options.get("strict") == "error" else messages.append
    return to_data(value, report=report, **given)


def asked(case: Case) -> dict[str, Any]:
    """Return the definitions and questions of a case as data."""
    rows = [] if case.rows is None else questions(case)
    return {"types": case.program.splitlines(), "questions": [json.loads(row) for row in rows]}


def answer_to(data: dict[str, Any]) -> dict[str, Any]:
    try:
        asked = Asked(data["types"])
    except DuckrowError as error:
        return {"error": str(error)}
    answers = []
    for question in data["questions"]:
        try:
            answers.append({"is": asked.answer(*question)})
        except DuckrowError as error:
            answers.append({"error": str(error)})
    return {"answers": answers}


def text_of(answer: dict[str, Any]) -> Answer:
    if "error" in answer:
        return f"{answer['error']}\n"
    return [
        f"! {each['error']}"
        if "error" in each
        else f"= {json.dumps(each['is'], ensure_ascii=False)}"
        for each in answer["answers"]
    ]


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    return [text_of(answer) for answer in ask_ruby("objects.rb", map(asked, cases))]


@each_case(CASES)
def test_objects(case: Case) -> None:
    assert_answer(case, text_of(answer_to(asked(case))))
