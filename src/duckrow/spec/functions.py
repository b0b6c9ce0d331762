"""Functions of the language in examples: found by name, called with values of the spec.

The code of functions has classes of its own, those of its environment. So an argument that has a
class of the spec becomes one of the class of that name there; what has none is not run.
"""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_code.calling import call
from duckrow.puppet.ruby_code.catalog import ReferenceHost, ResourceHost
from duckrow.puppet.ruby_code.host import interpreter_for
from duckrow.puppet.ruby_code.lending import lent_by
from duckrow.puppet.ruby_code.newer_functions import NewerFunction
from duckrow.puppet.ruby_code.values import to_older
from duckrow.puppet.ruby_host.types.resource import new_resource
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.objects.heirs import Heir, StringHeir
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol
from duckrow.spec.host import suite_of
from duckrow.spec.lacks import reject_lack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_code.scope import ScopeHost
    from duckrow.ruby.interpreter import Interpreter

_RESOURCE = "Puppet::Resource"
# Classes of Ruby that are types of the language.
_TYPES = {
    "String": "String",
    "Integer": "Integer",
    "Float": "Float",
    "Numeric": "Numeric",
    "Array": "Array",
    "Hash": "Hash",
    "NilClass": "Undef",
    "TrueClass": "Boolean",
    "FalseClass": "Boolean",
    "Regexp": "Regexp",
}


class FunctionValue(TableValue):
    """A function of the language, ready to be called in the compile of an example."""

    __slots__ = ("function", "is_alone", "name", "scope")

    ruby_class_name = "RSpec::Puppet::FunctionExampleGroup::V4FunctionWrapper"

    def __init__(self, name: str, function: object, scope: ScopeHost, *, is_alone: bool) -> None:
        self.is_alone = is_alone  # no other code is compiled before it
        self.name = name
        self.function = function
        self.scope = scope

    @property
    def is_in_ruby(self) -> bool:
        """Return whether its code is Ruby, which sees all stubs."""
        return getattr(self.function, "is_in_ruby", False)

    def inner(self) -> Interpreter:
        """Return the interpreter of the code of functions."""
        scope = self.scope.scope
        return interpreter_for(scope, scope.build.loaders.ruby_files)


def _execute(
    ruby: Interpreter, self: FunctionValue, *arguments: object, block: Proc | None = None
) -> object:
    if self.is_in_ruby:
        given = [_translated(ruby, each) for each in arguments]
    else:
        given = list(arguments)
        for each in given:
            _check_argument(ruby, each)
    try:
        return _result(ruby, call(ruby, self.function, self.scope.scope, given, block))
    except RubyError as error:
        reject_lack(error)
        if ruby.known is _home(error):
            raise
        raise RubyError(_known_name(ruby, error), error.message) from error
    finally:
        lent = lent_by(self.scope.scope)
        suite_of(ruby).sees_stubs = self.is_alone and self.is_in_ruby and not lent.has_called_native


def _translated(ruby: Interpreter, value: object) -> object:
    """Return an argument as the code of functions has it."""
    if isinstance(value, Heir):
        return _text(value)
    if type(value) is list:
        return [_translated(ruby, each) for each in value]
    if type(value) is dict:
        return {_key(ruby, key): _translated(ruby, each) for key, each in value.items()}
    if isinstance(value, RubyModule) and value.name in _TYPES:
        from duckrow.puppet.types.parse import parse_type

        return parse_type(_TYPES[value.name])
    if isinstance(value, RubyObject) and value.class_.name == _RESOURCE:
        type_, title = (to_s(ruby, send(ruby, value, each)) for each in ("type", "title"))
        is_class = type_.lower() == "class"
        return ReferenceHost(ClassType(title) if is_class else ResourceType(type_, title))
    if isinstance(value, (RubyObject, RubyModule)):
        raise _foreign(value)
    return value


def _key(ruby: Interpreter, key: object) -> object:
    value = from_key(key)
    if isinstance(value, (str, int, Symbol)):
        return key
    made = _translated(ruby, value)
    return to_key(getattr(made, "puppet_value", made))


def _text(value: Heir) -> str:
    """Return a text whose class inherits from String and adds nothing to it."""
    class_ = value.class_
    adds = class_.methods or class_.includes or class_.prepends
    if not isinstance(value, StringHeir) or adds:
        raise _foreign(value)
    return str(value)


def _foreign(value: RubyObject | RubyModule | Heir) -> UnsupportedError:
    name = value.name if isinstance(value, RubyModule) else value.class_.name
    return UnsupportedError(f"{name} as the argument of a function")


def _check_argument(ruby: Interpreter, value: object) -> None:
    """Reject an argument that duckrow's own functions would see as another value."""
    if isinstance(value, list):
        for each in value:
            _check_argument(ruby, each)
    elif type(value) is Symbol:
        if value.name not in ("undef", "default"):
            raise UnsupportedError(f"{inspect(ruby, value)} as the argument of a function")
    elif isinstance(value, (RubyObject, RubyModule, Heir)):
        raise _foreign(value)


def _result(ruby: Interpreter, value: object) -> object:
    """Return a result as the spec sees it: a resource is a Puppet::Resource."""
    if not isinstance(value, ResourceHost):
        return value
    resource = value.resource
    made = new_resource(ruby, resource.type, resource.title)
    made.variables["parameters"] = {
        symbol(name): to_older(each)
        for name, each in resource.parameters.items()
        if each is not None
    }
    return made


def _home(error: RubyError) -> object:
    return None if error.class_ is None else error.class_.home


def _known_name(ruby: Interpreter, error: RubyError) -> str:
    """Return the class of an error of a function as the spec knows it."""
    names = [] if error.class_ is None else [each.name for each in error.class_.ancestors()]
    found = (each for each in (error.class_name, *names) if find_constant(ruby, each) is not None)
    return next(found, "StandardError")


class FunctionObject(TableValue):
    """The object whose methods are the code of a function: subject.func."""

    __slots__ = ("_value", "instance")

    ruby_class_name = "Puppet::Functions::Function"

    def __init__(self, value: FunctionValue, instance: RubyObject) -> None:
        self._value = value
        self.instance = instance

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        del ruby
        return self.instance.class_.find_method(name) is not None

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        del ruby
        return send(self._value.inner(), self.instance, name, *arguments, block=block)


def _function_object(_ruby: Interpreter, self: FunctionValue) -> FunctionObject:
    code = getattr(self.function, "code", None)
    if not isinstance(code, NewerFunction):
        raise UnsupportedError("subject.func of a function that is not a newer one in Ruby")
    return FunctionObject(self, code.instance(self.scope.scope))


FunctionValue.ruby_methods = {
    "execute": _execute,
    "call": lambda ruby, self, _scope, *arguments: _execute(ruby, self, *arguments),
    "func": _function_object,
    "func_name": lambda _ruby, self: self.name,
}
