"""Where and when the variables of bodies were assigned.

The variables of a body stay in the order in which they were set, and each entry of the record has
their number. So the record has an assignment only if several statements of the body may set the
variable.
"""

from __future__ import annotations

from bisect import bisect_right

from duckrow.puppet.explain.bodies import is_body_of
from duckrow.puppet.explain.evaluate import variables
from duckrow.puppet.explain.trees import body_of, every
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.record import Site
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope


class Assignment:
    """The statement that set a variable: its file, the way to it, its place and its time."""

    __slots__ = ("place", "program", "time", "way")

    def __init__(
        self, program: n.Program | None, way: Way, place: Place | None, time: float
    ) -> None:
        self.program = program
        self.way = way
        self.place = place
        self.time = time


class Assignments:
    """The assignments of one compile, found when somebody asks for them."""

    __slots__ = ("_bodies", "_counts", "_found", "_numbers", "_recorded", "_ways")

    def __init__(self, recorded: Recorded) -> None:
        self._recorded = recorded
        self._counts: dict[Resource, tuple[list[int], list[int]]] | None = None
        self._numbers: dict[Resource, dict[str, int]] = {}
        self._found: dict[tuple[Resource, str], Assignment | None] = {}
        # Of each file, the assignments in its bodies; None is the main manifest.
        self._bodies: dict[str | None, dict[n.Node | None, dict[str, list[Way]]]] = {}
        self._ways: dict[tuple[Definition, str | None], dict[str, list[Way]]] = {}

    def of(self, scope: Scope, name: str) -> Assignment | None:
        """Return the assignment of a variable of a body; None if no statement assigned it."""
        key = scope.resource, name
        if key not in self._found:
            self._found[key] = self._find(scope.body(), name)
        return self._found[key]

    def all(self, scope: Scope) -> Iterator[tuple[str, Assignment]]:
        """Return the variables of a body that were assigned, each with its assignment."""
        for name in list(dict.keys(scope.variables)):
            found = self.of(scope, name)
            if found is not None:
                yield name, found

    def _find(self, scope: Scope, name: str) -> Assignment | None:
        recorded, resource = self._recorded, scope.resource
        replaced = recorded.record.replaced.get((resource, name))
        if replaced is not None:
            return self._replaced(*replaced)
        number = self._number(scope, name)
        if self._counts is None:
            self._counts = recorded.record.counts()
        times, counts = self._counts.get(resource, ([], []))
        if number is None or not counts or number < counts[0]:
            return None  # a parameter, or another variable that the body begins with
        found = self._statement(scope, name, number)
        if found is None or (scope is recorded.build.top and name in recorded.build.facts):
            return None
        program, way = found
        # Variables that are set one after the other have times one after the other.
        at = times[bisect_right(counts, number) - 1]
        time = at + (number + 1) / (len(self._numbers[resource]) + 2)
        line, column = program.source.position(way[-1].at)
        place = recorded.place_at(program.source.name, line, column)
        return Assignment(program, way, place, time)

    def _replaced(self, site: Site | None, time: int) -> Assignment | None:
        """Return the assignment of a variable in the place of a legacy fact."""
        if site is None:
            return None
        recorded = self._recorded
        program, way = recorded.trees.program(site[0].co_filename), recorded.trees.way_to(site)
        return Assignment(program, way or [], recorded.place(site), time)

    def _statement(self, scope: Scope, name: str, number: int) -> tuple[n.Program, Way] | None:
        """Return the statement that set a variable: the only one, or the one of the record."""
        file = self._file(scope, number)
        program = self._recorded.trees.program(file)
        if program is None:
            return None
        ways = self._written(scope, file, program).get(name, [])
        start = self._recorded.record.assigned.get((scope.resource, name))
        if start is not None:
            ways = [way for way in ways if way[-1].start == start]
        return (program, ways[0]) if ways else None

    def _file(self, scope: Scope, number: int) -> str | None:
        """Return the file whose code set a variable of a body."""
        manifests = self._recorded.record.manifests
        if scope is self._recorded.build.top and manifests:
            at = bisect_right(manifests, number, key=lambda each: each[0]) - 1
            return manifests[at][1]
        file: str | None = scope.definition.file
        return file

    def _number(self, scope: Scope, name: str) -> int | None:
        """Return how many variables were set before one of a body."""
        resource = scope.resource
        if resource not in self._numbers:
            names = list(dict.keys(scope.variables))
            self._numbers[resource] = {each: number for number, each in enumerate(names)}
        return self._numbers[resource].get(name)

    def _written(self, scope: Scope, file: str | None, program: n.Program) -> dict[str, list[Way]]:
        """Return the assignments that a file has in the code of a body, by variable."""
        key = scope.definition, file
        if key not in self._ways:
            is_main = scope is self._recorded.build.top
            found = self._ways[key] = {}
            for body, names in self._in_file(file, program).items():
                if (
                    body is None
                    if is_main
                    else body and is_body_of(scope.definition, program, body)
                ):
                    for name, ways in names.items():
                        found.setdefault(name, []).extend(ways)
        return self._ways[key]

    def _in_file(
        self, file: str | None, program: n.Program
    ) -> dict[n.Node | None, dict[str, list[Way]]]:
        if file not in self._bodies:
            found: dict[n.Node | None, dict[str, list[Way]]] = {}
            for way in every(program.body):
                node = way[-1]
                if isinstance(node, n.AssignmentExpression) and not _is_in_block(way):
                    names = found.setdefault(body_of(way), {})
                    for each in variables(node.left):
                        names.setdefault(each.name, []).append(way)
            self._bodies[file] = found
        return self._bodies[file]


def _is_in_block(way: Way) -> bool:
    """Return whether a statement is in a block or function, which has variables of its own."""
    return any(isinstance(each, n.LambdaExpression | n.FunctionDefinition) for each in way)
