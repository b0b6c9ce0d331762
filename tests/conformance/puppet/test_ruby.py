"""Expressions of Ruby with the values or errors of Ruby 3.1, which `ruby/record_*.py` asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import MOST_STEPS, Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import OwnClass, RubyObject

RUBY = Interpreter()

HERE = Path(__file__).parent / "ruby"
ANSWERS = sorted(
    [*HERE.glob("text_*.json"), *HERE.glob("collections_*.json"), HERE / "programs.json"]
)


def said(expression: str) -> list[str]:
    RUBY.match = None
    RUBY.steps = MOST_STEPS
    try:
        # What a program defines is for its own self, so that the next does not see it.
        main = RubyObject(OwnClass("Object", known_class(RUBY, "Object")))
        shown = inspect(RUBY, load_ruby(expression.encode(), "a.rb").run(RUBY, main))
    except RubyError as error:
        return ["!", error.class_name, error.message.partition("\n")[0]]
    return ["=", shown.encode("utf-8", "surrogateescape").decode("utf-8", "replace")]


@pytest.mark.parametrize("file", ANSWERS, ids=[each.stem for each in ANSWERS])
def test_expressions(file: Path) -> None:
    wrong = []
    cases = json.loads(file.read_text("utf-8"))
    assert cases
    for expression, wanted in cases:
        found = said(expression)
        if found != wanted:
            wrong.append(f"{expression}\n  Ruby:    {wanted}\n  duckrow: {found}")
    assert not wrong, f"{len(wrong)} of {len(cases)} differ\n" + "\n".join(wrong[:50])
