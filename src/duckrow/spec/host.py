"""The host of the Ruby code in spec files: a machine, Puppet's classes, and RSpec's."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import MachineHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duckrow.machine.machine import Machine
    from duckrow.puppet.ruby_host.host import CompiledFiles, Settings
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.suite import Suite

NOT_MET = "RSpec::Expectations::ExpectationNotMetError"
SKIPPED = "RSpec::Core::Pending::SkipDeclaredInExample"


class SpecHost(MachineHost):
    """RSpec and rspec-puppet, as spec files see them."""

    __slots__ = ("suite",)

    families = MachineHost.families | {"RSpec", "RspecPuppetFacts", "FacterDB"}
    exceptions: Mapping[str, str] = {
        **MachineHost.exceptions,
        NOT_MET: "Exception",
        SKIPPED: "StandardError",
    }

    def __init__(
        self,
        suite: Suite,
        machine: Machine,
        directories: Sequence[str],
        settings: Settings,
        cache: CompiledFiles | None,
    ) -> None:
        super().__init__(machine, directories, lambda *_log: None, self._facts_now, settings, cache)
        self.suite = suite
        self.directory = suite.directory

    def _facts_now(self) -> Mapping[str, object]:
        """Return the facts that the running example has compiled with."""
        example = self.suite.example
        return {} if example is None else example.facts

    def constant(self, ruby: Interpreter, path: str) -> object:
        from duckrow.spec.constants import find

        found = find(ruby, path)
        return super().constant(ruby, path) if found is None else found

    def is_missing(self, path: str) -> bool:
        return path.startswith(("Puppet::", "RSpec::", "FacterDB::"))

    def require(self, ruby: Interpreter, name: str) -> bool:
        from duckrow.spec.helper import load_known

        known = load_known(ruby, name)
        return super().require(ruby, name) if known is None else known


def suite_of(ruby: Interpreter) -> Suite:
    """Return the suite whose spec files run."""
    host = ruby.host
    assert isinstance(host, SpecHost)
    return host.suite
