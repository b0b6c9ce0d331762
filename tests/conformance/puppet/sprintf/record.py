"""Record what Ruby makes of random templates of sprintf.

    python record.py

Templates are put together from what a directive may have, in right and in wrong order. Floats are
tried apart, near the middle between two numbers of so many digits.
"""

from __future__ import annotations

import json
import subprocess
from math import inf, nextafter
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
DRIVER = HERE.parents[1] / "reference" / "sprintf.rb"
COUNT = 3000

NUMBERS = [0, 1, -1, 42, -42, 255, -256, 2**62, -(2**63), 2**63 - 1, 1.5, -1.5, 0.0, 1e20, 1e-7]
NUMBERS += [123456.789, -0.5, 2.5, 1e300]
TEXTS = (
    "abc||é|12|0x1f|0b11|0o17|017|1_000|1__0|_1|1_| 12 |1.5|1e3|.5|5.|1e|0x1.8p3|abc\n|12abc|-7|+7"
)
TEXTS += '|- 7|-0x1f|0x|0_7|09|1e400|nan|Infinity|a"b#{x}'
OTHERS: list[Any] = [True, False, None, [1, "a", None], {"a": 1}, [], {}]
OTHERS += [{"x": "v", "y": 42, "z": None}] * 4
VALUES = [*NUMBERS, *TEXTS.split("|"), *OTHERS]
LETTERS = "csdiuoxXbBeEfgGaAp" * 3 + "sssdddfff" + "kyh\n \0é%"


def template(random: Random) -> str:
    """Put a template together."""
    out = []
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        out.append(random.choice(["", "", "x", " é ", "%%", "100"]) + "%")
        if random.random() < 0.1:
            out.append(f"{random.randint(0, 4)}$")
        if random.random() < 0.15:
            out.append(random.choice(["<x>", "<y>", "{x}", "{z}", "<nope>", "{nope}", "<z>"]))
        out += random.choices(" #+-0", k=random.choice([0, 0, 0, 1, 1, 2, 3]))
        if random.random() < 0.4:
            out.append(random.choice("5 10 1 20 * *1$ 0 -3 99999999999".split()))
        if random.random() < 0.3:
            out.append(random.choice(". .0 .3 .10 .* .*2$ .1".split()))
        if random.random() < 0.05:
            out.append(random.choice(["<x>", "<y>", "{x}", "{z}", "-", "5"]))
        out.append(random.choice(LETTERS) + random.choice(["", "", "y", " "]))
    return "".join(out)


def float_case(random: Random) -> tuple[str, list[Any]]:
    """Put together a directive and a float that it must round."""
    flags = "".join(random.choices(" #+-0", k=random.choice([0, 0, 0, 1, 2])))
    count = random.randint(1, 13)
    digits = random.randrange(10 ** (count - 1), 10**count)
    power = random.choice([-count, -1, 0, random.randint(-30, 30), random.randint(-300, 280)])
    value = float(f"{digits}5e{power - 1}") * random.choice([1, 1, -1])
    for _ in range(random.choice([0, 0, 1, 2, 5, 30])):
        value = nextafter(value, random.choice([inf, -inf]))
    letter = random.choice("feg")
    precision = {"e": count - 1, "g": count, "f": max(0, -power)}[letter]
    width = random.choice(["", "", "12", "20"])
    return f"%{flags}{width}.{precision}{letter}", [value]


def record(cases: list[tuple[str, list[Any]]], name: str) -> None:
    asked = "\n".join(map(json.dumps, cases))
    command = ["ruby", str(DRIVER)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    answers = map(json.loads, done.stdout.splitlines())
    lines = [json.dumps([*case, said]) for case, said in zip(cases, answers, strict=True)]
    (HERE / name).write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


def main() -> None:
    random = Random(1)
    cases: list[tuple[str, list[Any]]] = []
    while len(cases) < COUNT:
        values = random.choices(VALUES, k=random.choice([0, 1, 1, 1, 2, 3]))
        text = template(random)
        # Characters of negative codes are no text.
        if not ("c" in text and any(type(v) in (int, float) and v < 0 for v in values)):
            cases.append((text, values))
    record(cases, "answers.json")
    record([float_case(random) for _ in range(COUNT)], "floats.json")


if __name__ == "__main__":
    main()
