"""One way to compute a fact: Facter::Util::Resolution and Facter::Core::Aggregate.

Facter.add(:pond) do
  confine kernel: 'Linux'
  setcode { 'wet' }
end
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_code.calling import error_message, origin_of, unsupported_text
from duckrow.puppet.ruby_host.facts.confine import Confine
from duckrow.puppet.ruby_host.facts.merge import merged
from duckrow.puppet.ruby_host.facts.normalize import InvalidValueError, normalize
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.exceptions import RESCUED
from duckrow.ruby.host import TimeLimit
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from duckrow.ruby.interpreter import Interpreter

_STATE = " resolution"
_SIMPLE = ("name", "value", "timeout", "weight", "fact_type", "file", "is_env")
_AGGREGATE = ("name", "timeout", "weight", "fact_type")


def _failed(ruby: Interpreter, name: str, error: Exception) -> str:
    """Return the message about the code of a fact that failed: why, and where."""
    if isinstance(error, UnsupportedError):
        text = unsupported_text("the Ruby code", error)
        return f"Error while resolving custom fact {name}: {text}"
    why = error_message(ruby, error)
    if not isinstance(error, RESCUED):
        why = f"a fault in duckrow, not in your files: {type(error).__name__}: {why}"
    file, line = origin_of(error)
    where = "" if file is None else f" (file: {file}, line: {line})"
    return f"Error while resolving custom fact {name}: {why}{where}"


class ResolutionError(Exception):
    """The code of a resolution failed: no other resolution of the fact is tried."""


class Resolution:
    """The state of a resolution; `chunks` are those of an aggregate."""

    __slots__ = (
        "aggregate",
        "chunks",
        "code",
        "confines",
        "fact",
        "file",
        "given_weight",
        "is_aggregate",
        "name",
        "on_flush",
        "timeout",
        "value",
    )

    def __init__(self, fact: str, name: object, file: str, *, is_aggregate: bool) -> None:
        self.fact = fact
        self.file = file  # that added it
        self.name = name
        self.is_aggregate = is_aggregate
        self.confines: list[Confine] = []
        self.given_weight: int | None = None
        self.timeout: object = 0
        self.value: object = None
        self.code: Callable[[Interpreter], object] | None = None
        self.chunks: dict[str, tuple[list[str], Proc]] = {}
        self.aggregate: Proc | None = None
        self.on_flush: Proc | None = None

    @property
    def weight(self) -> int:
        """The weight that was given, else the number of confines."""
        return len(self.confines) if self.given_weight is None else self.given_weight

    def is_suitable(self, ruby: Interpreter) -> bool:
        """Return whether all confines hold."""
        return all(each.holds(ruby) for each in self.confines)

    def qualified_name(self, ruby: Interpreter) -> str:
        """Return the name as messages have it."""
        name = "<anonymous>" if self.name is None else to_s(ruby, self.name)
        return f"fact='{self.fact}', resolution='{name}'"

    def resolve(self, ruby: Interpreter, log: Callable[[str], None]) -> object:
        """Return the value, or None; a failure of the code raises ResolutionError."""
        host = ruby.host
        limit = self.timeout if isinstance(self.timeout, int | float) else 0
        name = self.qualified_name(ruby)
        waiting = len(host.waiting)
        try:
            if not limit:
                return normalize(ruby, self._compute(ruby))
            with TimeLimit(host, limit):
                return normalize(ruby, self._compute(ruby))
        except InvalidValueError as error:
            log(f"Fact resolution {name} resolved to an invalid value: {error}")
            return None
        except Exception as error:
            if isinstance(error, RubyError) and error.class_name == "Timeout::Error":
                log(f"Timed out after {limit} seconds while resolving {name}")
                return None
            log(_failed(ruby, name, error))
            raise ResolutionError from error
        finally:
            host.finish_waiting(waiting)

    def _compute(self, ruby: Interpreter) -> object:
        if self.is_aggregate:
            results = self._run_chunks(ruby)
            if self.aggregate is not None:
                return self.aggregate(ruby, {symbol(name): each for name, each in results.items()})
            return merged(ruby, list(results.values()))
        if self.value is not None:
            return self.value
        return None if self.code is None else self.code(ruby)

    def _run_chunks(self, ruby: Interpreter) -> dict[str, object]:
        results: dict[str, object] = {}
        for name in _ordered({name: needed for name, (needed, _) in self.chunks.items()}):
            needed, block = self.chunks[name]
            results[name] = block(ruby, *(results.get(each) for each in needed))
        return results


def _ordered(needs: dict[str, list[str]]) -> Iterable[str]:
    """Return the chunks so that each comes after those it needs."""
    done: dict[str, None] = {}
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in open_:
            cycle = [*open_[open_.index(name) :]]
            names = ", ".join(f":{each}" for each in cycle)
            raise RubyError(
                "Facter::Core::Aggregate::DependencyError",
                f"Could not order chunks; found the following dependency cycles: [[{names}]]",
            )
        open_.append(name)
        for each in needs.get(name, ()):
            visit(each)
        open_.pop()
        if name in needs:
            done[name] = None

    for name in needs:
        visit(name)
    return done


# ---- objects


def state_of(self: object) -> Resolution:
    """Return the state of an object of either class."""
    found = self.variables.get(_STATE) if isinstance(self, RubyObject) else None
    if not isinstance(found, Resolution):
        raise argument_error("uninitialized resolution")
    return found


def new_resolution(ruby: Interpreter, state: Resolution) -> RubyObject:
    """Make the object that a block of Facter.add runs in."""
    name = "Facter::Core::Aggregate" if state.is_aggregate else "Facter::Util::Resolution"
    class_ = find_constant(ruby, name)
    assert isinstance(class_, RubyModule)
    made = RubyObject(class_)
    made.variables[_STATE] = state
    return made


def set_options(ruby: Interpreter, self: RubyObject, options: dict[object, object]) -> None:
    """Set the options of Facter.add; `options` loses those that are known."""
    state = state_of(self)
    known = _AGGREGATE if state.is_aggregate else _SIMPLE
    for key in list(options):
        name = to_s(ruby, from_key(key))
        if name not in known:
            continue
        value = options.pop(key)
        if name == "weight":
            state.given_weight = None if value is None else to_int(ruby, value)
        elif name == "timeout":
            state.timeout = value
        elif name == "value":
            state.value = value
        elif name == "name":
            state.name = value
    if options:
        kind = "aggregate" if state.is_aggregate else "resolution"
        keys = inspect(ruby, [from_key(key) for key in options])
        raise argument_error(f"Invalid {kind} options {keys}")


def _setcode(
    _ruby: Interpreter, self: RubyObject, command: object = None, *, block: Proc | None = None
) -> RubyObject:
    if command is not None and command is not False:

        def run(ruby: Interpreter) -> object:
            execution = find_constant(ruby, "Facter::Core::Execution")
            output = send(ruby, execution, "execute", command, {symbol("on_fail"): None})
            return output or None

        state_of(self).code = run
    elif block is not None:
        state_of(self).code = block
    else:
        raise argument_error("You must pass either code or a block")
    return self


def _confine(
    _ruby: Interpreter, self: RubyObject, confines: object = None, *, block: Proc | None = None
) -> object:
    own = state_of(self).confines
    if isinstance(confines, dict):
        for key, values in confines.items():
            own.append(Confine(from_key(key), values if isinstance(values, list) else [values]))
    elif block is not None:
        own.append(Confine(confines, block=block))
    return None


def _has_weight(ruby: Interpreter, self: RubyObject, weight: object) -> RubyObject:
    state_of(self).given_weight = None if weight is None else to_int(ruby, weight)
    return self


def _chunk(
    ruby: Interpreter,
    self: RubyObject,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> RubyObject:
    if block is None:
        raise argument_error("Facter::Core::Aggregate#chunk requires a block")
    if type(name) is not Symbol:
        raise argument_error("Facter::Core::Aggregate#expected chunk name to be a Symbol")
    needed = options.get(symbol("require")) if isinstance(options, dict) else None
    names = needed if isinstance(needed, list) else [] if needed is None else [needed]
    state_of(self).chunks[name.name] = ([to_s(ruby, each) for each in names], block)
    return self


def _aggregate(_ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> RubyObject:
    if block is None:
        raise argument_error("Facter::Core::Aggregate#aggregate requires a block")
    state_of(self).aggregate = block
    return self


def _set(name: str) -> Callable[..., object]:
    def assign(_ruby: Interpreter, self: RubyObject, value: object) -> object:
        setattr(state_of(self), name, value)
        return value

    return assign


def _on_flush(_ruby: Interpreter, self: RubyObject, *, block: Proc | None = None) -> None:
    state_of(self).on_flush = block


def _flush(ruby: Interpreter, self: RubyObject) -> object:
    block = state_of(self).on_flush
    return None if block is None else block(ruby)


COMMON: dict[str, Callable[..., object]] = {
    "confine": _confine,
    "has_weight": _has_weight,
    "weight": lambda _ruby, self: state_of(self).weight,
    "timeout": lambda _ruby, self: state_of(self).timeout,
    "timeout=": _set("timeout"),
    "limit": lambda _ruby, self: state_of(self).timeout,
    "name": lambda _ruby, self: state_of(self).name,
    "options": set_options,
    "on_flush": _on_flush,
    "flush": _flush,
    "suitable?": lambda ruby, self: state_of(self).is_suitable(ruby),
}
SIMPLE: dict[str, Callable[..., object]] = {
    **COMMON,
    "setcode": _setcode,
    "value=": _set("value"),
    "name=": _set("name"),
    "resolution_type": lambda _ruby, _self: symbol("simple"),
}
AGGREGATE: dict[str, Callable[..., object]] = {
    **COMMON,
    "chunk": _chunk,
    "aggregate": _aggregate,
    "resolution_type": lambda _ruby, _self: symbol("aggregate"),
}
