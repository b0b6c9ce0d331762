"""The host of the Ruby code in spec files: a machine, Puppet's classes, and RSpec's."""

from __future__ import annotations

from os.path import join, normpath

from duckrow.puppet.ruby_host.host import MachineHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckrow.machine.machine import Machine
    from duckrow.puppet.ruby_host.host import CompiledFiles, Settings
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.suite import Suite

NOT_MET = "RSpec::Expectations::ExpectationNotMetError"
NOT_RECEIVED = "RSpec::Mocks::MockExpectationError"
OWN = frozenset(("RSpec", "RspecPuppetFacts", "FacterDB", "PuppetlabsSpec"))
# Libraries that measure and report the coverage of Ruby: their settings have no effect here.
COVERAGE = frozenset(("SimpleCov", "Coveralls", "Codecov"))
SKIPPED = "RSpec::Core::Pending::SkipDeclaredInExample"


class SpecHost(MachineHost):
    """RSpec and rspec-puppet, as spec files see them."""

    __slots__ = ("_find", "_load", "suite")

    families = MachineHost.families | OWN | COVERAGE
    exceptions: Mapping[str, str] = {
        **MachineHost.exceptions,
        NOT_MET: "Exception",
        NOT_RECEIVED: "Exception",
        SKIPPED: "StandardError",
    }

    def __init__(
        self,
        suite: Suite,
        machine: Machine,
        directories: Sequence[str],
        settings: Settings,
        cache: CompiledFiles | None,
        find: Callable[[Interpreter, str], object],
        load: Callable[[Interpreter, str], bool | None],
    ) -> None:
        """Make a host; `find` finds constants of RSpec, and `load` loads libraries by name."""
        super().__init__(machine, directories, lambda *_log: None, self._facts_now, settings, cache)
        self.suite = suite
        self.directory = suite.directory
        self._find = find
        self._load = load

    def _facts_now(self) -> Mapping[str, object]:
        """Return the facts that the running example has compiled with."""
        example = self.suite.example
        return {} if example is None else example.facts

    def constant(self, ruby: Interpreter, path: str) -> object:
        found = self._find(ruby, path)
        return super().constant(ruby, path) if found is None else found

    def is_missing(self, path: str) -> bool:
        is_theirs = path.startswith(("Puppet::", "RSpec::", "FacterDB::", "PuppetlabsSpec::"))
        return is_theirs or self.suite.compiler.has_constant(path)

    def require(self, ruby: Interpreter, name: str) -> bool:
        known = self._load(ruby, name)
        if known is not None:
            return known
        if name.startswith(("./", "../")):
            name = normpath(join(self.suite.directory, name))
        return super().require(ruby, name)


def suite_of(ruby: Interpreter) -> Suite:
    """Return the suite whose spec files run."""
    host = ruby.host
    assert isinstance(host, SpecHost)
    return host.suite
