"""The module Facter: adding facts and asking for them."""

from __future__ import annotations

from duckrow.facts.lazy import LazyFacts
from duckrow.facts.system import FACTER_VERSION
from duckrow.puppet.ruby_code.values import to_ruby
from duckrow.puppet.ruby_host.facts import execution
from duckrow.puppet.ruby_host.facts.messages import log, log_once
from duckrow.puppet.ruby_host.facts.resolution import (
    AGGREGATE,
    SIMPLE,
    Resolution,
    new_resolution,
    set_options,
    state_of,
)
from duckrow.puppet.ruby_host.facts.values import fact_value
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.exceptions import is_exception
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class FactValue(TableValue):
    """Facter[:name]: a fact with its name and value; inside of define_fact, its resolutions."""

    __slots__ = ("name", "value")

    ruby_class_name = "Facter::Util::Fact"

    def __init__(self, name: str, value: object) -> None:
        self.name = name
        self.value = value


def _add(
    ruby: Interpreter,
    _self: object,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> FactValue:
    """Add a resolution to a fact."""
    word = to_s(ruby, name).lower()
    given = dict(options) if isinstance(options, dict) else {}
    _define(ruby, word, None, given, block)
    return FactValue(word, None)


def _define(
    ruby: Interpreter,
    fact: str,
    name: object,
    options: dict[object, object],
    block: Proc | None,
) -> object:
    kind = options.pop(symbol("type"), symbol("simple"))
    options.pop(symbol("ldapname"), None)
    host = machine_host(ruby)
    resolutions = host.resolutions
    try:
        if kind not in (symbol("simple"), symbol("aggregate")):
            raise argument_error(
                "Expected resolution type to be one of (:simple, :aggregate) but was "
                f"{to_s(ruby, kind)}"
            )
        is_aggregate = kind == symbol("aggregate")
        known = [each for each in resolutions.get(fact, ()) if name is not None]
        same = next((each for each in known if state_of(each).name == name), None)
        if same is None:
            state = Resolution(fact, name, host.fact_file, is_aggregate=is_aggregate)
            same = new_resolution(ruby, state)
            resolutions.setdefault(fact, []).append(same)
        set_options(ruby, same, options)
        if block is not None:
            block.with_self(ruby, same)
    except RubyError as error:
        log(
            ruby,
            "err",
            f"Unable to add resolve {inspect(ruby, name)} for fact {fact}: {error.message}",
        )
        return None
    return same


def _define_fact(
    ruby: Interpreter,
    _self: object,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> FactValue:
    del options
    made = FactValue(to_s(ruby, name).lower(), None)
    if block is not None:
        block.with_self(ruby, made)
    return made


def _define_resolution(
    ruby: Interpreter,
    self: FactValue,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> object:
    given = dict(options) if isinstance(options, dict) else {}
    return _define(ruby, self.name, name, given, block)


FactValue.ruby_methods = {
    "name": lambda _ruby, self: symbol(self.name),
    "value": lambda _ruby, self: self.value,
    "to_s": lambda ruby, self: to_s(ruby, self.value),
    "define_resolution": _define_resolution,
    "add": lambda ruby, self, *options, block=None: _define_resolution(
        ruby, self, None, *options, block=block
    ),
}


def _value(ruby: Interpreter, _self: object, name: object) -> object:
    return fact_value(ruby, to_s(ruby, name))


def _fact(ruby: Interpreter, _self: object, name: object) -> FactValue | None:
    """Return a fact as an object; one without a value is an object too, if anything defines it."""
    word = to_s(ruby, name).lower()
    value = fact_value(ruby, word)
    if value is None:
        facts = machine_host(ruby).facts
        if not (isinstance(facts, LazyFacts) and facts.defines(word)):
            return None
    return FactValue(word, value)


def _to_hash(ruby: Interpreter, _self: object) -> object:
    return to_ruby(dict(machine_host(ruby).facts.items()))


def _list(ruby: Interpreter, _self: object) -> list[str]:
    return sorted(machine_host(ruby).facts)


def _each(ruby: Interpreter, self: object, *, block: Proc) -> object:
    for name, value in dict(machine_host(ruby).facts.items()).items():
        block(ruby, name, to_ruby(value))
    return self


def _logging(level: str, *, is_once: bool = False) -> Callable[..., object]:
    def logged(ruby: Interpreter, _self: object, message: object = None, *_: object) -> None:
        (log_once if is_once else log)(ruby, level, to_s(ruby, message))

    return logged


def _log_exception(
    ruby: Interpreter, _self: object, exception: object, message: object = None
) -> None:
    text = "" if message is None or message == symbol("default") else to_s(ruby, message)
    if not text:
        is_error = is_exception(ruby, exception)
        text = to_s(ruby, send(ruby, exception, "message") if is_error else exception)
    log(ruby, "err", text)


def _nothing(_ruby: Interpreter, _self: object, *_: object) -> None:
    return None


def _read_file(ruby: Interpreter, _self: object, path: object, *_: object) -> str | None:
    """Return the content of a file; a file that cannot be read is nil and a debug message."""
    try:
        return ruby.host.read(to_s(ruby, path))
    except RubyError as error:
        log(ruby, "debug", error.message)
        return None


METHODS: dict[str, Callable[..., object]] = {
    "add": _add,
    "define_fact": _define_fact,
    "value": _value,
    "fact": _fact,
    "[]": _fact,
    "to_hash": _to_hash,
    "list": _list,
    "each": _each,
    "version": lambda _ruby, _self: FACTER_VERSION,
    "debug": _logging("debug"),
    "debugonce": _logging("debug", is_once=True),
    "warn": _logging("warning"),
    "warnonce": _logging("warning", is_once=True),
    "log_exception": _log_exception,
    "debugging?": lambda ruby, _self: truthy(machine_host(ruby).own_settings.get("debug")),
    "trace?": lambda _ruby, _self: False,
    **dict.fromkeys(
        (
            "clear",
            "clear_messages",
            "flush",
            "reset",
            "loadfacts",
            "search",
            "search_external",
            "debugging",
        ),
        _nothing,
    ),
    "search_path": lambda ruby, _self: [
        f"{each}/facter" for each in machine_host(ruby).directories
    ],
}


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and what is below it."""
    object_ = known_class(ruby, "Object")
    commands = {name: execution.METHODS[name] for name in ("which", "exec", "with_env")}
    run = RubyModule(
        "Facter::Core::Execution",
        is_class=False,
        methods=execution.METHODS,
        singleton=execution.METHODS,
    )
    read = {"read": _read_file}
    return {
        "Facter": RubyModule("Facter", is_class=False, singleton=METHODS),
        "Facter::VERSION": FACTER_VERSION,
        "Facter::FACTERVERSION": FACTER_VERSION,
        "Facter::Core": RubyModule("Facter::Core", is_class=False),
        "Facter::Core::Execution": run,
        "Facter::Core::Aggregate": RubyModule(
            "Facter::Core::Aggregate", object_, methods=AGGREGATE
        ),
        "Facter::Core::Aggregate::DependencyError": RubyModule(
            "Facter::Core::Aggregate::DependencyError", known_class(ruby, "StandardError")
        ),
        "Facter::Util": RubyModule("Facter::Util", is_class=False),
        "Facter::Util::Fact": RubyModule("Facter::Util::Fact", object_),
        "Facter::Util::FileRead": RubyModule(
            "Facter::Util::FileRead", is_class=False, methods=read, singleton=read
        ),
        "Facter::Util::Resolution": RubyModule(
            "Facter::Util::Resolution", object_, methods=SIMPLE, singleton=commands
        ),
    }
