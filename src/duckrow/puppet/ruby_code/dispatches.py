"""The methods inside the blocks of `dispatch` and `local_types` of a function in Ruby."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.values.class_names import class_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

SCOPE, CACHE = "scope", "cache"
_INJECTED = frozenset(
    "scope_param cache_param compiler_param script_compiler_param pal_compiler_param".split()
)


class Dispatch:
    """The self of the block that declares the parameters of one form of a function."""

    __slots__ = (
        "_block",
        "_high",
        "_low",
        "is_internal",
        "parameters",
        "returns",
        "ruby",
        "weaving",
    )

    ruby_class_name = "Puppet::Functions::DispatcherBuilder"

    def __init__(self, ruby: Interpreter, is_internal: bool) -> None:
        self.ruby = ruby
        self.is_internal = is_internal
        self.parameters: list[str] = []  # as a Form has them
        self.returns = ""
        # The arguments of the method, in order: arguments by number, -1 - n for all from n on, or
        # the name of an injected parameter.
        self.weaving: list[str | int] = []
        self._low = 0
        self._high: int | None = 0  # None: any number
        self._block: str | None = None

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return name in _WORDS

    def ruby_send(
        self, _ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        method = _WORDS.get(name)
        if method is not None and (self.is_internal or name not in _INJECTED):
            return method(self, *arguments)
        what = "method" if arguments else "local variable or method"
        raise RubyError(
            "NoMethodError" if arguments else "NameError",
            f"undefined {what} `{name}' for #<{self.ruby_class_name}>",
        )

    @property
    def injects(self) -> bool:
        return any(isinstance(each, str) for each in self.weaving)

    def _add(self, type_: object, name: object, mark: str) -> None:
        if self._block is not None:
            raise argument_error("Parameters cannot be added after a block parameter")
        if self._high is None:
            raise argument_error("Parameters cannot be added after a repeated parameter")
        if isinstance(name, str):
            raise argument_error(
                f"Parameter name argument must be a Symbol. Got {class_name(name)}"
            )
        number = len([each for each in self.weaving if isinstance(each, int)])
        self.parameters.append(f"{_type_text(type_)} {to_s(self.ruby, name)}{mark}")
        self.weaving.append(-1 - number if mark in ("*", "+") else number)

    def param(self, type_: object, name: object) -> None:
        self._add(type_, name, "")
        if self._low != self._high:
            raise argument_error("A required parameter cannot be added after an optional parameter")
        self._low += 1
        self._high = self._low

    def optional_param(self, type_: object, name: object) -> None:
        self._add(type_, name, "?")
        assert self._high is not None
        self._high += 1

    def repeated_param(self, type_: object, name: object) -> None:
        self._add(type_, name, "*")
        self._high = None

    def required_repeated_param(self, type_: object, name: object) -> None:
        high = self._high
        self._add(type_, name, "+")
        if self._low != high:
            raise argument_error(
                "A required repeated parameter cannot be added after an optional parameter"
            )
        self._low += 1
        self._high = None

    def block_param(self, *type_and_name: object, mark: str = "&") -> None:
        if len(type_and_name) > 2:
            raise argument_error(
                f"block_param accepts max 2 arguments (type, name), got {len(type_and_name)}."
            )
        type_: Any = type_and_name[0] if len(type_and_name) == 2 else "Callable"
        name: Any = type_and_name[-1] if type_and_name else None
        if name is not None and type(name) is not Symbol:
            raise argument_error(
                f"Expected block_param name to be a Symbol, got {class_name(name)}"
            )
        if self._block is not None:
            raise argument_error("Attempt to redefine block")
        self._block = "block" if name is None else name.name
        self.parameters.append(f"{mark}{_type_text(type_)} {self._block}")

    def optional_block_param(self, *type_and_name: object) -> None:
        self.block_param(*type_and_name, mark="&?")

    def return_type(self, type_: object) -> None:
        if not isinstance(type_, str):
            raise argument_error(
                "Argument to 'return_type' must be a String reference to a Puppet Data Type. "
                f"Got {class_name(type_)}"
            )
        self.returns = type_

    def scope_param(self) -> None:
        self.weaving.append(SCOPE)

    def cache_param(self) -> None:
        self.weaving.append(CACHE)

    def compiler_param(self) -> None:
        raise UnsupportedError("a parameter that is the compiler")


def _type_text(type_: object) -> str:
    if not isinstance(type_, str):
        raise argument_error(
            "Parameter 'type' must be a String reference to a Puppet Data Type. "
            f"Got {class_name(type_)}"
        )
    return " ".join(type_.split("\n"))


_WORDS: dict[str, Callable[..., object]] = {
    "param": Dispatch.param,
    "required_param": Dispatch.param,
    "optional_param": Dispatch.optional_param,
    "repeated_param": Dispatch.repeated_param,
    "optional_repeated_param": Dispatch.repeated_param,
    "required_repeated_param": Dispatch.required_repeated_param,
    "block_param": Dispatch.block_param,
    "required_block_param": Dispatch.block_param,
    "optional_block_param": Dispatch.optional_block_param,
    "return_type": Dispatch.return_type,
    "scope_param": Dispatch.scope_param,
    "cache_param": Dispatch.cache_param,
    "compiler_param": Dispatch.compiler_param,
    "script_compiler_param": Dispatch.compiler_param,
    "pal_compiler_param": Dispatch.compiler_param,
}


class LocalTypes:
    """The self of the block of `local_types`: each `type 'Name = Type'` names one."""

    __slots__ = ("found",)

    ruby_class_name = "Puppet::Functions::LocalTypeAliasesBuilder"

    def __init__(self, found: dict[str, str]) -> None:
        self.found = found

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> None:
        if name != "type" or len(arguments) != 1:
            raise RubyError(
                "NoMethodError", f"undefined method `{name}' for #<{self.ruby_class_name}>"
            )
        text = to_s(ruby, arguments[0])
        word, is_alias, type_ = text.partition("=")
        if not is_alias:
            raise argument_error(
                f"Expected a type alias assignment on the form 'AliasType = T', got '{text}'."
            )
        self.found[word.strip()] = type_.strip()


class CacheHost:
    """The value of `cache_param`: a hash for each object that is used as a key."""

    __slots__ = ("_caches",)

    ruby_class_name = "Puppet::Pops::Adapters::ObjectIdCacheAdapter"

    def __init__(self, caches: dict[int, Any]) -> None:
        self._caches = caches

    def ruby_send(
        self, _ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        if name != "retrieve" or len(arguments) != 1:
            raise RubyError(
                "NoMethodError", f"undefined method `{name}' for #<{self.ruby_class_name}>"
            )
        # The object is kept too, so that no other gets its number.
        cached: Any = self._caches.setdefault(id(arguments[0]), ({}, arguments[0]))
        return cached[0]
