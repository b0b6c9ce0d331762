"""What Puppet lends to Ruby code: its constants, files of modules, the clock, its values."""

from __future__ import annotations

from duckrow.puppet.ruby_code.current import CURRENT
from duckrow.ruby.host import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class PuppetHost(Host):
    """Puppet, as Ruby code sees it."""

    __slots__ = ()

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
    }

    def constant(self, path: str) -> object:
        from duckrow.puppet.ruby_code.puppet import find

        return find(path)

    def is_missing(self, path: str) -> bool:
        return path.startswith("Puppet::")

    def required_constant(self, path: str) -> object:
        from duckrow.puppet.ruby_code.requiring import find_required

        return find_required(path)

    def require(self, name: str) -> bool:
        from duckrow.puppet.ruby_code.requiring import require

        return require(name)

    def read(self, path: str) -> str:
        from duckrow.puppet.ruby_code.files import read

        return read(path)

    def kind_of(self, path: str) -> str:
        from duckrow.puppet.ruby_code.files import kind_of

        return kind_of(path)

    def random_bits(self, count: int) -> int:
        return int(CURRENT.asked().build.world.random_bits(count))

    def now(self) -> int:
        scope = CURRENT.scope
        return super().now() if scope is None else int(scope.build.world.now())

    def zone_offset(self, seconds: int) -> int:
        scope = CURRENT.scope
        return 0 if scope is None else int(scope.build.world.zone_offset(seconds))

    def class_name(self, value: object) -> str:
        from duckrow.puppet.types.format.platform import class_name

        return class_name(value)

    def methods(self) -> Mapping[str, Callable[..., Any]]:
        from duckrow.puppet.ruby_code.value_methods import METHODS

        return METHODS
