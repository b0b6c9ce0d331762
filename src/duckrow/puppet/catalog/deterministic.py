"""catalog_builder = deterministic: the order of declarations has no effect on the catalog.

What code declares is collected, and combined where the order no longer matters:

 1. Bodies see no state of the catalog: defined(Type[title]), evaluated() and reading parameters or
    variables of others are errors, wherever they are written. A body may read itself, the bodies
    around it, the class that it inherits from, and classes that it includes before.
 2. A class is evaluated in the scope of the node or in the top scope, whoever includes it: it takes
    no resource defaults and no tags from there.
 3. Resource defaults apply to the whole body that they are written in, and to the bodies below.
    They are set at the beginning of a round: then each body that has begun is complete.
 4. Overrides and collectors set attributes when a resource is settled: a define before its body
    runs, others at the end. Layers decide, not the order: a declaration, then a class that
    inherits, then one that inherits from that, then collectors. Two values of one layer conflict.
 5. Queries of collectors ask for declared attributes and defaults, not for what others override.
 6. Conflicts of a round are collected, and the first by name is reported.
 7. The catalog is sorted by type and title.
"""

from __future__ import annotations

from duckrow.puppet.catalog.bodies import enclosing
from duckrow.puppet.catalog.collectors import Collector
from duckrow.puppet.catalog.declaration import conflict_of
from duckrow.puppet.catalog.defaults import find_defaults
from duckrow.puppet.catalog.references import inspected, reference_text, split_reference
from duckrow.puppet.catalog.resource import Append, location_words
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.runtime.definition import DEFINE, IS_RELATION
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.defaults import Default
    from duckrow.puppet.catalog.overrides import Change
    from duckrow.puppet.catalog.relationships import Relationship
    from duckrow.puppet.catalog.resource import Origin, Resource
    from duckrow.puppet.catalog.rules import Rules
    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope

_COLLECTOR = 1_000_000  # the layer of collectors, above all classes that inherit


class Setting:
    """A value that an override or a collector sets, and its layer."""

    __slots__ = ("layer", "origin", "value")

    def __init__(self, value: object, origin: Origin, layer: int) -> None:
        self.value = value
        self.origin = origin
        self.layer = layer


class Deterministic:
    """What a deterministic compile collects until it can be combined."""

    __slots__ = ("changes", "conflicts", "fresh", "includes", "reading", "rules", "settled")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.fresh: dict[Resource, None] = {}  # declared since the last round
        self.changes: dict[Resource, dict[str, list[Setting]]] = {}
        self.conflicts: list[tuple[str, str, Resource, EvaluationError | None]] = []
        self.includes: dict[Scope, set[str]] = {}  # the classes that a body includes by itself
        self.reading: dict[tuple[str, str], str] = {}  # who read which class, and where
        self.settled: set[Resource] = set()

    # ---- what code may ask

    def check_read(self, body: Scope, class_name: str) -> None:
        """Reject reading a variable of a class that is not certain to be evaluated."""
        if class_name in ("", "settings"):
            return

        def is_certain(scope: Scope) -> bool:
            return class_name in self.includes.get(scope, ()) or _is_of(scope, class_name)

        if self._holds_around(body, is_certain):
            return
        raise EvaluationError(
            f"{_who(body)} reads from class {class_name}, which it does not include before",
            why="whether the class is evaluated by now depends on the order of declarations",
            hint=f"include {class_name}, before the variable is read",
        )

    def check_question(self, type_name: str, title: str, scope: Scope | None) -> None:
        """Reject questions to a catalog that is not finished."""
        wanted = f"{type_name}[{title.removeprefix('::')}]".lower()
        if scope is not None and self._holds_around(
            scope.body(), lambda around: str(around.resource).lower() == wanted
        ):
            return
        what = "for a parameter of" if scope is not None else "whether there is"
        raise EvaluationError(
            f"The code asks {what} {type_name}[{title}] while the catalog is built",
            why="the answer depends on the order of declarations (catalog_builder = deterministic)",
            hint="declare the resource here too, or use include_if_present() or if_present()",
        )

    def _holds_around(self, body: Scope, holds: Callable[[Scope], bool]) -> bool:
        """Return whether something holds for a body, or for all bodies that declare its define.

        A body that declares a define is complete when the define runs; one that includes a class
        is not, and another one may include the class first.
        """
        if holds(body):
            return True
        if body.definition is None or body.definition.kind != DEFINE or body.resource is None:
            return False
        declarations = self.rules.declarations[body.resource]
        return all(self._holds_around(each.scope, holds) for each in declarations)

    def include(self, scope: Scope, names: list[str]) -> Scope:
        """Note the classes that a body includes; return the scope that they are evaluated in."""
        body = scope.body()
        self.includes.setdefault(body, set()).update(names)
        build: Build = scope.build  # type: ignore[assignment]
        return build.node_scope or enclosing(body)

    # ---- what code declares

    def conflict(self, resource: Resource, name: str, error: EvaluationError | None = None) -> None:
        """Keep a conflict until the end of the round; without an error, one of declarations."""
        self.conflicts.append((str(resource), name, resource, error))

    def begin_round(self, build: Build) -> None:
        """Combine what was declared since the last round."""
        fresh, self.fresh = self.fresh, {}
        self._spread_tags(build)
        for resource in fresh:
            self._set_defaults(resource)
        waiting = build.overrides
        for name in list(waiting):
            pair = split_reference(name)
            found = None if pair is None else build.catalog.find(*pair)
            if found is not None:
                for change in waiting.pop(name):
                    self.change(build, found, change)
        self.raise_conflicts()

    def raise_conflicts(self) -> None:
        """Report the first conflict by name."""
        if not self.conflicts:
            return

        def key(
            conflict: tuple[str, str, Resource, EvaluationError | None],
        ) -> tuple[str, str, str]:
            reference, name, _, error = conflict
            return reference, name, "" if error is None else error.message

        _, name, resource, error = min(self.conflicts, key=key)
        raise error or conflict_of(resource, name, self.rules.declarations[resource], True)

    def _set_defaults(self, resource: Resource) -> None:
        """Set the missing attributes from the defaults of all bodies that declare the resource."""
        found: dict[str, tuple[object, Origin]] = {}
        given = [d.given for d in self.rules.declarations.get(resource, ())]
        for declaration in self.rules.declarations.get(resource, ()):
            for name, default in self._defaults(resource, declaration.scope).items():
                if any(name in each for each in given):
                    continue
                if name in found and not is_equal(found[name][0], default.value):
                    self._disagree(resource, name, found[name], (default.value, default.origin))
                found[name] = (default.value, default.origin)
        for name, (value, origin) in found.items():
            if resource in self.settled:
                if not is_equal(resource.parameters.get(name), value):
                    self.conflict(resource, name, _too_late(resource, origin))
            elif name not in resource.parameters:
                resource.set(name, value, origin)
                self._explain(resource, name, origin)

    def _explain(self, resource: Resource, name: str, origin: Origin) -> None:
        """Log a default that is written after a resource, which Puppet would not set."""
        is_later = origin.file == resource.file and (origin.line or 0) > (resource.line or 0)
        if is_later:
            build: Build = resource.scope.build  # type: ignore[assignment]
            where = location_words(origin.file, origin.line)
            said = f"{resource} takes '{name}' from a resource default that follows it {where}"
            self.rules.tell(build, "catalog_builder", said, "debug")

    def _defaults(self, resource: Resource, scope: Scope) -> dict[str, Default]:
        """Return the defaults that reach a scope, through all bodies that declare its define."""
        if resource.type not in scope.build.default_types:
            return {}
        outer = [] if scope.parent is None else [scope.parent]
        if scope.definition is not None and scope.definition.kind == DEFINE:
            assert scope.resource is not None
            outer = [each.scope for each in self.rules.declarations[scope.resource]]
        found: dict[str, Default] = {}
        for each in outer:
            for name, default in self._defaults(resource, each).items():
                if name in found and not is_equal(found[name].value, default.value):
                    before = found[name]
                    one, other = (before.value, before.origin), (default.value, default.origin)
                    self._disagree(resource, name, one, other)
                found[name] = default
        return {**found, **(scope.defaults or {}).get(resource.type, {})}

    def _spread_tags(self, build: Build) -> None:
        """Give each resource the tags of all bodies that declare it, and of those around them."""
        has_changed = True
        while has_changed:
            has_changed = False
            for resource in build.resources:
                tags = own_tags(resource)
                before = len(tags)
                for declaration in self.rules.declarations.get(resource, ()):
                    container = declaration.scope.resource
                    if container is not None and container is not resource:
                        tags.update(own_tags(container))
                has_changed = has_changed or len(tags) != before

    def change(self, build: Build, resource: Resource, change: Change) -> None:
        """Keep the attributes of an override until the resource is settled."""
        layer = self._layer(build, resource, change)
        for name, (value, origin) in change.origins().items():
            self._keep(resource, name, Setting(value, origin, layer))

    def change_collected(self, resources: list[Resource], change: Change) -> None:
        """Keep the attributes of a collector, and the resource defaults that it brings."""
        values = change.origins()
        for resource in resources:
            change.check_for(str(resource))
            for name, (value, origin) in values.items():
                self._keep(resource, name, Setting(value, origin, _COLLECTOR))
            for name, default in find_defaults(change.scope, resource.type).items():
                if name not in values:
                    self._keep(resource, name, Setting(default.value, default.origin, _COLLECTOR))

    def _keep(self, resource: Resource, name: str, setting: Setting) -> None:
        if resource in self.settled:
            self.conflict(resource, name, _too_late(resource, setting.origin))
        else:
            self.changes.setdefault(resource, {}).setdefault(name, []).append(setting)

    def _layer(self, build: Build, resource: Resource, change: Change) -> int:
        """Return how far the class of an override is from the class that declares the resource."""
        sources = {d.scope.definition for d in self.rules.declarations.get(resource, ())}
        source: Definition | None = change.source
        layer = 0
        while source not in sources:
            if source is None or not source.parent:
                error = EvaluationError(
                    "Only subclasses can override parameters",
                    location=Location(change.file, change.line),
                    is_bare=True,
                )
                self.conflict(resource, "", error)
                return layer
            source = build.loaders.find_class(source.parent.removeprefix("::").lower())
            layer += 1
        return layer

    def settle(self, resource: Resource) -> None:
        """Set the attributes of overrides and collectors, layer by layer."""
        self.settled.add(resource)
        for name, settings in sorted(self.changes.pop(resource, {}).items()):
            for layer in sorted({setting.layer for setting in settings}):
                self._set_layer(resource, name, [s for s in settings if s.layer == layer])

    def _set_layer(self, resource: Resource, name: str, settings: list[Setting]) -> None:
        plain = [s for s in settings if type(s.value) is not Append]
        added = [s for s in settings if type(s.value) is Append]
        layer = settings[0].layer
        if layer == 0 and plain:
            before = [d for d in self.rules.declarations[resource] if name in d.given]
            if before and not is_equal(before[0].given[name], plain[0].value):
                first = (before[0].given[name], before[0].origin(name))
                self._disagree(resource, name, first, (plain[0].value, plain[0].origin))
        for setting in plain[1:]:
            if not is_equal(setting.value, plain[0].value):
                first = (plain[0].value, plain[0].origin)
                self._disagree(resource, name, first, (setting.value, setting.origin))
        if plain:
            resource.set(name, plain[0].value, plain[0].origin)
        if added:
            current = resource.parameters.get(name)
            parts = [part for s in added for part in flattened(s.value.value)]  # type: ignore[attr-defined]
            parts.sort(key=inspected)
            base = [] if current is None else flattened(current)
            resource.set(name, [*base, *parts], added[0].origin)

    def _disagree(
        self,
        resource: Resource,
        name: str,
        one: tuple[object, Origin],
        other: tuple[object, Origin],
    ) -> None:
        said = sorted(
            f"{inspected(value)} {location_words(origin.file, origin.line)}".rstrip()
            for value, origin in (one, other)
        )
        error = EvaluationError(
            f"Conflicting values of '{name}' of {resource}: {said[0]}, and {said[1]}",
            location=Location(other[1].file or None, other[1].line),
            is_bare=True,
        )
        self.conflict(resource, name, error)

    # ---- the end

    def finish(self, build: Build) -> None:
        """Settle what has no body, and sort all that the last phases walk through."""
        self.begin_round(build)
        for resource in build.resources:
            declarations = self.rules.declarations.get(resource, ())
            if len(declarations) > 1:
                resource.scope = min((d.scope for d in declarations), key=_who)
            if resource not in self.settled:
                self._set_defaults(resource)
                self.settle(resource)
        self.raise_conflicts()
        build.resources.sort(key=_sort_key)
        build.catalog.resources.sort(key=_sort_key)
        build.overrides = dict(sorted(build.overrides.items()))
        build.relationships.sort(key=_relationship_key)
        build.collectors.sort(key=lambda collector: sorted(collector.unresolved()))
        for resource in build.resources:
            if resource.containers is not None:
                resource.containers.sort(key=_sort_key)
                resource.container = resource.containers[0]

    def sort(self, build: Build) -> None:
        """Sort what a finished catalog holds."""
        catalog = build.catalog
        catalog.classes.sort()
        for resource in catalog.resources:
            resource.parameters = {
                name: sorted(value, key=reference_text)
                if name in IS_RELATION and type(value) is list
                else value
                for name, value in sorted(resource.parameters.items())
            }


_OF_EVERY_CATALOG = ("Stage[main]", "Class[Settings]", "Class[main]")


def _sort_key(resource: Resource) -> tuple[int, str, str]:
    name = str(resource)
    rank = _OF_EVERY_CATALOG.index(name) if name in _OF_EVERY_CATALOG else 3
    return rank, resource.type, resource.title


def _relationship_key(relationship: Relationship) -> tuple[str, list[str], list[str]]:
    def named(side: list[object]) -> list[str]:
        names: list[str] = []
        for each in side:
            if isinstance(each, Collector):
                names += map(str, each.collected)
            else:
                names.append(reference_text(each))
        return sorted(names)

    return relationship.parameter, named(relationship.sources), named(relationship.targets)


def _is_of(body: Scope, class_name: str) -> bool:
    """Return whether a body is that of a class, or of one that inherits from it."""
    definition = body.definition
    while definition is not None:
        if definition.name == class_name:
            return True
        if not definition.parent:
            return False
        definition = body.build.loaders.find_class(definition.parent.removeprefix("::").lower())
    return False


def _who(body: Scope) -> str:
    return "The code" if body.resource is None else str(body.resource)


def _too_late(resource: Resource, origin: Origin) -> EvaluationError:
    return EvaluationError(
        f"Attempt to override an already evaluated resource, defined at "
        f"{resource.location_words()}, with new values",
        location=Location(origin.file or None, origin.line),
        is_bare=True,
    )
