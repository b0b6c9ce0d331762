"""Ask Ruby, and write its answers down for the tests, which then run without it.

    python tests/unit/regexp/record.py [--modules FOLDER]

From data/torture.txt, one pattern a line, comes data/torture.json: where Ruby finds them in the
texts below. From the manifests of a folder comes data/real.json, with strings of the same
manifests. From a random generator comes data/faults.json: patterns and what Ruby says of them.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import shutil
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

Job = tuple[str, list[str]]

HERE = Path(__file__).parent
FUZZ = HERE.parents[1] / "fuzz" / "fuzz_regexp.py"
TORTURE = HERE / "data" / "torture.txt"
PER_MESSAGE = 25  # how many patterns of each kind of fault are kept
REAL_TEXTS = 12

TEXTS = [
    *["", "a", "b", "ab", "ba", "aa", "aab", "aaaa", "abab", "abc", "ABC", "aBc", "aaab", "cab"],
    *["a\n", "\n", "\n\n", "a\nb", "a\nb\n", "b\na", "\r\n", "a\r\nb", "a b", " a ", "a-b_c"],
    *["12", "x1F", "a1b2", "foo = bar baz ", "host:8080", "((a)(b))", "(a", "bbacc", "bcd", "ad"],
    *["é", "É", "aé", "éa", "ß", "ss", "SS", "ſ", "\u212a", "k", "語", "αΩ", "e\u0301x"],
    *["a\u2028b", "\x85", "²", "٣", "A\x00\x01\x07\x1b", "\t\v\f", "\\./-", "{1}", "x{,}", "[]"],
    "Stra\u00dfe",
]


def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz_regexp", FUZZ)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    tools = fuzz()
    parser.add_argument("--modules", default=tools.MODULES)
    options = parser.parse_args()
    ruby = shutil.which("ruby")
    if ruby is None:
        sys.exit("recording needs ruby")
    judge = tools.Judge(ruby)
    rng = random.Random(2024)
    real, strings = tools.real_literals(options.modules)
    short = [string for string in strings if 0 < len(string) < 60]

    seen: Counter[str] = Counter()
    faults: list[object] = []
    source = tools.generate(rng, real)
    jobs: list[Job] = [(next(source), []) for _ in range(30_000)]
    for (pattern, _), (message, _) in judge.ask_all(jobs):
        kind = str(message).partition("<")[0].partition("{")[0]
        if seen[kind] < PER_MESSAGE * (8 if message is None else 1) and len(pattern) < 80:
            seen[kind] += 1
            faults.append([pattern, message])
    write("faults.json", faults)

    jobs = [(pattern, TEXTS) for pattern in TORTURE.read_text().splitlines()]
    rows: list[object] = [[p, hits(f)] for (p, _), (_, f) in judge.ask_all(jobs) if f]
    write("torture.json", [TEXTS, *rows])
    jobs = [(pattern, likely(rng, pattern, short)) for pattern in real]
    write("real.json", [[p, texts, hits(f)] for (p, texts), (_, f) in judge.ask_all(jobs) if f])
    judge.close()


def hits(found: list[list[list[int] | None] | None]) -> dict[int, list[int]]:
    """Give the spans of the texts that matched, by the index of the text; -1 for no group."""
    return {
        i: [place for span in spans for place in span or (-1, -1)]
        for i, spans in enumerate(found)
        if spans is not None
    }


def likely(rng: random.Random, pattern: str, strings: list[str]) -> list[str]:
    """Choose strings, half of which share words with the pattern."""
    words = [word for word in "".join(c if c.isalnum() else " " for c in pattern).split() if word]
    near = [s for s in strings if any(word in s for word in words)] or strings
    half = REAL_TEXTS // 2
    return [rng.choice(near) for _ in range(half)] + [rng.choice(strings) for _ in range(half)]


def write(name: str, rows: list[object]) -> None:
    lines = ",\n".join(json.dumps(row, ensure_ascii=True) for row in rows)
    (HERE / "data" / name).write_text(f"[\n{lines}\n]\n")
    print(f"{name}: {len(rows)} patterns")


if __name__ == "__main__":
    main()
