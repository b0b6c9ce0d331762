"""ERB.new, for Ruby code that has a machine."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_bytes
from duckrow.ruby.erb import OUTPUT, to_ruby
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.library import escapes
from duckrow.ruby.library.host.bindings import BindingValue
from duckrow.ruby.unit import run_with
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_MODE = " trim mode"


def _initialize(ruby: Interpreter, self: RubyObject, text: object, *options: object) -> None:
    """Take the text; of the trim modes, "-" is always on."""
    modes = [each for each in options if isinstance(each, str)]
    for each in options:
        if isinstance(each, dict):
            modes += [to_s(ruby, v) for k, v in each.items() if v and k == Symbol("trim_mode")]
    mode = "".join(modes)
    if set(mode) - set("-%<>"):
        raise UnsupportedError(f"ERB.new with the trim mode {mode}")
    self.variables |= {"src": to_s(ruby, text), "filename": None, _MODE: mode}


def _result(ruby: Interpreter, self: RubyObject, binding: object = None) -> str:
    receiver = binding
    variables: tuple[tuple[str, object], ...] = ()
    if isinstance(binding, BindingValue):
        receiver = binding.receiver
        variables = tuple(each for each in binding.variables if each[0] != OUTPUT.decode())
    if receiver is None:
        receiver = RubyObject(known_class(ruby, "Object"))
    file = self.variables["filename"]
    name = "(erb)" if file is None else to_s(ruby, file)
    template = to_bytes(to_s(ruby, self.variables["src"]))
    # The output is collected in a variable.
    code = to_ruby(template, str(self.variables[_MODE]))
    code = code.replace(OUTPUT + b" = __output__", OUTPUT + b' = ""', 1)
    return to_s(ruby, run_with(ruby, receiver, variables, code, name))


def _set_filename(_ruby: Interpreter, self: RubyObject, name: object) -> object:
    self.variables["filename"] = name
    return name


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    methods: dict[str, Callable[..., object]] = {
        "initialize": _initialize,
        "result": _result,
        "result_with_hash": _result_with,
        "filename=": _set_filename,
        "src": lambda _ruby, self: self.variables["src"],
    }
    erb = RubyModule("ERB", known_class(ruby, "Object"), methods=methods)
    erb.singleton["version"] = lambda _ruby, _self: "2.2.0"
    return {"ERB": erb, "ERB::Util": escapes.make(ruby)["ERB::Util"]}


def _result_with(ruby: Interpreter, self: RubyObject, values: object) -> str:
    """Fill in a template whose variables are the keys of a hash."""
    pairs = values.items() if isinstance(values, dict) else ()
    variables = {to_s(ruby, key): value for key, value in pairs}
    return _result(ruby, self, BindingValue(None, variables))
