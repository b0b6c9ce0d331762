"""What rspec-puppet adds to the examples of each type: catalogue, subject, scope, and matchers."""

from __future__ import annotations

from duckrow.puppet.ruby_code.scope import ScopeHost
from duckrow.ruby.calls import Lambda, send_self
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, RubyObject
from duckrow.spec.catalogue import CatalogueValue
from duckrow.spec.compile import check_result
from duckrow.spec.coverage.resources import add_filter
from duckrow.spec.functions import FunctionValue
from duckrow.spec.host import suite_of
from duckrow.spec.inputs import catalog_inputs, function_inputs, read_facts, said, top_description
from duckrow.spec.matcher_classes import WORDS as MATCHER_WORDS
from duckrow.spec.matcher_classes import make as make_matchers
from duckrow.spec.puppet_matchers.allow_value import AllowValue
from duckrow.spec.puppet_matchers.contain import Contain
from duckrow.spec.puppet_matchers.count import Count, kind_of_word
from duckrow.spec.puppet_matchers.run_ import Run
from duckrow.spec.puppet_matchers.valid_type import ValidType
from duckrow.spec.values import RawString, SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.environment.compile import Result
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc
    from duckrow.spec.compile import Compiled

    Methods = dict[str, Callable[..., object]]

_CATALOGUE, _FUNCTION, _BUILD, _TYPE = " catalogue", " function", " build", " type"
_MOST_CATALOGUES = 16  # that stay the same object, as in rspec-puppet


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
    found = _catalogue(ruby, compiled)
    _measure(ruby, self, type_, found)
    return found


def _measure(ruby: Interpreter, self: RubyObject, type_: str, found: CatalogueValue) -> None:
    """Add the resources of a catalog to those that matchers should look at."""
    coverage = suite_of(ruby).coverage
    name = top_description(self).lower()
    if type_ == "define":
        add_filter(coverage, name, to_s(ruby, send_self(ruby, self, "title")))
    else:
        add_filter(coverage, type_, name)
    coverage.add(ruby, found, None if type_ == "host" else name.split("::")[0])


def _catalogue(ruby: Interpreter, compiled: Compiled) -> CatalogueValue:
    """Return the catalog of a compile: for equal inputs the same object."""
    values = suite_of(ruby).catalogues
    found = values.get(compiled.key)
    if found is None or not compiled.key:
        found = CatalogueValue(compiled)
        values[compiled.key] = found
        if len(values) > _MOST_CATALOGUES:
            del values[next(iter(values))]
    return found


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
    if function is None:
        return None
    return FunctionValue(word, function, scope, is_alone=not said(ruby, self, "pre_condition"))


def _function_subject(ruby: Interpreter, self: RubyObject) -> object:
    if _FUNCTION not in self.variables:
        self.variables[_FUNCTION] = _find_function(ruby, self)
    return self.variables[_FUNCTION]


def _call_function(ruby: Interpreter, self: RubyObject, name: object, *arguments: object) -> object:
    return _scope(ruby, self).call_language(ruby, to_s(ruby, name), list(arguments))


def _function_catalogue(ruby: Interpreter, self: RubyObject) -> object:
    found = self.variables.get(_CATALOGUE)
    if found is None:
        compiler = suite_of(ruby).compiler
        compiled = compiler.with_types(function_inputs(ruby, self), _compiled(ruby, self))
        found = self.variables[_CATALOGUE] = CatalogueValue(compiled)
    return found


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
        return Count(kind_of_word(word), arguments[0])
    from duckrow.spec.predicates import predicate

    return predicate(ruby, self, word, list(arguments), block)


def _clean_up(_ruby: Interpreter, self: RubyObject) -> None:
    """Forget the catalog and the function of an example."""
    for name in (_CATALOGUE, _FUNCTION, _BUILD, _TYPE):
        self.variables.pop(name, None)
    for name in ("subject", "catalogue", "compiler", "scope"):
        self.variables.pop(name, None)


def _load_catalogue(
    ruby: Interpreter, self: RubyObject, type_: object = None, exported: object = False, *_: object
) -> CatalogueValue:
    return _load(ruby, self, to_s(ruby, type_), is_exported=exported is True)


_SHARED: Methods = {
    "method_missing": _missing,
    "stub_file_consts": read_facts,
    "rspec_puppet_cleanup": _clean_up,
    **MATCHER_WORDS,
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


def make(ruby: Interpreter) -> dict[str, object]:
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
    support = {"load_catalogue": _load_catalogue, **_SHARED}
    return {
        FunctionValue.ruby_class_name: RubyModule(FunctionValue.ruby_class_name),
        "RSpec::Puppet::Support": RubyModule("RSpec::Puppet::Support", None, False, support),
        **make_matchers(ruby, _SHARED),
        **{
            name: RubyModule(name, None, is_class=False, methods=methods[each])
            for each, name in names.items()
        },
    }
