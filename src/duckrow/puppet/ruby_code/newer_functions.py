"""Functions of the newer family in Ruby: Puppet::Functions.create_function(:name) do ... end.

The block is the body of a class. In it `dispatch` declares the types that a method takes, and
becomes a form of the function; without any `dispatch`, the parameters of the method with the
function's name determine the number of arguments.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.calling import call, proc_of, run_for
from duckrow.puppet.ruby_code.dispatches import CACHE, SCOPE, CacheHost, Dispatch, LocalTypes
from duckrow.puppet.ruby_code.host import puppet_host, scope_of
from duckrow.puppet.ruby_code.scope import ScopeHost
from duckrow.puppet.ruby_code.values import from_ruby, to_ruby
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import call_method, no_method
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.definitions import Definitions
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

FUNCTION = "Puppet::Functions::Function"
INTERNAL = "Puppet::Functions::InternalFunction"

_MEMO = "functions in Ruby"


class RubyForms(Function):
    """The forms of a function in Ruby, which are methods of its `code`."""

    __slots__ = ("code",)

    is_in_ruby = True  # also for Ruby code that calls it through its dispatcher
    code: NewerFunction


class NewerFunction:
    """A function as its file describes it: the class, its forms, and names of types in them."""

    __slots__ = (
        "_returned",
        "_types",
        "class_",
        "files",
        "find_type",
        "forms",
        "forms_function",
        "is_internal",
        "local_types",
        "module_name",
        "name",
    )

    files: RubyFiles

    def __init__(self, ruby: Interpreter, name: str, is_internal: bool) -> None:
        self.name = name
        self.is_internal = is_internal
        self.class_ = RubyModule(name, find_constant(ruby, INTERNAL if is_internal else FUNCTION))
        self.forms: list[Form] = []
        self.forms_function: RubyForms | None = None
        self.local_types: dict[str, str] = {}
        self._types: Definitions | None = None
        self._returned: dict[str, Type] = {}
        # The reader of the file sets these, and `files`.
        self.module_name = ""
        self.find_type: Callable[[str], Type | None] | None = None
        self.class_.methods.update(
            call_function=self._call_function,
            call_function_with_scope=self._call_function_with_scope,
            closure_scope=lambda ruby, _self: ScopeHost(scope_of(ruby).build.top),
            loader=lambda _ruby, _self: None,
        )
        self.class_.singleton.update(
            dispatch=self._dispatch,
            argument_mismatch=self._argument_mismatch,
            local_types=self._local_types,
            loader=lambda _ruby, _class: None,
            name=lambda _ruby, _class: self.name,
            dispatcher=lambda _ruby, _class: Dispatcher(self),
        )

    # ---- while the file is read

    def _dispatch(
        self, ruby: Interpreter, _class: RubyModule, name: object, *, block: Proc
    ) -> None:
        self._add_form(ruby, to_s(ruby, name), block, is_fallback=False)

    def _argument_mismatch(
        self, ruby: Interpreter, _class: RubyModule, name: object, *, block: Proc
    ) -> None:
        self._add_form(ruby, to_s(ruby, name), block, is_fallback=True)

    def _add_form(self, ruby: Interpreter, method: str, block: Proc, *, is_fallback: bool) -> None:
        written = Dispatch(ruby, self.is_internal)
        block.with_self(ruby, written)
        self.forms.append(
            Form(
                *written.parameters,
                run=self._runner(
                    method, written.weaving if written.injects else None, written.returns
                ),
                returns=written.returns,
                is_fallback=is_fallback,
            )
        )

    def _local_types(self, ruby: Interpreter, _class: RubyModule, *, block: Proc) -> None:
        block.with_self(ruby, LocalTypes(self.local_types))

    def add_default(self) -> None:
        """Add the form that the method of the function's name has by itself."""
        name = self.name.rpartition("::")[2]
        method = self.class_.methods.get(name)
        if method is None:
            raise argument_error(
                "Function Creation Error, cannot create a default dispatcher for function "
                f"'{name}', no method with this name found"
            )
        self.forms.append(Form(*_parameters_of(method), run=self._runner(name, None, "")))

    # ---- when it is called

    def function(self) -> Callable[..., object]:
        """Return the function that manifests call."""
        if self.forms_function is None:
            self.forms_function = RubyForms(
                self.name, *self.forms, wants_locals=True, local_types=self.types()
            )
            self.forms_function.code = self
        return self._call_itself if "call" in self.class_.methods else self.forms_function

    def _call_itself(self, scope: Scope, *arguments: object) -> object:
        """Call a function that has a method `call`, with the scope."""
        return self._runner("call", None, "")(scope, ScopeHost(scope), *arguments)

    def _runner(
        self, name: str, weaving: list[str | int] | None, returns: str
    ) -> Callable[..., object]:
        def run(scope: Scope, *arguments: object) -> object:
            block = None
            if arguments and arguments[-1].__class__ is Block:
                block = proc_of(arguments[-1])
                arguments = arguments[:-1]
            given = tuple(map(to_ruby, arguments))
            if weaving is not None:
                given = _woven(weaving, given, scope)
            result = from_ruby(run_for(scope, self.files, self._run, name, given, block))
            if returns:
                self._check_result(name, result, returns)
            return result

        return run

    def _run(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        instance = self.instance(scope_of(ruby))
        method = self.class_.find_method(name)
        if method is None:
            raise no_method(ruby, instance, name)
        return call_method(ruby, method, instance, arguments, block)

    def instance(self, scope: Scope) -> RubyObject:
        """Return the object whose methods run in the compile of a scope."""
        instances = scope.build.memo.setdefault(_MEMO, {})
        found = instances.get(self)
        if found is None:
            found = instances[self] = RubyObject(self.class_)
        return found  # type: ignore[no-any-return]

    def _check_result(self, name: str, result: object, returns: str) -> None:
        from duckrow.puppet.runtime.block_calls import returned
        from duckrow.puppet.runtime.signatures import type_of_text

        type_ = self._returned.get(returns)
        if type_ is None:
            type_ = self._returned[returns] = type_of_text(returns, self.types())
        returned(f"function '{name}'", type_, result)

    def types(self) -> Definitions:
        """Return the types by name that this function knows."""
        from duckrow.puppet.types.definitions import Definitions

        if self._types is None:
            self._types = Definitions(self.local_types, self.find_type)
        return self._types

    def _call_function(
        self,
        ruby: Interpreter,
        _self: RubyObject,
        name: object,
        *arguments: object,
        block: Proc | None = None,
    ) -> object:
        return self._call(ruby, scope_of(ruby).build.top, name, arguments, block)

    def _call_function_with_scope(
        self,
        ruby: Interpreter,
        _self: RubyObject,
        scope: Any,
        name: Any,
        *arguments: Any,
        block: Proc | None = None,
    ) -> Any:
        return self._call(ruby, scope.scope, name, arguments, block)

    def _call(
        self,
        ruby: Interpreter,
        scope: Scope,
        name: object,
        arguments: tuple[object, ...],
        block: Proc | None,
    ) -> Any:
        word = to_s(ruby, name)
        found = scope.build.loaders.find_function(word, self.module_name)
        if found is None:
            raise argument_error(f"Function {self.name}(): Unknown function: '{word}'")
        return call(ruby, found, scope, list(arguments), block)


class Dispatcher:
    """The object behind self.class.dispatcher, with which a function picks its own form."""

    __slots__ = ("_function",)

    ruby_class_name = "Puppet::Pops::Functions::Dispatcher"

    def __init__(self, function: NewerFunction) -> None:
        self._function = function

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[Any, ...], block: Proc | None
    ) -> Any:
        function = self._function.forms_function
        if name != "dispatch" or len(arguments) != 3 or function is None:
            raise no_method(ruby, self, name)
        return call(ruby, function, arguments[1].scope, arguments[2], block)


def create_function(
    ruby: Interpreter,
    _module: RubyModule,
    name: object,
    base: object = None,
    *,
    block: Proc | None = None,
) -> RubyModule:
    """Make a function: Puppet::Functions.create_function."""
    if base is not None and not (
        isinstance(base, RubyModule) and find_constant(ruby, FUNCTION) in base.ancestors()
    ):
        raise _load_error(
            ruby,
            name,
            f"Functions must be based on Puppet::Pops::Functions::Function. Got {to_s(ruby, base)}",
        )
    made = NewerFunction(
        ruby,
        to_s(ruby, name),
        base is not None and find_constant(ruby, INTERNAL) in base.ancestors(),
    )
    try:
        if block is not None:
            block.with_self(ruby, made.class_)
        if not made.forms:
            made.add_default()
    except RubyError as error:
        raise _load_error(ruby, name, error.message) from error
    puppet_host(ruby).made.append(made)
    return made.class_


def _load_error(ruby: Interpreter, name: object, message: str) -> RubyError:
    return argument_error(f"Function Load Error for function '{to_s(ruby, name)}': {message}")


def _parameters_of(method: Callable[..., object]) -> list[str]:
    """Write the parameters of a method, as forms have them; each takes anything."""
    code = method.__code__
    optional = len(method.__defaults__ or ())
    names = [_ruby_name(each) for each in code.co_varnames[2 : code.co_argcount]]
    required = len(names) - optional
    made = [f"Any {each}{'' if i < required else '?'}" for i, each in enumerate(names)]
    if code.co_flags & 4:
        rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
        made.append(f"Any {_ruby_name(rest)}*")
    return made


def _ruby_name(python: str) -> str:
    """Return a variable as Ruby has it: in Python it has a number at its end."""
    return python.rpartition("_")[0] or python


def _woven(weaving: list[str | int], given: tuple[object, ...], scope: Scope) -> tuple[Any, ...]:
    """Insert the injected parameters between the arguments of the caller."""
    made: list[object] = []
    for each in weaving:
        if each == SCOPE:
            made.append(ScopeHost(scope))
        elif each == CACHE:
            made.append(CacheHost(scope.build.memo.setdefault("caches of functions", {})))
        elif isinstance(each, int):
            made += given[-each - 1 :] if each < 0 else given[each : each + 1]
    return tuple(made)
