"""What `duckrow explain` says of a program agrees with what its compile did.

The answers are found again from the source, after the compile: the statement that set a value, the
branch that was taken, the variable that a name meant. For each program of the suite, what can be
evaluated again has to have the value that it had.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import cases_of

from duckrow.explain.answer import UnknownThingError
from duckrow.machine.local import LocalMachine
from duckrow.puppet.environment import compile_catalog
from duckrow.puppet.explain.conditions import conditions
from duckrow.puppet.explain.evaluate import UNKNOWN, written
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.order import explain_pair
from duckrow.puppet.explain.orders import explain_orders
from duckrow.puppet.explain.page_data import page_data
from duckrow.puppet.explain.questions import answer
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.setters import setters_of
from duckrow.puppet.runtime.definition import RELATIONS
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.source.errors import DuckrowError

from .compiling import Job, jobs_of, target_of

# Ruby code that changes a value in its place.
CHANGES = "what a template changes is changed"
PROGRAMS = cases_of(Path(__file__).parent / "programs")
# Matrices are about values, not about catalogs.
CASES = [case for case in PROGRAMS if "matrix" not in case.topic and case.title != CHANGES]
TOPICS = ("arrows", "catalogs", "catalogs_random", "collectors", "relationships", "rounds")
ABOUT_ORDER = [case for case in PROGRAMS if case.topic in TOPICS]


def recorded_job(job: Job) -> Recorded:
    """Compile a program with a record."""
    record = Record()
    result = compile_catalog(*target_of(job), listener=record)
    recorded = Recorded(result.build, record)
    recorded.has_failed = result.failure is not None
    return recorded


def wrong_variables(recorded: Recorded) -> Iterator[str]:
    """Return the variables whose assignment has another value now."""
    for scope in recorded.record.scopes.values():
        for name, assigned in recorded.assignments.all(scope):
            node = assigned.way[-1] if assigned.way else None
            if assigned.program is None or not isinstance(node, n.AssignmentExpression):
                continue
            if not isinstance(node.left, n.VariableExpression):
                continue  # [$a, $b] = …
            reader = Reader(recorded, assigned.program, scope, {}, assigned.way, assigned.time)
            found = reader.value(node.right)
            if found is not UNKNOWN and written(found) != written(scope.variables[name]):
                yield f"${name}: {written(found)}, not {written(scope.variables[name])}"


def wrong_attributes(recorded: Recorded) -> Iterator[str]:
    """Return the attributes whose statement has another value now."""
    for resource in recorded.build.catalog.resources:
        for name, value in resource.parameters.items():
            first = setters_of(recorded, resource, name)[0]
            if first.node is None or first.reader is None or first.adds or name in RELATIONS:
                continue
            found = first.reader.value(first.node)
            if found is not UNKNOWN and not is_same(found, value, (resource.title.lower(), name)):
                yield f"{resource} {name}: {written(found)}, not {written(value)}"


def plain(value: object) -> object:
    return value.unwrap() if isinstance(value, Sensitive) else value


def is_same(found: object, value: object, keys: tuple[str, ...]) -> bool:
    """Return whether a value is that of an expression, or of a key in a hash that it gives."""
    found, value = plain(found), plain(value)
    if isinstance(found, dict) and found != value:
        small = {str(key).removeprefix("::").lower(): item for key, item in found.items()}
        inner = next((small[key] for key in keys if key in small), None)
        return is_same(inner, value, keys[1:] or keys)
    # A catalog has a regular expression as a text.
    return written(found).strip("'") == written(value).strip("'")


def unmet_conditions(recorded: Recorded) -> Iterator[str]:
    """Return the conditions around declarations that ran, if they are said not to be met."""
    for resource in recorded.build.catalog.resources:
        declared = recorded.record.declaration(resource)
        for number, site in enumerate(() if declared is None else declared.sites):
            way = recorded.trees.way_to(site)
            program = recorded.trees.program(site[0].co_filename)
            if declared is None or program is None or way is None:
                continue
            layers = recorded.locals(declared, number)
            reader = Reader(recorded, program, resource.scope, layers, way, declared.time)
            for each in conditions(reader, way):
                if each.holds is False:
                    yield f"{resource}: {each.text}"


def ask_all(recorded: Recorded) -> None:
    """Ask for every value and every resource: each question has an answer."""
    machine = LocalMachine()
    for resource in recorded.build.catalog.resources:
        name = f"{resource.type}['{resource.title}']"
        try:
            assert answer(recorded, "resource", [name], machine).text
            for attribute in resource.parameters:
                assert answer(recorded, "value", [name, attribute], machine).text
        except UnknownThingError:  # an attribute that does not exist makes a compile fail
            assert recorded.has_failed


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_answers_agree_with_the_compile(case: Case, tmp_path: Path) -> None:
    for job in jobs_of(case, tmp_path):
        recorded = recorded_job(job)
        assert not list(wrong_variables(recorded))
        assert not list(wrong_attributes(recorded))
        assert not list(unmet_conditions(recorded))
        ask_all(recorded)


def wrong_orders(graph: ReasonedGraph) -> Iterator[str]:
    """Return the answers about neighbours of a run that do not agree with its order."""
    resources = [each for each in graph.resources if each is not graph.recorded.build.main]
    visited = [each for each in resources if graph.start(each) in graph.positions]
    visited.sort(key=lambda each: graph.positions[graph.start(each)])
    for first, second in pairwise(visited):
        text = explain_pair(graph, ["order"], first, second).text
        if "contains" in text and graph.is_inside(second, first):
            continue
        is_demanded = graph.start(second) in reached(graph, graph.end(first))
        if "nothing orders them" in text:
            is_right = text.startswith(f"{first} comes before") and not is_demanded
        else:
            is_right = text.startswith(f"{first} comes before {second}") and is_demanded
        if not is_right:
            yield text


def reached(graph: ReasonedGraph, source: int) -> set[int]:
    """Return all nodes behind a node."""
    found: set[int] = set()
    waiting = [source]
    while waiting:
        new = graph.graph.outgoing[waiting.pop()].keys() - found
        found |= new
        waiting += new
    return found


@pytest.mark.parametrize("case", ABOUT_ORDER, ids=repr)
def test_orders_agree_with_the_run(case: Case, tmp_path: Path) -> None:
    for job in jobs_of(case, tmp_path):
        recorded = recorded_job(job)
        if recorded.has_failed:
            continue
        try:
            graph = ReasonedGraph(recorded, LocalMachine())
        except DuckrowError:
            continue  # no host could apply it
        assert not list(wrong_orders(graph))
        assert explain_orders(graph).text
        assert page_data(graph, case.title)["nodes"]
