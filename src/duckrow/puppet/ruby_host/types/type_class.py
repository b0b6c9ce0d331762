"""Puppet::Type, the class: newtype, newparam, newproperty, features, providers."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    ENSURE,
    NAME,
    PROVIDER,
    capitalize,
    class_at,
    define,
    dev_error,
    generate_class,
    intern,
    option,
    puppet_error,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.types.docs import DOCS
from duckrow.puppet.ruby_host.types.features import FEATURES
from duckrow.puppet.ruby_host.types.known import classes, name_of, root, table
from duckrow.puppet.ruby_host.types.loading import load_providers, load_type
from duckrow.puppet.ruby_host.types.native_provider import native_listers
from duckrow.puppet.ruby_host.types.provider_choice import PROVIDER_CHOICE, by_source
from duckrow.regexp import regexp
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import CHANGES, Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

_ALL = " all attributes"  # in the variables of a type: what it has of them, and their order
_WITH_DEFAULT = " attributes with a default"  # the same, for those that have one
PLURALS = {
    "autorequire": "autorequires",
    "autobefore": "autobefores",
    "autosubscribe": "autosubscribes",
    "autonotify": "autonotifies",
}


# ---- all types


def _newtype(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    word = symbol(intern(ruby, name).name.lower())
    parent = option(options, "parent") or self
    made = generate_class(ruby, root(ruby), word, parent)
    made.name = f"Puppet::Type::{capitalize(word.name)}"
    for key in options if isinstance(options, dict) else ():
        if key.name not in ("parent",) and made.find_singleton(f"{key.name}=") is not None:
            send(ruby, made, f"{key.name}=", options[key])  # type: ignore[index]
    if block is not None:
        block.with_self(ruby, made)
    # Only now: a type whose body fails is unknown.
    table(root(ruby), "types")[word] = made
    root(ruby).singleton[f"new{word.name}"] = _maker(made)
    root(ruby).constants[capitalize(word.name)] = made
    load_providers(ruby, made)
    if table(root(ruby), "provider_hashes").get(word):
        send(ruby, made, "providify")
    return made


def _maker(type_: RubyModule) -> Callable[..., object]:
    """Return the method newTYPE, which makes a resource of the type."""

    def new(
        ruby: Interpreter, _self: RubyModule, *arguments: object, block: Proc | None = None
    ) -> object:
        return send(ruby, type_, "new", *arguments, block=block)

    return new


def _type(ruby: Interpreter, _self: RubyModule, name: object) -> object:
    """Return a type by its name; its file is loaded on first use."""
    word = symbol(intern(ruby, name).name.lower())
    known = table(root(ruby), "types")
    if word not in known:
        load_type(ruby, word.name)
    return known.get(word)


def _rmtype(ruby: Interpreter, _self: RubyModule, name: object) -> None:
    table(root(ruby), "types").pop(symbol(intern(ruby, name).name.lower()), None)


def _eachtype(ruby: Interpreter, _self: RubyModule, *, block: Proc) -> None:
    for each in list(table(root(ruby), "types").values()):
        block(ruby, each)


# ---- one type


def _initvars(_ruby: Interpreter, self: RubyModule) -> None:
    self.variables |= {"parameters": [], "paramhash": {}, "properties": [], "validproperties": {}}
    self.variables.setdefault("doc", "")


def _newparam(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    word = intern(ruby, name)
    parent = option(options, "parent") or class_at(ruby, "Puppet::Parameter")
    made = generate_class(
        ruby,
        self,
        word,
        parent,
        prefix="Parameter",
        attributes=option(options, "attributes"),
        block=block,
    )
    classes(self, "parameters").append(made)
    table(self, "paramhash")[word] = made
    _add_question(self, word, options)
    if option(options, "required_features"):
        send(ruby, made, "required_features=", option(options, "required_features"))
    if option(options, "namevar"):
        send(ruby, made, "isnamevar")
    self.variables.pop("key_attributes", None)
    return made


def _add_question(self: RubyModule, name: Symbol, options: object) -> None:
    """Add the method NAME? of a parameter with the option boolean."""
    if option(options, "boolean"):

        def ask(ruby: Interpreter, resource: object) -> bool | None:
            value = send(ruby, resource, "[]", name)
            return True if value is True or value == symbol("true") else None

        self.methods[f"{name.name}?"] = ask


def _newproperty(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    word = intern(ruby, name)
    if options is not None and not isinstance(options, dict):
        raise dev_error(f"Options must be a hash, not {inspect(ruby, options)}")
    known = table(self, "validproperties")
    if word in known:
        raise dev_error(f"Class {name_of(self).name} already has a property named {word.name}")
    given = {key: value for key, value in (options or {}).items() if key.name != "parent"}
    parent = option(options, "parent") or class_at(ruby, "Puppet::Property")
    made = generate_class(ruby, self, word, parent, attributes=given)
    retrieve = option(options, "retrieve")
    if retrieve is not None:
        made.methods["retrieve"] = lambda ruby, prop: send(
            ruby, send(ruby, prop, "provider"), "send", retrieve
        )
    if block is not None:
        block.with_self(ruby, made)
    known[word] = made
    order = classes(self, "properties")
    order.insert(0 if word == ENSURE else len(order), made)
    return made


def _ensurable(ruby: Interpreter, self: RubyModule, *, block: Proc | None = None) -> RubyModule:
    parent = class_at(ruby, "Puppet::Property::Ensure")
    made = _newproperty(ruby, self, ENSURE, {symbol("parent"): parent}, block=block)
    if block is None:
        send(ruby, made, "defaultvalues")
    return made


def _newmetaparam(
    ruby: Interpreter,
    _self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    word = intern(ruby, name)
    top = root(ruby)
    parent = option(options, "parent") or class_at(ruby, "Puppet::Parameter")
    made = generate_class(ruby, top, word, parent, prefix="MetaParam", block=block)
    made.variables["metaparam"] = True
    classes(top, "metaparams").append(made)
    table(top, "metaparamhash")[word] = made
    return made


def key_attributes(self: RubyModule) -> list[Symbol]:
    """Return the names of the parameters that name a resource."""
    found = self.variables.get("key_attributes")
    if not isinstance(found, list):
        found = [
            name_of(each)
            for each in classes(self, "parameters")
            if each.variables.get("isnamevar") or name_of(each) == NAME
        ]
        self.variables["key_attributes"] = found
    return found


def attribute_class(ruby: Interpreter, self: RubyModule, name: object) -> RubyModule | None:
    """Return the class of an attribute of a type."""
    found: RubyModule | None = table(self, "validproperties").get(name)
    if found is None:
        found = table(self, "paramhash").get(name)
    return table(root(ruby), "metaparamhash").get(name) if found is None else found


def all_attributes(ruby: Interpreter, self: RubyModule) -> list[Symbol]:
    """Return the attributes in the order in which a resource sets them."""
    return list(_positions(ruby, self))


def in_order(ruby: Interpreter, self: RubyModule, names: Iterable[Symbol]) -> list[Symbol]:
    """Return names in the order in which a resource sets its attributes, unknown ones last."""
    positions = _positions(ruby, self)
    return sorted(names, key=lambda each: positions.get(each, len(positions)))


def _positions(ruby: Interpreter, self: RubyModule) -> dict[Symbol, int]:
    """Return the attributes, each with its position in the order of setting them."""
    lists = [classes(self, "parameters"), classes(self, "properties")]
    lists.append(classes(root(ruby), "metaparams"))
    counts = [len(each) for each in lists]
    found = self.variables.get(_ALL)
    if not isinstance(found, tuple) or found[0] != counts:  # the first time, or one has been added
        parameters, *rest = ([name_of(each) for each in many] for many in lists)
        first = [PROVIDER] if PROVIDER in parameters else []
        names = dict.fromkeys([*key_attributes(self), *first, *rest[0], *parameters, *rest[1]])
        positions = {name: position for position, name in enumerate(names)}
        found = self.variables[_ALL] = (counts, positions)
    return found[1]  # type: ignore[no-any-return]


def attributes_with_default(ruby: Interpreter, self: RubyModule) -> list[Symbol]:
    """Return the attributes that have a default, in the order in which a resource sets them."""
    names = _positions(ruby, self)
    found = self.variables.get(_WITH_DEFAULT)
    # Valid until a method is defined anywhere, or an attribute is added.
    if not isinstance(found, tuple) or found[0] != CHANGES.count or found[1] is not names:
        every = ((name, attribute_class(ruby, self, name)) for name in names)
        some = [
            name
            for name, class_ in every
            if class_ is not None and class_.find_method("default") is not None
        ]
        found = self.variables[_WITH_DEFAULT] = (CHANGES.count, names, some)
    return found[2]  # type: ignore[no-any-return]


def _attrtype(ruby: Interpreter, self: RubyModule, name: object) -> Symbol | None:
    if name in table(self, "validproperties"):
        return symbol("property")
    if name in table(self, "paramhash"):
        return symbol("param")
    return symbol("meta") if name in table(root(ruby), "metaparamhash") else None


def is_attribute(ruby: Interpreter, self: RubyModule, name: object) -> bool:
    """Return whether a type has an attribute."""
    word = intern(ruby, name)
    return word == NAME or attribute_class(ruby, self, word) is not None


def _title_patterns(_ruby: Interpreter, self: RubyModule) -> list[object]:
    names = key_attributes(self)
    if not names:
        return []
    if len(names) > 1:
        raise dev_error("you must specify title patterns when there are two or more key attributes")
    return [[regexp("(?m)(.*)"), [[names[0]]]]]


def _validate(ruby: Interpreter, self: RubyModule, *, block: Proc) -> None:
    define(ruby, self, "validate", block)


def _relation(kind: str) -> Method:
    def relate(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> None:
        table(self, PLURALS[kind])[intern(ruby, name)] = block

    return relate


def _hash2resource(ruby: Interpreter, self: RubyModule, given: object) -> object:
    from duckrow.puppet.ruby_host.types.resource import new_resource

    values = {intern(ruby, key): value for key, value in given.items()}  # type: ignore[attr-defined]
    title = values.pop(symbol("title"), None)
    if title is None:
        title = values.get(NAME)
    keys = key_attributes(self)
    if title is None and len(keys) == 1:
        title = values.get(keys[0])
    if title is None:
        raise puppet_error("Title or name must be provided")
    made = new_resource(ruby, self, title)
    made.variables["catalog"] = values.pop(symbol("catalog"), None)
    made.variables["sensitive_parameters"] = values.pop(symbol("sensitive_parameters"), None) or []
    for key, value in values.items():
        send(ruby, made, "[]=", key, value)
    return made


def _instances(ruby: Interpreter, self: RubyModule) -> list[object]:
    native = native_listers(ruby, self)
    if native is None and not send(ruby, self, "provider_hash"):
        name = name_of(self).name
        raise dev_error(f"{name} has no providers and has not overridden 'instances'")
    found: dict[Any, object] = {}
    for provider in by_source(ruby, self, native):
        for instance in send(ruby, provider, "instances"):
            titled = send(ruby, instance, "respond_to?", symbol("title"))
            name = send(ruby, instance, "name")
            title = send(ruby, instance, "title") if titled not in (None, False) else name
            if title in found:
                continue
            values = {NAME: name, PROVIDER: instance, symbol("title"): title}
            made = send(ruby, self, "new", values)
            for each in classes(self, "properties"):
                send(ruby, made, "newattr", name_of(each))
            found[title] = made
    return list(found.values())


def _names(key: str) -> Method:
    return lambda _ruby, self: [name_of(each) for each in classes(self, key)]


def _apply_to(word: str) -> Method:
    def set_(_ruby: Interpreter, self: RubyModule) -> Symbol:
        self.variables["apply_to"] = symbol(word)
        return symbol(word)

    return set_


def _can_apply_to(_ruby: Interpreter, self: RubyModule, target: object) -> bool:
    wanted = target if target == symbol("device") else symbol("host")
    return self.variables.get("apply_to", symbol("host")) in (wanted, symbol("both"))


def _isomorphic(_ruby: Interpreter, self: RubyModule) -> object:
    return self.variables.get("isomorphic", True)


CLASS_METHODS: Methods = {
    **DOCS,
    **FEATURES,
    **PROVIDER_CHOICE,
    **{kind: _relation(kind) for kind in PLURALS},
    "newtype": _newtype,
    "type": _type,
    "rmtype": _rmtype,
    "eachtype": _eachtype,
    "initvars": _initvars,
    "name": reader("name"),
    "to_s": lambda _ruby, self: self.name,
    "newparam": _newparam,
    "newproperty": _newproperty,
    "newmetaparam": _newmetaparam,
    "ensurable": _ensurable,
    "ensurable?": lambda _ruby, self: all(
        self.find_method(name) for name in ("exists?", "create", "destroy")
    ),
    "validate": _validate,
    "properties": lambda _ruby, self: classes(self, "properties"),
    "parameters": _names("parameters"),
    "validproperties": _names("properties"),
    "metaparams": lambda ruby, _self: [name_of(each) for each in classes(root(ruby), "metaparams")],
    "allattrs": all_attributes,
    "attrclass": attribute_class,
    "attrtype": _attrtype,
    "paramclass": lambda _ruby, self, name: table(self, "paramhash").get(name),
    "propertybyname": lambda _ruby, self, name: table(self, "validproperties").get(name),
    "metaparamclass": lambda ruby, _self, name: table(root(ruby), "metaparamhash").get(name),
    "metaparam?": lambda ruby, _self, name: (
        intern(ruby, name) in table(root(ruby), "metaparamhash")
    ),
    "validattr?": is_attribute,
    "valid_parameter?": is_attribute,
    "validproperty?": lambda ruby, self, name: table(self, "validproperties").get(
        intern(ruby, name), False
    ),
    "validparameter?": lambda ruby, self, name: (
        name in table(self, "paramhash") or name in table(root(ruby), "metaparamhash")
    ),
    "key_attributes": lambda _ruby, self: key_attributes(self),
    "key_attribute_parameters": lambda _ruby, self: [
        table(self, "paramhash")[name] for name in key_attributes(self)
    ],
    "title_patterns": _title_patterns,
    "hash2resource": _hash2resource,
    "instances": _instances,
    "isomorphic?": _isomorphic,
    "self_refresh": reader("self_refresh"),
    "self_refresh=": writer("self_refresh"),
    "needs_ensure_retrieved": lambda _ruby, _self: True,
    "parameters_to_include": lambda _ruby, _self: [],
    "apply_to_device": _apply_to("device"),
    "apply_to_host": _apply_to("host"),
    "apply_to_all": _apply_to("both"),
    "apply_to": lambda _ruby, self: self.variables.get("apply_to", symbol("host")),
    "can_apply_to": _can_apply_to,
    "relationship_params": lambda ruby, _self: [
        each
        for each in classes(root(ruby), "metaparams")
        if name_of(each).name in ("require", "subscribe", "before", "notify")
    ],
}
