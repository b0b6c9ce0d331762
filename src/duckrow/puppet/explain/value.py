"""The questions `value RESOURCE ATTRIBUTE` and `variable NAME`."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.explain.data import with_missing_layers_once
from duckrow.puppet.explain.evaluate import shown
from duckrow.puppet.explain.reader import Reader
from duckrow.puppet.explain.secrets import scopes_of
from duckrow.puppet.explain.setters import shown_attribute
from duckrow.puppet.explain.values import Values
from duckrow.puppet.runtime.definition import METAPARAMETERS
from duckrow.puppet.syntax import parse
from duckrow.source.did_you_mean import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.runtime.scope import Scope


def explain_value(recorded: Recorded, name: str, attribute: str) -> Answer:
    """Answer who set an attribute of a resource, and where its value comes from."""
    resource = recorded.expect(name)
    question = ["value", name, attribute]
    if resource.get(attribute) is None:
        attribute = _own_name(resource, attribute)
        named = _from_title(resource).get(attribute)
        if named is not None and resource.get(attribute) is None:
            text = f"{resource} has {attribute} => {shown(named)}"
            reason = Reason("title", f"{text} from its title", recorded.declared_at(resource))
            return Answer(question, f"{text}.", [reason], is_yes=True)
    if resource.get(attribute) is None and attribute != "title":
        return _not_set(recorded, question, resource, attribute)
    reasons = with_missing_layers_once(Values(recorded).attribute(resource, attribute))
    text = f"{resource} has {attribute} => {shown_attribute(resource, attribute)}."
    return Answer(question, text, reasons, is_yes=True)


def _own_name(resource: Resource, attribute: str) -> str:
    """Return the attribute that `name` stands for; any other is itself."""
    if attribute != "name" or resource.description is None:
        return attribute
    return str(resource.description.namevar)


def _from_title(resource: Resource) -> dict[str, object]:
    """Return the attributes that a title gives if nothing else sets them."""
    if resource.description is None:
        return {"name": resource.title}
    return dict(resource.description.parts_of(resource.title) or {})


def _not_set(recorded: Recorded, question: list[str], resource: Resource, attribute: str) -> Answer:
    known = set(attributes_of(resource))
    if attribute not in known and not _is_open(resource):
        raise UnknownThingError(
            f"{resource} has no attribute {attribute}", did_you_mean(attribute, sorted(known))
        )
    plugins = recorded.build.plugins
    effect = None if plugins is None else plugins.last(str(resource), attribute)
    why = "nothing sets it" if effect is None else "a plugin takes it away"
    text = f"{resource} has no {attribute} in the catalog: {why}"
    is_of_host = resource.definition is None and attribute not in METAPARAMETERS
    text += ", so the host keeps what it has." if is_of_host else "."
    if effect is not None:
        return Answer(question, text, [recorded.reason_of(effect)], is_yes=False)
    if recorded.record.overridden.get((resource, attribute)):
        text = f"{resource} has no {attribute} in the catalog: an override sets it to undef."
        reasons = Values(recorded).attribute(resource, attribute)
        return Answer(question, text, reasons, is_yes=False)
    place = recorded.declared_at(resource)
    reasons = [Reason("declaration", f"{resource} is declared without {attribute}", place)]
    reasons += _other_defaults(recorded, resource, attribute)
    return Answer(question, text, reasons, is_yes=False)


def _other_defaults(recorded: Recorded, resource: Resource, attribute: str) -> Iterator[Reason]:
    """Return the resource defaults for an attribute that do not count, and why."""
    around: list[Scope] = []
    scope: Scope | None = resource.scope
    while scope is not None:
        around.append(scope)
        scope = scope.parent
    for each in {id(each): each for each in scopes_of(recorded.build).values()}.values():
        default = (each.defaults or {}).get(resource.type, {}).get(attribute)
        if default is None:
            continue
        text = f"the resource default {resource.type} {{ }} does not count: "
        if each in around:
            text += f"it is evaluated after {resource} is declared"
        else:
            text += f"it is for the resources of {recorded.name(each.resource)}"
        place = recorded.place_at(default.origin.file, default.origin.line)
        yield Reason("ignored", text, place)


def _is_open(resource: Resource) -> bool:
    return resource.description is not None and bool(resource.description.is_open)


def attributes_of(resource: Resource) -> Iterable[str]:
    """Return the names of the attributes that a resource may have."""
    if resource.description is not None:
        return list(resource.description.attribute_names)
    definition = resource.definition
    parameters = () if definition is None else definition.parameters
    return [*(each.name for each in parameters), *METAPARAMETERS]


def explain_variable(recorded: Recorded, name: str) -> Answer:
    """Answer where the value of a variable comes from: $x of the top, $class::x of a class."""
    given = name.strip().removeprefix("$")
    question = ["variable", name]
    build = recorded.build
    values = Values(recorded)
    scopes = _scopes_with(recorded, given)
    if not scopes:
        return _unset(recorded, question, given)
    reasons = with_missing_layers_once(
        [values.variable(_reader(recorded, scope), leaf) for scope, leaf in scopes]
    )
    if len(scopes) == 1:
        scope, leaf = scopes[0]
        text = f"${given} is {shown(scope.variables[leaf])}"
        if scope is not build.top and "::" not in given:
            text += f" in {recorded.name(scope.resource)}"
        return Answer(question, f"{text}.", reasons, is_yes=True)
    text = f"{len(scopes)} bodies have a variable ${given}."
    return Answer(question, text, reasons, is_yes=True)


def _scopes_with(recorded: Recorded, name: str) -> list[tuple[Scope, str]]:
    """Return the scopes that have a variable: by its full name one, by its short name all."""
    build = recorded.build
    if "::" in name:
        scope = _reader(recorded, build.top).last_holder(name)
        return [] if scope is None else [(scope, name.rpartition("::")[2])]
    found = [build.top] if name in build.top.variables else []
    if name not in ("title", "name", "module_name", "caller_module_name"):
        found += [
            scope
            for scope in recorded.record.scopes.values()
            if scope is not build.top and name in scope.variables
        ]
    return [(scope, name) for scope in found]


def _reader(recorded: Recorded, scope: Scope) -> Reader:
    return Reader(recorded, parse("undef"), scope, {})


def _unset(recorded: Recorded, question: list[str], name: str) -> Answer:
    build = recorded.build
    class_name, _, leaf = name.removeprefix("::").rpartition("::")
    if class_name and class_name not in build.class_scopes:
        if build.loaders.find_class(class_name) is None:
            known = [each for each in build.class_scopes if each]
            raise UnknownThingError(
                f"${name} is not set: there is no class {class_name}",
                did_you_mean(class_name, known),
            )
        from duckrow.puppet.explain.absent import class_is_absent

        absent = class_is_absent(recorded, question, class_name)
        text = f"${name} is not set: class {class_name} is not evaluated."
        return Answer(question, text, absent.reasons, is_yes=False, hint=absent.hint)
    if not class_name:
        from duckrow.puppet.explain.absent import variable_is_absent

        absent_variable = variable_is_absent(recorded, question, leaf)
        if absent_variable is not None:
            return absent_variable
    scope = build.class_scopes.get(class_name, build.top)
    raise UnknownThingError(
        f"${name} is not set", did_you_mean(leaf, [str(each) for each in scope.variables])
    )
