"""Does the cost of parsing stay in proportion to the size of the text?

Each row is a shape of text, each column a size; the cells are nanoseconds per byte, the best of
several rounds. The last column sets the largest size against the cheapest: near 1 is flat, and a
cost that grew with the square of the size would show as a thousand or more.

    python benchmarks/parse_scaling.py [--largest BYTES] [SHAPE...]
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable

from duckrow.puppet.syntax import parse

SIZES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
ENOUGH = 0.2  # seconds after which a cell needs no further round

RESOURCE = """file { '/etc/duck.conf':
  ensure  => file,
  mode    => '0644',
  content => "quack ${name} and ${facts['os']['name']}\\n",
  require => Package['duck'],
}
"""


def repeated(text: str, begin: str = "", end: str = "") -> Callable[[int], str]:
    """Make a shape that fills a size with one text over and over."""

    def fill(size: int) -> str:
        return begin + text * max(1, (size - len(begin) - len(end)) // len(text)) + end

    return fill


def nested(size: int) -> str:
    """Make data in data, as deep as real data goes, over and over."""
    value = "{ 'a' => [1, 2.5, { 'b' => true, 'c' => [undef, 'd', { 'e' => ['f', $g] }] }] }"
    return repeated(f"  'key' => {value},\n", "$data = {\n", "}\n")(size)


SHAPES: dict[str, Callable[[int], str]] = {
    "resources": repeated(RESOURCE),
    "one long line": repeated("notice('abc', $x, 1 + 2) "),
    "one long string": repeated("quack ", "$x = '", "'"),
    "escapes in a string": repeated("\\t\\u00e9", '$x = "', '"'),
    "variables in a string": repeated("a $b ${c} ", '$x = "', '"'),
    "expressions in a string": repeated("a ${b['c']} ${d.e |$f| { \"${f}\" }} ", '$x = "', '"'),
    "strings in strings": repeated('$x = "${a["b${c}"]}"\n'),
    "heredocs": repeated('$x = @("END"/L)\n  quack ${x} \\\n  more\n  |- END\n'),
    "one long heredoc": repeated("  quack ${x}\n", '$x = @("END")\n', "  | END\n"),
    "regular expressions": repeated("if $x =~ /^a.*\\/b$/ { }\ncase $y {\n  /c/: { }\n}\n"),
    "divisions": repeated(" / 2", "$x = 1"),
    "comments": repeated("# quack quack\n/* quack */ "),
    "space": repeated(" \n"),
    "nested data": nested,
    "access and calls": repeated(".b[1]", "$x = $a"),
    "relationships": repeated(" -> A['b']", "A['b']"),
    "elsif after elsif": repeated(" elsif $x { 1 }", "if $x { 1 }"),
    "names beyond ASCII": repeated("$x = 'Enten und Gänse' # schön\n"),
}


def cost(text: str) -> float:
    """Give the nanoseconds per byte of the best round."""
    best = None
    spent = 0.0
    while best is None or spent < ENOUGH:
        gc.collect()
        began = time.process_time()
        tree = parse(text)
        took = time.process_time() - began
        del tree
        spent += took
        best = took if best is None else min(best, took)
    return best / len(text.encode()) * 1e9


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--largest", type=int, default=SIZES[-1], metavar="BYTES")
    options.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    chosen = options.parse_args()
    sizes = [size for size in SIZES if size <= chosen.largest]
    heads = [f"{size // 1000} kB" if size < 1_000_000 else f"{size // 10**6} MB" for size in sizes]
    print(f"{'ns per byte':24}" + "".join(f"{head:>9}" for head in heads) + "   growth")
    for name in chosen.shapes or SHAPES:
        row = [cost(SHAPES[name](size)) for size in sizes]
        cells = "".join(f"{cell:9.1f}" for cell in row)
        print(f"{name:24}{cells} {row[-1] / min(row):8.1f}", flush=True)


if __name__ == "__main__":
    main()
