"""One compile: from a node and its facts to a finished catalog, phase by phase.

    set_node_variables      facts, trusted data, parameters of the node: variables of the top scope
    evaluate_settings       Class[settings]
    evaluate_main           the site manifests
    evaluate_node           the node definition that fits, if there are node definitions
    evaluate_node_classes   classes that an external classifier gave
    include_starting_points classes that modules name, if the rule starting_points is on
    evaluate_rounds         collectors, then waiting defines, until nothing is left to do
    finish                  relationships, overrides, checks of parameters, what flows to contents
    change                  plugins look at the catalog, if there are plugins; see puppet/plugins
    check                   overrides and collectors left over, targets of relationships

Everything that happens goes to the listener, if there is one:

    listener("round", number)          collectors and waiting bodies are about to run
    listener("declared", resource)     it is about to enter the catalog
    listener("queued", resource)       its body waits for the next round
    listener("evaluated", resource)    its body is about to run
    listener("entered", resource, scope)           its parameters are set, its code runs now
    listener("left", resource)         its code has run
    listener("manifest", definition)   the code of a site manifest runs now
    listener("assigned", scope, name, offset)      if several statements of a body may do so
    listener("replaced", scope, name)  a variable takes the place of a legacy fact
    listener("looked up", resource, names)         data has values for these parameters
    listener("included", class name, scope)        include, contain, require or a classifier
    listener("inherited", class name, resource)    the class of the resource inherits from it
    listener("contained", resource, container)     by the function contain
    listener("required", resource, dependent)      by the function require
    listener("collector", collector, query, scope)
    listener("collected", collector, resources)
    listener("realized", resource)     it was virtual
    listener("stated", change or origin, scope)    an override, a collector or a default is written
    listener("overridden", resource, name, origin) an override or a collector sets an attribute
    listener("flowed", resource, name, container)  it takes a metaparameter over
    listener("related", source, target, kind, arrow)
    listener("secret", value)          code makes a Sensitive value

and, with the rules of an environment (`rules`):

    listener("declared again", resource, declaration)
    listener("starting point", resource, module)
    listener("started again", reason)  what was told before does not count
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import Catalog, KnownType
from duckrow.puppet.catalog.resource import Origin, Resource, location_words
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.catalog.rules import Rules
    from duckrow.puppet.hiera.looked_up import LookedUp
    from duckrow.puppet.runtime.build import Loaders, Plugins, Settings
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.types.model.references import ResourceType

    Listener = Callable[..., None]

MOST_ROUNDS = 1000
MOST_RESOURCES = 200_000


class LogEntry:
    """One message of a compile."""

    __slots__ = ("code", "level", "location", "message", "source")

    def __init__(
        self,
        level: str,
        message: str,
        source: str,
        location: Location | None = None,
        code: str = "",
    ) -> None:
        self.level = level
        self.message = message
        self.source = source
        self.location = location
        self.code = code


class Build:
    """The state of one compile."""

    __slots__ = (
        "arrow_lists",
        "arrow_origins",
        "arrow_targets",
        "catalog",
        "class_scopes",
        "collectors",
        "default_types",
        "environment",
        "exporters",
        "facts",
        "has_aliases",
        "hiera",
        "listener",
        "loaders",
        "logs",
        "looked_up",
        "main",
        "memo",
        "most_resources",
        "named_types",
        "node",
        "node_name",
        "node_scope",
        "on_log",
        "original_titles",
        "overrides",
        "overriding",
        "plugins",
        "relationships",
        "resources",
        "rules",
        "settings",
        "shared_lists",
        "store_answers",
        "tag_changes",
        "templates",
        "top",
        "trusted",
        "types",
        "waiting",
        "warned",
        "world",
    )

    def __init__(
        self,
        environment: Any,
        node: Any,
        settings: Settings,
        loaders: Loaders,
        world: Any,
        *,
        listener: Listener | None = None,
        on_log: Callable[[LogEntry], None] | None = None,
        most_resources: int = MOST_RESOURCES,
    ) -> None:
        self.environment = environment
        self.node = node
        self.node_name: str = node.name
        self.facts: dict[str, Any] = node.facts
        self.trusted: dict[str, Any] = node.trusted
        self.settings = settings
        self.loaders = loaders
        self.world = world
        self.listener = listener
        self.on_log = on_log
        self.most_resources = most_resources
        self.rules: Rules | None = None  # of the environment; see `rules`
        self.plugins: Plugins | None = None
        self.catalog = Catalog(node.name, environment.name)
        self.top = Scope(self)
        self.main: Resource | None = None
        self.node_scope: Scope | None = None
        self.class_scopes: dict[str, Scope] = {"": self.top}
        # What the code declared, in order: the catalog without Stage[main] and Class[settings].
        self.resources: list[Resource] = []
        self.waiting: list[Resource] = []  # those of them with a body that has not run
        self.collectors: list[Any] = []
        self.relationships: list[Any] = []
        self.arrow_targets: set[str] = set()  # targets that arrows added: all of them exist
        self.arrow_lists: dict[int, list[object]] = {}  # lists of only such targets, by identity
        # The origins of those, one for each class, define or node.
        self.arrow_origins: dict[Definition | None, Origin] = {}
        self.overrides: dict[str, list[Any]] = {}  # overrides of undeclared resources
        self.logs: list[LogEntry] = []
        self.warned: set[tuple[str, str]] = set()
        # Resource types by their names as written.
        self.types: dict[str, KnownType] = {}
        # The same for names in capitals that begin a reference.
        self.named_types: dict[str, ResourceType] = {}
        self.default_types: set[str] = set()  # resource types that have defaults
        self.tag_changes = 0  # how often a resource got tags after its declaration
        self.has_aliases = False  # whether an alias was set after its resource was declared
        # Resources whose title was not a string, with that value: it is no tag, and $title is it.
        self.original_titles: dict[Resource, object] = {}
        # Collected resources that another node exports, with the name of that node.
        self.exporters: dict[Resource, str] = {}
        # What the store answered, by question and query.
        self.store_answers: dict[tuple[str, str], object] = {}
        # Classes, defines and nodes whose collectors have changed resources.
        self.overriding: set[Definition | None] = set()
        # Lists of relationship targets that several resources hold together, by identity.
        self.shared_lists: dict[int, list[object]] = {}
        # State that other rooms keep for this compile; each room makes its own on first use.
        self.hiera: object = None
        self.looked_up: LookedUp | None = None  # if it is wanted
        self.templates: object = None
        self.memo: dict[str, object] = {}

    def use_rules(self, rules: Rules) -> None:
        """Compile with rules of the environment.

        A compile without rules asks nothing new for a resource: with rules it has a type with
        defaults from the start, and where those are applied it asks for the rules.
        """
        self.rules = rules
        self.default_types.add("")

    # ---- for running code (runtime.build.Build)

    def log(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        location: Location | None = None,
        code: str = "",
    ) -> None:
        """Keep a message, and pass it to `on_log`."""
        entry = LogEntry(level, message, source, location, code)
        self.logs.append(entry)
        if self.on_log is not None:
            self.on_log(entry)

    def warn_once(
        self,
        kind: str,
        key: str,
        message: str,
        location: Location | None = None,
        *,
        has_location: bool = True,
    ) -> None:
        """Log a warning once for each kind and key; the location is part of the message."""
        if (kind, key) not in self.warned:
            self.warned.add((kind, key))
            if has_location:
                where = "" if location is None else Location(location.file, location.line).words()
                message += f"\n   {where or '(file & line not available)'}"
            self.log("warning", message)

    def find_resource(
        self, type_name: str, title: str, reader: Scope | None = None
    ) -> Resource | None:
        """Return a resource of the catalog by type and title, or None.

        `reader` is the scope of code that reads its parameters.
        """
        if self.rules is not None:
            self.rules.asks(type_name, title, reader)
        return self.catalog.find(type_name, title)

    def include(self, scope: Scope, names: list[str]) -> None:
        """Evaluate classes that were not evaluated yet."""
        from duckrow.puppet.catalog.classes import include

        include(scope, names)

    def lookup(self, scope: Scope, *arguments: object, **options: object) -> Any:
        """Look up a key, as the function lookup does."""
        function = self.loaders.find_function("lookup", "")
        return function(scope, *arguments, **options)

    # ---- resources

    def add(self, resource: Resource, container: Resource | None) -> None:
        """Put a resource into the catalog, contained in another; one with a body is queued."""
        if self.listener is not None:
            self.listener("declared", resource)
        self.catalog.add(resource)
        resources = self.resources
        resources.append(resource)
        if len(resources) > self.most_resources:
            raise EvaluationError(
                f"The catalog has more than {self.most_resources} resources "
                "(setting most_resources)"
            )
        if "stage" in resource.parameters and not resource.is_class:
            raise EvaluationError(
                "Only classes can set 'stage'; normal resources like "
                f"{resource} cannot change run stage"
            )
        if resource.definition is not None:
            self.waiting.append(resource)
            if self.listener is not None:
                self.listener("queued", resource)
        if container is not None:
            resource.container = container


def run_phases(build: Build, mains: list[Definition], nodes: list[Definition]) -> None:
    """Run the phases of a compile in their order."""
    from duckrow.puppet.catalog.nodes import evaluate_node, evaluate_node_classes
    from duckrow.puppet.catalog.start import evaluate_main, evaluate_settings, set_node_variables

    set_node_variables(build)
    evaluate_settings(build)
    evaluate_main(build, mains)
    evaluate_node(build, nodes)
    evaluate_node_classes(build)
    if build.rules is not None and build.rules.starting_points:
        from duckrow.puppet.catalog.co_op import include_starting_points

        include_starting_points(build, build.rules)
    evaluate_rounds(build)
    finish(build)
    if build.plugins is not None:
        build.plugins.change(build)
    check(build)


def evaluate_rounds(build: Build) -> None:
    """Run collectors, then the defines that wait, until a round finds nothing to do."""
    rounds = 0
    rules = build.rules
    while True:
        if rules is not None and rules.deterministic is not None:
            rules.deterministic.begin_round(build)
        if build.listener is not None:
            build.listener("round", rounds + 1)
        # All collectors run in each round, also after one of them has found something.
        has_found = [collector.evaluate() for collector in list(build.collectors)]
        has_run = evaluate_waiting(build)
        if not has_run and True not in has_found and not _include_present(build):
            return
        rounds += 1
        if rounds > MOST_ROUNDS:
            raise EvaluationError(
                "Somehow looped more than 1000 times while evaluating host catalog", is_bare=True
            )


def _include_present(build: Build) -> bool:
    """Include the classes that wait for other resources; see `co_op`."""
    if build.rules is None or not build.rules.present:
        return False
    from duckrow.puppet.catalog.co_op import include_present

    return include_present(build, build.rules)


def evaluate_waiting(build: Build) -> bool:
    """Run the queued bodies in the order of declaration; new ones wait for the next round."""
    if not build.waiting:
        return False
    from duckrow.puppet.catalog.bodies import evaluate_later

    now = [resource for resource in build.waiting if not resource.is_virtual]
    build.waiting = [resource for resource in build.waiting if resource.is_virtual]
    if build.rules is not None and build.rules.deterministic is not None:
        now.sort(key=str)
        for resource in now:
            build.rules.deterministic.settle(resource)
        build.rules.deterministic.raise_conflicts()
    has_run = False
    for resource in now:
        if not resource.is_evaluated:
            has_run = True
            evaluate_later(build, resource)
    return has_run


def finish(build: Build) -> None:
    """Apply relationships and overrides, check parameters, and pass metaparameters on."""
    from duckrow.puppet.catalog.finish import finish_resources

    rules = build.rules
    if rules is not None and rules.deterministic is not None:
        rules.deterministic.finish(build)
    if rules is not None and rules.co_op:
        from duckrow.puppet.catalog.co_op import tell_absent

        tell_absent(build, rules)
    if build.relationships:
        from duckrow.puppet.catalog.relationships import evaluate_relationships

        evaluate_relationships(build)
    finish_resources(build)
    if rules is not None:
        rules.check_known()
        if rules.deterministic is not None:
            rules.deterministic.sort(build)


def check(build: Build) -> None:
    """Fail for overrides, collectors and relationships whose resources do not exist."""
    if build.overrides:
        left = [name for name, overrides in build.overrides.items() for _ in overrides]
        if left:
            first = next(change for changes in build.overrides.values() for change in changes)
            raise EvaluationError(
                f"Could not find resource(s) {', '.join(left)} for overriding",
                is_bare=True,
                why=f"{left[0]} is overridden at {location_words(first.file, first.line)}",
            )
    left = [name for collector in build.collectors for name in collector.unresolved()]
    if left:
        raise EvaluationError(
            f"Failed to realize virtual resources {', '.join(left)}", is_bare=True
        )
    if len(build.resources) > 1:
        from duckrow.puppet.catalog.validate import check_relationships

        check_relationships(build)
    if build.has_aliases:
        from duckrow.puppet.catalog.finish import check_aliases

        check_aliases(build)
