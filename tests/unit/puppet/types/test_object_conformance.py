"""Object types, type sets and rich data answer as Puppet 7.23 does.

The questions and its answers stand in `tests/conformance/puppet/types/objects`, one file for each
subject; `tests/conformance/reference/objects.rb` asks the installed one.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_text import write_value
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.parse import interpret, parse_type
from duckrow.puppet.types.rich_data.read import from_data
from duckrow.puppet.types.rich_data.symbol import Symbol
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.puppet.types.type_text import type_to_expanded_text, type_to_text
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.source.errors import DuckrowError

ROOT = Path(__file__).parents[3] / "conformance"
DATA = ROOT / "puppet" / "types" / "objects"


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
        return interpret(program.body, program, self.loader)

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


def _ask(case: dict[str, Any]) -> dict[str, Any]:
    try:
        asked = Asked(case["types"])
    except DuckrowError as error:
        return {"error": str(error)}
    answers = []
    for question in case["questions"]:
        try:
            answers.append({"is": asked.answer(*question)})
        except DuckrowError as error:
            answers.append({"error": str(error)})
    return {"answers": answers}


def _cases() -> list[Any]:
    found = []
    for path in sorted(DATA.glob("*.json")):
        for number, case in enumerate(json.loads(path.read_text())):
            found.append(pytest.param(case, id=f"{path.stem}-{number}"))
    return found


@pytest.mark.parametrize("case", _cases())
def test_answers_as_the_reference_does(case: dict[str, Any]) -> None:
    found = _ask(case)
    if "error" in case:
        assert found == {"error": case["error"]}
        return
    assert "error" not in found, found
    for question, wanted, mine in zip(
        case["questions"], case["answers"], found["answers"], strict=True
    ):
        assert mine == wanted, question


@pytest.mark.reference
def test_the_recorded_answers_are_those_of_the_reference(request: pytest.FixtureRequest) -> None:
    for path in sorted(DATA.glob("*.json")):
        cases = json.loads(path.read_text())
        answers = _ask_reference(cases)
        if request.config.getoption("--accept"):
            fresh = [
                {**_asked(case), **answer} for case, answer in zip(cases, answers, strict=True)
            ]
            path.write_text(json.dumps(fresh, indent=1, ensure_ascii=False) + "\n")
            continue
        for case, answer in zip(cases, answers, strict=True):
            recorded = {key: case[key] for key in ("error", "answers") if key in case}
            assert recorded == answer, case["types"]


def _asked(case: dict[str, Any]) -> dict[str, Any]:
    return {"types": case["types"], "questions": case["questions"]}


def _ask_reference(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        ["ruby", str(ROOT / "reference" / "objects.rb")],
        input=json.dumps([_asked(case) for case in cases]),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers
