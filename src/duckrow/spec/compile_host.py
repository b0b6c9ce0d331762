"""The host of Ruby code in the compiles of examples: it has the machine that the specs run on."""

from __future__ import annotations

from duckrow.puppet.ruby_code.host import PuppetHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.library.host.environment import Environment
    from duckrow.spec.host import SpecHost

_EXECUTION = "Puppet::Util::Execution"


class CompileHost(PuppetHost):
    """Puppet, as functions and templates see it in the compile of an example.

    A server that compiles catalogs gives them no machine. Whoever runs specs runs their code here.
    """

    __slots__ = ("_spec",)

    has_machine = True

    def __init__(self, files: RubyFiles, scope: Scope | None, spec: SpecHost) -> None:
        super().__init__(files, scope)
        self._spec = spec
        self.chance = spec.chance
        self.directory = spec.directory

    def machine(self, construct: str) -> Machine:
        return self._spec.machine(construct)

    @property
    def environment(self) -> Environment:
        return self._spec.environment

    def constant(self, ruby: Interpreter, path: str) -> object:
        found = super().constant(ruby, path)
        if found is None and path.startswith(_EXECUTION):
            from duckrow.puppet.ruby_host.util.execution import make

            for name, value in make(ruby).items():
                found = ruby.known.made.setdefault(name, value) if name == path else found
        return found

    def log(self, level: str, message: str) -> None:
        """Log a message of a command."""
        if self.scope is not None:
            self.scope.build.log(level, message)


def maker(spec: SpecHost) -> Callable[[RubyFiles, Scope | None], PuppetHost]:
    """Return what makes the hosts of the compiles of a spec file."""
    return lambda files, scope: CompileHost(files, scope, spec)
