"""allow(object).to receive(:name): replaces a method for the time of one example."""

from __future__ import annotations

from functools import partial

from duckrow.puppet.ruby_code.catalog import SourceHost
from duckrow.puppet.ruby_code.scope import ScopeHost
from duckrow.puppet.ruby_code.stand_ins import put_stand_in, stand_in
from duckrow.puppet.ruby_code.values import from_ruby
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.definitions import of_ruby_code
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.exceptions import raise_
from duckrow.ruby.values.kinds import RubyModule, RubyObject, own_class
from duckrow.spec.compile_stubs import CompileStub
from duckrow.spec.doubles import Double, make_double
from duckrow.spec.functions import FunctionObject
from duckrow.spec.host import NOT_RECEIVED, suite_of
from duckrow.spec.matchers.matcher import value_matches
from duckrow.spec.values import RawString
from duckrow.spec.verified_doubles import make_instance_double, make_other_double

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


NO_ARGUMENTS = RawString("no args")
ANY_ARGUMENTS = RawString("*(any args)")
_OF_YAML = {"YAML", "Psych"}  # one module with two names


class Receive(TableValue):
    """receive(:name): which arguments it takes, and what it returns."""

    __slots__ = (
        "arguments",
        "block",
        "calls",
        "error",
        "least",
        "most",
        "name",
        "original",
        "results",
    )

    ruby_class_name = "RSpec::Mocks::Matchers::Receive"

    def __init__(self, name: str, block: Proc | None) -> None:
        self.name = name
        self.block = block
        self.arguments: tuple[object, ...] | None = None
        self.results: list[object] = []
        self.error: tuple[object, ...] | None = None
        self.original = False
        self.calls = 0
        self.least: int | None = 1  # how often an expected method is called
        self.most: int | None = 1


def _times(least: int | None, most: int | None) -> Callable[..., object]:
    def limit(_ruby: Interpreter, self: Receive, *_: object) -> Receive:
        self.least, self.most = least, most
        return self

    return limit


def _exactly(_ruby: Interpreter, self: Receive, count: int) -> Receive:
    self.least = self.most = count
    return self


def _at_least(ruby: Interpreter, self: Receive, count: object) -> Receive:
    self.least, self.most = _count(ruby, count), None
    return self


def _at_most(ruby: Interpreter, self: Receive, count: object) -> Receive:
    self.least, self.most = 0, _count(ruby, count)
    return self


def _count(ruby: Interpreter, count: object) -> int:
    named = {"once": 1, "twice": 2, "thrice": 3}
    return count if isinstance(count, int) else named[to_s(ruby, count)]


def _with(_ruby: Interpreter, self: Receive, *arguments: object) -> Receive:
    if arguments == (ANY_ARGUMENTS,):
        self.arguments = None
    else:
        self.arguments = () if arguments == (NO_ARGUMENTS,) else arguments
    return self


def _and_return(_ruby: Interpreter, self: Receive, *results: object) -> Receive:
    """Return results one after another; a method that is expected has to return all of them."""
    self.results = list(results)
    count = len(results)
    if count > 1:
        if self.least:
            self.least = max(self.least, count)
        if self.most:
            self.most = max(self.most, count)
    return self


def _and_raise(_ruby: Interpreter, self: Receive, *error: object) -> Receive:
    self.error = error
    return self


def _and_call_original(_ruby: Interpreter, self: Receive) -> Receive:
    self.original = True
    return self


Receive.ruby_methods = {
    "with": _with,
    "and_return": _and_return,
    "and_raise": _and_raise,
    "and_call_original": _and_call_original,
    "once": _times(1, 1),
    "twice": _times(2, 2),
    "never": _times(0, 0),
    "exactly": _exactly,
    "at_least": _at_least,
    "at_most": _at_most,
    "times": lambda _ruby, self: self,
    "time": lambda _ruby, self: self,
}


class Allowed(TableValue):
    """allow(object): waits for `to` and what the object may receive."""

    __slots__ = ("object",)

    ruby_class_name = "RSpec::Mocks::AllowanceTarget"

    def __init__(self, object_: object) -> None:
        self.object = object_


def _to(ruby: Interpreter, self: Allowed, received: object, *, block: Proc | None = None) -> None:
    if not isinstance(received, Receive):
        raise UnsupportedError("allow(...).to without receive")
    if block is not None:
        received.block = block
    stub(ruby, self.object, received)


def expect_call(ruby: Interpreter, target: object, received: Receive) -> None:
    """Replace a method, and expect that it is called before the example ends."""
    stub(ruby, target, received)

    def verify() -> None:
        least, most = received.least, received.most
        if (least is None or received.calls >= least) and (most is None or received.calls <= most):
            return
        if isinstance(target, ScopeHost) and not received.calls:
            # duckrow's own functions do not ask the scope.
            raise UnsupportedError(f"a stub of {received.name} of the scope")
        raise RubyError(
            NOT_RECEIVED,
            f"expected: {least} times with any arguments\n"
            f"    received :{received.name} {received.calls} times",
        )

    suite_of(ruby).verifications.append(verify)


def stub(ruby: Interpreter, target: object, received: Receive) -> None:
    """Replace a method of an object for the time of the example."""
    name = received.name
    if isinstance(target, Double):
        target.methods[name] = _replacement(ruby, received, target.methods.get(name))
        return
    if isinstance(target, FunctionObject):
        target = target.instance
    if isinstance(target, RubyModule):
        table = target.singleton
    elif isinstance(target, RubyObject):
        table = own_class(target).methods
    else:
        _stub_of_compile(ruby, target, received)
        return
    if isinstance(target, RubyModule) and _is_in_compiles(ruby, target, name):
        make = partial(_replacement, ruby, received)
        suite_of(ruby).compiler.add_stub(CompileStub(target, name, make))
    before = table.get(name)
    inherited = _inherited(target, name)
    table[name] = of_ruby_code(_replacement(ruby, received, before or inherited))

    def undo() -> None:
        if before is None:
            table.pop(name, None)
        else:
            table[name] = before

    suite_of(ruby).stubs.append(undo)


def _stub_of_compile(ruby: Interpreter, target: object, received: Receive) -> None:
    """Replace a method of a scope of the compile, or of its source.

    duckrow's own functions look up variables without it: a variable gets the value itself.
    """
    name = received.name
    if not isinstance(target, (ScopeHost, SourceHost)):
        raise UnsupportedError(f"allow({inspect(ruby, target)}).to receive(:{name})")
    before = stand_in(target, name)
    put_stand_in(target, name, _replacement(ruby, received, before))
    wanted = received.arguments
    if name not in ("lookupvar", "[]") or not wanted or not isinstance(wanted[0], str):
        return
    if received.block is None and received.error is None and received.results:
        value = from_ruby(received.results[0])
        build = target.scope.build
        build.top.variables[wanted[0].removeprefix("::")] = value
        if wanted[0].removeprefix("::") == "facts":
            build.facts = value


def _is_in_compiles(ruby: Interpreter, target: RubyModule, name: str) -> bool:
    """Return whether the code of a compile has a module of its own by this name."""
    example = suite_of(ruby).example
    if target.name.partition("::")[0] == "RSpec":
        return False
    names = [each for each, value in ruby.known.made.items() if value is target]
    if example is None or example.metadata.get("type") is None or not names:
        return False
    # An object of Ruby, such as URI::DEFAULT_PARSER, has a name more.
    if set(names) not in ({target.name}, _OF_YAML):
        raise UnsupportedError(f"a stub of {target.name}.{name} in a compile")
    return True


def _inherited(target: RubyModule | RubyObject, name: str) -> Callable[..., object] | None:
    if isinstance(target, RubyModule):
        return target.find_singleton(name)
    return target.class_.find_method(name)


def _fit(ruby: Interpreter, wanted: list[object], given: list[object]) -> bool:
    """Return whether arguments are the expected ones; any_args is any number of them."""
    at = next((at for at, each in enumerate(wanted) if each is ANY_ARGUMENTS), None)
    if at is None:
        return value_matches(ruby, wanted, given)
    end = len(given) - (len(wanted) - at - 1)
    return (
        end >= at
        and value_matches(ruby, wanted[:at], given[:at])
        and value_matches(ruby, wanted[at + 1 :], given[end:])
    )


def _replacement(
    home: Interpreter, received: Receive, original: Callable[..., object] | None
) -> Callable[..., object]:
    """Return the method that stands in for another; `home` runs the code of the spec."""
    results = list(received.results)

    def called(
        ruby: Interpreter, self: object, *arguments: object, block: Proc | None = None
    ) -> object:
        wanted = received.arguments
        if wanted is not None and not _fit(home, list(wanted), list(arguments)):
            if original is not None and getattr(original, "is_stub", False):
                return original(ruby, self, *arguments)
            if ruby.known is not home.known:
                raise UnsupportedError(f"{received.name} with other arguments than its stub has")
            raise RubyError(
                NOT_RECEIVED,
                f"received :{received.name} with unexpected arguments\n"
                f"  expected: {inspect(ruby, list(wanted))}\n"
                f"       got: {inspect(ruby, list(arguments))}",
            )
        received.calls += 1
        if received.original:
            if original is None:
                raise UnsupportedError(f"the original of a stubbed {received.name}")
            return original(ruby, self, *arguments)
        if received.error is not None:
            _raise(ruby, home, received.error)
        if received.block is not None:
            del block
            return received.block(home, *arguments)
        if len(results) > 1:
            return results.pop(0)
        return results[0] if results else None

    called.is_stub = True  # type: ignore[attr-defined]
    return called


def _raise(ruby: Interpreter, home: Interpreter, error: tuple[object, ...]) -> None:
    """Raise an error of the spec, of the class that the running code has by its name."""
    kind = error[0]
    if ruby.known is not home.known and isinstance(kind, RubyModule):
        kind = find_constant(ruby, kind.name)
        if kind is None:
            raise UnsupportedError(f"and_raise({inspect(home, error[0])}) in a compile")
    elif ruby.known is not home.known and not isinstance(kind, str):
        raise UnsupportedError(f"and_raise({inspect(home, kind)}) in a compile")
    raise_(ruby, kind, *error[1:])


Allowed.ruby_methods = {"to": _to}


def _receive(
    ruby: Interpreter, _self: object, name: object, *, block: Proc | None = None
) -> Receive:
    return Receive(to_s(ruby, name), block)


METHODS: dict[str, Callable[..., object]] = {
    "allow": lambda _ruby, _self, object_: Allowed(object_),
    "receive": _receive,
    "double": make_double,
    "instance_double": make_instance_double,
    **dict.fromkeys(("class_double", "object_double"), make_other_double),
    "no_args": lambda _ruby, _self: NO_ARGUMENTS,
    "any_args": lambda _ruby, _self: ANY_ARGUMENTS,
}
