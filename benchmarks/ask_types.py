"""How fast are questions about types, beside the installed Puppet?

The types are those of all parameters in the installed modules, with the modules' own type aliases;
the values are the literal defaults of those parameters.

    parameters      the defaults of each class and define against the types of its parameters, all
                    of a definition at once and by the means that each side's evaluator uses when
                    it is declared: here one compiled check, there validate_parameters; counted in
                    parameters
    ... instance?   the same, but there with one instance? for each parameter, which tells nobody
                    which of them is wrong
    inference       the type of every default in the modules, as often as it occurs, in one call
    ... new         the same when no string and no number was met before
    compiled        every type against distinct defaults that fit it, and against every value of a
                    sample, with the function that `checker` returns; there instance?
    accepts         the same questions with `accepts`
    infer           the type of every default, one call for each
    assignable      every type against the type of every value of the sample

A call costs more in Python than the answer to most of these questions: see `an empty call`.

Both sides do the same work in one process on one core, in turns; the best round of each counts, and
the number of answers that are yes must be the same.

    python benchmarks/ask_types.py [--rounds N] [DIR...]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.infer import forget_inferred, infer, infer_detailed, infer_each
from duckrow.puppet.types.instance import accepts, checker, parameters_checker
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.source.errors import DuckrowError, SourceError

DEFAULT = ["/usr/share/puppet/modules.available"]
BUNDLED = str(Path(__file__).parent.parent / "examples")
REFERENCE = Path(__file__).parent / "reference" / "ask_types.rb"
SAMPLE = 40
MATCHES = 20
PASSES = 5  # of the same work in a round, the same on both sides
# Each with the number of the question that the peer is asked.
QUESTIONS = {
    "parameters": 4,
    "... instance?": 5,
    "inference": 2,
    "... new": 2,
    "compiled, fitting": 1,
    "compiled, any value": 0,
    "accepts, fitting": 1,
    "accepts, any value": 0,
    "infer": 2,
    "assignable": 3,
    "an empty call": 0,
}
# Of these the whole time is told too, as it would be for a program that asks all of them.
TOGETHER = ("compiled, fitting", "compiled, any value", "infer", "assignable")
HEADINGS = {"parameters": "many at once", "compiled, fitting": "one call for each"}


def walk(node: n.Node) -> Iterator[n.Node]:
    yield node
    for name in getattr(node, "parts", ()):
        found = getattr(node, name)
        for part in found if isinstance(found, tuple) else (found,):
            if isinstance(part, n.Node):
                yield from walk(part)


def literal(node: n.Node | None) -> Any:
    """Give the plain value of an expression; raises ValueError if it has to be computed."""
    match node:
        case n.LiteralString() | n.QualifiedName() | n.LiteralInteger() | n.LiteralFloat():
            return node.value
        case n.LiteralBoolean():
            return node.value
        case n.LiteralUndef():
            return None
        case n.LiteralList():
            return [literal(value) for value in node.values]
        case n.LiteralHash():
            entries = {literal(entry.key): literal(entry.value) for entry in node.entries}
            if all(isinstance(key, str) for key in entries):
                return entries
    raise ValueError


class Material:
    """What the modules hold: aliases by name, texts of types, and values."""

    def __init__(self, folders: list[str]) -> None:
        self.aliases: dict[str, str] = {}
        self.texts: dict[str, None] = {}
        self.values: dict[str, Any] = {}
        self.given: list[Any] = []
        self.definitions: list[list[tuple[str, Any]]] = []
        for folder in folders:
            for path in sorted(Path(folder).rglob("*.pp")):
                try:
                    program = parse_source(decode(read_bytes(str(path)), str(path)))
                except SourceError:
                    continue
                for node in walk(program.body):
                    self.take(node, program)
        self.drop_what_is_unknown()

    def take(self, node: n.Node, program: n.Program) -> None:
        if isinstance(node, n.TypeAlias):
            self.aliases[node.name] = program.text(node.type_expr)
        elif isinstance(node, n.Parameter):
            if node.type_expr is not None:
                self.texts[program.text(node.type_expr)] = None
            try:
                value = literal(node.value)
            except ValueError:
                return
            self.values.setdefault(json.dumps(value), value)
            self.given.append(value)
        elif isinstance(node, n.HostClassDefinition | n.ResourceTypeDefinition):
            self.definitions.append(list(self.typed(node.parameters, program)))

    def typed(
        self, parameters: tuple[n.Parameter, ...], program: n.Program
    ) -> Iterator[tuple[str, Any]]:
        """Give the parameters that have a type and a default one can read, as text and value."""
        for parameter in parameters:
            if parameter.type_expr is not None and parameter.value is not None:
                try:
                    yield program.text(parameter.type_expr), literal(parameter.value)
                except ValueError:
                    continue

    def drop_what_is_unknown(self) -> None:
        """Keep the types that can be read without the world the modules live in."""
        loader = Definitions(self.aliases)
        for text in list(self.texts):
            try:
                is_known = "TypeReference" not in _spelled_out(parse_type(text, loader))
            except DuckrowError:
                is_known = False
            if not is_known:
                del self.texts[text]

    def task(self) -> dict[str, Any]:
        """Give the work as data: types by text, and for each of them values that fit it."""
        values = list(self.values.values())
        sample = values[:: max(1, len(values) // SAMPLE)][:SAMPLE]
        loader = Definitions(self.aliases)
        fitting = []
        for text in self.texts:
            type_ = parse_type(text, loader)
            found = (value for value in values if accepts(type_, value))
            fitting.append([value for value, _ in zip(found, range(MATCHES), strict=False)])
        numbers = {text: number for number, text in enumerate(self.texts)}
        definitions = [
            [
                (numbers[text], value)
                for text, value in parameters
                if text in numbers and accepts(parse_type(text, loader), value)
            ]
            for parameters in self.definitions
        ]
        return {
            "aliases": self.aliases,
            "types": list(self.texts),
            "values": self.given,
            "definitions": [parameters for parameters in definitions if parameters],
            "sample": sample,
            "fitting": fitting,
        }


def _spelled_out(type_: Type) -> str:
    from duckrow.puppet.types.model.alias import AliasType, reached

    return " ".join(type_to_text(t) for t in reached(type_) if not isinstance(t, AliasType))


def work(task: dict[str, Any]) -> list[Callable[[], int]]:
    """Give one function for each question; each tells how many answers were yes."""
    loader = Definitions(task["aliases"])
    types = [parse_type(text, loader) for text in task["types"]]
    sample, values = task["sample"], task["values"]
    inferred = [infer_detailed(value) for value in sample]
    checks = [checker(type_) for type_ in types]

    def inference() -> int:
        return len(infer_each(values))

    def inference_new() -> int:
        forget_inferred()
        return len(infer_each(values))

    def compiled_fitting() -> int:
        pairs = zip(checks, task["fitting"], strict=True)
        return sum(sum(map(check, fits)) for check, fits in pairs)

    def compiled_any() -> int:
        return sum(sum(map(check, sample)) for check in checks)

    def accepts_fitting() -> int:
        pairs = zip(types, task["fitting"], strict=True)
        return sum(sum(map(accepts, repeat(type_), fits)) for type_, fits in pairs)

    def accepts_any() -> int:
        return sum(sum(map(accepts, repeat(type_), sample)) for type_ in types)

    def infer_singly() -> int:
        return len(list(map(infer, values)))

    def assignable_singly() -> int:
        return sum(sum(map(assignable, repeat(type_), inferred)) for type_ in types)

    bodies = []
    for parameters in task["definitions"]:
        named = {f"p{place}": types[number] for place, (number, _) in enumerate(parameters)}
        given = {f"p{place}": value for place, (_, value) in enumerate(parameters)}
        bodies.append((parameters_checker(named), given))

    def parameters_fit() -> int:
        yes = 0
        for check, given in bodies:
            if check(given):
                yes += len(given)
        return yes

    def empty(_type: Type, _value: Any) -> bool:
        return True

    def nothing() -> int:
        return sum(sum(map(empty, repeat(type_), sample)) for type_ in types)

    return [
        parameters_fit,
        parameters_fit,
        inference,
        inference_new,
        compiled_fitting,
        compiled_any,
        accepts_fitting,
        accepts_any,
        infer_singly,
        assignable_singly,
        nothing,
    ]


def start_reference(task: dict[str, Any], rounds: int) -> subprocess.Popen[str] | None:
    """Start the peer, or give None where it is not installed."""
    probe = ["ruby", "-e", "require 'puppet'; require 'puppet/pops'"]
    try:
        subprocess.run(probe, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    peer = subprocess.Popen(
        ["ruby", str(REFERENCE), str(rounds), str(PASSES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert peer.stdin is not None
    peer.stdin.write(json.dumps(task))
    peer.stdin.close()
    return peer


def timed(questions: list[Callable[[], int]]) -> list[tuple[float, int]]:
    found = []
    for question in questions:
        yes = question()  # not counted: what is asked about comes near, on both sides
        began = time.process_time()
        for _ in range(PASSES):
            question()
        found.append(((time.process_time() - began) / PASSES, yes))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("folders", nargs="*", default=None)
    chosen = options.parse_args()
    material = Material(chosen.folders or DEFAULT)
    if not material.texts:
        material = Material([BUNDLED])
    task = material.task()
    counts = [
        len(task["types"]) * len(task["sample"]),
        sum(map(len, task["fitting"])),
        len(task["values"]),
        len(task["types"]) * len(task["sample"]),
        sum(map(len, task["definitions"])),
        sum(map(len, task["definitions"])),
    ]
    names = ("types", "aliases", "values", "definitions")
    print(", ".join(f"{len(task[name])} {name}" for name in names))
    peer = start_reference(task, chosen.rounds)
    questions = work(task)
    mine: list[list[tuple[float, int]]] = []
    theirs: list[list[tuple[float, int]]] = []
    for _ in range(chosen.rounds):
        if peer is not None and peer.stdout is not None:
            theirs.append([(seconds, yes) for seconds, yes in json.loads(peer.stdout.readline())])
        mine.append(timed(questions))
    report(counts, mine, theirs)


def report(
    counts: list[int], mine: list[list[tuple[float, int]]], theirs: list[list[tuple[float, int]]]
) -> None:
    together: list[tuple[float, float]] = []
    for number, (name, peer) in enumerate(QUESTIONS.items()):
        if name == "compiled, fitting" and theirs:
            ours, reference = (sum(times) for times in zip(*together, strict=True))
            print(f"all four {reference / ours:77.1f} ×")
        if name in HEADINGS:
            print(HEADINGS[name])
        best, yes = min(found[number] for found in mine)
        count = counts[peer]
        line = f"{name:20} {count:6} asked, {yes:6} yes  duckrow {_each(best, count)}"
        if theirs:
            reference, their_yes = min(found[peer] for found in theirs)
            line += f"  Puppet {_each(reference, count)}  ratio {reference / best:5.1f} ×"
            if name in TOGETHER:
                together.append((best, reference))
            if yes != their_yes and name != "an empty call":
                sys.exit(f"{line}\nPuppet says yes {their_yes} times")
        print(line)
    if not theirs:
        print("Puppet   not installed")


def _each(seconds: float, count: int) -> str:
    return f"{seconds / count * 1e6:6.3f} µs"


if __name__ == "__main__":
    main()
