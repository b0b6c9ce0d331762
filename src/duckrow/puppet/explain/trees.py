"""The syntax trees of manifests that a compile used, parsed again when an answer needs them."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from duckrow.puppet.compiler.unit import InvalidManifestError, load_unit
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children
from duckrow.source.errors import DuckrowError, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.explain.record import Site
    from duckrow.puppet.runtime.scope import Scope

    Evaluation = Callable[[Scope], object]

    # A node with the nodes around it, outermost first; the node itself is the last.
    Way = list[n.Node]

    # First line, last line, first column, last column; columns start at 0.
    Position = tuple[int | None, int | None, int | None, int | None]


class Trees:
    """The trees of one environment, by file; None is the code of the command line."""

    __slots__ = (
        "_children",
        "_environment",
        "_expressions",
        "_positions",
        "_programs",
        "_starts",
        "_ways",
    )

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._programs: dict[str | None, n.Program | None] = {}
        # Code objects are known by identity: equal ones may be in different files.
        self._ways: dict[tuple[int, int], Way | None] = {}
        self._positions: dict[int, tuple[CodeType, list[Position]]] = {}
        self._starts: dict[str, list[int]] = {}  # where the lines of a file start
        self._children: dict[n.Node, tuple[list[int], list[n.Node]]] = {}  # in order, with starts
        self._expressions: dict[str, Evaluation | None] = {}

    def program(self, file: str | None) -> n.Program | None:
        """Return the tree of a file, or None if it cannot be read."""
        file = file or None
        if file not in self._programs:
            self._programs[file] = self._parse(file)
        return self._programs[file]

    def text(self, file: str | None) -> bytes | None:
        """Return the source text of a file, or None if it cannot be read."""
        if file is None:
            code = self._environment.code
            return None if code is None else code.encode("utf-8", "surrogateescape")
        try:
            return self._environment.library.directories.read(file)
        except OSError:
            return None

    def _parse(self, file: str | None) -> n.Program | None:
        text = self.text(file)
        if text is None:
            return None
        try:
            is_template = bool(file) and str(file).endswith(".epp")
            return parse_source(decode(text, file), epp=is_template)
        except SourceError:
            return None

    def way_to(self, site: Site) -> Way | None:
        """Return the node that is running at a site, with all around it."""
        key = id(site[0]), site[1]
        if key not in self._ways:
            self._ways[key] = self._way_to(site)
        return self._ways[key]

    def _way_to(self, site: Site) -> Way | None:
        program = self.program(site[0].co_filename)
        if program is None:
            return None
        line, last_line, column, last_column = self.position(site)
        if line is None or column is None or last_line is None or last_column is None:
            return None
        at = self._offset(program, line, column)
        return self._way(program.body, at, self._offset(program, last_line, last_column))

    def position(self, site: Site) -> Position:
        """Return the position of a site in its file."""
        code, instruction, _ = site
        if id(code) not in self._positions:
            # The table is read once: to find one instruction takes as long as to read all.
            found: list[Position] = []
            last: Position = (None, None, None, None)
            for each in code.co_positions():
                last = last if last == each else each
                found.append(last)
            self._positions[id(code)] = code, found
        positions = self._positions[id(code)][1]
        number = instruction // 2
        return positions[number] if number < len(positions) else (None, None, None, None)

    def _offset(self, program: n.Program, line: int, column: int) -> int:
        name = program.source.name or ""
        if name not in self._starts:
            lines = program.source.text.split("\n")
            self._starts[name] = list(accumulate((len(each) + 1 for each in lines), initial=0))
        return self._starts[name][line - 1] + column

    def _way(self, node: n.Node | None, at: int, end: int) -> Way | None:
        way: Way = []
        while node is not None:
            way.append(node)
            if node.at == at and node.end == end:
                return way
            node = self._child_around(node, at, end)
        return None

    def _child_around(self, node: n.Node, at: int, end: int) -> n.Node | None:
        """Return the child of a node that spans two offsets."""
        if node not in self._children:
            inner = sorted(children(node), key=lambda each: each.start)
            self._children[node] = [each.start for each in inner], inner
        starts, inner = self._children[node]
        for number in range(bisect_right(starts, at) - 1, -1, -1):
            if end <= inner[number].end:
                return inner[number]
        return None

    def expression(self, source: str) -> Evaluation | None:
        """Return the function that evaluates an expression in a scope, or None if it is invalid."""
        if source not in self._expressions:
            code = f"class x($value = (\n{source}\n)) {{}}".encode("utf-8", "surrogateescape")
            try:
                unit = load_unit(code, None, strict="off")
            except (DuckrowError, InvalidManifestError):
                self._expressions[source] = None
            else:
                self._expressions[source] = unit.definitions[0].parameters[0].default
        return self._expressions[source]

    def definition(self, file: str | None, kind: type[n.Node], name: str) -> n.Node | None:
        """Return the class, define or function of a name in a file."""
        program = self.program(file)
        for each in () if program is None else program.definitions:
            if isinstance(each, kind) and getattr(each, "name", "").removeprefix("::") == name:
                return each
        return None


def every(node: n.Node | None, around: tuple[n.Node, ...] = ()) -> Iterator[Way]:
    """Return each node below a node, and itself, with the nodes around it."""
    if node is None:
        return
    stack = [(node, around)]
    while stack:
        each, outer = stack.pop()
        way = (*outer, each)
        yield list(way)
        stack += [(inner, way) for inner in reversed(list(children(each)))]


def body_of(way: Way) -> n.Node | None:
    """Return the innermost class, define, node or function around a node; None is main."""
    for node in reversed(way[:-1]):
        if isinstance(node, n.NamedDefinition | n.NodeDefinition):
            return node
    return None


def texts_of(nodes: tuple[n.Node, ...]) -> list[str]:
    """Return the strings that are written out in expressions."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, n.LiteralString | n.QualifiedName):
            found.append(node.value)
        elif isinstance(node, n.LiteralList):
            found += texts_of(node.values)
        elif isinstance(node, n.AccessExpression):
            found += texts_of(node.keys)
    return found
