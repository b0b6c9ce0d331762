"""Puppet::Parameter: one attribute of a resource, its checks and its conversions."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import (
    RESOURCE,
    SHOULD,
    VALUE,
    class_at,
    define,
    dev_error,
    flat,
    intern,
    items_of,
    puppet_error,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.types.docs import DOCS, parameter_doc
from duckrow.puppet.ruby_host.types.logs import logs, path_of
from duckrow.puppet.ruby_host.types.values import ValueCollection, collection_of
from duckrow.regexp import RubyRegexp
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send_0, send_1
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.exceptions import exception_of, rescues
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import CHANGES, Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes of parameters by name."""
    object_ = known_class(ruby, "Object")
    parameter = RubyModule("Puppet::Parameter", object_, methods=METHODS, singleton=CLASS_METHODS)
    util = [class_at(ruby, name) for name in ("Puppet::Util", "Puppet::Util::Errors")]
    parameter.includes += util
    parameter.extensions += util[:1]
    boolean = RubyModule(
        "Puppet::Parameter::Boolean", parameter, methods=BOOLEAN, singleton=BOOLEAN_CLASS
    )
    path = RubyModule("Puppet::Parameter::Path", parameter, methods=PATH, singleton=PATH_CLASS)
    options = RubyModule("Puppet::Parameter::PackageOptions", parameter, methods=PACKAGE_OPTIONS)
    made = (parameter, boolean, path, options)
    for each in made[1:]:
        parameter.constants[each.name.rpartition("::")[2]] = each
    return {
        **{each.name: each for each in made},
        "Puppet::Parameter::ValueCollection": RubyModule(
            "Puppet::Parameter::ValueCollection",
            object_,
            singleton={"new": lambda _ruby, _self: ValueCollection()},
        ),
    }


# ---- the class


def _initvars(_ruby: Interpreter, self: RubyModule) -> None:
    self.variables["value_collection"] = ValueCollection()


def _defaultto(
    ruby: Interpreter, self: RubyModule, value: object = None, *, block: Proc | None = None
) -> None:
    if block is not None:
        define(ruby, self, "default", block)
        return
    if value is None:
        raise dev_error("Either a default value or block must be provided")
    self.methods["default"] = lambda _ruby, _self: value


def _sensitive(
    ruby: Interpreter, self: RubyModule, value: object = None, *, block: Proc | None = None
) -> None:
    if block is not None:
        define(ruby, self, "is_sensitive", block)
    else:
        self.methods["is_sensitive"] = lambda _ruby, _self: value


def _nodefault(ruby: Interpreter, self: RubyModule) -> None:
    self.methods.pop("default", None)
    if self.find_method("default") is not None:
        send_1(ruby, self, "undef_method", symbol("default"))


def _munge_block(ruby: Interpreter, self: RubyModule, *, block: Proc) -> None:
    define(ruby, self, "unsafe_munge", block)


def _unmunge_block(ruby: Interpreter, self: RubyModule, *, block: Proc) -> None:
    define(ruby, self, "unsafe_unmunge", block)


def _validate_block(ruby: Interpreter, self: RubyModule, *, block: Proc) -> None:
    define(ruby, self, "unsafe_validate", block)


def _isnamevar(_ruby: Interpreter, self: RubyModule) -> bool:
    self.variables["isnamevar"] = self.variables["required"] = True
    return True


def _isrequired(_ruby: Interpreter, self: RubyModule) -> bool:
    self.variables["required"] = True
    return True


def _set_features(ruby: Interpreter, self: RubyModule, *names: object) -> object:
    words = [symbol(to_s(ruby, each).lower()) for each in flat(list(names))]
    self.variables["required_features"] = words
    return words


def _newvalues(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    collection = collection_of(self)
    for name in names:
        collection.add(ruby, name)


def _aliasvalue(ruby: Interpreter, self: RubyModule, name: object, other: object) -> None:
    collection_of(self).add_alias(ruby, name, other)


def _proxymethods(ruby: Interpreter, self: RubyModule, *names: object) -> None:
    for each in names:
        word = intern(ruby, each).name
        self.methods[word] = _asks_class(word)


def _asks_class(word: str) -> Method:
    return lambda ruby, self: send_0(ruby, self.class_, word)


def display(ruby: Interpreter, value: object) -> str:
    """Write a value as messages about changes show it."""
    if value is None:
        return ""
    if isinstance(value, RubyRegexp):
        return value.source
    from duckrow.puppet.providers.base import shown
    from duckrow.puppet.ruby_host.plain import plain

    return shown(plain(ruby, value))


CLASS_METHODS: Methods = {
    "initvars": _initvars,
    "name": reader("name"),
    **DOCS,
    "doc": parameter_doc,
    "defaultto": _defaultto,
    "nodefault": _nodefault,
    "sensitive": _sensitive,
    "munge": _munge_block,
    "unmunge": _unmunge_block,
    "validate": _validate_block,
    "isnamevar": _isnamevar,
    "isnamevar?": reader("isnamevar"),
    "isrequired": _isrequired,
    "required?": reader("required"),
    "required_features": reader("required_features"),
    "required_features=": _set_features,
    "metaparam": reader("metaparam"),
    "metaparam=": writer("metaparam"),
    "newvalues": _newvalues,
    "aliasvalue": _aliasvalue,
    "value_collection": lambda _ruby, self: collection_of(self),
    "proxymethods": _proxymethods,
    "format_value_for_display": lambda ruby, _self, value: display(ruby, value),
}


# ---- objects

_READING = ("value", "unmunge", "unsafe_unmunge")
_KEPT = " kept value"  # among the methods of a class: it has its own version of none of these


def _initialize(ruby: Interpreter, self: RubyObject, options: object = None) -> None:
    given = options if isinstance(options, dict) else {}
    resource = given.get(RESOURCE)
    if resource is None:
        raise dev_error(f"No resource set for {to_s(ruby, self.class_.variables.get('name'))}")
    self.variables["resource"] = resource
    for name in (VALUE, SHOULD):
        if given.get(name) is not None:
            send_1(ruby, self, f"{name.name}=", given[name])


def _name(_ruby: Interpreter, self: RubyObject) -> object:
    class_: RubyModule | None = self.class_
    while class_ is not None and "name" not in class_.variables:
        class_ = class_.parent
    return None if class_ is None else class_.variables["name"]


def resource_of(self: RubyObject) -> RubyObject:
    """Return the resource that a parameter belongs to."""
    found = self.variables.get("resource")
    assert isinstance(found, RubyObject)
    return found


def error_message(ruby: Interpreter, error: Exception) -> str:
    """Return the message of an exception that was rescued."""
    return to_s(ruby, exception_of(ruby, error))


def munge(ruby: Interpreter, self: RubyObject, value: object) -> object:
    """Convert a value; an unexpected exception becomes an error about the type."""
    try:
        return send_1(ruby, self, "unsafe_munge", value)
    except (RubyError, ZeroDivisionError, RecursionError) as error:
        if rescues(ruby, error, class_at(ruby, "Puppet::Error")) or not rescues(ruby, error):
            raise
        raise dev_error(
            f"Munging failed for value {inspect(ruby, value)} in class "
            f"{to_s(ruby, send_0(ruby, self, 'name'))}: {error_message(ruby, error)}"
        ) from error


def validate(ruby: Interpreter, self: RubyObject, value: object) -> None:
    """Check a value; an unexpected exception becomes an error about the type."""
    try:
        send_1(ruby, self, "unsafe_validate", value)
    except (RubyError, ZeroDivisionError, RecursionError) as error:
        if rescues(ruby, error, known_class(ruby, "ArgumentError")):
            raise puppet_error(error_message(ruby, error)) from error
        known = (class_at(ruby, "Puppet::Error"), known_class(ruby, "TypeError"))
        if rescues(ruby, error, *known) or not rescues(ruby, error):
            raise
        raise dev_error(
            f"Validate method failed for class {to_s(ruby, send_0(ruby, self, 'name'))}: "
            f"{error_message(ruby, error)}"
        ) from error


def read_value(ruby: Interpreter, self: RubyObject) -> object:
    """Return the value of an attribute. Nearly all parameters keep theirs as they are."""
    class_ = self.class_
    if class_.counted == CHANGES.count and class_.found.get(_KEPT) is _value:
        return self.variables.get("value")
    if all(class_.find_method(name) is METHODS[name] for name in _READING):
        class_.found[_KEPT] = _value
    return send_0(ruby, self, "value")


def _value(ruby: Interpreter, self: RubyObject) -> object:
    value = self.variables.get("value")
    return None if value is None else send_1(ruby, self, "unmunge", value)


def _unmunge(ruby: Interpreter, self: RubyObject, value: object) -> object:
    return send_1(ruby, self, "unsafe_unmunge", value)


def _unsafe_unmunge(_ruby: Interpreter, _self: RubyObject, value: object) -> object:
    return value


def _set_value(ruby: Interpreter, self: RubyObject, value: object) -> object:
    send_1(ruby, self, "validate", value)
    self.variables["value"] = send_1(ruby, self, "munge", value)
    return value


def _noop(ruby: Interpreter, self: RubyObject) -> object:
    return send_0(ruby, resource_of(self), "noop")


def _path(ruby: Interpreter, self: RubyObject) -> str:
    return f"{path_of(ruby, resource_of(self))}/{to_s(ruby, send_0(ruby, self, 'name'))}"


def _format(ruby: Interpreter, self: RubyObject, text: object, *arguments: object) -> object:
    is_secret = self.variables.get("sensitive") not in (None, False)
    texts = ["[redacted]" if is_secret else to_s(ruby, each) for each in arguments]
    return send_1(ruby, text, "%", texts)


def _source(ruby: Interpreter, self: RubyObject) -> str:
    return to_s(ruby, send_0(ruby, self, "path"))


def _ask_resource(name: str) -> Method:
    return lambda ruby, self: send_0(ruby, resource_of(self), name)


def _log(ruby: Interpreter, self: RubyObject, message: object) -> object:
    level = send_1(ruby, resource_of(self), "[]", symbol("loglevel"))
    return send_1(ruby, self, to_s(ruby, level), message)


METHODS: Methods = {
    **logs(lambda ruby, self: (self.variables.get("resource"), _source(ruby, self))),
    "log": _log,
    "initialize": _initialize,
    "name": _name,
    "to_s": lambda ruby, self: to_s(ruby, send_0(ruby, self, "name")),
    "resource": reader("resource"),
    "resource=": writer("resource"),
    "parent": reader("parent"),
    "parent=": writer("parent"),
    "sensitive": reader("sensitive"),
    "sensitive=": writer("sensitive"),
    "required?": _asks_class("required?"),
    "isnamevar?": _asks_class("isnamevar?"),
    "metaparam?": _asks_class("metaparam"),
    "provider": _ask_resource("provider"),
    "file": _ask_resource("file"),
    "line": _ask_resource("line"),
    "version": _ask_resource("version"),
    "tags": _ask_resource("tags"),
    "path": _path,
    "pathbuilder": lambda ruby, self: [_path(ruby, self)],
    "noop": _noop,
    "munge": munge,
    "unmunge": _unmunge,
    "validate": validate,
    "unsafe_munge": lambda ruby, self, value: collection_of(self.class_).munge(ruby, value),
    "unsafe_unmunge": _unsafe_unmunge,
    "unsafe_validate": lambda ruby, self, value: collection_of(self.class_).validate(ruby, value),
    "remove": lambda _ruby, self: self.variables.pop("resource", None) and None,
    "value": _value,
    "value=": _set_value,
    "format": _format,
}


# ---- Boolean, Path, PackageOptions

_TRUE = ("true", "yes")
_FALSE = ("false", "no")


def to_boolean(ruby: Interpreter, value: object) -> bool:
    """Return true or false for the words that mean them."""
    word = to_s(ruby, value).lower() if isinstance(value, str) else to_s(ruby, value)
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise puppet_error(f"expected a boolean value, got {inspect(ruby, value)}")


def _boolean_initvars(ruby: Interpreter, self: RubyModule) -> None:
    _initvars(ruby, self)
    _newvalues(ruby, self, *map(symbol, ("true", "false", "yes", "no")))


BOOLEAN: Methods = {"unsafe_munge": lambda ruby, _self, value: to_boolean(ruby, value)}
BOOLEAN_CLASS: Methods = {"initvars": _boolean_initvars}


def _accept_arrays(_ruby: Interpreter, self: RubyModule, accept: object = True) -> bool:
    self.variables["accept_arrays"] = accept not in (None, False)
    return accept not in (None, False)


def _check_single(ruby: Interpreter, self: RubyObject, paths: object) -> object:
    if isinstance(paths, list) and not self.class_.variables.get("accept_arrays"):
        name = to_s(ruby, send_0(ruby, self, "name"))
        raise puppet_error(f"{name} only accepts a single path, not an array of paths")
    return paths


def _validate_path(ruby: Interpreter, self: RubyObject, paths: object) -> object:
    _check_single(ruby, self, paths)
    if not all(isinstance(each, str) and each.startswith("/") for each in items_of(paths)):
        name = to_s(ruby, send_0(ruby, self, "name"))
        raise puppet_error(f"{name} must be a fully qualified path")
    return paths


PATH: Methods = {
    "validate_path": _validate_path,
    "unsafe_validate": _validate_path,
    "unsafe_munge": _check_single,
}
PATH_CLASS: Methods = {"accept_arrays": _accept_arrays, "arrays?": reader("accept_arrays")}


def _quote(_ruby: Interpreter, _self: object, value: object) -> object:
    if not isinstance(value, str):
        raise argument_error(f"undefined method `include?' for {class_name(value)}")
    return '"' + value.replace('"', '\\"') + '"' if " " in value else value


def _munge_options(ruby: Interpreter, self: RubyObject, values: object) -> object:
    found: list[object] = []
    for each in items_of(values):
        if isinstance(each, dict):
            found.append(
                {_quote(ruby, self, key): _quote(ruby, self, value) for key, value in each.items()}
            )
        elif isinstance(each, str):
            found.append(_quote(ruby, self, each))
        else:
            raise puppet_error("Expected either a string or hash of options")
    return found


PACKAGE_OPTIONS: Methods = {"unsafe_munge": _munge_options, "quote": _quote}
