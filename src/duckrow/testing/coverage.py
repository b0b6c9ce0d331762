"""--duckrow-coverage: lines of manifests that compiles of tests ran, and resources that they read.

What is measured and how it is written is that of `duckrow spec --coverage`. A resource counts as
touched if a test reads it, asks about its order, or has it in a snapshot. Workers of pytest-xdist
send what they have measured as plain data.
"""

from __future__ import annotations

import sys

from duckrow.machine.this_process import environment
from duckrow.spec.coverage.lines import LineTracer
from duckrow.spec.coverage.report import CoverageReport
from duckrow.spec.coverage.resources import FILTERS, capitalized, is_of, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.spec.compile import Compiled, Compiler, Inputs
    from duckrow.spec.coverage.lines import Lines


class TestLines:
    """The lines that the compiles of one test ran."""

    __slots__ = ("id", "lines")
    __test__ = False  # no test, whatever pytest thinks of its name

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.lines: Lines = {}


class ProjectCoverage:
    """What the tests of one module have run and touched."""

    __slots__ = ("_tests", "_tracer", "directory", "filters", "name", "resources", "wanted")

    def __init__(self, directory: str, name: str) -> None:
        self.directory = directory
        self.name = name
        self.resources: dict[str, bool] = {}
        self.filters: list[str] = list(FILTERS)
        self.wanted = 0.0
        self._tests: dict[str, TestLines] = {}
        self._tracer = LineTracer(directory)

    @property
    def examples(self) -> list[TestLines]:
        """The tests, as the report names them."""
        return list(self._tests.values())

    def leave_out(self, type_: str, title: str) -> None:
        """Leave out what a test declares itself: the class or define that it is about."""
        name = f"{capitalized(type_)}[{capitalized(title) if type_ == 'class' else title}]"
        if name not in self.filters:
            self.filters.append(name)

    def compile(self, compiler: Compiler, inputs: Inputs) -> Compiled:
        """Compile, and note the lines that run; another tool that traces goes on afterwards."""
        compiler.tracer = self._tracer
        before = sys.gettrace()
        self._tracer.begin()
        try:
            compiled = compiler.compile(inputs)
        finally:
            lines = self._tracer.end()
            sys.settrace(before)
            compiler.tracer = None
        self._add_lines(environment().get("PYTEST_CURRENT_TEST", "").partition(" (")[0], lines)
        if compiled.result.failure is None:
            self._add_resources(compiled)
        return compiled

    def _add_lines(self, test: str, lines: dict[str, Any]) -> None:
        known = self._tests.setdefault(test, TestLines(test)).lines
        for file, numbers in lines.items():
            known.setdefault(file, set()).update(numbers)

    def _add_resources(self, compiled: Compiled) -> None:
        paths = tuple(f"{each}/{self.name}/manifests" for each in compiled.inputs.modulepath)
        for each in compiled.result.catalog.resources:
            name = shown(each)
            if not each.is_virtual and name not in FILTERS and is_of(each, self.name, paths):
                self.resources.setdefault(name, False)

    def touch(self, resource: Resource) -> None:
        """Note that a test has read a resource."""
        name = shown(resource)
        if name in self.resources:
            self.resources[name] = True

    # ---- between processes

    def data(self) -> dict[str, Any]:
        """Return all that was measured as plain data."""
        tests = {
            each.id: {file: sorted(numbers) for file, numbers in each.lines.items()}
            for each in self.examples
        }
        found: dict[str, Any] = {"name": self.name, "filters": self.filters}
        return {**found, "resources": self.resources, "tests": tests}

    def add(self, data: dict[str, Any]) -> None:
        """Add what another process has measured."""
        for test, lines in data["tests"].items():
            self._add_lines(test, lines)
        self.filters += data["filters"]
        for name, is_touched in data["resources"].items():
            self.resources[name] = self.resources.get(name, False) or is_touched

    def report(self) -> CoverageReport:
        """Return the report."""
        return CoverageReport(self.directory, [self])
