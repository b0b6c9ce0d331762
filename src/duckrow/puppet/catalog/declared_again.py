"""A resource is declared again: the rules identical_resources, augmenting_resources, weak_include.

The catalog keeps the first resource. What the later declaration adds goes to it; it is contained in
every class and define that declares it, and has the tags of all of them. It is virtual if all its
declarations are.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import duplicate
from duckrow.puppet.catalog.declaration import Declaration, conflict_of
from duckrow.puppet.catalog.resource import CLASS, Resource
from duckrow.puppet.catalog.tags import own_tags
from duckrow.ruby.values.compare import is_equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.rules import Rules


def declare(build: Build, rules: Rules, resource: Resource) -> bool:
    """Note a declaration; return whether its resource is in the catalog already, with all of it."""
    existing = build.catalog.tables.get(resource.type, {}).get(resource.title)
    if existing is None:
        declaration = Declaration(resource)
        rules.add_known(resource)
        rules.declarations[resource].append(declaration)
        if rules.deterministic is not None:
            rules.deterministic.fresh[resource] = None
        return False
    if existing not in rules.declarations or not (rules.identical or rules.augmenting):
        return False  # the catalog rejects it
    if existing.is_exported is not resource.is_exported:
        raise duplicate(resource, existing)
    added = _merge(rules, existing, Declaration(resource))
    if existing.is_virtual and not resource.is_virtual:
        existing.is_virtual = False
        if build.listener is not None:
            build.listener("realized", existing)
    _contain(existing, resource)
    _explain(build, rules, existing, resource, added)
    return True


def declare_class(build: Build, rules: Rules, resource: Resource) -> bool:
    """The same for class { }: a class that was only included counts as declared from now on."""
    existing = build.catalog.find("class", resource.title)
    if existing is None:
        declaration = Declaration(resource)
        rules.add_known(resource)
        rules.declarations[resource].append(declaration)
        return False
    if existing not in rules.declarations:
        return False
    declarations = rules.declarations[existing]
    again = Declaration(resource)
    if declarations and not (rules.identical or rules.augmenting):
        return False
    if not declarations:
        if not rules.weak_include:
            return False
        added = _added(rules, existing, again)
        if added:
            raise _begin_again(rules, existing, resource, added, again)
        existing.kind, existing.file, existing.line = CLASS, resource.file, resource.line
        existing.attribute_lines = resource.attribute_lines
        declarations.append(again)
        said = f"{existing} is included before it is declared {again.where()}"
        rules.tell(build, "weak_include", said)
        return True
    _explain(build, rules, existing, resource, _merge(rules, existing, again))
    return True


def _merge(rules: Rules, existing: Resource, again: Declaration) -> dict[str, object]:
    """Add to a resource what a later declaration adds; a conflict is an error."""
    declarations = rules.declarations[existing]
    for name, value in again.given.items():
        for before in declarations:
            if name in before.given and not is_equal(before.given[name], value):
                _reject(rules, existing, name, before, again)
    added = _added(rules, existing, again)
    if not rules.augmenting:
        first = declarations[0]
        for name in sorted(again.given.keys() ^ first.given.keys()):
            _reject(rules, existing, name, first, again)
    if added and existing.definition is not None and existing.is_evaluated:
        raise _begin_again(rules, existing, existing, added, again)
    for name, value in added.items():
        if is_name(existing, name):
            _reject(rules, existing, name, declarations[0], again)
        current = None if existing.origins is None else existing.origins.get(name)
        is_unset = current is None or existing.parameters.get(name) is None
        if is_unset or rules.deterministic is not None or _is_from_default(existing, name):
            existing.set(name, value, again.origin(name))
    declarations.append(again)
    if rules.deterministic is not None:
        rules.deterministic.fresh[existing] = None
    return added


def _added(rules: Rules, existing: Resource, again: Declaration) -> dict[str, object]:
    """Return the attributes that neither a declaration nor an earlier attempt has set."""
    seen = set(rules.known.get(str(existing), ()))
    for before in rules.declarations[existing]:
        seen.update(before.given)
    return {name: value for name, value in again.given.items() if name not in seen}


def is_name(resource: Resource, name: str) -> bool:
    """Return whether an attribute names the resource: it is found by it from the start."""
    if name in ("alias", "name"):
        return True
    description = resource.description
    return description is not None and name in description.key_names


def _is_from_default(resource: Resource, name: str) -> bool:
    from duckrow.puppet.catalog.defaults import is_default

    return is_default(resource.scope, resource.type, name, resource.parameters[name])


def _begin_again(
    rules: Rules,
    existing: Resource,
    resource: Resource,
    added: dict[str, object],
    again: Declaration,
) -> BaseException:
    """Return the jump to a new attempt, or the error if code has seen the resource without this."""
    observer = rules.observers.get(existing.title.lower()) if existing.is_class else None
    if observer is None:
        return rules.learn(existing, added, again)
    error = duplicate(resource, existing)
    error.why = f"the class was evaluated without {', '.join(added)}, and {observer}"
    error.hint = "declare the class with its parameters before that"
    return error


def _reject(
    rules: Rules, existing: Resource, name: str, before: Declaration, again: Declaration
) -> None:
    """Report two declarations that do not agree about an attribute, with both locations."""
    if rules.deterministic is not None:
        rules.deterministic.conflict(existing, name)
        return
    raise conflict_of(existing, name, [before, again], rules.augmenting)


def _contain(existing: Resource, resource: Resource) -> None:
    """Contain a resource in one more class or define, whose tags it gets."""
    container = resource.scope.resource
    if container is None or existing.type == "Stage":
        return
    if existing.container is None:
        existing.container = container
    elif container is not existing.container:
        existing.contain_in(container)
    around: Resource | None = container
    while around is not None:
        own_tags(existing).update(own_tags(around))
        outer = around.scope.resource
        around = None if outer is around else outer


def _explain(
    build: Build, rules: Rules, existing: Resource, resource: Resource, added: dict[str, object]
) -> None:
    """Log a declaration that another one has taken in."""
    what = f"adds {', '.join(added)}" if added else "agrees"
    rule = "augmenting_resources" if added or not rules.identical else "identical_resources"
    first = rules.declarations[existing][0].where()
    said = f"{existing} is declared {first}; the declaration {resource.location_words()} {what}"
    rules.tell(build, rule, said)
    if build.listener is not None:
        build.listener("declared again", existing, resource)
