"""Providers of duckrow, as classes for Ruby code that asks a native type for one.

    Puppet::Type.type(:service).new(name: "cron").provider.stop
    Puppet::Type.type(:package).provider(:apt).instances
    Puppet::Type.type(:file).new(path: "/etc/motd").retrieve[:mode]

An object reads and changes the resource that it has with the provider in Python. A provider in Ruby
cannot inherit from such a class: the methods behind it, which it would override, are not there.
"""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError
from duckrow.puppet.providers.index import NEVER_THERE, Providers
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import NAME, PROVIDER, capitalize, class_at, puppet_error
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.types.known import attributes
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import State
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

NATIVE = " native"  # the table of a type that duckrow has
_PROVIDERS = " native providers"  # of a type, by name
_PROVIDER = " native provider"  # of a class
_FAILURES = (ProviderError, ResourceError, CommandFailed, OSError)


def table_of(type_: RubyModule) -> ResourceTypeTable | None:
    """Return the table of a type that duckrow has; None for a type in Ruby."""
    found = type_.variables.get(NATIVE)
    return found if isinstance(found, ResourceTypeTable) else None


def native_default(ruby: Interpreter, type_: RubyModule) -> RubyModule | None:
    """Return the default provider on this host; None for types in Ruby."""
    table = table_of(type_)
    if table is None:
        return None
    found = _providers(ruby).default(behaviour_of(table))
    return None if found is None else native_provider(ruby, type_, found.name)


def native_provider(ruby: Interpreter, type_: RubyModule, name: str) -> RubyModule | None:
    """Return the class of a provider that duckrow has for a native type, or None."""
    table = table_of(type_)
    if table is None:
        return None
    known = type_.variables.setdefault(_PROVIDERS, {})
    assert isinstance(known, dict)
    if name not in known:
        found = _providers(ruby).get(table.name, name)
        known[name] = None if found is None else _class_of(ruby, type_, table, found)
    made: RubyModule | None = known[name]
    return made


def native_listers(ruby: Interpreter, type_: RubyModule) -> list[RubyModule] | None:
    """Return the suitable providers that list resources, the default first.

    None for types in Ruby and types that need no provider. Nothing lists files and commands.
    """
    table = table_of(type_)
    if table is None:
        return None
    if table.name == "file" or table.name in NEVER_THERE:
        return []
    if "provider" not in table.parameters:
        return None
    many = _providers(ruby).suitable(behaviour_of(table))
    listers = [each for each in many if type(each).instances is not Provider.instances]
    made = (native_provider(ruby, type_, each.name) for each in listers)
    return [each for each in made if each is not None]


def reject_parent(parent: RubyModule, type_: str) -> None:
    """Raise an error for a provider of duckrow as the parent of one in Ruby."""
    if _PROVIDER in parent.variables:
        name = parent.variables["name"]
        raise UnsupportedError(
            f"the provider {name} of {type_}, which is duckrow's own, as a parent"
        )


def _providers(ruby: Interpreter) -> Providers:
    return Providers(_machine(ruby))


def _machine(ruby: Interpreter) -> Machine:
    return machine_host(ruby).machine("a provider")


def _class_of(
    ruby: Interpreter, type_: RubyModule, table: ResourceTypeTable, provider: Provider
) -> RubyModule:
    made = RubyModule(
        f"{type_.name}::Provider{capitalize(provider.name)}",
        class_at(ruby, "Puppet::Provider"),
        methods=_methods(table),
    )
    made.variables |= {
        "name": symbol(provider.name),
        "resource_type": type_,
        _PROVIDER: provider,
    }
    source = getattr(provider, "source", None)
    if source is not None:  # providers with one source list the same resources
        made.variables["source"] = symbol(str(source))
    made.singleton |= {
        "suitable?": lambda ruby, _self, *_: provider.is_suitable(_machine(ruby)),
        "instances": _instances,
        "feature?": lambda ruby, _self, name: to_s(ruby, name) in provider.features,
        "features": lambda _ruby, _self: [symbol(each) for each in sorted(provider.features)],
    }
    return made


def _provider_of(self: RubyObject) -> Provider:
    found: Provider = self.class_.variables[_PROVIDER]  # type: ignore[assignment]
    return found


# ---- reading


def _instances(ruby: Interpreter, self: RubyModule) -> list[object]:
    provider: Provider = self.variables[_PROVIDER]  # type: ignore[assignment]
    found: list[object] = []
    try:
        states = list(provider.instances(_machine(ruby)))
    except _FAILURES as error:
        raise puppet_error(_message(error)) from error
    for name, state in states:
        made = RubyObject(self)
        values = {symbol(key): _value(table_in(self), key, value) for key, value in state.items()}
        made.variables["property_hash"] = {NAME: name, **values}
        found.append(made)
    return found


def table_in(class_: RubyModule) -> ResourceTypeTable:
    """Return the table of the type of a provider."""
    type_ = class_.variables["resource_type"]
    assert isinstance(type_, RubyModule)
    table = table_of(type_)
    assert table is not None
    return table


def _value(table: ResourceTypeTable, name: str, value: object) -> object:
    """Return a value of a state: words that the table lists are symbols."""
    if value == ABSENT or (
        isinstance(value, str) and value in table.properties.get(name, "").split()
    ):
        return symbol(str(value))
    return to_ruby(value)


def _desired(ruby: Interpreter, resource: RubyObject, **more: object) -> Desired:
    """Return the desired state of a resource that Ruby code made: what names it, and more."""
    table = table_of(resource.class_)
    assert table is not None
    given: dict[str, object] = {}
    for name, attribute in attributes(resource).items():
        if name.name not in ("provider", "loglevel") and name.name not in table.properties:
            value = plain(ruby, send(ruby, attribute, "value"))
            if value is not None:
                given[name.name] = value
    behaviour = behaviour_of(table)
    title = to_s(ruby, send(ruby, resource, "title"))
    made = Desired(behaviour, title, {**given, **more})
    log = machine_host(ruby).log
    made.log_to = lambda level, message, *_: log(level, message)
    behaviour.fill(made)
    return made


def state_of(ruby: Interpreter, resource: RubyObject, provider: Provider) -> State:
    """Return the state of a resource, all of its properties."""
    try:
        desired = _desired(ruby, resource, audit="all")
        desired.provider = provider
        machine = _machine(ruby)
        provider.prefetch(machine, [desired])
        return provider.read(machine, desired)
    except _FAILURES as error:
        raise puppet_error(_message(error)) from error


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror} - {error.filename}"
    return str(error)


def retrieve(ruby: Interpreter, self: RubyObject) -> object:
    """Puppet::Type#retrieve of a native type: the state of `ensure` and of the given properties."""
    from duckrow.puppet.ruby_host.types.resource import new_resource

    table = table_of(self.class_)
    held = self.variables.get("provider")
    if table is None or (isinstance(held, RubyObject) and _PROVIDER not in held.class_.variables):
        usual = class_at(ruby, "Puppet::Type").find_method("retrieve")
        assert usual is not None
        return usual(ruby, self)
    provider = (
        _provider_of(held)
        if isinstance(held, RubyObject)
        else _providers(ruby).default(behaviour_of(table))
    )
    if provider is None:
        raise UnsupportedError(f"retrieve of {table.name}, since this host has no provider for it")
    state = state_of(ruby, self, provider)
    result = new_resource(ruby, self.class_, send(ruby, self, "title"))
    known = {name.name for name in attributes(self)}
    if send(ruby, self.class_, "needs_ensure_retrieved") not in (None, False):
        known.add("ensure")
    for name in table.properties:
        if name in state and name in known:
            send(ruby, result, "[]=", symbol(name), _value(table, name, state[name]))
    return result


# ---- changing


def _resource(self: RubyObject) -> RubyObject:
    found = self.variables.get("resource")
    if not isinstance(found, RubyObject):
        raise UnsupportedError(f"{self.class_.name} without a resource")
    return found


def _apply(ruby: Interpreter, self: RubyObject, **values: object) -> None:
    """Bring properties of the resource to values."""
    provider = _provider_of(self)
    machine = _machine(ruby)
    try:
        desired = _desired(ruby, _resource(self), **values)
        desired.provider = provider
        provider.prefetch(machine, [desired])
        state = provider.read(machine, desired)
        for change in provider.plan(state, desired):
            change.carry_out(machine)
        provider.flush(machine, desired)
    except _FAILURES as error:
        raise puppet_error(_message(error)) from error


def _applies(name: str, value: object) -> Method:
    return lambda ruby, self, *_: _apply(ruby, self, **{name: value})


def _reads(name: str) -> Method:
    def read(ruby: Interpreter, self: RubyObject) -> object:
        held = self.variables.get("property_hash")
        if isinstance(held, dict) and symbol(name) in held:
            return held[symbol(name)]
        state = state_of(ruby, _resource(self), _provider_of(self))
        return _value(table_in(self.class_), name, state.get(name, ABSENT))

    return read


def _writes(name: str) -> Method:
    def write(ruby: Interpreter, self: RubyObject, value: object) -> object:
        _apply(ruby, self, **{name: plain(ruby, value)})
        return value

    return write


def _exists(ruby: Interpreter, self: RubyObject) -> bool:
    return _reads("ensure")(ruby, self) != symbol(ABSENT)


def _restart(ruby: Interpreter, self: RubyObject) -> None:
    """Restart a service, as a refresh does."""
    machine = _machine(ruby)
    try:
        _provider_of(self).refresh(machine, _desired(ruby, _resource(self), ensure="running"))
    except _FAILURES as error:
        raise puppet_error(_message(error)) from error


def _query(ruby: Interpreter, self: RubyObject) -> object:
    """Return the properties of a package; nil if it is not installed and cannot be purged."""
    found = _reads("ensure")(ruby, self)
    if found == symbol(ABSENT):
        return None
    name, provider = send(ruby, self, "name"), self.class_.variables["name"]
    return {NAME: name, symbol("ensure"): found, PROVIDER: provider}


def _methods(table: ResourceTypeTable) -> Methods:
    """Return the methods of the objects: those of every type, and the verbs of some."""
    return dict(_pairs(table))


def _pairs(table: ResourceTypeTable) -> Iterator[tuple[str, Method]]:
    for name in table.properties:
        yield name, _reads(name)
        yield f"{name}=", _writes(name)
    if "ensure" in table.properties:
        yield "exists?", _exists
        yield "create", _applies("ensure", "present")
        yield "destroy", _applies("ensure", ABSENT)
    yield from _VERBS.get(table.name, {}).items()


_VERBS: dict[str, Methods] = {
    "service": {
        "status": _reads("ensure"),
        "start": _applies("ensure", "running"),
        "stop": _applies("ensure", "stopped"),
        "restart": _restart,
        "enabled?": _reads("enable"),
        "enable": _applies("enable", "true"),
        "disable": _applies("enable", "false"),
    },
    "package": {
        "query": _query,
        "properties": _query,
        "install": _applies("ensure", "present"),
        "update": _applies("ensure", "latest"),
        "uninstall": _applies("ensure", ABSENT),
        "purge": _applies("ensure", "purged"),
    },
}
