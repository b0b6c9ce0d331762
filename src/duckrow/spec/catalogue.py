"""A compiled catalog and its resources, as Ruby code sees them."""

from __future__ import annotations

from duckrow.puppet.apply.ral_from_build import Resolver
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.ruby_code.catalog import ReferenceHost
from duckrow.puppet.ruby_code.tag_set import TagSet
from duckrow.puppet.ruby_code.values import to_older
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.values.kinds import symbol
from duckrow.spec.values import SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.spec.compile import Compiled


class ResourceValue(TableValue):
    """A resource of a catalog."""

    __slots__ = ("compiled", "resource")

    ruby_class_name = "Puppet::Resource"

    def __init__(self, compiled: Compiled, resource: Resource) -> None:
        self.compiled = compiled
        self.resource = resource

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ResourceValue) and other.resource is self.resource

    def __hash__(self) -> int:
        return id(self.resource)

    @property
    def ref(self) -> str:
        """Return its reference, with Main for the class of the site manifests."""
        resource = self.resource
        is_main = resource.type == "Class" and resource.title == "main"
        return f"{resource.type}[{'Main' if is_main else resource.title}]"

    def parameters(self) -> dict[str, object]:
        """Return the parameters that are set, without values deferred to the agent.

        Those that are sensitive have their plain values.
        """
        return self._resolved()[0]

    def _resolved(self) -> tuple[dict[str, object], list[str]]:
        """Return the parameters, and the names of those that are sensitive."""
        resolve = Resolver(lambda: self.compiled.result.build)
        found, secret = resolve(self.resource.parameters)
        values = {name: _shown(value) for name, value in found.items() if value is not None}
        return values, [*secret, *(self.resource.sensitive or ())]

    def with_names(self) -> dict[str, object]:
        """Return the parameters with those that the title gives."""
        return {**self._names(), **self.parameters()}

    def _names(self) -> dict[str, object]:
        description = self.resource.description
        title = self.resource.title
        return {"name": title} if description is None else description.parts_of(title)

    def for_matchers(self) -> dict[str, object]:
        """Return the parameters as matchers compare them: Sensitive where they are sensitive."""
        values, secret = self._resolved()
        for name in secret:
            if name in values and not isinstance(values[name], SensitiveValue):
                values[name] = SensitiveValue(values[name], is_hidden=True)
        return {**self._names(), **values}

    @property
    def namevar(self) -> str:
        """Return the parameter that names it."""
        description = self.resource.description
        return "name" if description is None else str(description.namevars[0])


def _shown(value: object) -> object:
    """Return a value of a parameter; a reference is a resource."""
    if isinstance(value, Sensitive):
        return SensitiveValue(to_older(value.unwrap()), is_hidden=True)
    return to_older(value)


def _symbols(values: dict[str, object]) -> dict[object, object]:
    return {symbol(name): value for name, value in values.items()}


def _element(ruby: Interpreter, self: ResourceValue, name: object) -> object:
    word = to_s(ruby, name)
    if word == "title":
        return self.resource.title
    found = self.parameters().get(word)
    return self.with_names().get(word) if found is None and word == self.namevar else found


ResourceValue.ruby_methods = {
    "[]": _element,
    "title": lambda _ruby, self: self.resource.title,
    "name": lambda _ruby, self: self.resource.title,
    "type": lambda _ruby, self: self.resource.type,
    "ref": lambda _ruby, self: self.ref,
    "to_ref": lambda _ruby, self: self.ref,
    "to_s": lambda _ruby, self: self.ref,
    "inspect": lambda _ruby, self: self.ref,
    "to_hash": lambda _ruby, self: _symbols(self.with_names()),
    "to_h": lambda _ruby, self: _symbols(self.with_names()),
    "parameters": lambda _ruby, self: _symbols(self.parameters()),
    "file": lambda _ruby, self: self.resource.file,
    "line": lambda _ruby, self: self.resource.line,
    "tags": lambda _ruby, self: TagSet(own_tags(self.resource)),
    "virtual?": lambda _ruby, self: self.resource.is_virtual,
    "exported?": lambda _ruby, self: self.resource.is_exported,
    "sensitive_parameters": lambda _ruby, self: [
        symbol(each) for each in self.resource.sensitive or ()
    ],
    "==": lambda _ruby, self, other: self == other,
}


class CatalogueValue(TableValue):
    """A catalog."""

    __slots__ = ("compiled", "measured_for")

    ruby_class_name = "Puppet::Resource::Catalog"

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.measured_for: tuple[str | None, ...] = ()  # the module whose resources are counted

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CatalogueValue) and other.compiled is self.compiled

    def __hash__(self) -> int:
        return id(self.compiled)

    def resources(self) -> list[Resource]:
        """List the resources: those that are not virtual, or the exported ones."""
        found = self.compiled.result.catalog.resources
        if self.compiled.inputs.is_exported:
            return [each for each in found if each.is_exported]
        return [each for each in found if not each.is_virtual]

    def find(self, type_name: str, title: str) -> Resource | None:
        """Return a resource by type and title, or by an alias that is written."""
        found = self.compiled.result.catalog.find(type_name, title)
        if found is None or not _is_called(found, title):
            return None
        is_there = found.is_exported if self.compiled.inputs.is_exported else not found.is_virtual
        return found if is_there else None

    def find_reference(self, reference: str) -> Resource | None:
        """Return the resource that a text such as File[/x] names."""
        type_name, bracket, rest = reference.partition("[")
        return self.find(type_name, rest.removesuffix("]")) if bracket else None


def _is_called(resource: Resource, title: str) -> bool:
    """Return whether a title names a resource.

    The name that its parameters give does not: the catalog of an agent has only titles.
    """
    description = resource.description
    if description is None or resource.title == title:
        return True
    key = description.alias_key(title, {})
    if key == (resource.title,):
        return True
    return title in flattened(resource.parameters.get("alias"))


def _resource(
    ruby: Interpreter, self: CatalogueValue, reference: object, title: object = None
) -> ResourceValue | None:
    if isinstance(reference, ResourceValue):
        return reference
    if title is None:
        if isinstance(reference, ReferenceHost):
            found = self.find_reference(reference.ask_ref(ruby))
        else:
            found = self.find_reference(to_s(ruby, reference))
    else:
        found = self.find(to_s(ruby, reference), to_s(ruby, title))
    return None if found is None else ResourceValue(self.compiled, found)


def _resources(_ruby: Interpreter, self: CatalogueValue) -> list[object]:
    return [ResourceValue(self.compiled, each) for each in self.resources()]


def _keys(_ruby: Interpreter, self: CatalogueValue) -> list[object]:
    return [[each.type, each.title] for each in self.resources()]


CatalogueValue.ruby_methods = {
    "resource": _resource,
    "resources": _resources,
    "vertices": _resources,
    "resource_keys": _keys,
    "resource_refs": lambda ruby, self: [each.ref for each in _resources(ruby, self)],  # type: ignore[attr-defined]
    "classes": lambda _ruby, self: list(self.compiled.result.catalog.classes),
    "name": lambda _ruby, self: self.compiled.result.catalog.name,
    "==": lambda _ruby, self, other: self == other,
}
