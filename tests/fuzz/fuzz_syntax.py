"""Feed mutated and random sources to the front end and see that it never stumbles.

    python tests/fuzz/fuzz_syntax.py --count 200000 --seed 1 [--corpus DIR ...]

Every input is either refused with a positioned error, or parsed, validated, dumped, printed and
parsed again to the same tree. Anything else is a failure: another exception, a tree that does not
survive, an input that takes longer than the limit. A failure is cut down to a short source, saved,
and ends the run with exit code 1.

An input depends on nothing but the seed, its number and the corpus, so `--first N --count 1`
repeats one.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from duckrow.puppet.syntax import decode, nodes, parse_source, tokens
from duckrow.puppet.syntax.compare import difference
from duckrow.puppet.syntax.pn import to_json, to_text
from duckrow.puppet.syntax.printer import print_source
from duckrow.puppet.validation import validate
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

ROOT = Path(__file__).parents[2]
LONGEST_SEED = 6_000

# Small, so that a run without a corpus still knows every corner of the language.
BUILT_IN = [
    "class a (String $b = 'c', Optional[Integer] $d = undef) inherits e { include f }\n",
    "define a($c) { file { ['/a', \"${c}/d\"]: ensure => b, * => $e; default: mode => '0' } }\n",
    "node 'a.b', /c/, default { @user { 'd': groups +> e } @@g { h: } }\n",
    "function a::b(Array *$c) >> Hash[String, Any] { $c.map |$d, $e = 1| { [$d, $e] } }\n",
    "if $a == 1 and !($b in $c) { 1 } elsif $d =~ /e\\/f/ { 2 } else { 3 }\n",
    "unless $a { b() } else { case $c { 1, 'd': { } default: { $e = -1.5e-3 % 0x1f } } }\n",
    "$a = $b ? { /c/ => d, default => [1, { 'e' => f, g => 017 }] }\n",
    "User <| title == 'a' or tag != b |> { shell => c } User <<| |>> -> File['d'] ~> E['f']\n",
    "notice \"a${b}c${d['e'][0]}$f::g\\n\\u{1F600}${h.i(1) |$j| { $j }}\", 'k\\'l'\n",
    '$a = @("B":json/L$) + @(C)\n  x ${y} \\$z\n  | B\n  text\n  |- C\n$d\n',
    "type A::B = Variant[Integer[0], Struct[{ c => Enum['d'] }]]\ntype E inherits F { }\n",
    "File { mode => '0644' } File['a'] { owner => b } class { 'c': } Foo[1] -> bar { 2: }\n",
    "plan a($b) { apply($b) { notice(1) } }\n",
    "foo(*$a, b => 1) |$c| { next $c } # comment\n/* comment */ $d[1, 2].e.f\n",
    "<%- | String $a, $b = 1 | -%>\na <%= $a %> <%% %%>\n<% if $b { -%>\n x\n<%- } -%>\n<%# c %>",
    '<% [1, 2].each |$x| { %><%= "${x}" %>,<% } %>end',
]
_WORDS = r"""
( ) [ ] { } , ; : . ? | = => +> -> ~> <- <~ == != =~ !~ < > <= >= << >> + - * / % ! @ @@
<| |> <<| |>> += -= :: $ ${ " ' \ # /* */ <% %> <%= <%- -%> <%# <%% %%> @( | ~ {} [] () || ''
a foo a::b ::a a-b _a A A::B ::A $a $a::b $::c $1 0 1 08 0x 0xff 1.5 1e3 1. true false undef
default if elsif else unless case class define node function type inherits and or in attr
private plan apply include notice realize 'a' "b" "${c}" "$d" /e/ @(E) @("E":json/L) é 😀 ٣
\u{110000} \u00e9
"""
_SPACES = ["\n| E\n", "\n|- E\n", "\nE\n", "\n", "\r\n", " ", "\t", "\xa0", "\u2028", "\ufeff"]
FRAGMENTS = [*_WORDS.split(), *_SPACES, "\0", "\x7f"]
CHARACTERS = list("(){}[]|$\"'\\\n<%>=@:/é")
OPENERS = ["(", "[", "{", "a(", "a[", '"${', "if a {", "!", "-", "$a ? { b => ", "$a.b |$c| {"]


class HangError(BaseException):
    """An input took too long. Not an Exception, so that nothing under test can swallow it."""


class UnexpectedError(Exception):
    """Something that no exception reports: a tree that changed, a position outside the source."""


# Making inputs


class Seed:
    """A source to mutate, with its tokens."""

    def __init__(self, text: str, is_template: bool) -> None:
        self.text = text
        self.is_template = is_template
        try:
            self.pieces = [token.text for token in tokens(text, epp=is_template)]
        except SourceError:
            self.pieces = list(text)


def seeds(folders: list[str]) -> list[Seed]:
    """Read what there is to mutate: the given folders, or what comes with the project."""
    paths = [Path(folder) for folder in folders] or [ROOT / "tests/conformance", ROOT / "examples"]
    found = [Seed(text, text.startswith("<%")) for text in BUILT_IN]
    for path in sorted(file for folder in paths for file in folder.rglob("*.*pp")):
        if path.suffix in (".pp", ".epp") and path.is_file():
            text = path.read_bytes().decode("utf-8", "replace")
            if text:
                found.append(Seed(text[:LONGEST_SEED], path.suffix == ".epp"))
    return found


def make_input(rng: random.Random, pool: list[Seed]) -> tuple[str, bool]:
    """Make one source, and say whether it is to be read as a template."""
    kind = rng.random()
    seed = rng.choice(pool)
    is_template = seed.is_template if rng.random() < 0.97 else not seed.is_template
    if kind < 0.6:
        pieces = mutate(rng, window(rng, seed.pieces), rng.choice(pool).pieces)
    elif kind < 0.85:
        pieces = mutate(rng, window(rng, seed.text), CHARACTERS)
    elif kind < 0.96:
        pieces, is_template = rng.choices(FRAGMENTS, k=rng.randint(1, 30)), rng.random() < 0.2
    elif kind < 0.98:
        depth = rng.choice((3, 30, 300, 3_000))
        pieces = [rng.choice(OPENERS) * depth, rng.choice(FRAGMENTS)]
    else:
        pieces = [chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(40)]
    return "".join(pieces), is_template


def window(rng: random.Random, pieces: list[str] | str) -> list[str]:
    """Take a stretch of a long source, since errors near its start hide what follows."""
    if rng.random() < 0.5 or len(pieces) < 40:
        return list(pieces)
    start = rng.randrange(len(pieces) - 20)
    return list(pieces[start : start + rng.randint(20, 200)])


def mutate(rng: random.Random, pieces: list[str], others: list[str]) -> list[str]:
    """Delete, double, swap, insert and replace pieces, a few times."""
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        if not pieces:
            break
        i, j = sorted((rng.randrange(len(pieces)), rng.randrange(len(pieces))))
        match rng.randrange(8):
            case 0:
                del pieces[i]
            case 1:
                del pieces[i : min(j, i + 10)]
            case 2:
                pieces.insert(i, pieces[j])
            case 3:
                pieces[i], pieces[j] = pieces[j], pieces[i]
            case 4:
                pieces.insert(i, rng.choice(FRAGMENTS))
            case 5:
                pieces[i] = rng.choice(others) if others else ""
            case 6:
                pieces[i:i] = pieces[i : min(j, i + 10)] * rng.randint(1, 3)
            case 7:
                del pieces[j:]
    return pieces


# Judging them


def check(text: str, is_template: bool, tasks: bool) -> bool:
    """Take a source through the whole front end; gives whether it parsed."""
    try:
        source = decode(text.encode("utf-8", "surrogatepass"), None)
    except SourceError as error:
        check_error(error)
        return False
    check_tokens(source.text, is_template, tasks)
    try:
        program = parse_source(source, epp=is_template, tasks=tasks, warnings=[])
    except SourceError as error:
        check_error(error)
        return False
    check_spans(program)
    for finding in validate(program, tasks=tasks):
        check_error(SourceError(finding))
    to_text(program)
    to_json(program)
    printed = print_source(program)
    try:
        again = parse_source(SourceText(printed), epp=is_template, tasks=tasks)
    except SourceError as error:
        raise UnexpectedError(f"printed as {printed!r}, which is refused: {error}") from None
    changed = difference(program, again)
    if changed:
        raise UnexpectedError(f"printed as {printed!r}, which is another tree: {changed[-500:]}")
    return True


def check_tokens(text: str, is_template: bool, tasks: bool) -> None:
    try:
        joined = "".join(token.text for token in tokens(text, epp=is_template, tasks=tasks))
    except SourceError as error:
        check_error(error)
        return
    if joined != text:
        raise UnexpectedError(f"the tokens joined are {joined!r}")


def check_error(error: SourceError) -> None:
    found = error.diagnostic
    size = len(found.source.text)
    if found.start is not None and not 0 <= found.start <= (found.end or 0) <= size:
        raise UnexpectedError(f"{found!r} is at {found.start}..{found.end} of {size}")
    if not found.what or (found.line is None) != (found.start is None):
        raise UnexpectedError(f"{found!r} is incomplete")


def check_spans(program: nodes.Program) -> None:
    size = len(program.source.text)
    waiting: list[nodes.Node] = [program]
    while waiting:
        node = waiting.pop()
        if not 0 <= node.start <= node.end <= size or not 0 <= node.at <= size:
            place = f"{node.start}..{node.end}, reported at {node.at}, of {size}"
            raise UnexpectedError(f"{type(node).__name__} is at {place}")
        waiting += nodes.children(node)


Judge = Callable[[str], BaseException | None]


def judge(is_template: bool, tasks: bool, limit: float) -> Judge:
    """Make a function that gives what is wrong with a source, or None."""

    def verdict(text: str) -> BaseException | None:
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            check(text, is_template, tasks)
        except (Exception, HangError) as error:
            return error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return None

    return verdict


def shorten(text: str, verdict: Judge, wanted: type[BaseException], until: float) -> str:
    """Cut pieces out of a failing source, large ones first, while it fails the same way."""
    size = max(len(text) // 2, 1)
    while size and time.monotonic() < until:
        i = 0
        while i < len(text) and time.monotonic() < until:
            shorter = text[:i] + text[i + size :]
            if type(verdict(shorter)) is wanted:
                text = shorter
            else:
                i += size
        size //= 2
    return text


def origin(error: BaseException) -> str:
    """Name the place an exception came from, or what a check found."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    if isinstance(error, UnexpectedError):
        return str(error)[-60:]
    return f"{type(error).__name__} {frame.filename}:{frame.lineno}"


# The run


class Run:
    """Counts, and the slowest input so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.inputs = self.parsed = self.failures = 0
        self.faults: set[str] = set()  # where failures came from, so that each is shown once
        self.slowest = 0.0
        self.slowest_number = -1
        self.began = self.shown = time.monotonic()

    def numbers(self) -> Iterator[int]:
        yield from range(self.options.first, self.options.first + self.options.count)

    def one(self, number: int, pool: list[Seed]) -> None:
        rng = random.Random(f"{self.options.seed}/{number}")
        text, is_template = make_input(rng, pool)
        tasks = rng.random() < 0.1
        began = time.perf_counter()
        fault: BaseException | None = None
        signal.setitimer(signal.ITIMER_REAL, self.options.limit)
        try:
            self.parsed += check(text, is_template, tasks)
        except (Exception, HangError) as error:
            fault = error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        spent = time.perf_counter() - began
        self.inputs += 1
        if spent > self.slowest:
            self.slowest, self.slowest_number = spent, number
        if fault is not None:
            self.report(number, text, is_template, tasks, fault)

    def report(
        self, number: int, text: str, is_template: bool, tasks: bool, error: BaseException
    ) -> None:
        self.failures += 1
        fault = origin(error)
        if fault in self.faults:
            return
        self.faults.add(fault)
        verdict = judge(is_template, tasks, self.options.limit)
        text = shorten(text, verdict, type(error), time.monotonic() + 20)
        error = verdict(text) or error
        name = f"fuzz-{self.options.seed}-{number}{'.epp' if is_template else '.pp'}"
        path = os.path.join(self.options.save, name)
        with open(path, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
        print(f"\ninput {number} fails ({'tasks, ' if tasks else ''}saved as {path}):")
        print(f"  {text[:300]!r}")
        print("".join(traceback.format_exception(error)[-4:])[-1_500:], flush=True)

    def progress(self) -> None:
        now = time.monotonic()
        if now - self.shown > 1:
            self.shown = now
            rate = self.inputs / (now - self.began)
            print(f"\r{self.inputs}/{self.options.count}  {rate:.0f}/s", end=" ", file=sys.stderr)

    def summary(self) -> str:
        spent = time.monotonic() - self.began
        return (
            f"{self.inputs} inputs in {spent:.0f} s, {self.parsed} parsed, "
            f"{self.inputs - self.parsed - self.failures} refused, {self.failures} failures; "
            f"slowest {self.slowest:.3f} s (input {self.slowest_number})"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=200_000, help="how many inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", nargs="*", default=[], help="folders of .pp and .epp files")
    parser.add_argument("--limit", type=float, default=2.0, help="seconds that one input may take")
    parser.add_argument("--save", default=".", help="folder for the sources that fail")
    parser.add_argument("--failures", type=int, default=1, help="how many different ones to find")
    options = parser.parse_args()

    def hang(_signal: int, _frame: object) -> None:
        raise HangError(f"more than {options.limit} s")

    signal.signal(signal.SIGALRM, hang)
    pool = seeds(options.corpus)
    run = Run(options)
    for number in run.numbers():
        run.one(number, pool)
        run.progress()
        if len(run.faults) >= options.failures:
            break
    print(file=sys.stderr)
    print(run.summary())
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
