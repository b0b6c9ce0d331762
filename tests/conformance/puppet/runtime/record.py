"""Record what the reference makes of every operator between every two operands.

    python record.py

reads operands.json and access.json, asks reference/operators.rb and writes the answers beside them.
Where an error is reported is kept by the name of the operand, since it depends on nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DRIVER = HERE.parents[1] / "reference" / "operators.rb"


def written(left: str, operator: str, right: str) -> tuple[str, dict[int, str]]:
    """Write a program that ends in the expression, and tell where its operands are.

    `?` stands for a selector with the right operand as its option.
    """
    before = f"$l = {left} $r = {right} "
    start = len(before) + 1
    if operator == "?":
        return before + "$l ? { $r => yes, default => no }", {}
    places = {start: "left", start + 3: "", start + 4 + len(operator): "right"}
    return before + f"$l {operator} $r", places


def ask(programs: list[str]) -> list[Any]:
    lines = "".join(json.dumps(program) + "\n" for program in programs)
    command = ["ruby", str(DRIVER)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(programs):
        raise SystemExit(f"{programs[len(answers)]}: no answer\n{done.stderr}")
    return answers


def named(answer: list[Any], places: dict[int, str]) -> list[Any]:
    """Give an answer with names of operands instead of columns."""
    found = list(answer)
    if found[0] == "!":
        # What follows these words is the platform's, not the language's.
        found[1] = re.split(r"\n|(?<=a match for Pattern\[)/\(\?x", found[1])[0]
        found[1] = re.sub("0x0000[0-9a-f]+", "0x", found[1])  # a place in memory
        found[3] = places.get(found[3], found[3])
    if isinstance(found[-1], list):
        found[-1] = [[text, places.get(column, column)] for text, column in found[-1]]
    return found


def record_operators() -> None:
    """Record every operator between every two operands."""
    operands = json.loads((HERE / "operands.json").read_text("utf-8"))
    values = operands["values"]
    programs = [
        written(left, operator, right)
        for operator in operands["operators"]
        for left in values
        for right in values
    ]
    save("operators.answers.json", programs, len(values))


def record_access() -> None:
    """Record every list of keys between brackets after every value."""
    asked = json.loads((HERE / "access.json").read_text("utf-8"))
    programs = [bracketed(value, keys) for value in asked["values"] for keys in asked["keys"]]
    save("access.answers.json", programs, len(asked["keys"]))


def bracketed(value: str, keys: str) -> tuple[str, dict[int, str]]:
    """Write a program that ends in an access by keys, and tell where value and keys are."""
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


def save(name: str, programs: list[tuple[str, dict[int, str]]], width: int) -> None:
    """Ask, and write down each distinct answer once, with a table of their numbers."""
    answers = ask([program for program, _ in programs])
    distinct: dict[str, int] = {}
    numbers = []
    for (_, places), answer in zip(programs, answers, strict=True):
        text = json.dumps(named(answer, places), ensure_ascii=False)
        numbers.append(distinct.setdefault(text, len(distinct)))
    rows = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    with (HERE / name).open("w", encoding="utf-8") as file:
        file.write('{"answers": [\n' + ",\n".join(distinct) + '\n],\n"rows": [\n')
        file.write(",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]}\n")


if __name__ == "__main__":
    record_operators()
    record_access()
