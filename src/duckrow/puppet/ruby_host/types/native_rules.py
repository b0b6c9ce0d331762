"""Packages and services for providers in Ruby: how their types ask a provider.

duckrow's own providers need none of this; it serves providers/package/NAME.rb of a module.
"""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import ABSENT, ENSURE, class_at, puppet_error
from duckrow.puppet.ruby_host.types.features import known_features
from duckrow.puppet.ruby_host.types.known import table
from duckrow.puppet.ruby_host.types.parameter import error_message, resource_of
from duckrow.puppet.ruby_host.types.values import ValueCollection
from duckrow.regexp import regexp
from duckrow.ruby.core.basics import equal, inspect, to_s, truthy
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.exceptions import rescues
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Method
    from duckrow.ruby.interpreter import Interpreter

PURGED = symbol("purged")
_GONE = (ABSENT, PURGED, symbol("disabled"))
# The features of each type, with the methods that prove them.
_FEATURES: dict[str, dict[str, tuple[str, ...]]] = {
    "package": {
        "reinstallable": ("reinstall",),
        "installable": ("install",),
        "uninstallable": ("uninstall",),
        "upgradeable": ("update", "latest"),
        "purgeable": ("purge",),
        "holdable": ("hold", "unhold"),
        "disableable": ("disable",),
        **dict.fromkeys(
            "versionable version_ranges install_only install_options uninstall_options "
            "supports_flavors package_settings virtual_packages targetable".split(),
            (),
        ),
    },
    "service": {
        "refreshable": ("restart",),
        "enableable": ("disable", "enable", "enabled?"),
        "delayed_startable": ("delayed_start",),
        "manual_startable": ("manual_start",),
        "maskable": ("mask",),
        **dict.fromkeys(
            "controllable flaggable configurable_timeout manages_logon_credentials".split(), ()
        ),
    },
}


def add_rules(ruby: Interpreter, type_: RubyModule, name: str) -> None:
    """Give the class of a native type the features and methods that its providers rely on."""
    for feature, methods in _FEATURES.get(name, {}).items():
        known_features(type_)[symbol(feature)] = list(methods) or None
    if name == "package":
        _add_package(ruby, _property(type_, "ensure"))
    elif name == "service":
        _add_service(ruby, type_)


def _property(type_: RubyModule, name: str) -> RubyModule:
    found = table(type_, "validproperties")[symbol(name)]
    assert isinstance(found, RubyModule)
    return found


def _provider(ruby: Interpreter, self: RubyObject) -> object:
    return send(ruby, resource_of(self), "provider")


def _asks(method: str) -> Method:
    return lambda ruby, self: send(ruby, _provider(ruby, self), method)


def _add_value(
    ruby: Interpreter,
    class_: RubyModule,
    name: object,
    method: Method,
    event: str | None = None,
    needed: str | None = None,
) -> None:
    values = class_.variables["value_collection"]
    assert isinstance(values, ValueCollection)
    made = values.add(ruby, name)
    made.method = f"set_{to_s(ruby, name) if not hasattr(name, 'source') else 'version'}"
    class_.methods[made.method] = method
    if event is not None:
        made.options["event"] = symbol(event)
    if needed is not None:
        made.options["required_features"] = symbol(needed)


# ---- packages


def _add_package(ruby: Interpreter, ensure: RubyModule) -> None:
    ensure.variables["value_collection"] = values = ValueCollection()
    _add_value(ruby, ensure, symbol("present"), _asks("install"), "package_installed")
    _add_value(ruby, ensure, ABSENT, _asks("uninstall"), "package_removed")
    _add_value(ruby, ensure, PURGED, _asks("purge"), "package_purged", "purgeable")
    _add_value(ruby, ensure, symbol("disabled"), _asks("disable"), None, "disableable")
    values.add_alias(ruby, symbol("installed"), symbol("present"))
    _add_value(ruby, ensure, symbol("latest"), _updates("update"), None, "upgradeable")
    _add_value(ruby, ensure, regexp("."), _updates("install"), None, "versionable")
    ensure.methods |= {
        "default": lambda _ruby, _self: symbol("installed"),
        "retrieve": _retrieve_package,
        "insync?": _package_insync,
        "should_to_s": _package_should,
        "change_to_s": _package_change,
    }


def _updates(method: str) -> Method:
    def update(ruby: Interpreter, self: RubyObject) -> object:
        try:
            return send(ruby, _provider(ruby, self), method)
        except RubyError as error:
            if not rescues(ruby, error):
                raise
            raise puppet_error(f"Could not update: {error_message(ruby, error)}") from error

    return update


def _retrieve_package(ruby: Interpreter, self: RubyObject) -> object:
    return send(ruby, send(ruby, _provider(ruby, self), "properties"), "[]", ENSURE)


def _package_insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    provider = _provider(ruby, self)
    wanted = self.variables.get("should")
    for each in wanted if isinstance(wanted, list) else ():
        if each == symbol("present"):
            if current not in _GONE:
                return True
        elif each == symbol("latest"):
            return _is_latest(ruby, self, current)
        elif each == ABSENT:
            if current in (ABSENT, PURGED):
                return True
        elif each == PURGED:
            if current == PURGED:
                return True
        elif any(equal(ruby, each, one) for one in _items(current)):
            return True
        elif responds_to(ruby, provider, "insync?"):
            return truthy(send(ruby, provider, "insync?", current))
    return False


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _is_latest(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    if current in (ABSENT, PURGED):
        return False
    if self.variables.get("latest") is None:
        try:
            self.variables["latest"] = send(ruby, _provider(ruby, self), "latest")
        except RubyError as error:
            if not rescues(ruby, error):
                raise
            message = f"Could not get latest version: {error_message(ruby, error)}"
            raise puppet_error(message) from error
    latest = self.variables["latest"]
    if current == symbol("present") or any(equal(ruby, latest, one) for one in _items(current)):
        return True
    name = to_s(ruby, send(ruby, resource_of(self), "name"))
    message = f"{name} {inspect(ruby, current)} is installed, latest is {inspect(ruby, latest)}"
    send(ruby, self, "debug", message)
    return False


def _package_should(ruby: Interpreter, self: RubyObject, value: object) -> str:
    latest = self.variables.get("latest")
    return _super(ruby, self, "should_to_s", value if latest is None else latest)


def _package_change(ruby: Interpreter, self: RubyObject, current: object, new: object) -> str:
    if new == PURGED:
        return "purged"
    if current in (None, ABSENT, PURGED) and new != ABSENT:
        return "created"
    return _super(ruby, self, "change_to_s", current, new)


def _super(ruby: Interpreter, self: RubyObject, method: str, *arguments: object) -> str:
    found = class_at(ruby, "Puppet::Property::Ensure").find_method(method)
    assert found is not None
    return to_s(ruby, found(ruby, self, *arguments))


# ---- services


def _add_service(ruby: Interpreter, type_: RubyModule) -> None:
    ensure = _property(type_, "ensure")
    ensure.variables["value_collection"] = values = ValueCollection()
    _add_value(ruby, ensure, symbol("stopped"), _asks("stop"), "service_stopped")
    _add_value(ruby, ensure, symbol("running"), _asks("start"), "service_started")
    running = values.named(symbol("running"))
    assert running is not None
    running.options["invalidate_refreshes"] = True
    for word, meaning in (("false", "stopped"), ("true", "running")):
        values.add_alias(ruby, symbol(word), symbol(meaning))
    ensure.methods |= {"retrieve": _asks("status"), "sync": _sync_service}
    ensure.methods["default"] = lambda _ruby, _self: None
    ensure.methods["change_to_s"] = class_at(ruby, "Puppet::Property").methods["change_to_s"]
    enable = _property(type_, "enable")
    enable.variables["value_collection"] = ValueCollection()
    _add_value(ruby, enable, symbol("true"), _asks("enable"), "service_enabled")
    _add_value(ruby, enable, symbol("false"), _asks("disable"), "service_disabled")
    manual = "manual_startable"
    _add_value(
        ruby, enable, symbol("manual"), _asks("manual_start"), "service_manual_start", manual
    )
    _add_value(ruby, enable, symbol("mask"), _asks("mask"), "service_disabled", "maskable")
    enable.methods |= {"retrieve": _asks("enabled?"), "insync?": _enabled_insync}
    type_.methods["refresh"] = _refresh_service
    type_.singleton["needs_ensure_retrieved"] = lambda _ruby, _self: False


def _sync_service(ruby: Interpreter, self: RubyObject) -> None:
    """Start or stop the service; `enable` is brought in sync with it."""
    send(ruby, self, "set", send(ruby, self, "should"))
    enable = send(ruby, resource_of(self), "property", symbol("enable"))
    if enable is not None:
        current = send(ruby, enable, "retrieve")
        if not truthy(send(ruby, enable, "safe_insync?", current)):
            send(ruby, enable, "sync")


def _enabled_insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    provider = _provider(ruby, self)
    if responds_to(ruby, provider, "enabled_insync?"):
        return truthy(send(ruby, provider, "enabled_insync?", current))
    usual = class_at(ruby, "Puppet::Property").find_method("insync?")
    assert usual is not None
    return truthy(usual(ruby, self, current))


def _refresh_service(ruby: Interpreter, self: RubyObject) -> None:
    ensure = send(ruby, self, "newattr", ENSURE)
    if send(ruby, ensure, "retrieve") == symbol("running"):
        send(ruby, send(ruby, self, "provider"), "restart")
    else:
        send(ruby, self, "debug", "Skipping restart; service is not running")
