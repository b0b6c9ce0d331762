"""What rspec-puppet adds to the examples of each type: catalogue, subject, scope, and matchers."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_code.calling import call
from duckrow.puppet.ruby_code.scope import ScopeHost
from duckrow.ruby.calls import Lambda, send_self
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.objects.heirs import Heir
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject
from duckrow.spec.catalogue import CatalogueValue
from duckrow.spec.compile import Compiled, check_result
from duckrow.spec.host import suite_of
from duckrow.spec.inputs import catalog_inputs, function_inputs, read_facts, said, top_description
from duckrow.spec.lacks import reject_lack
from duckrow.spec.puppet_matchers.allow_value import AllowValue
from duckrow.spec.puppet_matchers.compile_ import Compile
from duckrow.spec.puppet_matchers.contain import Contain
from duckrow.spec.puppet_matchers.count import Count
from duckrow.spec.puppet_matchers.run_ import Run
from duckrow.spec.puppet_matchers.valid_type import ValidType
from duckrow.spec.values import RawString, SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.environment.compile import Result
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Methods = dict[str, Callable[..., object]]

_CATALOGUE, _FUNCTION, _BUILD, _TYPE = " catalogue", " function", " build", " type"


# ---- catalogs


def _load(
    ruby: Interpreter,
    self: RubyObject,
    type_: str,
    *,
    is_exported: bool = False,
    test_value: object = None,
) -> CatalogueValue:
    """Compile the catalog of an example, or take that of an equal one."""
    inputs = catalog_inputs(ruby, self, type_, test_value)
    inputs.is_exported = is_exported
    compiled = suite_of(ruby).compiler.compile(inputs)
    check_result(compiled.result)
    return CatalogueValue(compiled)


def _catalog_words(type_: str) -> Methods:
    def catalogue(ruby: Interpreter, self: RubyObject) -> object:
        found = self.variables.get(_CATALOGUE)
        if found is None:
            found = self.variables[_CATALOGUE] = _load(ruby, self, type_)
        return found

    def exported(_ruby: Interpreter, self: RubyObject) -> object:
        return Lambda(
            lambda ruby: _load(ruby, self, type_, is_exported=True), 0, False, is_lambda=True
        )

    def subject(_ruby: Interpreter, self: RubyObject) -> object:
        return Lambda(lambda ruby: send_self(ruby, self, "catalogue"), 0, False, is_lambda=True)

    return {"catalogue": catalogue, "exported_resources": exported, "subject": subject}


def _alias_catalogue(ruby: Interpreter, self: RubyObject, value: object) -> object:
    return _load(ruby, self, "type_alias", test_value=value)


def _alias_subject(_ruby: Interpreter, self: RubyObject) -> object:
    return Lambda(
        lambda ruby, value: send_self(ruby, self, "catalogue", value),
        1,
        False,
        is_lambda=True,
        required=1,
    )


# ---- functions


class FunctionValue(TableValue):
    """A function of the language, ready to be called in the compile of an example."""

    __slots__ = ("function", "name", "scope")

    ruby_class_name = "RSpec::Puppet::FunctionExampleGroup::V4FunctionWrapper"

    def __init__(self, name: str, function: object, scope: ScopeHost) -> None:
        self.name = name
        self.function = function
        self.scope = scope


def _execute(
    ruby: Interpreter, self: FunctionValue, *arguments: object, block: Proc | None = None
) -> object:
    for each in arguments:
        _check_argument(ruby, each)
    try:
        return call(ruby, self.function, self.scope.scope, list(arguments), block)
    except RubyError as error:
        reject_lack(error)
        if ruby.known is _home(error):
            raise
        raise RubyError(_known_name(ruby, error), error.message) from error


def _check_argument(ruby: Interpreter, value: object) -> None:
    """Reject an argument that functions would see as another value than the real ones do.

    The code of functions has classes of its own, and symbols become strings on the way to it.
    """
    if isinstance(value, list):
        for each in value:
            _check_argument(ruby, each)
    elif type(value) is Symbol:
        if value.name not in ("undef", "default"):
            raise UnsupportedError(f"{inspect(ruby, value)} as the argument of a function")
    elif isinstance(value, (RubyObject, RubyModule, Heir)):
        name = value.name if isinstance(value, RubyModule) else value.class_.name
        raise UnsupportedError(f"{name} as the argument of a function")


def _home(error: RubyError) -> object:
    return None if error.class_ is None else error.class_.home


def _known_name(ruby: Interpreter, error: RubyError) -> str:
    """Return the class of an error of a function as the spec knows it.

    The code of functions has classes of its own, those of the environment.
    """
    names = [] if error.class_ is None else [each.name for each in error.class_.ancestors()]
    found = (each for each in (error.class_name, *names) if find_constant(ruby, each) is not None)
    return next(found, "StandardError")


FunctionValue.ruby_methods = {
    "execute": _execute,
    "call": lambda ruby, self, _scope, *arguments: _execute(ruby, self, *arguments),
    "func_name": lambda _ruby, self: self.name,
}


def _compiled(ruby: Interpreter, self: RubyObject) -> Result:
    """Return the compile that the functions of an example are called in: its own."""
    found = self.variables.get(_BUILD)
    if found is None:
        inputs = function_inputs(ruby, self)
        result = suite_of(ruby).compiler.compile_anew(inputs)
        check_result(result)
        found = self.variables[_BUILD] = result
    return found  # type: ignore[return-value]


def _scope(ruby: Interpreter, self: RubyObject) -> ScopeHost:
    return ScopeHost(_compiled(ruby, self).build.top)


def _find_function(ruby: Interpreter, self: RubyObject, name: object = None) -> object:
    word = top_description(self) if name is None else to_s(ruby, name)
    scope = _scope(ruby, self)
    loaders = scope.scope.build.loaders
    function = loaders.find_function(word, "")
    return None if function is None else FunctionValue(word, function, scope)


def _function_subject(ruby: Interpreter, self: RubyObject) -> object:
    if _FUNCTION not in self.variables:
        self.variables[_FUNCTION] = _find_function(ruby, self)
    return self.variables[_FUNCTION]


def _call_function(ruby: Interpreter, self: RubyObject, name: object, *arguments: object) -> object:
    return _scope(ruby, self).call_language(ruby, to_s(ruby, name), list(arguments))


def _function_catalogue(ruby: Interpreter, self: RubyObject) -> object:
    result = _compiled(ruby, self)
    return CatalogueValue(Compiled(function_inputs(ruby, self), result))


# ---- words


def _missing(
    ruby: Interpreter,
    self: RubyObject,
    name: object,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Return the matcher of a word such as contain_file; others are RSpec's."""
    word = to_s(ruby, name)
    for prefix in ("contain_", "create_"):
        if word.startswith(prefix):
            return Contain(word.removeprefix(prefix), arguments[0] if arguments else None)
    if word.startswith("have_") and word.endswith("_count"):
        kind = word.removeprefix("have_").removesuffix("_resource_count").removesuffix("_count")
        return Count(kind, arguments[0])
    from duckrow.spec.predicates import predicate

    return predicate(ruby, self, word, list(arguments), block)


_SHARED: Methods = {
    "method_missing": _missing,
    "stub_file_consts": read_facts,
    "compile": lambda _ruby, _self: Compile(),
    "have_class_count": lambda _ruby, _self, count: Count("class", count),
    "have_resource_count": lambda _ruby, _self, count: Count("resource", count),
    "ref": lambda ruby, _self, type_, title: RawString(
        f"{to_s(ruby, type_)}['{to_s(ruby, title)}']"
    ),
    "sensitive": lambda _ruby, _self, value: SensitiveValue(value),
}
_FUNCTIONS: Methods = {
    **_SHARED,
    "subject": _function_subject,
    "find_function": _find_function,
    "scope": _scope,
    "call_function": _call_function,
    "catalogue": _function_catalogue,
    "run": lambda _ruby, _self: Run(),
}
_ALIASES: Methods = {
    **_SHARED,
    "catalogue": _alias_catalogue,
    "subject": _alias_subject,
    "allow_value": lambda _ruby, _self, *values: AllowValue(list(values)),
    "allow_values": lambda _ruby, _self, *values: AllowValue(list(values)),
}


def _type_subject(ruby: Interpreter, self: RubyObject) -> object:
    """Return what be_valid_type asks about: the type, a title and parameters."""
    found = self.variables.get(_TYPE)
    if found is None:
        name = top_description(self).lower()
        type_ = send(ruby, find_constant(ruby, "Puppet::Type"), "type", name)
        title = send_self(ruby, self, "title")
        found = self.variables[_TYPE] = [type_, title, said(ruby, self, "params", {})]
    return found


_TYPES: Methods = {
    **_SHARED,
    "subject": _type_subject,
    "be_valid_type": lambda _ruby, _self: ValidType(),
}


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the modules that groups include, by their names."""
    methods: dict[str, Methods] = {
        "Class": {**_SHARED, **_catalog_words("class")},
        "Define": {**_SHARED, **_catalog_words("define")},
        "Host": {**_SHARED, **_catalog_words("host")},
        "Function": _FUNCTIONS,
        "TypeAlias": _ALIASES,
        "Type": _TYPES,
    }
    names = {each: f"RSpec::Puppet::{each}ExampleGroup" for each in methods}
    return {
        name: RubyModule(name, None, is_class=False, methods=methods[each])
        for each, name in names.items()
    }
