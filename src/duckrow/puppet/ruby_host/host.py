"""The host of Ruby code that may change a machine: facts, types and providers of modules.

    host = MachineHost(machine, directories, log, facts, settings)
    ruby = host.interpreter()
    host.files.require(ruby, "puppet/type/duck")

1. A run has one MachineHost for facts and another for types and providers, since facts describe
   this host even if resources are applied below another root. The classes and constants that
   files define are in `host.files`, and later Ruby code of the same MachineHost sees them.
2. Python makes a new interpreter each time it enters Ruby code.
"""

from __future__ import annotations

from os.path import join, normpath
from time import monotonic

from duckrow.puppet.ruby_code.host import PuppetHost
from duckrow.puppet.ruby_code.requiring import require
from duckrow.puppet.ruby_host.files import files_below
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError
from duckrow.ruby.host import Chance, Host
from duckrow.ruby.interpreter import Interpreter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Protocol

    from duckrow.machine.machine import Machine
    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.library.host.environment import Environment
    from duckrow.ruby.values.kinds import RubyObject

    FindType = Callable[[str], Type | None]

    class Settings(Protocol):
        """Settings by name."""

        def __getitem__(self, name: str) -> object:
            """Return a setting; an unknown name raises KeyError."""

    CompiledFiles = Cache  # of Ruby, for callers of this room


_STEPS = 100_000  # between two looks at the time that Timeout.timeout gives


class MachineHost(Host):
    """Puppet on one machine, as Ruby code of modules sees it.

    `directories` are the `lib` directories of modules, the first one wins. `log` gets a level and a
    message. `facts` returns the facts; it is called when Ruby code first asks for one. `find_type`
    returns a type that manifests of modules define.
    """

    __slots__ = (
        "_environment",
        "_facts",
        "_load_path",
        "_machine",
        "directories",
        "fact_file",
        "files",
        "find_type",
        "log",
        "own_settings",
        "resolutions",
        "settings",
        "warned",
    )

    has_machine = True
    families = frozenset(("Puppet", "PuppetX", "Facter", "SemanticPuppet"))
    may_replace = True
    exceptions: Mapping[str, str] = {
        **PuppetHost.exceptions,
        "Puppet::MissingCommand": "Puppet::Error",
        "Puppet::ResourceError": "Puppet::Error",
        "Puppet::AuthenticationError": "Puppet::Error",
        "Puppet::Provider::CommandError": "Puppet::Error",
        "Puppet::Settings::SettingsError": "Puppet::Error",
        "Puppet::Settings::ValidationError": "ArgumentError",
        "Puppet::Util::FileType::FileReadError": "Puppet::Error",
        "Facter::Core::Execution::ExecutionFailure": "StandardError",
        "Facter::Util::Resolution::ExecutionFailure": "StandardError",
        "Facter::ResolveCustomFactError": "StandardError",
        "Facter::InvalidFactError": "StandardError",
    }

    def __init__(
        self,
        machine: Machine,
        directories: Sequence[str],
        log: Callable[[str, str], None],
        facts: Callable[[], Mapping[str, object]],
        settings: Settings,
        cache: Cache | None = None,
        find_type: FindType | None = None,
    ) -> None:
        super().__init__()
        self._machine = machine
        self.directories = tuple(directories)
        self.files = files_below(self.directories, cache)
        self.files.known.host = self
        self.log = log
        self.chance = Chance()
        self._facts = facts
        self._load_path: list[object] = []
        self.settings = settings
        self.find_type = find_type or _no_type
        self.resolutions: dict[str, list[RubyObject]] = {}  # of the facts that Ruby code adds
        self.fact_file = ""  # the file of facts that runs
        self.own_settings: dict[str, object] = {}  # those that Ruby code has set
        self.warned: set[tuple[str, str]] = set()  # warnings that are given once
        self._environment: Environment | None = None

    def interpreter(self) -> Interpreter:
        """Make the interpreter for one entry from Python."""
        made = Interpreter(self.files.known, self)
        made.steps = _STEPS
        return made

    def more_steps(self) -> int:
        """Return more steps: what manages a host has no limit but that of Timeout.timeout."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise self.expired()
        return _STEPS

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the facts of the host."""
        return self._facts()

    def machine(self, construct: str) -> Machine:  # noqa: ARG002
        return self._machine

    @property
    def environment(self) -> Environment:
        if self._environment is None:
            from duckrow.machine.this_process import environment
            from duckrow.ruby.library.host.environment import Environment

            self._environment = Environment(environment())
        return self._environment

    def constant(self, ruby: Interpreter, path: str) -> object:
        from duckrow.puppet.ruby_host.constants import find

        return find(ruby, path)

    def is_missing(self, path: str) -> bool:
        return path.startswith("Puppet::")

    def require(self, ruby: Interpreter, name: str) -> bool:
        if name == "augeas" and self._has_augeas():
            return False
        for directory in self._load_path:
            path = normpath(join(to_s(ruby, directory), name))
            if self.files.find(path if path.endswith(".rb") else f"{path}.rb") is not None:
                return require(ruby, self.files, path)
        return require(ruby, self.files, name)

    @property
    def load_path(self) -> list[object]:
        return self._load_path

    def _has_augeas(self) -> bool:
        tree = self._machine.open_augeas("/", "", 32 | 64)  # nothing is loaded
        if tree is not None:
            tree.close()
        return tree is not None

    def read(self, path: str) -> str:
        try:
            data = self._machine.files.read(path)
        except FileNotFoundError:
            raise RubyError(
                "Errno::ENOENT", f"No such file or directory @ rb_sysopen - {path}"
            ) from None
        except OSError as error:
            raise RubyError("SystemCallError", f"{error.strerror} @ rb_sysopen - {path}") from None
        return data.decode("utf-8", "surrogateescape")

    def kind_of(self, path: str) -> str:
        facts = self._machine.files.facts(path, follow=True)
        if facts is None:
            return ""
        return facts.kind if facts.kind in ("file", "directory") else "other"

    def random_bits(self, count: int) -> int:
        from duckrow.machine.this_process import random_bytes

        return int.from_bytes(random_bytes((count + 7) // 8), "big") >> (-count % 8)

    def now(self) -> int:
        return self._machine.now_ns()

    def zone_offset(self, seconds: int) -> int:
        from duckrow.machine.local_time import zone_offset

        return zone_offset(seconds)

    def methods(self) -> Mapping[str, Callable[..., object]]:
        from duckrow.puppet.ruby_code.value_methods import METHODS

        return METHODS


def _no_type(_name: str) -> None:
    """Find no type: no manifests are at hand."""


def machine_host(ruby: Interpreter) -> MachineHost:
    """Return the host of Ruby code that runs on the machine it manages."""
    host = ruby.host
    assert isinstance(host, MachineHost)
    return host
