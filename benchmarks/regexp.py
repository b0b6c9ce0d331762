"""What does a search with a Ruby expression cost, and what does making one cost?

Patterns and strings are of the kind that modules have, as recorded for the tests. Each pattern is
searched in its strings: by the expression, by the bare compiled pattern of `re` that it could be,
and by Ruby where it is installed. Since a few patterns run away on some strings, the medians are
compared. The budget for an expression is twice the bare pattern.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from duckrow.regexp import RubyRegexp, fault, translate

DATA = Path(__file__).parents[1] / "tests" / "unit" / "regexp" / "data" / "usual.json"
ROUNDS = 20
RUBY = r"""
require 'json'
def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC)
times = JSON.parse($stdin.read).map do |source, texts|
  regexp = Regexp.new(source)
  best = (1..20).map do
    start = clock
    texts.each { |text| regexp.match(text) }
    clock - start
  end.min
  best / texts.size
end
puts JSON.dump(times)
"""

Search = Callable[[str], object]


def time_of(search: Search, texts: list[str]) -> float:
    """Give the time of one search, in the fastest of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = perf_counter()
        for text in texts:
            search(text)
        best = min(best, perf_counter() - begin)
    return best / len(texts)


def making(rows: list[tuple[str, list[str]]]) -> tuple[float, float, float]:
    """Give the times to judge a pattern, to make it ready, and to compile what it becomes."""
    begin = perf_counter()
    for source, _ in rows:
        fault(source)
    judged = perf_counter()
    for source, texts in rows:
        RubyRegexp(source).search(texts[0])
    made = perf_counter()
    texts = [translate(source, is_ascii=True).text for source, _ in rows]
    re.purge()
    compiling = perf_counter()
    for text in texts:
        re.compile(text)
    compiled = perf_counter()
    return judged - begin, made - judged, compiled - compiling


def main() -> None:
    rows = [(source, texts) for source, texts, _ in json.loads(DATA.read_text())]
    judge, make, bare = (1e6 * total / len(rows) for total in making(rows))
    print(f"{len(rows)} patterns: judged in {judge:.0f} us each, made ready in {make:.0f} us,")
    print(f"  {bare:.0f} us of which re itself takes")
    own = 1e9 * median(time_of(RubyRegexp(source).search, texts) for source, texts in rows)
    least = 1e9 * median(time_of(plain(source).search, texts) for source, texts in rows)
    print(f"a search: {own:.0f} ns, {own / least:.2f} x the bare pattern of re ({least:.0f} ns)")
    ruby = shutil.which("ruby")
    if ruby is None:
        print("ruby is not installed: no comparison")
        return
    done = subprocess.run(
        [ruby, "-e", RUBY], input=json.dumps(rows), capture_output=True, text=True, check=True
    )
    theirs = 1e9 * median(json.loads(done.stdout))
    print(f"Ruby: {theirs:.0f} ns, {theirs / own:.2f} x ours")


def plain(source: str) -> re.Pattern[str]:
    return re.compile(translate(source, is_ascii=True).text, re.MULTILINE | re.ASCII)


if __name__ == "__main__":
    main()
