"""The providers of a type: defined with `provide`, found by name, chosen by default."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    PROVIDER,
    class_at,
    dev_error,
    generate_class,
    intern,
    is_kind,
    writer,
)
from duckrow.puppet.ruby_host.types.known import classes, table
from duckrow.puppet.ruby_host.types.loading import broken_providers, load_provider, load_providers
from duckrow.puppet.ruby_host.types.native_provider import (
    native_default,
    native_provider,
    reject_parent,
)
from duckrow.puppet.ruby_host.types.values import ValueCollection
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send_0, send_1
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def provider_hash(ruby: Interpreter, self: RubyModule) -> dict[Symbol, RubyModule]:
    """Return the providers of a type by name."""
    top = class_at(ruby, "Puppet::Type").variables
    all_ = top.setdefault("provider_hashes", {})
    assert isinstance(all_, dict)
    found: dict[Symbol, RubyModule] = all_.setdefault(self.variables.get("name"), {})
    return found


def _provide(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    word = intern(ruby, name)
    given = dict(options) if isinstance(options, dict) else {}
    _unprovide(ruby, self, word)
    parent = _parent(ruby, self, word, given.pop(symbol("parent"), None))
    given.setdefault(symbol("resource_type"), self)
    send_0(ruby, self, "providify")
    made = generate_class(
        ruby,
        self,
        word,
        parent,
        prefix="Provider",
        attributes=given,
        modules=(send_0(ruby, self, "feature_module"),),
        block=block,
    )
    provider_hash(ruby, self)[word] = made
    return made


def _parent(ruby: Interpreter, self: RubyModule, name: Symbol, given: object) -> RubyModule:
    if given is None:
        return class_at(ruby, "Puppet::Provider")
    found = given if isinstance(given, RubyModule) else send_1(ruby, self, "provider", given)
    if not isinstance(found, RubyModule):
        raise dev_error(f"Could not find parent provider {to_s(ruby, given)} of {name.name}")
    reject_parent(found, str(self.variables["name"]))
    return found


def _unprovide(ruby: Interpreter, self: RubyModule, name: object) -> object:
    self.variables.pop("defaultprovider", None)
    return provider_hash(ruby, self).pop(intern(ruby, name), None)


def provider(ruby: Interpreter, self: RubyModule, name: object) -> RubyModule | None:
    """Return a provider by name; its file is loaded on first use."""
    word = intern(ruby, name)
    known = provider_hash(ruby, self)
    if word not in known:
        broken = broken_providers(self)
        if word.name in broken:
            raise broken[word.name]
        load_provider(ruby, self, word.name)
    return known.get(word) or native_provider(ruby, self, word.name)


def suitable_providers(ruby: Interpreter, self: RubyModule) -> list[RubyModule]:
    """Return the providers that can work on this host."""
    if not provider_hash(ruby, self):
        load_providers(ruby, self)
    return [
        each
        for each in provider_hash(ruby, self).values()
        if send_0(ruby, each, "suitable?") not in (None, False)
    ]


def default_provider(ruby: Interpreter, self: RubyModule) -> RubyModule | None:
    """Return the provider that a resource gets that names none: the most specific one."""
    known = self.variables.get("defaultprovider")
    if isinstance(known, RubyModule):
        return known
    suitable = suitable_providers(ruby, self)
    defaults = [each for each in suitable if send_0(ruby, each, "default?") not in (None, False)]
    native = None if defaults else native_default(ruby, self)
    if native is not None:
        self.variables["defaultprovider"] = native
        return native
    ranked = [(send_0(ruby, each, "specificity"), each) for each in defaults or suitable]
    if not ranked:
        return None
    most = max(rank for rank, _ in ranked)
    best = [each for rank, each in ranked if rank == most]
    if len(best) > 1:
        names = ", ".join(str(each.variables["name"]) for each in best)
        send_1(
            ruby,
            class_at(ruby, "Puppet"),
            "warning",
            f"Found multiple default providers for {self.variables['name']}: {names}; "
            f"using {best[0].variables['name']}",
        )
    self.variables["defaultprovider"] = best[0]
    return best[0]


def by_source(
    ruby: Interpreter, self: RubyModule, native: list[RubyModule] | None = None
) -> list[RubyModule]:
    """Return one suitable provider of each source; `native` are more, of a type of duckrow's."""
    default = default_provider(ruby, self) if native is None else None
    many = [*([] if default is None else [default]), *(native or ())]
    many += suitable_providers(ruby, self)
    found: dict[object, RubyModule] = {}
    for each in many:
        found.setdefault(send_0(ruby, each, "source"), each)
    return list(found.values())


def _providify(ruby: Interpreter, self: RubyModule) -> None:
    """Add the parameter `provider`, once the type has a provider."""
    if PROVIDER in table(self, "paramhash"):
        return
    made = RubyModule(
        f"{self.name}::ParameterProvider",
        class_at(ruby, "Puppet::Parameter"),
        methods={
            "default": _default_name,
            "unsafe_validate": _validate_name,
            "unsafe_munge": _munge_name,
        },
    )
    made.variables |= {
        "name": PROVIDER,
        "value_collection": ValueCollection(),
        "doc": "The specific backend to use for this resource.",
    }
    self.constants["ParameterProvider"] = made
    classes(self, "parameters").append(made)
    table(self, "paramhash")[PROVIDER] = made


def _type_of(self: RubyObject) -> RubyModule:
    resource = self.variables["resource"]
    assert isinstance(resource, RubyObject)
    return resource.class_


def _default_name(ruby: Interpreter, self: RubyObject) -> object:
    found = send_0(ruby, _type_of(self), "defaultprovider")
    return None if found is None else send_0(ruby, found, "name")


def _validate_name(ruby: Interpreter, self: RubyObject, given: object) -> None:
    name = given[0] if isinstance(given, list) else given
    if is_kind(ruby, name, "Puppet::Provider"):
        return
    type_ = _type_of(self)
    if send_1(ruby, type_, "provider", name) is None:
        type_name = to_s(ruby, send_0(ruby, type_, "name"))
        raise argument_error(f"Invalid {type_name} provider '{to_s(ruby, name)}'")


def _munge_name(ruby: Interpreter, self: RubyObject, given: object) -> object:
    name = given[0] if isinstance(given, list) else given
    name = symbol(name) if isinstance(name, str) else name
    send_1(ruby, self.variables["resource"], "provider=", name)
    if is_kind(ruby, name, "Puppet::Provider"):
        return send_0(ruby, send_0(ruby, name, "class"), "name")
    return name


PROVIDER_CHOICE: Methods = {
    "provide": _provide,
    "unprovide": _unprovide,
    "provider": provider,
    "providers": lambda ruby, self: list(provider_hash(ruby, self)),
    "provider_hash": provider_hash,
    "validprovider?": lambda ruby, self, name: any(
        each.variables["name"] == intern(ruby, name) for each in suitable_providers(ruby, self)
    ),
    "suitableprovider": suitable_providers,
    "defaultprovider": default_provider,
    "defaultprovider=": writer("defaultprovider"),
    "providers_by_source": by_source,
    "providify": _providify,
}
