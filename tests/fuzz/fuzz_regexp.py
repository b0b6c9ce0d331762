"""Do we judge and match Ruby patterns as Ruby does?

    python tests/fuzz/fuzz_regexp.py --count 100000 --seed 1      what is refused, and why
    python tests/fuzz/fuzz_regexp.py --matches --count 10000      what matches, on random texts
    python tests/fuzz/fuzz_regexp.py --real                       real patterns on real strings

Random patterns, and mutations of real ones, are put to Ruby and to us. Real patterns and strings
are those of the manifests below --modules. Needs `ruby`; without it, the program says so and ends
well.
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

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse
from duckrow.puppet.syntax.nodes import LiteralRegularExpression, LiteralString, Node, children
from duckrow.regexp import MatchTimeoutError, PatternError, RubyRegexp, fault
from duckrow.source.errors import DuckrowError

Spans = list[list[int] | None] | None  # of the match and its groups
Job = tuple[str, list[str]]  # a pattern and the texts to search
Answer = tuple[str | None, list[Spans] | None]  # what is wrong, what was found

BATCH = 2000
MODULES = "/usr/share/puppet/modules.available"

# Reads one JSON list of jobs per line, writes one JSON list of answers per line.
JUDGE = r"""
require 'json'
require 'timeout'
$VERBOSE = nil
$stdout.sync = true
def spans(match)
  match && (0...match.size).map { |i| match.begin(i) && [match.begin(i), match.end(i)] }
end
$stdin.each_line do |line|
  answers = JSON.parse(line).map do |source, texts|
    begin
      regexp = Regexp.new(source)
      [nil, Timeout.timeout(10) { texts.map { |text| spans(regexp.match(text)) } }]
    rescue RegexpError => e
      message = e.message.dup.force_encoding('UTF-8').scrub("\uFFFD")
      [message[0...(message.index(': /') || message.size)], nil]
    rescue Timeout::Error
      [nil, nil]
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

    def ask(self, jobs: list[Job]) -> list[Answer] | None:
        """Give Ruby's answers, or None when Ruby did not survive the question."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(jobs) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            answers: list[Answer] = json.loads(line)
            return answers
        self.close()
        self._process = self._start()
        return None

    def ask_all(self, jobs: list[Job]) -> Iterator[tuple[Job, Answer]]:
        """Yield the jobs with their answers, without those that Ruby did not survive."""
        answers = self.ask(jobs)
        for i, job in enumerate(jobs):
            one = answers[i : i + 1] if answers is not None else self.ask([job])
            if one:
                yield job, one[0]

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def real_literals(folder: str) -> tuple[list[str], list[str]]:
    """Collect the regular expressions and the strings of all manifests below a folder."""
    patterns: set[str] = set()
    strings: set[str] = set()
    for place, _, files in os.walk(folder, followlinks=True):
        for file in files:
            if not file.endswith(".pp"):
                continue
            try:
                pending: list[Node] = [
                    parse(
                        decode(
                            read_bytes(os.path.join(place, file)), os.path.join(place, file)
                        ).text
                    )
                ]
            except DuckrowError:
                continue
            while pending:
                node = pending.pop()
                if isinstance(node, LiteralRegularExpression):
                    patterns.add(node.pattern)
                elif isinstance(node, LiteralString):
                    strings.add(node.value)
                pending.extend(children(node))
    return sorted(patterns), sorted(strings)


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


ALPHABET = "aabbccxyAB01 _-\n\t.:/"
WIDE = ALPHABET + "éÉßſKﬁ語٣ª²\u0301\u0085\u2028Ω"


def texts(rng: random.Random) -> list[str]:
    """Give texts short enough that no pattern runs away on them."""
    return [
        "".join(rng.choices(WIDE if i % 3 == 0 else ALPHABET, k=rng.choice((0, 1, 2, 4, 8, 12))))
        for i in range(10)
    ]


def compare_faults(judge: Judge, count: int, source: Iterator[str], real: list[str]) -> bool:
    tried = refused = same = same_words = 0
    kinds: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    jobs: list[Job] = [(pattern, []) for pattern in real]
    while tried < count:
        jobs += [(next(source), []) for _ in range(BATCH)]
        for (pattern, _), (theirs, _) in judge.ask_all(jobs):
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
        jobs = []
    print(f"{tried} patterns, {len(real)} of them real; Ruby refuses {refused}")
    print(
        f"taken or refused alike {same / tried:.4%}, with the same words {same_words / tried:.4%}"
    )
    for kind, times in kinds.most_common(40):
        print(f"{times:6} {kind[0]!r} is {kind[1]!r} here: {examples[kind]!r}")
    return same / tried >= 0.999 and same_words / tried >= 0.99


def compare_matches(judge: Judge, jobs: Iterator[Job]) -> bool:
    counts: Counter[str] = Counter()
    pending = list(jobs)
    step = max(1, BATCH * 10 // max(len(texts) for _, texts in pending))
    for i in range(0, len(pending), step):
        for (pattern, searched), (_, theirs) in judge.ask_all(pending[i : i + step]):
            if theirs is None:
                counts["refused by Ruby, or too slow for it"] += 1
                continue
            counts["patterns"] += 1
            try:
                expression = RubyRegexp(pattern)
                ours = [found(expression, text) for text in searched]
            except PatternError as wrong:
                counts[f"refused: {wrong.message}"] += 1
                continue
            except MatchTimeoutError:
                counts["stopped by the clock"] += 1
                continue
            counts["searches"] += len(searched)
            counts["matches"] += sum(spans is not None for spans in theirs)
            for text, left, right in zip(searched, ours, theirs, strict=True):
                if left != right:
                    counts["different"] += 1
                    print(f"{pattern!r} on {text!r}: Ruby finds {right}, we find {left}")
    for what, times in counts.most_common():
        print(f"{times:9} {what}")
    return counts["different"] <= counts["searches"] * 0.001


def found(expression: RubyRegexp, text: str) -> Spans:
    match = expression.search(text)
    if match is None:
        return None
    spans = [match.span(i) for i in range(expression.group_count + 1)]
    return [None if span == (-1, -1) else list(span) for span in spans]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modules", default=MODULES)
    parser.add_argument("--matches", action="store_true")
    parser.add_argument("--real", action="store_true")
    options = parser.parse_args()
    ruby = shutil.which("ruby")
    if ruby is None:
        print("ruby is not installed: nothing to compare with")
        return
    rng = random.Random(options.seed)
    patterns, strings = real_literals(options.modules)
    source = generate(rng, patterns)
    judge = Judge(ruby)
    if options.real:
        is_well = compare_matches(judge, ((pattern, strings) for pattern in patterns))
    elif options.matches:
        jobs = ((next(source), texts(rng)) for _ in range(options.count))
        is_well = compare_matches(judge, jobs)
    else:
        is_well = compare_faults(judge, options.count, source, patterns)
    judge.close()
    sys.exit(not is_well)


if __name__ == "__main__":
    main()
