"""Texts as numbers, with the answers of Ruby 3.1: Integer(), Float(), to_i and to_f.

A float is recorded as the hexadecimal digits of its eight bytes, an error as ! and its message.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from functools import partial
from math import isfinite, isnan
from pathlib import Path

import pytest

from duckrow.puppet.functions.helpers import ruby_numbers
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.core.numbers.read_numbers import strict_float, strict_integer
from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.values.number_text import leading_fraction, leading_integer

RUBY = Interpreter()
ANSWERS = json.loads(Path(__file__).with_name("number_text.json").read_text())
READERS: list[Callable[[str], int | float]] = [
    partial(strict_integer, RUBY),
    partial(strict_float, RUBY),
    leading_integer,
    leading_fraction,
]


def said(read: Callable[[str], int | float], text: str) -> int | str:
    try:
        found = read(text)
    except (RubyError, EvaluationError) as error:
        return f"!{error.message}"
    if isinstance(found, int):
        return found
    if isfinite(found):
        return struct.pack(">d", found).hex()
    return "NaN" if isnan(found) else "Infinity" if found > 0 else "-Infinity"


def test_answers() -> None:
    assert len(ANSWERS) > 300
    wrong = [
        (text, at, found, wanted)
        for text, answers in ANSWERS
        for at, (read, wanted) in enumerate(zip(READERS, answers, strict=True))
        if (found := said(read, text)) != wanted
    ]
    assert wrong == []


def test_functions_of_manifests_read_the_same() -> None:
    wrong = [
        (text, answers)
        for text, answers in ANSWERS
        if said(ruby_numbers.to_integer, text) != answers[0]
        or said(ruby_numbers.to_float, text) != answers[1]
    ]
    assert wrong == []


@pytest.mark.parametrize("space", ["\u00a0", "\u2003", "\u3000"])
def test_only_ascii_space_counts(space: str) -> None:
    with pytest.raises(EvaluationError, match="invalid value for Integer"):
        ruby_numbers.to_integer(f"{space}12")
    with pytest.raises(EvaluationError, match="invalid value for Float"):
        ruby_numbers.to_float(f"12{space}")
