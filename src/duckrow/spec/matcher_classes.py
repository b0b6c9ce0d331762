"""The classes of rspec-puppet's matchers and their modules, as Ruby code names them."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, symbol
from duckrow.spec.matchers.blocks import METHODS as BLOCK_MATCHERS
from duckrow.spec.matchers.blocks import RaiseError
from duckrow.spec.puppet_matchers.allow_value import AllowValue
from duckrow.spec.puppet_matchers.compile_ import Compile
from duckrow.spec.puppet_matchers.contain import Contain
from duckrow.spec.puppet_matchers.count import Count, kind_of_word
from duckrow.spec.puppet_matchers.more_matchers import IncludeClass, ParameterMatcher, UniqueValues
from duckrow.spec.puppet_matchers.run_ import Run
from duckrow.spec.puppet_matchers.valid_type import ValidType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Methods = dict[str, Callable[..., object]]

_MANIFEST, _COUNT = (
    "RSpec::Puppet::ManifestMatchers",
    "RSpec::Puppet::ManifestMatchers::CountGeneric",
)


def _new_count(
    ruby: Interpreter, _self: object, type_: object, count: object, method: object = None
) -> Count:
    kind = to_s(ruby, type_) if type_ is not None else kind_of_word(to_s(ruby, method))
    return Count(kind, to_s(ruby, count))


def _new_contain(ruby: Interpreter, _self: object, method: object, *titles: object) -> Contain:
    type_name = to_s(ruby, method).removeprefix("contain_").removeprefix("create_")
    return Contain(type_name, titles[0] if titles else None)


def _new_parameter(
    _ruby: Interpreter, _self: object, name: object, value: object, type_: object
) -> ParameterMatcher:
    return ParameterMatcher(name, value, is_positive=type_ == symbol("should"))


def _new_raise(
    _ruby: Interpreter, _self: object, *words: object, block: Proc | None = None
) -> RaiseError:
    return RaiseError(list(words), block)


def _counting(kind: str) -> Callable[..., object]:
    def count(ruby: Interpreter, _self: object, expected: object) -> object:
        return send(ruby, find_constant(ruby, _COUNT), "new", kind, expected)

    return count


def _unique(ruby: Interpreter, _self: object, type_: object, parameter: object) -> UniqueValues:
    return UniqueValues(to_s(ruby, type_), to_s(ruby, parameter))


# Words of examples, which need no class or define.
WORDS: Methods = {
    "compile": lambda _ruby, _self: Compile(),
    "have_class_count": _counting("class"),
    "have_resource_count": _counting("resource"),
    "have_unique_values_for_all": _unique,
    "include_class": lambda _ruby, _self, name: IncludeClass(name),
}
_CLASSES: dict[str, Callable[..., object]] = {
    f"{_MANIFEST}::Compile": lambda _ruby, _self: Compile(),
    _COUNT: _new_count,
    f"{_MANIFEST}::CreateGeneric": _new_contain,
    f"{_MANIFEST}::ParameterMatcher": _new_parameter,
    "RSpec::Puppet::FunctionMatchers::Run": lambda _ruby, _self: Run(),
    "RSpec::Puppet::TypeAliasMatchers::AllowValue": lambda _ruby, _self, values: AllowValue(values),
    "RSpec::Puppet::TypeMatchers::CreateGeneric": lambda _ruby, _self, *_: ValidType(),
    "RSpec::Puppet::GenericMatchers::RaiseError": _new_raise,
}


def make(ruby: Interpreter, words: Methods) -> dict[str, object]:
    """Return the modules and classes by their names; `words` are those of all groups."""
    object_ = known_class(ruby, "Object")
    modules: dict[str, Methods] = {
        "ManifestMatchers": words,
        "FunctionMatchers": {"run": lambda _ruby, _self: Run()},
        "TypeAliasMatchers": {},
        "TypeMatchers": {},
        "GenericMatchers": BLOCK_MATCHERS,
    }
    names = {f"RSpec::Puppet::{name}": methods for name, methods in modules.items()}
    return {
        **{name: RubyModule(name, None, False, methods) for name, methods in names.items()},
        **{
            name: RubyModule(name, object_, singleton={"new": new})
            for name, new in _CLASSES.items()
        },
    }
