"""The host of Ruby code: Puppet's constants, files of modules, the clock, Puppet's values."""

from __future__ import annotations

from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.host import Host
from duckrow.ruby.interpreter import Interpreter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.ruby_code.newer_functions import NewerFunction
    from duckrow.puppet.ruby_code.older_functions import OlderFunction
    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope


class PuppetHost(Host):
    """Puppet, as Ruby code sees it: the files of an environment, and the scope that calls.

    Code that runs while a file is read has no scope; the functions that it makes are in `made`.
    """

    __slots__ = ("files", "made", "scope")

    families = frozenset(("Puppet", "PuppetX", "Facter", "SemanticPuppet"))
    exceptions: Mapping[str, str] = {
        "Puppet::Error": "RuntimeError",
        "Puppet::ParseError": "Puppet::Error",
        "Puppet::DevError": "Puppet::Error",
        "Puppet::DataBinding::LookupError": "Puppet::Error",
        "Puppet::ExecutionFailure": "Puppet::Error",
        "Puppet::Resource::Catalog::DuplicateResourceError": "Puppet::Error",
        "Puppet::ParseErrorWithIssue": "Puppet::ParseError",
        "Puppet::PreformattedError": "Puppet::ParseErrorWithIssue",
        "Puppet::Util::Json::ParseError": "StandardError",
    }

    def __init__(self, files: RubyFiles | None = None, scope: Scope | None = None) -> None:
        super().__init__()
        self.files = files
        self.scope = scope
        self.made: list[NewerFunction | OlderFunction] = []

    def constant(self, ruby: Interpreter, path: str) -> object:
        from duckrow.puppet.ruby_code.puppet import find

        return find(ruby, path)

    def is_missing(self, path: str) -> bool:
        return path.startswith("Puppet::")

    def require(self, ruby: Interpreter, name: str) -> bool:
        from duckrow.puppet.ruby_code.requiring import require

        return require(ruby, self.files, name)

    def read(self, path: str) -> str:
        from duckrow.puppet.ruby_code.files import read

        return read(self.asked(), path)

    def kind_of(self, path: str) -> str:
        from duckrow.puppet.ruby_code.files import kind_of

        return kind_of(self.asked(), path)

    def random_bits(self, count: int) -> int:
        return int(self.asked().build.world.random_bits(count))

    def now(self) -> int:
        return super().now() if self.scope is None else int(self.scope.build.world.now())

    def zone_offset(self, seconds: int) -> int:
        return 0 if self.scope is None else int(self.scope.build.world.zone_offset(seconds))

    def methods(self) -> Mapping[str, Callable[..., object]]:
        from duckrow.puppet.ruby_code.value_methods import METHODS

        return METHODS

    def asked(self) -> Scope:
        """Return the calling scope; raise an error for code that runs while a file is read."""
        if self.scope is None:
            raise UnsupportedError("a question to the compiler while the file is read")
        return self.scope


def host_for(files: RubyFiles, scope: Scope | None = None) -> PuppetHost:
    """Make the host of Ruby code of an environment; without a scope while a file is read."""
    make = files.make_host
    return PuppetHost(files, scope) if make is None else make(files, scope)


def interpreter_for(scope: Scope, files: RubyFiles) -> Interpreter:
    """Make the interpreter for Ruby code that a scope calls; `files` has its classes."""
    return Interpreter(files.known, host_for(files, scope))


def facts_of(ruby: Interpreter) -> Mapping[str, object]:
    """Return the facts: of the node that a catalog is compiled for, or of the host itself."""
    facts: Mapping[str, object] | None = getattr(ruby.host, "facts", None)
    return scope_of(ruby).build.facts if facts is None else facts


def puppet_host(ruby: Interpreter) -> PuppetHost:
    """Return the host of Ruby code that Puppet runs."""
    host = ruby.host
    if not isinstance(host, PuppetHost):
        raise UnsupportedError("a question to the compiler")
    return host


def scope_of(ruby: Interpreter) -> Scope:
    """Return the scope that called the Ruby code that is running."""
    return puppet_host(ruby).asked()
