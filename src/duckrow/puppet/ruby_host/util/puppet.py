"""The module Puppet: messages, settings, features and the mode of the run."""

from __future__ import annotations

from duckrow.puppet.ruby_code.messages import VERSION
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.util.environments import lookup
from duckrow.puppet.ruby_host.util.features import Features
from duckrow.puppet.ruby_host.util.logs import LOGS
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import RubyModule, symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


def setting(ruby: Interpreter, _self: object, name: object, *_: object) -> object:
    """Return a setting; values that Ruby code has set come first."""
    word = to_s(ruby, name)
    host = machine_host(ruby)
    if word in host.own_settings:
        return host.own_settings[word]
    try:
        found = host.settings[word]
    except KeyError:
        return None
    return symbol(found) if word == "strict" and isinstance(found, str) else to_ruby(found)


def _set_setting(
    ruby: Interpreter, _self: object, name: object, value: object, *_: object
) -> object:
    """Change a setting for the Ruby code of this run only."""
    machine_host(ruby).own_settings[to_s(ruby, name)] = value
    return value


class RunMode:
    """Puppet.run_mode: `puppet apply` runs as a user's command."""

    __slots__ = ()

    ruby_class_name = "Puppet::Util::RunMode"

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> object:
        if name in ("name", "to_sym"):
            return symbol("user")
        if name == "to_s":
            return "user"
        if name.endswith("?"):
            return name == "user?"
        if name in ("==", "!="):
            return (arguments[0] is self) == (name == "==")
        raise no_method(ruby, self, name)


def runtime_part(ruby: Interpreter, self: object, name: object) -> object:
    """Return Puppet.runtime[name]; the HTTP client is imported when code asks for it."""
    from duckrow.puppet.ruby_host.util.http import runtime

    return runtime(ruby, self, name)


SETTINGS: dict[str, Callable[..., object]] = {
    "[]": setting,
    "[]=": _set_setting,
    "value": setting,
    "set_value": _set_setting,
    "use": lambda _ruby, _self, *_sections: None,
    "values": lambda _ruby, self, *_: self,  # of an environment and a section: there is one of each
    "interpolate": setting,
    "lookup": setting,
    "global_defaults_initialized?": lambda _ruby, _self: True,
    "app_defaults_initialized?": lambda _ruby, _self: True,
}


def _boolean(ruby: Interpreter, _self: object, value: object) -> bool:
    word = to_s(ruby, value).lower()
    if word not in ("true", "yes", "false", "no"):
        raise RubyError("RuntimeError", "expected a boolean value")
    return word in ("true", "yes")


COERCION: dict[str, Callable[..., object]] = {
    "boolean": _boolean,
    "boolean_values": lambda _ruby, _self: ["true", "false", "yes", "no"],
}


def _level(ruby: Interpreter, self: object) -> object:
    """Return the level from which messages are logged."""
    if truthy(setting(ruby, self, "debug")):
        return symbol("debug")
    return symbol(to_s(ruby, setting(ruby, self, "log_level") or "notice"))


def _levels(_ruby: Interpreter, _self: object) -> list[object]:
    return [symbol(each) for each in LEVELS]


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the module."""
    settings = RubyModule("Puppet.settings", is_class=False, singleton=SETTINGS)
    features, mode = Features(), RunMode()
    runtime = RubyModule("Puppet.runtime", is_class=False, singleton={"[]": runtime_part})
    methods: dict[str, Callable[..., object]] = {
        **LOGS,
        **SETTINGS,
        "settings": lambda _ruby, _self: settings,
        "version": lambda _ruby, _self: VERSION,
        "features": lambda _ruby, _self: features,
        "run_mode": lambda _ruby, _self: mode,
        "lookup": lookup,
        "runtime": lambda _ruby, _self: runtime,
        "initialize_settings": lambda _ruby, _self, *_: None,
    }
    return {
        "Puppet": RubyModule("Puppet", is_class=False, singleton=methods),
        "Puppet::PUPPETVERSION": VERSION,
        "Puppet::Coercion": RubyModule("Puppet::Coercion", is_class=False, singleton=COERCION),
        "Puppet::Util::Log": RubyModule(
            "Puppet::Util::Log", singleton={"level": _level, "levels": _levels}
        ),
        "Puppet::Util::Logging": RubyModule(
            "Puppet::Util::Logging", is_class=False, methods=LOGS, singleton=LOGS
        ),
    }
