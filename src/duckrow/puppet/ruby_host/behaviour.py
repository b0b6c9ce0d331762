"""RubyBehaviour: a resource type that a module defines in Ruby, for the engine that applies it.

A resource is an object of the class that the module's file defines. The object checks and converts
its attributes while it is made; `Desired.values` then has them as plain values. One behaviour
serves the resources of one run, since the classes live as long as the run.
"""

from __future__ import annotations

from functools import partial

from duckrow.puppet.catalog.references import reference_text
from duckrow.puppet.providers.base import Broken, Provider, ProviderError
from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.entry import LeftRubyError, ask, enter, unsupported_text
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.provider import RubyProvider
from duckrow.puppet.ruby_host.providers.python import python_provider
from duckrow.puppet.ruby_host.types.catalog import catalog_object
from duckrow.puppet.ruby_host.types.known import DEFINITION, attributes, classes
from duckrow.puppet.ruby_host.types.known import table as table_of
from duckrow.puppet.ruby_host.types.loading import broken_providers
from duckrow.puppet.ruby_host.types.logs import DESIRED
from duckrow.puppet.ruby_host.types.provider_choice import provider_hash
from duckrow.puppet.ruby_host.types.relations import related, title_of
from duckrow.puppet.ruby_host.types.resource import new_resource
from duckrow.puppet.ruby_host.types.type_class import CLASS_METHODS, PLURALS
from duckrow.puppet.ruby_host.types.type_object import METHODS
from duckrow.puppet.runtime.definition import IS_METAPARAMETER, IS_RELATION
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes
from duckrow.ruby.dispatch import call_method, send_0, send_1, send_2
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.host import MachineHost
    from duckrow.ruby.interpreter import Interpreter


class RubyBehaviour(Behaviour):
    """A type of a module, with its providers."""

    __slots__ = (
        "_adaptors",
        "_error",
        "can_refresh",
        "checks_before_run",
        "class_",
        "finishes",
        "host",
        "is_depth_first",
        "own_providers",
        "read_only",
        "refreshes_itself",
    )

    def __init__(self, table: ResourceTypeTable, host: MachineHost) -> None:
        super().__init__(table)
        self.host = host
        self.class_: RubyModule | None = None
        self._error: str = ""
        self._adaptors: dict[RubyModule | None, Provider] = {}
        self.own_providers: dict[str, Any] = {}
        try:
            self.class_ = enter(host, lambda ruby: _load(ruby, table.name))
        except ProviderError as error:
            self._error = str(error)
        found = self.class_
        self.can_refresh = found is not None and found.find_method("refresh") is not None
        self.checks_before_run = found is not None and _overrides(found, "pre_run_check")
        self.finishes = found is not None and (
            _overrides(found, "finish") or _has_post_compile(found)
        )
        self.is_depth_first = found is not None and _is_depth_first(host, found)
        self.read_only = frozenset() if found is None else _read_only(found)
        self.refreshes_itself = found is not None and bool(found.variables.get("self_refresh"))
        for each in [] if found is None else enter(host, lambda ruby: _providers(ruby, found)):
            self.own_providers[str(each.variables["name"])] = partial(self.adaptor, each)
        if found is not None and not self.own_providers and _lists_itself(found):
            self.own_providers[""] = partial(self.adaptor, None)

    # ---- providers

    @property
    def why_no_providers(self) -> str:  # type: ignore[override]
        """The error of the type, or of its first provider that could not be loaded."""
        broken = {} if self.class_ is None else broken_providers(self.class_)
        first = next(iter(broken.values()), None)
        return self._error if first is None else unsupported_text(first)

    def preferred(self, machine: object) -> tuple[str, ...]:
        """Return the names of the providers, the most specific first."""
        class_ = self.class_
        if class_ is None:
            return ()

        def ranked(ruby: Interpreter) -> list[RubyModule]:
            many = _providers(ruby, class_)
            ranks = {
                id(each): (bool(send_0(ruby, each, "default?")), send_0(ruby, each, "specificity"))
                for each in many
            }
            return sorted(many, key=lambda each: ranks[id(each)], reverse=True)

        return tuple(str(each.variables["name"]) for each in enter(self.host, ranked))

    def adaptor(self, class_: RubyModule | None) -> Provider:
        """Return the provider of the engine for a provider of Ruby, or for a type without any."""
        found = self._adaptors.get(class_)
        if found is None:
            assert self.class_ is not None
            found = python_provider(class_) or RubyProvider(self.host, self.class_, class_)
            self._adaptors[class_] = found
        return found

    def choose_provider(self, desired: Desired, providers: object) -> Provider | None:
        """Return None: the type chooses the provider while it sets its attributes."""
        return None

    # ---- attributes

    def fill(self, desired: Desired) -> None:
        class_ = self.class_
        for name, value in desired.given.items():
            if name in IS_METAPARAMETER and value is not None:
                self.set(desired, name, value)
        if class_ is None:
            desired.provider = Broken(self._error)
            return
        try:
            enter(self.host, lambda ruby: self._make(ruby, class_, desired))
        except LeftRubyError as error:
            if error.is_ours:
                desired.provider = Broken(str(error))
                return
            raise ResourceError(str(error)) from error

    def _make(self, ruby: Interpreter, class_: RubyModule, desired: Desired) -> None:
        known = desired.instance
        if isinstance(known, RubyObject):  # Ruby code has made it
            known.variables[DESIRED] = desired
            known.variables["catalog"] = catalog_object(ruby, desired.catalog)
            self.take_over(ruby, desired, known)
            return
        resource = new_resource(ruby, class_, desired.title)
        for name, value in desired.given.items():
            if value is not None and name not in IS_RELATION and name != "alias":
                send_2(ruby, resource, "[]=", symbol(name), _to_ruby(ruby, value))
        resource.variables |= {
            "file": desired.file,
            "line": desired.line,
            "catalog": catalog_object(ruby, desired.catalog),
            "sensitive_parameters": [symbol(name) for name in dict.fromkeys(desired.sensitive)],
        }
        made = RubyObject(class_)
        made.variables[DESIRED] = desired
        desired.instance = made
        initialize = class_.find_method("initialize")
        assert initialize is not None
        call_method(ruby, initialize, made, (resource,), None)
        self.take_over(ruby, desired, made)

    def take_over(self, ruby: Interpreter, desired: Desired, made: RubyObject) -> None:
        """Set the plain values and the provider of a resource from its object."""
        for name, attribute in attributes(made).items():
            if name.name not in IS_METAPARAMETER:
                value = plain(ruby, send_0(ruby, attribute, "value"))
                if value is not None:
                    desired.values[name.name] = value
        desired.name = to_s(ruby, send_0(ruby, made, "name") or desired.title)
        provider = made.variables.get("provider")
        if isinstance(provider, RubyObject):
            desired.provider = self.adaptor(send_0(ruby, provider, "class"))
        elif symbol("provider") not in table_of(made.class_, "paramhash"):
            desired.provider = self.adaptor(None)
        elif not _providers(ruby, made.class_) and self.why_no_providers:
            desired.provider = Broken(self.why_no_providers)

    def unique_key(self, desired: Desired) -> tuple[object, ...] | None:
        made = desired.instance
        if not isinstance(made, RubyObject):
            return super().unique_key(desired)
        key: list[object] = ask(self.host, made, "uniqueness_key")
        return None if all(part is None for part in key) else tuple(key)

    def finish(self, desired: Desired) -> None:
        if not isinstance(desired.instance, RubyObject):
            return
        try:
            ask(self.host, desired.instance, "finish")
        except LeftRubyError as error:
            if not error.is_ours:
                raise ResourceError(str(error)) from error
            desired.provider = Broken(str(error))

    def check_before_run(self, desired: Desired) -> None:
        if isinstance(desired.instance, RubyObject):
            ask(self.host, desired.instance, "pre_run_check")

    # ---- relationships

    def autorequire(self, desired: Desired) -> Related:
        return self._related(desired, "autorequire")

    def autobefore(self, desired: Desired) -> Related:
        return self._related(desired, "autobefore")

    def autosubscribe(self, desired: Desired) -> Related:
        return self._related(desired, "autosubscribe")

    def autonotify(self, desired: Desired) -> Related:
        return self._related(desired, "autonotify")

    def _related(self, desired: Desired, kind: str) -> Related:
        made = desired.instance
        if not isinstance(made, RubyObject) or isinstance(desired.provider, Broken):
            return ()
        if not table_of(made.class_, PLURALS[kind]):
            return ()

        def found(ruby: Interpreter) -> list[tuple[str, list[str]]]:
            return [
                (name, [to_s(ruby, title_of(ruby, each)) for each in many])
                for name, many in related(ruby, made, kind)
            ]

        try:
            return enter(self.host, found)
        except LeftRubyError as error:
            if error.is_ours:
                desired.provider = Broken(str(error))
                return ()
            raise


def _to_ruby(ruby: Interpreter, value: object) -> object:
    """Return a value of the catalog to Ruby code: references are resources, Binary is its bytes."""
    if isinstance(value, list):
        return [_to_ruby(ruby, each) for each in value]
    if isinstance(value, dict):
        return {key: _to_ruby(ruby, each) for key, each in value.items()}
    if isinstance(value, (ClassType, ResourceType)):
        return new_resource(ruby, reference_text(value), None)
    if value is None or isinstance(value, str | int | float):
        return to_ruby(value)
    from duckrow.puppet.values.binary import Binary

    return from_bytes(value.data) if isinstance(value, Binary) else to_ruby(value)


def _providers(ruby: Interpreter, class_: RubyModule) -> list[RubyModule]:
    return list(provider_hash(ruby, class_).values())


def _load(ruby: Interpreter, name: str) -> RubyModule | None:
    found = send_1(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(name))
    return found if isinstance(found, RubyModule) else None


def _read_only(class_: RubyModule) -> frozenset[str]:
    """Return the attributes that the definition of a type of the Resource API has as read-only."""
    definition = class_.variables.get(DEFINITION)
    if not isinstance(definition, RubyObject):
        return frozenset()
    from duckrow.puppet.ruby_host.resource_api.definition import read_only_attributes

    return read_only_attributes(definition)


def _lists_itself(class_: RubyModule) -> bool:
    """Return whether a type needs no provider to list its resources."""
    return class_.find_singleton("instances") is not CLASS_METHODS["instances"]


def _overrides(class_: RubyModule, method: str) -> bool:
    """Return whether a type has its own version of a method of Puppet::Type."""
    return class_.find_method(method) is not METHODS[method]


def _has_post_compile(class_: RubyModule) -> bool:
    """Return whether an attribute of a type has work to do once the catalog is complete."""
    many = (*classes(class_, "parameters"), *classes(class_, "properties"))
    return any(each.find_method("post_compile") is not None for each in many)


def _is_depth_first(host: MachineHost, class_: RubyModule) -> bool:
    probe = RubyObject(class_)
    try:
        return bool(enter(host, lambda ruby: send_0(ruby, probe, "depthfirst?")))
    except ProviderError:
        return False
