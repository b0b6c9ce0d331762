"""Does our judge of Ruby patterns agree with Ruby?

Random patterns, and mutations of real ones, are put to both. A pattern counts as agreed upon when
both take it or both refuse it; its message is then compared as well. Needs `ruby`; without it, the
program says so and ends well.

    python tests/fuzz/fuzz_regexp.py --count 100000 --seed 1 [--modules FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

from duckrow.puppet.syntax import parse, read_source
from duckrow.puppet.syntax.nodes import LiteralRegularExpression, Node, children
from duckrow.regexp.check import fault
from duckrow.source.errors import DuckrowError

BATCH = 2000
MODULES = "/usr/share/puppet/modules.available"

# Reads one JSON list of patterns per line, writes one JSON list of messages (or null) per line.
JUDGE = r"""
require 'json'
$VERBOSE = nil
$stdout.sync = true
$stdin.each_line do |line|
  answers = JSON.parse(line).map do |source|
    begin
      Regexp.new(source)
      nil
    rescue RegexpError => e
      message = e.message.dup.force_encoding('UTF-8').scrub("\uFFFD")
      message[0...(message.index(': /') || message.size)]
    end
  end
  puts JSON.dump(answers)
end
"""

TOKENS = [
    *"abcxyzAZ019 _-,:;=!<>&'\"/#~@%é語\n\t..^$|()()[][]{}*+??\\",
    *r"""
    \d \D \w \W \s \S \h \H \b \B \A \Z \z \G \K \R \X \n \t \e \a \v \f \r
    \0 \1 \2 \9 \10 \12 \101 \177 \200 \377 \400 \08 \81 \k \g \p \P \q \- \] \[ \/
    \x \x4 \x41 \xff \xe3\x81\x82 \u \u00 \u0041 \u3042 \u{41 \u{41} \u{110000} \u{ \ud800
    \cA \c \C-a \C- \M-a \M-\C-a \c\M-a \C \M
    \p{Alpha} \P{L} \p{^Greek} \p{Foo} \p{ \p{Al-pha} \p{In_Thai} \p{a|b} \pL
    (?: (?= (?! (?<= (?<! (?> (?~ (?<n> (?<m> (?'n' (?# (?i) (?m-i) (?x) (?-x) (?i: (?a)
    (?u: (?d) (?s) (?i- (?<1> (?<> (?< (? (?^ (?P<n> (?@ (?(1) (?(<n>) (?('n') (?(n) (?(
    \k<n> \k<1> \k<-1> \k'n' \k<n+1> \k<n-0> \k<1+1> \k<n \k<> \k<-> \k<0> \k<n+ \k<-0> \k<1a>
    \g<n> \g<1> \g<0> \g<-1> \g<+1> \g'm' \g<9> \g< \g<> \g<+n> \g<01> \g<00> \g<n)
    {2} {2,} {,2} {2,3} {3,2} {,} {0} {1} {0,0} {100000} {100001} {99999999999} {2}? {2}+
    *? +? ?? *+ ++ ?+ {2,3}? {2,3}+ {1,2
    [[:alpha:]] [[:^digit:]] [[:foo:]] [[:alpha: [: :] [:word:] [^ && - a-z z-a \d-a a-\d
    [a-z] [^a-z] [a-c-e] [a&&b] [[a]] [a-[b]] [] [] [^] [-a] [a-] [&&] [a\]b] [\b] ]
    """.split(),
]


class Judge:
    """The real Ruby, in a process of its own; a new one when it falls over a pattern."""

    def __init__(self, ruby: str) -> None:
        self._command = [ruby, "-e", JUDGE]
        self._process = self._start()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, patterns: list[str]) -> list[str | None] | None:
        """Give Ruby's message for each pattern, or None when Ruby did not survive them."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(patterns) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            answers: list[str | None] = json.loads(line)
            return answers
        process.kill()
        process.wait()
        self._process = self._start()
        return None

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def real_patterns(folder: str) -> list[str]:
    """Collect the regular expressions of all manifests below a folder."""
    found: set[str] = set()
    for place, _, files in os.walk(folder, followlinks=True):
        for file in files:
            if not file.endswith(".pp"):
                continue
            try:
                pending: list[Node] = [parse(read_source(os.path.join(place, file)).text)]
            except DuckrowError:
                continue
            while pending:
                node = pending.pop()
                if isinstance(node, LiteralRegularExpression):
                    found.add(node.pattern)
                pending.extend(children(node))
    return sorted(found)


def generate(rng: random.Random, real: list[str]) -> Iterator[str]:
    """Yield patterns without end: made of tokens, grown by a grammar, or mutated from real ones."""
    while True:
        choice = rng.random()
        if real and choice < 0.4:
            yield mutate(rng, rng.choice(real), real)
        elif choice < 0.7:
            yield grow(rng, rng.randint(1, 4))
        else:
            yield "".join(rng.choices(TOKENS, k=rng.choice((1, 2, 3, 4, 5, 6, 8, 12, 20))))


ATOMS = r"""
    a b c . ^ $ é ß ss \d \w \W \s \h \b \B \A \Z \z \G \K \R \X \x41 \u3042 \101 \n
    \p{Alpha} \P{^Greek}
    [a-z] [^a-z] [a&&[^b]] [[:alpha:]_] [a-c-e] [\w-] []a] [ß]
    \1 \2 \3 \10 \k<n> \k<m> \k<-1> \k<1> \k<n+0> \g<n> \g<m> \g<1> \g<2> \g<0> \g<-1>
    """.split()
QUANTIFIERS = "* + ? *? +? ?? *+ ++ ?+ {2} {1,2} {,3} {2,} {0} {1} {2}? {2}+ {1,2}? {1,2}+".split()
OPENINGS = [
    *"( ( ( (?: (?: (?> (?= (?! (?<= (?<= (?<! (?<! (?~ (?i: (?m-i: (?<n> (?<m> (?<n>".split(),
    *"(?(1) (?(2) (?(<n>) (?x: (?u: (?a:".split(),
]


def grow(rng: random.Random, depth: int) -> str:
    """Give a pattern whose brackets are in order, so that later faults come to light."""
    out: list[str] = []
    for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        choice = rng.random()
        if depth and choice < 0.45:
            out.append(rng.choice(OPENINGS) + grow(rng, depth - 1) + ")")
        elif choice < 0.52:
            out.append(rng.choice(("|", "|", "(?i)", "(?#c)", "(?x)", "(?-i)")))
            continue
        else:
            out.append(rng.choice(ATOMS))
        if rng.random() < 0.3:
            out.append(rng.choice(QUANTIFIERS))
    return "".join(out)


def mutate(rng: random.Random, pattern: str, real: list[str]) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        i = rng.randint(0, len(pattern))
        j = min(len(pattern), i + rng.choice((0, 0, 1, 1, 2, 5)))
        choice = rng.random()
        if choice < 0.6:
            inserted = rng.choice(TOKENS)
        elif choice < 0.8:
            inserted = ""
        else:
            other = rng.choice(real)
            k = rng.randint(0, len(other))
            inserted = other[k : k + rng.randint(1, 8)]
        pattern = pattern[:i] + inserted + pattern[j:]
    return pattern


def run(count: int, seed: int, folder: str, ruby: str) -> bool:
    rng = random.Random(seed)
    real = real_patterns(folder) if os.path.isdir(folder) else []
    source = generate(rng, real)
    judge = Judge(ruby)
    tried = refused = same = same_words = lost = 0
    kinds: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    first = list(real)
    while tried < count:
        batch = (first + [next(source) for _ in range(BATCH)])[:BATCH]
        first = []
        answers = judge.ask(batch)
        if answers is None:
            answers = []
            for pattern in batch:
                one = judge.ask([pattern])
                if one is None:
                    lost += 1
                    batch = [other for other in batch if other != pattern]
                else:
                    answers += one
        for pattern, theirs in zip(batch, answers, strict=True):
            found = fault(pattern)
            ours = found[0] if found else None
            tried += 1
            refused += theirs is not None
            same += (ours is None) == (theirs is None)
            same_words += ours == theirs
            if ours != theirs:
                kind = (str(theirs).partition("<")[0], str(ours).partition("<")[0])
                kinds[kind] += 1
                if len(pattern) < len(examples.get(kind, pattern + " ")):
                    examples[kind] = pattern
    judge.close()
    print(f"{tried} patterns, {len(real)} of them real; Ruby refuses {refused}, lost on {lost}")
    print(
        f"taken or refused alike: {same / tried:.4%}; with the same words: {same_words / tried:.4%}"
    )
    for kind, times in kinds.most_common(40):
        print(f"{times:6} {kind[0]!r} is {kind[1]!r} here: {examples[kind]!r}")
    return same / tried >= 0.999 and same_words / tried >= 0.99


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", default=MODULES)
    options = parser.parse_args()
    ruby = shutil.which("ruby")
    if ruby is None:
        print("ruby is not installed: nothing to compare with")
        return
    sys.exit(not run(options.count, options.seed, options.modules, ruby))


if __name__ == "__main__":
    main()
