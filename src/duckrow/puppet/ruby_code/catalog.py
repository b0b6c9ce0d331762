"""The catalog, its resources, the compiler and the environment, as Ruby code sees them.

All of it is read-only; Ruby code changes the catalog only by calling functions of the language.
"""

from __future__ import annotations

from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.ruby_code.stand_ins import stand_in
from duckrow.puppet.ruby_code.tag_set import TagSet
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter


def find_resource(
    ruby: Interpreter, scope: Scope, reference: object, title: object = None
) -> object:
    """Return a resource of the catalog by reference text, or by type and title."""
    if title is None:
        type_name, _, rest = to_s(ruby, reference).partition("[")
        title = rest.removesuffix("]")
    else:
        type_name = to_s(ruby, reference)
    found = scope.build.find_resource(type_name.lower(), to_s(ruby, title))
    return None if found is None else ResourceHost(found)


class Host:
    """Answers the questions that have a method here called `ask_NAME`."""

    __slots__ = ()

    ruby_class_name = "Object"

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return hasattr(self, f"ask_{_python(name)}")

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[Any, ...], block: Any
    ) -> Any:
        stub = stand_in(self, name)
        if stub is not None:
            return stub(ruby, self, *arguments)
        method = getattr(self, f"ask_{_python(name)}", None)
        if method is not None:
            return method(ruby, *arguments)
        from duckrow.puppet.ruby_code.scope import everybodys

        return everybodys(ruby, self, name, arguments, block)


def _python(name: str) -> str:
    return {"[]": "element"}.get(name, name.replace("?", "_p").replace("=", "_set"))


class ResourceHost(Host):
    """A resource, for Ruby code."""

    __slots__ = ("resource",)

    ruby_class_name = "Puppet::Parser::Resource"

    def __init__(self, resource: Any) -> None:
        self.resource = resource

    @property
    def puppet_value(self) -> Any:
        """The reference that manifests get for it."""
        type_name, title = str(self.resource.type), self.resource.title
        return ClassType(title.lower()) if type_name == "Class" else ResourceType(type_name, title)

    def ask_name(self, _ruby: Interpreter) -> Any:
        return self.resource.title

    ask_title = ask_name

    def ask_type(self, _ruby: Interpreter) -> str:
        return str(self.resource.type)

    def ask_ref(self, _ruby: Interpreter) -> str:
        return str(self.resource)

    ask_to_s = ask_ref

    def ask_element(self, ruby: Interpreter, name: Any) -> Any:
        return to_ruby(self.resource.get(to_s(ruby, name)))

    def ask_to_hash(self, _ruby: Interpreter) -> dict[Any, Any]:
        found = self.resource.parameters.items()
        return {symbol(name): to_ruby(value) for name, value in found if value is not None}

    def ask_file(self, _ruby: Interpreter) -> Any:
        return self.resource.file

    def ask_line(self, _ruby: Interpreter) -> Any:
        return self.resource.line

    def ask_tags(self, _ruby: Interpreter) -> TagSet:
        return TagSet(own_tags(self.resource))

    def ask_virtual_p(self, _ruby: Interpreter) -> bool:
        return bool(self.resource.is_virtual)

    def ask_exported_p(self, _ruby: Interpreter) -> bool:
        return bool(self.resource.is_exported)


class ReferenceHost(Host):
    """A reference to a resource, as a Puppet::Resource."""

    __slots__ = ("puppet_value",)

    ruby_class_name = "Puppet::Resource"

    def __init__(self, reference: Any) -> None:
        self.puppet_value = reference

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceHost) and self.puppet_value == other.puppet_value

    def __hash__(self) -> int:
        return hash(self.puppet_value)

    def ask_type(self, _ruby: Interpreter) -> str:
        return _type_and_title(self.puppet_value)[0]

    def ask_title(self, _ruby: Interpreter) -> str:
        return _type_and_title(self.puppet_value)[1]

    ask_name = ask_title

    def ask_ref(self, _ruby: Interpreter) -> str:
        type_, title = _type_and_title(self.puppet_value)
        return f"{type_}[{title}]"

    ask_to_s = ask_ref
    ask_inspect = ask_ref


def _type_and_title(reference: Any) -> tuple[str, str]:
    if isinstance(reference, ClassType):
        return "Class", _capitalized(reference.class_name or "")
    title = reference.title or ""
    return _capitalized(reference.type_name or ""), str(title)


def _capitalized(name: str) -> str:
    return "::".join(part.capitalize() for part in name.removeprefix("::").split("::"))


class SourceHost(Host):
    """The class, define or node of a scope."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Resource::Type"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_name(self, _ruby: Interpreter) -> str:
        definition = self.scope.definition
        return "" if definition is None else str(definition.name)

    def ask_type(self, _ruby: Interpreter) -> object:
        kind = getattr(self.scope.definition, "kind", "class")
        return symbol({"class": "hostclass", "define": "definition"}.get(kind, kind))

    def ask_module_name(self, _ruby: Interpreter) -> object:
        return self.scope.module_name or None


class ParameterHost(Host):
    """An attribute of a resource, or its default, for Ruby code."""

    __slots__ = ("_name", "_parameter")

    ruby_class_name = "Puppet::Parser::Resource::Param"

    def __init__(self, name: str, parameter: Any) -> None:
        self._name = name
        self._parameter = parameter

    def ask_name(self, _ruby: Interpreter) -> object:
        return symbol(self._name)

    def ask_value(self, _ruby: Interpreter) -> object:
        return to_ruby(getattr(self._parameter, "value", self._parameter))


class CatalogHost(Host):
    """The catalog, for Ruby code."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Resource::Catalog"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_classes(self, _ruby: Interpreter) -> list[str]:
        return list(self.scope.build.catalog.classes)

    def ask_tags(self, _ruby: Interpreter) -> TagSet:
        """Return the tags of the catalog itself: the names of its classes and nodes."""
        found: dict[str, None] = {}
        for resource in self.scope.build.catalog.resources:
            kind = resource.type.lower()
            name = str(resource.title).lower()
            if kind in ("class", "node") and name == "settings":
                found[name] = None  # the only class that brings no tag `class`
            elif kind in ("class", "node") and name != "main":
                found.update(dict.fromkeys((kind, name, *name.split("::"))))
        return TagSet(each for each in found if each)

    def ask_resource(self, ruby: Interpreter, reference: object, title: object = None) -> object:
        return find_resource(ruby, self.scope, reference, title)

    def ask_resources(self, _ruby: Interpreter) -> list[ResourceHost]:
        return [ResourceHost(each) for each in self.scope.build.catalog.resources]


class CompilerHost(Host):
    """The compiler, for Ruby code."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Parser::Compiler"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_catalog(self, _ruby: Interpreter) -> CatalogHost:
        return CatalogHost(self.scope)

    def ask_environment(self, _ruby: Interpreter) -> EnvironmentHost:
        return EnvironmentHost(self.scope)

    def ask_findresource(
        self, ruby: Interpreter, reference: object, title: object = None
    ) -> object:
        return find_resource(ruby, self.scope, reference, title)

    def ask_resources(self, ruby: Interpreter) -> list[ResourceHost]:
        return CatalogHost(self.scope).ask_resources(ruby)

    def ask_topscope(self, _ruby: Interpreter) -> object:
        from duckrow.puppet.ruby_code.scope import ScopeHost

        return ScopeHost(self.scope.build.top)

    def ask_node(self, _ruby: Interpreter) -> object:
        return NodeHost(self.scope)

    def ask_loaders(self, _ruby: Interpreter) -> object:
        return LoaderHost(self.scope)


class LoaderHost(Host):
    """The loaders of an environment, and each of them."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Pops::Loaders"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_private_environment_loader(self, _ruby: Interpreter) -> LoaderHost:
        return self

    ask_public_environment_loader = ask_private_environment_loader
    ask_puppet_system_loader = ask_private_environment_loader

    def ask_load(self, ruby: Interpreter, kind: object, name: object) -> object:
        """Return something if there is a function or type of a name."""
        word = to_s(ruby, name)
        loaders = self.scope.build.loaders
        if to_s(ruby, kind) == "function":
            return None if loaders.find_function(word, "") is None else symbol(word)
        return loaders.find_type(word)


class NodeHost(Host):
    """The node, for Ruby code."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Node"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_name(self, _ruby: Interpreter) -> str:
        return self.scope.build.node_name

    def ask_facts(self, _ruby: Interpreter) -> object:
        return self

    def ask_values(self, _ruby: Interpreter) -> object:
        return to_ruby(self.scope.build.facts)


class EnvironmentHost(Host):
    """The environment, which also knows the modules."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Node::Environment"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ask_name(self, _ruby: Interpreter) -> object:
        return symbol(self.scope.build.environment.name)

    def ask_to_s(self, _ruby: Interpreter) -> str:
        return str(self.scope.build.environment.name)

    def ask_modulepath(self, _ruby: Interpreter) -> list[str]:
        return list(self.scope.build.environment.modulepath)

    def ask_module(self, ruby: Interpreter, name: object) -> object:
        found = self.scope.build.loaders.find_module(to_s(ruby, name))
        return None if found is None else ModuleHost(found.name, found.path)

    def ask_known_resource_types(self, _ruby: Interpreter) -> EnvironmentHost:
        return self

    def ask_definition(self, ruby: Interpreter, name: object) -> Any:
        return self.scope.build.loaders.find_define(to_s(ruby, name))

    ask_find_definition = ask_definition

    def ask_hostclass(self, ruby: Interpreter, name: object) -> Any:
        return self.scope.build.loaders.find_class(to_s(ruby, name))

    ask_find_hostclass = ask_hostclass


class ModuleHost(Host):
    """A module, for Ruby code."""

    __slots__ = ("_name", "_path")

    ruby_class_name = "Puppet::Module"

    def __init__(self, name: str, path: str) -> None:
        self._name = name
        self._path = path

    def ask_name(self, _ruby: Interpreter) -> str:
        return self._name

    def ask_path(self, _ruby: Interpreter) -> str:
        return self._path
