"""Compiles of examples: equal inputs are compiled once.

An environment is made for each combination of module path and settings; it caches the modules that
it has read, and gets other code to begin with for each compile. Spec files of one module share it.
"""

from __future__ import annotations

from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import is_file, real_path
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node, trusted_data
from duckrow.puppet.settings.settings import Settings
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.kinds import RubyModule
from duckrow.spec.facts.known_facts import key_text
from duckrow.spec.resource_types import ResourceTypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.ruby_code.older_functions import OlderFunction
    from duckrow.puppet.ruby_code.requiring import MakeHost
    from duckrow.ruby.known import Known
    from duckrow.spec.compile_stubs import CompileStub
    from duckrow.spec.coverage.lines import Lines, LineTracer
    from duckrow.spec.resource_types import RememberedTypes
    from duckrow.spec.shared import Environments

_MOST_RESULTS = 32  # that are kept: examples of one group follow each other
_NO_FILE = "/dev/null"


class Inputs:
    """The inputs of one compile."""

    __slots__ = (
        "code",
        "directory",
        "environment",
        "facts",
        "facts_text",
        "has_host",
        "hiera_config",
        "is_exported",
        "modulepath",
        "node",
        "parameters",
        "settings",
        "trusted",
        "trusted_external",
    )

    def __init__(self, node: str, code: str | None, modulepath: list[str]) -> None:
        self.node = node
        self.code = code  # None: the manifests of the environment's directory
        self.directory = ""  # of the environment, if it has one
        self.modulepath = modulepath
        self.environment = "rp_env"
        self.facts: dict[str, object] = {}
        self.parameters: dict[str, object] = {}
        self.trusted: dict[str, object] = {}
        self.trusted_external: dict[str, object] = {}
        self.hiera_config = _NO_FILE
        self.settings: dict[str, object] = {}
        self.is_exported = False  # whether the catalog holds the exported resources only
        # Whether the fact os decides about default providers: rspec-puppet asks older facts only.
        self.has_host = False
        self.facts_text = ""  # the same for equal facts, if it is known already

    def facts_key(self) -> str:
        """Return a key of the facts."""
        return self.facts_text or key_text(self.facts)

    def place(self) -> str:
        """Return a key of the environment."""
        place = self.directory, self.environment, self.modulepath
        return repr((*place, self.hiera_config, self.settings))

    def key(self) -> tuple[str, ...]:
        """Return a key of the compile."""
        given = self.parameters, self.trusted, self.trusted_external, self.is_exported
        return self.place(), self.node, repr(self.code), self.facts_key(), key_text(given)


class Compiled:
    """A compile, and what is asked about its catalog: each answer is worked out once."""

    __slots__ = ("_graph", "_ral", "_secrets", "_types", "inputs", "key", "lines", "result")

    def __init__(self, inputs: Inputs, result: Result, types: ResourceTypes) -> None:
        self.inputs = inputs
        self.key: tuple[str, ...] = ()  # under which it is kept
        self._types = types
        self.lines: Lines = {}  # of manifests that it has run, if they are traced
        self.result = result
        self._ral: RalCatalog | RubyError | None = None
        self._graph: Relationships | RubyError | None = None
        self._secrets: frozenset[str] | None = None

    @property
    def secrets(self) -> frozenset[str]:
        """Return the strings of its Sensitive values, as messages have them."""
        if self._secrets is None:
            from duckrow.spec.secrets import quoted_secrets

            self._secrets = quoted_secrets(self.result.build)
        return self._secrets

    @property
    def ral(self) -> RalCatalog:
        """Return the resources as an agent would have them: attributes checked and converted."""
        if self._ral is None:
            self._ral = self._make_ral()
        if isinstance(self._ral, RubyError):
            raise self._ral
        return self._ral

    def _make_ral(self) -> RalCatalog | RubyError:
        from duckrow.puppet.apply.ral_from_build import ral_from_build
        from duckrow.puppet.resources.desired import ResourceError

        try:
            return ral_from_build(self.result.build, *self._hands())
        except ResourceError as error:
            return RubyError("Puppet::ResourceError", str(error))

    def desired(self, resource: Resource) -> object:
        """Return the desired state of a resource; no matter whether the others are valid."""
        from duckrow.puppet.apply.ral_from_build import Resolver, desired_of, empty_ral
        from duckrow.puppet.resources.desired import ResourceError

        if self._ral is None:
            self._ral = self._make_ral()
        if not isinstance(self._ral, RubyError):
            return self._ral.find_reference(str(resource))
        build = self.result.build
        try:
            ral = empty_ral(build, *self._hands())
            return desired_of(ral, resource, Resolver(lambda: build))
        except ResourceError as error:
            raise RubyError("Puppet::ResourceError", str(error)) from error

    def _hands(self) -> tuple[Providers, Log, RememberedTypes]:
        from duckrow.spec.default_providers import ExampleProviders, facts_of_host

        build = self.result.build
        facts = facts_of_host(build.facts) if self.inputs.has_host else build.facts
        providers = ExampleProviders(LocalMachine(), facts)
        key = self.inputs.place(), self.inputs.facts_key()
        types = self._types.of(key, build, providers.machine)
        return providers, lambda *_log: None, types

    @property
    def graph(self) -> Relationships:
        """Return the graph of the order of the resources."""
        if self._graph is None:
            from duckrow.puppet.apply.order import relationships
            from duckrow.puppet.resources.desired import ResourceError

            try:
                self._graph = relationships(self.ral)
            except ResourceError as error:
                self._graph = RubyError("Puppet::Error", str(error))
        if isinstance(self._graph, RubyError):
            raise self._graph
        return self._graph


def facts_of_node(name: str) -> dict[str, object]:
    """Return the facts that follow from the name of a node."""
    hostname, _, rest = name.partition(".")
    return {"hostname": hostname, "fqdn": name, "domain": rest or name, "clientcert": name}


def check_result(result: Result) -> None:
    """Raise Puppet::Error if there is no catalog.

    A compile that duckrow cannot do is no failure that an example may expect.
    """
    failure = result.failure
    if failure is None:
        return
    if failure.needs is not None:
        raise UnsupportedError(" ".join(failure.needs))
    if failure.is_fault:
        raise UnsupportedError(failure.message)
    raise RubyError("Puppet::PreformattedError", failure.message)


class Compiler:
    """Compiles, and keeps the last results."""

    __slots__ = (
        "_environments",
        "_functions",
        "_results",
        "_sources",
        "_tested",
        "_types",
        "_undo",
        "count",
        "make_host",
        "stubs",
        "tracer",
    )

    def __init__(self, sources: Sources, environments: Environments, tested: str) -> None:
        self._sources = sources
        self._tested = [tested]  # the name of the module that the specs are of
        self._environments = environments
        self._results: dict[tuple[str, ...], Compiled] = {}
        self._types = ResourceTypes()
        self._functions: dict[str, OlderFunction] = {}  # that specs define
        self.count = 0  # compiles so far
        self.make_host: MakeHost | None = None  # of Ruby code in compiles
        self.tracer: LineTracer | None = None
        self.stubs: list[CompileStub] = []  # of the running example
        self._undo: list[Callable[[], None]] = []

    def secrets(self) -> frozenset[str]:
        """Return the secrets of the last results."""
        return frozenset().union(*(each.secrets for each in self._results.values()))

    def compile(self, inputs: Inputs) -> Compiled:
        """Return the compile of these inputs."""
        if self.stubs:
            return self._compiled(inputs)
        key = inputs.key()
        found = self._results.get(key)
        if found is not None and self.tracer is not None:
            self.tracer.add(found.lines)
        if found is None:
            found = self._compiled(inputs)
            if len(self._results) >= _MOST_RESULTS:
                del self._results[next(iter(self._results))]
            self._results[key] = found
            found.key = key
        return found

    def _compiled(self, inputs: Inputs) -> Compiled:
        tracer = self.tracer
        if tracer is None:
            return self.compiled_anew(inputs)
        before, tracer.lines = tracer.lines, {}
        made = self.compiled_anew(inputs)
        made.lines = tracer.lines
        tracer.lines = before
        tracer.add(made.lines)
        return made

    def compiled_anew(self, inputs: Inputs) -> Compiled:
        """Compile, whatever was compiled before, for questions about the catalog."""
        return self.with_types(inputs, self.compile_anew(inputs))

    def with_types(self, inputs: Inputs, result: Result) -> Compiled:
        """Return a compile for questions about its catalog; stubs have types of their own."""
        return Compiled(inputs, result, ResourceTypes() if self.stubs else self._types)

    def compile_anew(self, inputs: Inputs, listener: Callable[..., None] | None = None) -> Result:
        """Compile, whatever was compiled before."""
        self.count += 1
        environment = self._environment(inputs)
        environment.begin_with(inputs.code)
        trusted = trusted_data(inputs.node, inputs.trusted)
        trusted |= {"authenticated": "remote", "external": inputs.trusted_external}
        node = Node(
            inputs.node,
            inputs.facts,
            trusted=trusted,
            parameters=inputs.parameters,
            server_facts=_server_facts(inputs),
        )
        return compile_catalog(environment, node, listener=listener)

    def _environment(self, inputs: Inputs) -> Environment:
        place = inputs.place()
        found = self._environments.own.get(place)
        if found is not None:
            return found
        found = self._environments.of_files_before(place)
        if found is None:
            settings: dict[str, object] = {"strict": "warning", "environment": inputs.environment}
            settings |= inputs.settings
            settings["ruby_functions"] = self._tested  # it is their code that is tested
            if is_file(inputs.hiera_config):
                settings["hiera_config"] = inputs.hiera_config
            found = self._new_environment(inputs, Settings(settings))
            # A pre_condition may define the main class of a module in its place.
            found.library.reads_init_first = False
            self._environments.add(place, found)
        if self.make_host is not None:
            found.library.ruby_files.make_host = self.make_host
        for older in self._functions.values():
            _add_function(found, older)
        for each in self.stubs:
            self._undo.append(each.use(found.library.ruby_files))
        return found

    def _new_environment(self, inputs: Inputs, settings: Settings) -> Environment:
        if inputs.directory:
            from duckrow.puppet.environment.find import environment_at

            name, directory = inputs.environment, inputs.directory
            more = {"modulepath": inputs.modulepath} if inputs.modulepath else {}
            return environment_at(
                settings, name, directory, self._sources, code=None, is_fixed=True, **more
            )
        return Environment(
            inputs.environment,
            modulepath=inputs.modulepath,
            code="",
            settings=settings,
            sources=self._sources,
            is_fixed=True,
        )

    def has_constant(self, path: str) -> bool:
        """Return whether the code of functions has loaded a class, which specs do not see here."""
        environments = self._environments.own.values()
        return any(_has_constant(each.library.ruby_files.known, path) for each in environments)

    def add_function(self, function: OlderFunction) -> None:
        """Add a function that a spec defines, to all compiles from now on."""
        self._functions[function.name] = function
        self._environments.note_change()
        for environment in self._environments.own.values():
            _add_function(environment, function)
        # A compile that failed may have failed for the lack of it.
        for key in [key for key, each in self._results.items() if each.result.failure]:
            del self._results[key]

    def read_paths(self) -> set[str]:
        """Return the files that compiles have read, without links."""
        found: set[str] = set()
        for environment in self._environments.own.values():
            found.update(map(real_path, environment.library.directories.read_paths()))
        return found

    def add_stub(self, stub: CompileStub) -> None:
        """Replace a method in all compiles of the running example."""
        self.stubs.append(stub)
        self._environments.note_change()
        for environment in self._environments.own.values():
            self._undo.append(stub.use(environment.library.ruby_files))

    def remove_stubs(self) -> str:
        """Put all methods back; return a stub that no compile has reached, or nothing."""
        while self._undo:
            self._undo.pop()()
        reached = {each.described for each in self.stubs if each.is_reached}
        unreached = [each.described for each in self.stubs if each.described not in reached]
        self.stubs.clear()
        return unreached[0] if unreached else ""


def _add_function(environment: Environment, function: OlderFunction) -> None:
    """Make a function of a spec one of an environment, whose code runs there."""
    from duckrow.puppet.ruby_code.loading import as_function
    from duckrow.puppet.ruby_code.older_functions import OlderFunction

    made = OlderFunction(function.name, function.arity, function.is_statement, function.block)
    made.files = environment.library.ruby_files
    environment.library.add_older_function(function.name, as_function(made))


def _has_constant(known: Known, path: str) -> bool:
    """Return whether code has set a constant."""
    holder: object = known.made.get("Object")
    for name in path.split("::"):
        holder = holder.constants.get(name) if isinstance(holder, RubyModule) else None
    return holder is not None


def _server_facts(inputs: Inputs) -> dict[str, object]:
    """Return $server_facts: the server is the node itself."""
    from duckrow.puppet.ruby_code.messages import VERSION

    networking = inputs.facts.get("networking")
    known = networking if isinstance(networking, dict) else {}
    found: dict[str, object] = {"serverversion": VERSION, "environment": inputs.environment}
    for name, fact in (("servername", "fqdn"), ("serverip", "ip")):
        if known.get(fact) is not None:
            found[name] = known[fact]
    return found
