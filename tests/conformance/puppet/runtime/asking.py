"""Programs about operators and access, and the answers of the reference to them.

The location of an error is recorded as the name of the operand.
"""

from __future__ import annotations

import re
from typing import Any

from tests.conformance.puppet.compiling import ask_ruby

Program = tuple[str, dict[int, str]]


def written(left: str, operator: str, right: str) -> Program:
    """Write a program that ends in the expression, and return the columns of its operands.

    `?` stands for a selector with the right operand as its option.
    """
    before = f"$l = {left} $r = {right} "
    start = len(before) + 1
    if operator == "?":
        return before + "$l ? { $r => yes, default => no }", {}
    places = {start: "left", start + 3: "", start + 4 + len(operator): "right"}
    return before + f"$l {operator} $r", places


def ask(programs: list[Program]) -> list[list[Any]]:
    """Ask the reference; return its answers with names of operands instead of columns."""
    answers = ask_ruby("operators.rb", [text for text, _ in programs])
    return [named(answer, places) for answer, (_, places) in zip(answers, programs, strict=True)]


def named(answer: list[Any], places: dict[int, str]) -> list[Any]:
    """Return an answer with names of operands instead of columns."""
    found = list(answer)
    if found[0] == "!":
        # The rest of the message depends on the platform.
        found[1] = re.split(r"\n|(?<=a match for Pattern\[)/\(\?x", found[1])[0]
        # Addresses and hashes of Ruby objects differ from process to process.
        found[1] = re.sub(r"(0x)0000[0-9a-f]+|(@hash=)-?\d+", r"\1\2", found[1])
        found[3] = places.get(found[3], found[3])
    if isinstance(found[-1], list):
        found[-1] = [[text, places.get(column, column)] for text, column in found[-1]]
    return found


def bracketed(value: str, keys: str) -> Program:
    """Write a program that ends in an access by keys, and return the columns of value and keys."""
    before = f"$v = {value} "
    start = len(before) + 1
    places = {start: "left"}
    column = start + 3
    for index, key in enumerate(_apart(keys)):
        places[column] = f"key{index}"
        column += len(key) + 2
    return f"{before}$v[{keys}]", places


def _apart(keys: str) -> list[str]:
    """Take a list of keys apart, at the commas that are not inside brackets or braces."""
    found, depth = [""], 0
    for char in keys:
        depth += (char in "[{(") - (char in "]})")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [key.strip() for key in found]
