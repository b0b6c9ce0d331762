"""Our answers to the questions about types that reference/types.rb answers for the reference."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.common import common_type
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer, infer_detailed, infer_generic
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.iteration import element_type
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.normalize import normalize
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.keys import to_key
from duckrow.source.errors import DuckrowError, SourceError

DRIVER = Path(__file__).parents[2] / "reference" / "types.rb"
Question = dict[str, Any]
Answer = dict[str, Any]


def ask_reference(questions: Iterable[Question]) -> Iterator[Answer]:
    """Put questions to the installed Puppet."""
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    done = subprocess.run(
        ["ruby", str(DRIVER)], input=lines, stdout=subprocess.PIPE, text=True, check=True
    )
    for line in done.stdout.splitlines():
        yield json.loads(line)


def value_of(data: Any, loader: Callable[[str], Type | None] | None = None) -> Any:
    """Make a value of the data that stands for it in a question."""
    if isinstance(data, list):
        return [value_of(item, loader) for item in data]
    if not isinstance(data, dict):
        return data
    kind = next(iter(data), "")
    if not kind.startswith("$"):
        return {key: value_of(item, loader) for key, item in data.items()}
    content = data[kind]
    if kind == "$hash":
        return {to_key(value_of(k, loader)): value_of(v, loader) for k, v in content}
    if kind == "$sensitive":
        return Sensitive(value_of(content, loader))
    if kind == "$type":
        return parse_type(content, loader)
    return _KINDS[kind](content)


_KINDS: dict[str, Callable[[Any], Any]] = {
    "$regexp": RubyRegexp,
    "$default": lambda _content: DEFAULT,
    "$binary": Binary.parse,
    "$semver": SemVer.parse,
    "$semver_range": SemVerRange.parse,
    "$timestamp": Timestamp.parse,
    "$timespan": Timespan.parse,
    "$uri": URI.parse,
}


def text(type_: Type) -> str:
    return type_to_text(type_, shows_values=True)


def _parsed(source: str, loader: Callable[[str], Type | None]) -> Any:
    try:
        return type_to_text(parse_type(source, loader))
    except SourceError as error:
        found = error.diagnostic
        return {"error": f"{found.what} (line: {found.line}, column: {found.column})"}
    except DuckrowError as error:
        return {"error": str(error)}


def _bits(answers: Iterable[bool]) -> str:
    return "".join("1" if answer else "0" for answer in answers)


def answer(question: Question) -> Answer:
    """Answer as the reference's driver does, with the texts of common types in place."""
    loader = Definitions(question.get("aliases", {}))
    types = [parse_type(source, loader) for source in question.get("types", ())]
    values = [value_of(data, loader) for data in question.get("values", ())]
    elements = [element_type(type_) for type_ in types]
    return {
        "written": [type_to_text(type_) for type_ in types],
        "generalized": [text(generalize(type_)) for type_ in types],
        "normalized": [text(normalize(type_)) for type_ in types],
        "iterated": [element and text(element) for element in elements],
        "assignable": [_bits(assignable(a, b) for b in types) for a in types],
        "equal": [_bits(a == b for b in types) for a in types],
        "common": [[text(common_type(a, b)) for b in types] for a in types],
        "instance": [_bits(accepts(type_, value) for value in values) for type_ in types],
        "inferred": [text(infer(value)) for value in values],
        "detailed": [text(infer_detailed(value)) for value in values],
        "generic": [text(infer_generic(value)) for value in values],
        "parsed": [_parsed(source, loader) for source in question.get("texts", ())],
    }


def differences(question: Question, expected: Answer, actual: Answer) -> list[str]:
    """List where two answers differ, leaving out what the reference itself fails at."""
    types, values = question.get("types", []), question.get("values", [])
    found: list[str] = []

    def compare(what: str, theirs: Any, ours: Any) -> None:
        failed = isinstance(theirs, str) and theirs.startswith("!")
        if theirs != ours and not failed:
            found.append(f"{what}: {theirs} there, {ours} here")

    for name, subjects in (
        *((name, types) for name in ("written", "generalized", "normalized", "iterated")),
        *((name, values) for name in ("inferred", "detailed", "generic")),
        ("parsed", question.get("texts", [])),
    ):
        for subject, theirs, ours in zip(subjects, expected[name], actual[name], strict=True):
            compare(f"{name} {subject}", theirs, ours)
    names = expected["names"]
    for row, one in enumerate(types):
        for column, other in enumerate(types):
            for name in ("assignable", "equal"):
                theirs, ours = expected[name][row][column], actual[name][row][column]
                compare(f"{name} {one} {other}", theirs, ours)
            theirs = names[expected["common"][row][column]]
            compare(f"common {one} {other}", theirs, actual["common"][row][column])
        for column, value in enumerate(values):
            theirs, ours = expected["instance"][row][column], actual["instance"][row][column]
            compare(f"instance {one} {value}", theirs, ours)
    return found


def unanswered(answer: Answer) -> tuple[int, int]:
    """Count the questions that the reference fails at, and all questions."""
    bits = "".join("".join(answer[name]) for name in ("assignable", "equal", "instance"))
    failed = [name.startswith("!") for name in answer["names"]]
    common = [failed[number] for row in answer["common"] for number in row]
    return bits.count("!") + sum(common), len(bits) + len(common)
