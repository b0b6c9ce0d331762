"""compile: the catalog compiles, has no cycles, and an agent would take its resources."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, matches, to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc
from duckrow.spec.catalogue import CatalogueValue
from duckrow.spec.matchers.matcher import Matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.compile import Compiled


def catalogue_of(ruby: Interpreter, actual: object) -> CatalogueValue:
    """Return the catalog of a subject, which may be a function that returns it."""
    if isinstance(actual, Proc):
        actual = actual(ruby)
    if not isinstance(actual, CatalogueValue):
        raise RubyError("NoMethodError", "undefined method `call' for the subject")
    return actual


def is_puppet_error(error: RubyError) -> bool:
    """Return whether an error is a Puppet::Error."""
    return error.class_name.startswith("Puppet::")


class Compile(Matcher):
    """compile, with_all_deps, and_raise_error."""

    __slots__ = ("_cycles", "_error", "_expected")

    ruby_class_name = "RSpec::Puppet::ManifestMatchers::Compile"

    def __init__(self) -> None:
        super().__init__()
        self._expected: object = None
        self._error = ""
        self._cycles: list[str] = []

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        try:
            compiled = catalogue_of(ruby, actual).compiled
            self._cycles = find_cycles(compiled)
        except RubyError as error:
            if not is_puppet_error(error):
                raise
            self._error = error.message
            if self._expected is None:
                return False
            if isinstance(self._expected, RubyRegexp):
                return matches(ruby, self._expected, error.message)
            return to_s(ruby, self._expected) == error.message
        return not self._cycles and self._expected is None

    def description(self, ruby: Interpreter) -> str:
        if self._expected is None:
            return "compile into a catalogue without dependency cycles"
        if isinstance(self._expected, RubyRegexp):
            return f"fail to compile and raise an error matching {inspect(ruby, self._expected)}"
        return f"fail to compile and raise the error {inspect(ruby, self._expected)}"

    def message(self, ruby: Interpreter) -> str:
        if self._cycles:
            return f"dependency cycles found: {'; '.join(self._cycles)}"
        if self._error:
            return f"error during compilation: {self._error}"
        return f"expected that the catalogue would {self.description(ruby)}"

    def negated_message(self, ruby: Interpreter) -> str:
        del ruby
        if self._expected is None:
            return "expected that the catalogue would not compile but it does"
        return "expected that the catalogue would compile but it does not"

    def raise_error(self, expected: object) -> Compile:
        """Expect a compile that fails with an error."""
        self._expected = expected
        return self


Compile.ruby_methods = {
    # A compile reports a missing target of a relationship itself.
    "with_all_deps": lambda _ruby, self: self,
    "and_raise_error": lambda _ruby, self, expected: self.raise_error(expected),
}


def find_cycles(compiled: Compiled) -> list[str]:
    """Return the cycles in the order of the resources, each as text."""
    from duckrow.graph.cycles import cycles_by_number

    graph = compiled.graph
    found = cycles_by_number([list(targets) for targets in graph.outgoing])
    return [
        f"({' => '.join(str(graph.nodes[number]) for number in [*cycle, cycle[0]])})"
        for cycle in found
    ]
