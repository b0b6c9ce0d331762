"""Classes that providers of packages and services inherit from."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    class_at,
    flat,
    items_of,
    puppet_error,
)
from duckrow.puppet.ruby_host.providers.provider import property_hash
from duckrow.puppet.ruby_host.types.parameter import error_message
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.exceptions import rescues
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes by name."""
    provider = class_at(ruby, "Puppet::Provider")
    package = RubyModule("Puppet::Provider::Package", provider, methods=PACKAGE)
    package.singleton["prefetch"] = _prefetch
    return {package.name: package}


def _prefetch(ruby: Interpreter, self: RubyModule, packages: Any) -> None:
    for provider in send(ruby, self, "instances"):
        found = packages.get(send(ruby, provider, "name"))
        if found is not None:
            send(ruby, found, "provider=", provider)


def _properties(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    if not property_hash(self):
        has_purge = truthy(send(ruby, self.class_, "feature?", symbol("purgeable")))
        status = symbol("purged") if has_purge else ABSENT
        found = send(ruby, self, "query")
        held = found if isinstance(found, dict) else {}
        self.variables["property_hash"] = held or {ENSURE: status}
    return dict(property_hash(self))


def _flush(_ruby: Interpreter, self: RubyObject) -> None:
    property_hash(self).clear()


def _join_options(ruby: Interpreter, _self: RubyObject, options: object) -> object:
    if not truthy(options):
        return None
    found: list[object] = []
    for each in flat(items_of(options)):
        if isinstance(each, dict):
            pairs = sorted((to_s(ruby, key), to_s(ruby, value)) for key, value in each.items())
            found += [f"{key}={value}" for key, value in pairs]
        else:
            found.append(each)
    return found


PACKAGE: Methods = {
    "properties": _properties,
    "flush": _flush,
    "join_options": _join_options,
    "validate_source": lambda _ruby, _self, _value: True,
}


# ---- the provider `service` of services, which others have as their parent


def _restart(ruby: Interpreter, self: RubyObject) -> None:
    resource = send(ruby, self, "resource")
    own = send(ruby, resource, "[]", symbol("restart"))
    if truthy(own) or truthy(send(ruby, self, "restartcmd")):
        _service_command(ruby, self, symbol("restart"))
    else:
        send(ruby, self, "stop")
        send(ruby, self, "start")


def _execute(
    ruby: Interpreter,
    self: RubyObject,
    kind: object,
    command: object,
    fails: object = True,
    squelch: object = False,
    combine: object = True,
) -> object:
    options = {
        symbol("failonfail"): fails,
        symbol("override_locale"): False,
        symbol("squelch"): squelch,
        symbol("combine"): combine,
    }
    try:
        return send(ruby, self, "execute", command, options)
    except RubyError as error:
        if not rescues(ruby, error, class_at(ruby, "Puppet::ExecutionFailure")):
            raise
        ref = to_s(ruby, send(ruby, self, "resource"))
        message = f"Could not {to_s(ruby, kind)} {ref}: {error_message(ruby, error)}"
        raise puppet_error(message) from error


def _service_command(
    ruby: Interpreter, self: RubyObject, kind: object, fails: object = True
) -> object:
    own = send(ruby, send(ruby, self, "resource"), "[]", kind)
    command = [own] if truthy(own) else flat([send(ruby, self, f"{to_s(ruby, kind)}cmd")])
    return _execute(ruby, self, kind, command, fails)


SERVICE: Methods = {
    "restart": _restart,
    "restartcmd": lambda _ruby, _self: None,
    "texecute": _execute,
    "service_execute": _execute,
    "ucommand": _service_command,
    "service_command": _service_command,
}


def add_native_providers(ruby: Interpreter, type_: RubyModule, name: str) -> None:
    """Define the providers of a native type that providers of modules have as their parent."""
    if name == "service":
        made = send(ruby, type_, "provide", symbol("service"))
        assert isinstance(made, RubyModule)
        made.methods |= SERVICE
        made.singleton["instances"] = lambda _ruby, _self: []
