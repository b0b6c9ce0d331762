"""Who declares a resource and who includes a class, back to the main manifest."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.explain.conditions import conditions
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.record import CLASSIFIER, DECLARE, INHERIT
from duckrow.puppet.explain.recorded import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.record import Inclusion
    from duckrow.puppet.explain.recorded import Recorded


_MOST_LEVELS = 100  # bodies around a resource that are told


def declared_by(recorded: Recorded, resource: Resource) -> list[Reason]:
    """Return the reason why a resource is declared, and those behind it; none for main."""
    return list(_declared_by(recorded, resource, set()))


def _declared_by(recorded: Recorded, resource: Resource, seen: set[Resource]) -> Iterator[Reason]:
    build = recorded.build
    if resource is build.main or resource in seen:
        return
    seen.add(resource)
    if len(seen) > _MOST_LEVELS:
        yield Reason("more", f"{resource} is declared by more of this")
        return
    if resource.is_class:
        inclusions = recorded.record.inclusions.get(_class_name(resource), [])
        for inclusion in inclusions[:1]:
            yield _inclusion_reason(recorded, inclusion, resource, seen)
        return
    if resource.type == "Node":
        definition = resource.definition
        place = None if definition is None else recorded.place_at(definition.file, definition.line)
        yield Reason("node", f"node {resource.title} fits {build.node_name}", place)
        return
    of_plugin = plugin_reason(recorded, resource)
    if of_plugin is not None:
        yield of_plugin
        return
    by = resource.scope.resource
    place = recorded.declared_at(resource)
    text = f"{resource} is declared by {recorded.name(by)}"
    yield Reason("declaration", text, place, _behind(recorded, by, seen))


def plugin_reason(recorded: Recorded, resource: Resource) -> Reason | None:
    """Return the plugin that added a class or a resource, if one did."""
    plugins = recorded.build.plugins
    effect = None if plugins is None else plugins.adder(str(resource))
    return None if effect is None else recorded.reason_of(effect)


def _behind(recorded: Recorded, by: Resource | None, seen: set[Resource]) -> list[Reason]:
    return [] if by is None else list(_declared_by(recorded, by, seen))


def _class_name(resource: Resource) -> str:
    return resource.title.lower()


def _inclusion_reason(
    recorded: Recorded, inclusion: Inclusion, resource: Resource, seen: set[Resource]
) -> Reason:
    by = inclusion.by
    if inclusion.how == INHERIT:
        assert by is not None
        definition = by.definition
        place = None if definition is None else recorded.place_at(definition.file, definition.line)
        text = f"{by} inherits from {resource}"
    elif inclusion.how == CLASSIFIER:
        of_plugin = plugin_reason(recorded, resource)
        return of_plugin or Reason(CLASSIFIER, f"the classifier gives {resource} to this node")
    else:
        verb = "declares" if inclusion.how == DECLARE else "includes"
        text = f"{recorded.name(by)} {verb} {resource}"
        place = recorded.place(inclusion.sites[0]) if inclusion.sites else None
        if inclusion.sites:
            text += _function_of(recorded, inclusion, resource)
    around = recorded.around_inclusions
    if inclusion not in around:
        around[inclusion] = _conditions(recorded, inclusion)
    because = [*around[inclusion], *_behind(recorded, by, set(seen))]
    return Reason(inclusion.how, text, place, because)


def _conditions(recorded: Recorded, inclusion: Inclusion) -> list[Reason]:
    """Return the conditions around a statement that includes a class, innermost first."""
    by = inclusion.by
    scope = None if by is None else recorded.record.scopes.get(by)
    if not inclusion.sites or scope is None:
        return []
    site = inclusion.sites[0]
    program, way = recorded.trees.program(site[0].co_filename), recorded.trees.way_to(site)
    if program is None or way is None:
        return []
    reader = Reader(recorded, program, scope, {}, way)
    return [each.reason() for each in reversed(conditions(reader, way))]


def _function_of(recorded: Recorded, inclusion: Inclusion, resource: Resource) -> str:
    """Name the function that includes a class if it is not `include`."""
    record, by = recorded.record, inclusion.by
    if by is None:
        return ""
    for table, word in ((record.contained, "contain"), (record.required, "require")):
        site = table.get((resource, by))
        if site is not None and site[:2] == inclusion.sites[0][:2]:
            return f" with the function {word}"
    return ""


def explain_class(recorded: Recorded, name: str) -> Answer:
    """Answer who includes a class: all statements that do, the first one marked."""
    text = name.strip()
    if text.lower().startswith("class[") and text.endswith("]"):
        text = unquoted(text[6:-1])
    key = text.removeprefix("::").lower()
    question = ["class", name]
    if not key:
        raise UnknownThingError("there is no class without a name")
    if key in ("main", "settings"):
        what = "the code of the site manifests" if key == "main" else "the settings as variables"
        return Answer(question, f"Class[{key}] is part of every catalog: {what}.", is_yes=True)
    resource = recorded.build.catalog.find("class", key)
    inclusions = _once(recorded, recorded.record.inclusions.get(key, []))
    if resource is None or not inclusions:
        from duckrow.puppet.explain.absent import class_is_absent

        return class_is_absent(recorded, question, key)
    reasons = []
    for number, inclusion in enumerate(inclusions):
        reason = _inclusion_reason(recorded, inclusion, resource, {resource})
        mark = "first: " if number == 0 else "again: "
        reasons.append(Reason(reason.kind, mark + reason.text, reason.place, reason.because))
    declaring = recorded.record.declaring
    if declaring is not None and declaring is not resource and str(declaring) == str(resource):
        text = f"{resource} is declared after it is in the catalog: the compile fails."
        return Answer(question, text, reasons, is_yes=True)
    count = len(inclusions)
    statements = "1 statement includes" if count == 1 else f"{count} statements include"
    first = reasons[0].place
    where = "" if first is None else f" at {first}" if count == 1 else f", the first at {first}"
    return Answer(
        question,
        f"{resource} is in the catalog: {statements} it{where}.",
        reasons,
        is_yes=True,
        hint=_hint(recorded, resource),
    )


def _once(recorded: Recorded, inclusions: list[Inclusion]) -> list[Inclusion]:
    """Return each statement of a body once, also if a block runs it again and again."""
    found: dict[object, Inclusion] = {}
    for each in inclusions:
        place = recorded.place(each.sites[0]) if each.sites else None
        found.setdefault(each if place is None else (each.by, place), each)
    return list(found.values())


def _hint(recorded: Recorded, resource: Resource) -> str:
    definition = resource.definition
    if definition is None or definition.line is None:
        return ""
    return f"{resource} is defined at {recorded.place_at(definition.file, definition.line)}"
