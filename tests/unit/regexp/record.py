"""Ask Ruby, and write its answers down for the tests, which then run without it.

    python tests/unit/regexp/record.py

From data/torture.txt, one pattern a line, comes data/torture.json: where Ruby finds them in the
texts below. From data/usual.txt, patterns of the kind that modules have, comes data/usual.json,
with the strings below. From a random generator comes data/faults.json: patterns and what Ruby
says of them.
"""

from __future__ import annotations

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
USUAL = HERE / "data" / "usual.txt"
PER_MESSAGE = 25  # how many patterns of each kind of fault are kept
USUAL_TEXTS = 12

TEXTS = [
    *["", "a", "b", "ab", "ba", "aa", "aab", "aaaa", "abab", "abc", "ABC", "aBc", "aaab", "cab"],
    *["a\n", "\n", "\n\n", "a\nb", "a\nb\n", "b\na", "\r\n", "a\r\nb", "a b", " a ", "a-b_c"],
    *["12", "x1F", "a1b2", "foo = bar baz ", "host:8080", "((a)(b))", "(a", "bbacc", "bcd", "ad"],
    *["é", "É", "aé", "éa", "ß", "ss", "SS", "ſ", "\u212a", "k", "語", "αΩ", "e\u0301x"],
    *["a\u2028b", "\x85", "²", "٣", "A\x00\x01\x07\x1b", "\t\v\f", "\\./-", "{1}", "x{,}", "[]"],
    "Stra\u00dfe",
]

STRINGS = [
    *["/etc/pond.conf", "/var/lib/pond/", "pond.d", "relative/path", "~/pond", "C:/pond", "/"],
    *["0644", "755", "u+rw", "present", "absent", "running", "stopped", "latest", "installed"],
    *["0", "42", "-7", "3.14", "0x1F", "512M", "10k", "1.2", "1.2.3", "v2.0.0-rc1", ">= 1.0"],
    *["10.0.0.1", "10.0.0.0/8", "256.1.1.1", "::1", "2001:db8:0:0:0:0:0:1", "00:11:22:33:44:55"],
    *["localhost", "pond.example.com", "-bad-.example", "duck@pond.example.com", "not mail"],
    *["http://pond.example.com:8080/a", "ftp://pond.example.com", "tcp6", "udp", "pond:53"],
    *["PATH", "a_variable", "pond::duck", "Pond::Duck", "key = value", "key=", "# comment", "  "],
    *["${duck}", "%{facts.os}", "<%= $duck -%>", "a b  # c", "YES", "off", "True", "duck=quack"],
    *["root", "rooted", "*", "?uck", "[section]", '"quoted"', "'it\\'s'", "unmasked", "mon-fri"],
    *[
        "2024-02-29",
        "2024-02-29T10:00",
        "*/5",
        "en_GB.UTF-8",
        "a, b,c",
        "aaaaaaaa",
        "one two three",
    ],
    *["", "a\nb", "Ente", "Gänse", "カモ"],
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
    tools = fuzz()
    ruby = shutil.which("ruby")
    if ruby is None:
        sys.exit("recording needs ruby")
    judge = tools.Judge(ruby)
    rng = random.Random(2024)
    usual = USUAL.read_text().splitlines()

    seen: Counter[str] = Counter()
    faults: list[object] = []
    source = tools.generate(rng, usual)
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
    jobs = [(pattern, likely(rng, pattern, STRINGS)) for pattern in usual]
    write("usual.json", [[p, texts, hits(f)] for (p, texts), (_, f) in judge.ask_all(jobs) if f])
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
    half = USUAL_TEXTS // 2
    return [rng.choice(near) for _ in range(half)] + [rng.choice(strings) for _ in range(half)]


def write(name: str, rows: list[object]) -> None:
    lines = ",\n".join(json.dumps(row, ensure_ascii=True) for row in rows)
    (HERE / "data" / name).write_text(f"[\n{lines}\n]\n")
    print(f"{name}: {len(rows)} patterns")


if __name__ == "__main__":
    main()
