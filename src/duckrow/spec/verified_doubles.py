"""instance_double and its like: doubles that have only the methods of a class, if it is loaded.

What a class of the specs has is known. Of Ruby's and Puppet's own classes duckrow may have less
than the real ones, so an example with a method that duckrow does not find is not run.
"""

from __future__ import annotations

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.method import UNBOUND, UnboundMethod
from duckrow.ruby.definitions import instance_method_of
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.nesting import inner_constant
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule
from duckrow.ruby.values.missing import MISSING
from duckrow.spec.doubles import Double, make_double
from duckrow.spec.host import NOT_RECEIVED, SpecHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_ROOTS = ("Object", "Kernel", "BasicObject")


class VerifiedDouble(Double):
    """A double of the instances of a class."""

    __slots__ = ("arities", "module")

    ruby_class_name = "RSpec::Mocks::InstanceVerifyingDouble"

    def __init__(
        self, ruby: Interpreter, name: str, answers: dict[str, object], module: RubyModule
    ) -> None:
        super().__init__(name, answers)
        self.module = module
        self.arities: dict[str, int] = {}
        self.methods = _Methods(lambda added: self._check(ruby, added))
        for answer in answers:
            self._check(ruby, answer)

    def _check(self, ruby: Interpreter, name: str) -> None:
        """Fail if instances of the class do not have a method."""
        found = instance_method_of(ruby, self.module, name)
        if found is None:
            if not _is_of_specs(ruby, self.module):
                raise UnsupportedError(f"{self.module.name}#{name}")
            raise RubyError(
                NOT_RECEIVED,
                f"the {self.module.name} class does not implement the instance method: {name}",
            )
        arity = UNBOUND["arity"](ruby, UnboundMethod(name, found, self.module))
        self.arities[name] = arity if isinstance(arity, int) else -1

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        wanted = self.arities.get(name)
        if wanted is not None:
            count = len(arguments)
            if (wanted >= 0 and count != wanted) or count < -wanted - 1:
                least = wanted if wanted >= 0 else f"at least {-wanted - 1}"
                raise RubyError(
                    "ArgumentError", f"Wrong number of arguments. Expected {least}, got {count}."
                )
            if wanted < 0 and count > -wanted - 1:
                raise UnsupportedError(f"optional arguments of a double of {self.module.name}")
        return super().ruby_send(ruby, name, arguments, block)


class _Methods(dict[str, "Callable[..., object]"]):
    """The methods that `allow` and `expect` add to a double."""

    def __init__(self, check: Callable[[str], None]) -> None:
        super().__init__()
        self._check = check

    def __setitem__(self, name: str, method: Callable[..., object]) -> None:
        self._check(name)
        super().__setitem__(name, method)


def make_instance_double(ruby: Interpreter, self: object, *arguments: object) -> Double:
    """Return a double of a class, or of a name that may be one."""
    made = make_double(ruby, self, *arguments)
    module = _loaded(ruby, arguments[0]) if arguments else None
    if not isinstance(module, RubyModule):
        return made
    return VerifiedDouble(ruby, made.name, made.answers, module)


def make_other_double(ruby: Interpreter, self: object, *arguments: object) -> Double:
    """Return a double of a class itself, or of an object, if nothing of that name is loaded."""
    if arguments and _loaded(ruby, arguments[0]) is not None:
        raise UnsupportedError("class_double or object_double of what is loaded")
    return make_double(ruby, self, *arguments)


def _loaded(ruby: Interpreter, target: object) -> object | None:
    """Return the class or object that is meant, or None if its name is not that of one."""
    if class_name(target) != "String":
        return None if isinstance(target, dict) else target
    path = to_s(ruby, target).removeprefix("::")
    found: object = known_class(ruby, "Object")
    for word in path.split("::"):
        found = inner_constant(ruby, found, word)
        if found is MISSING:
            break
    if found is MISSING:
        found = find_constant(ruby, path)
    if found is None and path.partition("::")[0] in SpecHost.families:
        raise UnsupportedError(path)
    return found


def _is_of_specs(ruby: Interpreter, module: RubyModule) -> bool:
    return all(
        each.name in _ROOTS or find_constant(ruby, each.name) is None for each in module.ancestors()
    )
