"""The state of one run of the spec files of a module."""

from __future__ import annotations

from duckrow.ruby.values.kinds import symbol
from duckrow.spec.facts.known_facts import FactMemory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.values.kinds import Proc, RubyModule
    from duckrow.spec.catalogue import CatalogueValue
    from duckrow.spec.compile import Compiler
    from duckrow.spec.coverage.resources import ResourceCoverage
    from duckrow.spec.example import Example
    from duckrow.spec.facts.fact_files import FactFiles
    from duckrow.spec.facts.fact_sets import FactSet
    from duckrow.spec.groups import Group

# Settings of rspec-puppet and its like with their defaults.
DEFAULTS: dict[str, object] = {
    "adapter": None,
    "basemodulepath": "/dev/null",
    "confdir": "/dev/null",
    "config": None,
    "default_facter_version": "4.3.0",
    "default_facts": {},
    "default_node_params": {},
    "default_trusted_external_data": {},
    "default_trusted_facts": {},
    "derive_node_facts_from_nodename": True,
    "disable_module_hiera": False,
    "enable_pathname_stubbing": False,
    "environmentpath": "/dev/null",
    "fail_if_no_examples": False,
    "facter_implementation": symbol("facter"),
    "facterdb_string_keys": False,
    "fallback_to_default_hiera": True,
    "fixture_hiera_configs": {},
    "hiera_config": "/dev/null",
    "manifest": None,
    "module_path": None,
    "platform": symbol("posix"),
    "setup_fixtures": True,
    "shared_context_metadata_behavior": symbol("trigger_inclusion"),
    "strict_variables": False,
    "stringify_facts": True,
    "use_fixture_spec_hiera": False,
    "vendormoduledir": "/dev/null",
}


class Hook:
    """A block that runs before, after or around examples; `filter` says which ones."""

    __slots__ = ("block", "filter")

    def __init__(self, block: Proc, filter_: dict[str, object]) -> None:
        self.block = block
        self.filter = filter_


class Hooks:
    """The hooks of a group or of the configuration, by kind and scope."""

    __slots__ = ("_hooks",)

    def __init__(self) -> None:
        self._hooks: dict[tuple[str, str], list[Hook]] = {}

    def add(self, kind: str, scope: str, hook: Hook, *, is_first: bool = False) -> None:
        """Add a hook: before, after or around; each, all or suite."""
        hooks = self._hooks.setdefault((kind, scope), [])
        hooks.insert(0 if is_first else len(hooks), hook)

    def of(self, kind: str, scope: str, metadata: dict[str, object] | None = None) -> list[Proc]:
        """Return the hooks of a kind that apply to an example with this metadata."""
        found = self._hooks.get((kind, scope), ())
        return [each.block for each in found if metadata is None or fits(each.filter, metadata)]


def fits(wanted: dict[str, object], metadata: dict[str, object]) -> bool:
    """Return whether metadata has all the values that a filter names."""
    return all(metadata.get(name) == value for name, value in wanted.items())


def fits_any(wanted: dict[str, object], metadata: dict[str, object]) -> bool:
    """Return whether metadata has one of the values that a filter names, if it names any."""
    return not wanted or any(metadata.get(name) == value for name, value in wanted.items())


class Configuration:
    """RSpec.configuration: settings by name, hooks, modules to include, filters."""

    __slots__ = ("excluded", "hooks", "included_modules", "settings")

    def __init__(self) -> None:
        self.settings: dict[str, object] = {
            name: dict(value) if isinstance(value, dict) else value
            for name, value in DEFAULTS.items()
        }
        self.hooks = Hooks()
        self.included_modules: list[tuple[str, RubyModule, dict[str, object]]] = []
        self.excluded: dict[str, object] = {}


class Suite:
    """What the spec files of one module have said so far, and what is needed to run them."""

    __slots__ = (
        "catalogues",
        "compiler",
        "configuration",
        "coverage",
        "custom_facts",
        "directory",
        "example",
        "fact_files",
        "fact_sets",
        "groups",
        "known_facts",
        "lacks",
        "messages",
        "more_modules",
        "sees_stubs",
        "shared",
        "shared_by_metadata",
        "stubs",
        "temporary",
        "verifications",
    )

    def __init__(
        self,
        directory: str,
        compiler: Compiler,
        fact_files: FactFiles,
        coverage: ResourceCoverage,
    ) -> None:
        self.directory = directory  # of the module
        self.compiler = compiler
        self.fact_files = fact_files
        self.configuration = Configuration()
        self.coverage = coverage  # of resources
        self.groups: list[Group] = []
        self.known_facts = FactMemory()
        self.catalogues: dict[
            tuple[str, ...], CatalogueValue
        ] = {}  # the last ones, by their inputs
        # Shared examples by name, of the group that defines them or of all.
        self.shared: dict[str, Proc] = {}
        # Those that groups get by their metadata alone.
        self.shared_by_metadata: list[tuple[dict[str, object], Proc]] = []
        # Facts that spec_helper files add to all fact sets: name to value and options.
        self.custom_facts: dict[object, tuple[object, dict[str, object]]] = {}
        # Results of on_supported_os by its arguments: fact sets by the names of systems.
        self.fact_sets: dict[tuple[str, ...], dict[str, FactSet]] = {}
        self.example: Example | None = None  # the one that runs
        self.stubs: list[Callable[[], None]] = []  # undo what the running example has replaced
        self.verifications: list[Callable[[], None]] = []  # of methods that must be called
        # Whether the running example has called nothing but code in Ruby, which sees all stubs.
        self.sees_stubs = False
        self.temporary: list[str] = []  # paths that PuppetlabsSpec::Files removes
        self.messages: list[str] = []  # warnings, for stderr
        self.lacks: list[str] = []  # why examples that would be there are not
        self.more_modules: list[str] = []  # directories of modules besides the fixtures

    def warn(self, message: str) -> None:
        """Keep a warning, unless it was given before."""
        if message not in self.messages:
            self.messages.append(message)

    def add_lack(self, message: str) -> None:
        """Note why examples are not run that would be there."""
        text = message.replace(f"{self.directory}/", "./")
        if text not in self.lacks:
            self.lacks.append(text)

    def number_of_groups_in(self, file: str) -> int:
        """Count the groups outside of all others that a file has defined."""
        return sum(1 for each in self.groups if each.file == file)
