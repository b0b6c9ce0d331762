"""Puppet::LookupContext: the last argument of a data function."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import NotFoundJump
from duckrow.puppet.hiera.files import files_of
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.objects.builtin import LOOKUP_CONTEXT
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.source.immutable import set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.puppet.hiera.data_survey import DataSurvey
    from duckrow.puppet.hiera.request import Request


class FunctionMemo:
    """The state of one data function at one location during a compile."""

    __slots__ = ("answers", "cache", "module_name", "survey")

    def __init__(self, module_name: str | None) -> None:
        self.module_name = module_name
        self.survey: DataSurvey | None = None  # the hash of a data_hash function
        self.answers: dict[str, object] = {}  # of other functions, by key
        self.cache: dict[object, object] = {}  # the cache of the function itself


class Context(PuppetObject):
    """The context of one call."""

    __slots__ = ("memo", "request")

    memo: FunctionMemo
    request: Request

    def __init__(self, memo: FunctionMemo, request: Request) -> None:
        name = request.scope.build.environment.name
        values = {"environment_name": name, "module_name": memo.module_name}
        super().__init__(LOOKUP_CONTEXT, values)
        set_field(self, "memo", memo)
        set_field(self, "request", request)

    # ---- methods for manifests; the names are those of the language

    def not_found(self) -> NoReturn:
        """End the function without a value for the key; the lookup continues elsewhere."""
        raise NotFoundJump

    def explain(self, block: Callable[[], object]) -> None:
        """Add a text to the explanation, if there is one."""
        if self.request.explainer is not None:
            self.request.explainer.text(str(block()))

    def interpolate(self, value: object) -> Any:
        return interpolate(value, self.request, True)

    def cache(self, key: object, value: object) -> object:
        self.memo.cache[to_key(key)] = value
        return value

    def cache_all(self, values: dict[object, object]) -> None:
        self.memo.cache.update(values)

    def cache_has_key(self, key: object) -> bool:
        return to_key(key) in self.memo.cache

    def cached_value(self, key: object) -> object:
        return self.memo.cache.get(to_key(key))

    def cached_entries(self, block: Any = None) -> object:
        """Return the cached entries as a list of pairs, or call a block with each pair."""
        pairs = [[from_key(key), value] for key, value in self.memo.cache.items()]
        if block is None:
            return pairs
        for pair in pairs:
            if block.takes(2):
                block.call(*pair)
            else:
                block.call(pair)
        return None

    def cached_file_data(self, path: str, block: Any = None) -> object:
        """Return the text of a file, or a block's result for it; read again only when changed."""
        build = self.request.scope.build
        if block is None:
            return files_of(build).load(build.world, path, "text", _text)
        made = state_of(build).blocks
        if path not in made:
            made[path] = block.call(files_of(build).load(build.world, path, "text", _text))
        return made[path]

    def method(self, name: str) -> Callable[..., object] | None:
        """Return a method by its name in the language."""
        found = METHODS.get(name)
        if found is None:
            return None
        context: Any = self
        return lambda *arguments: found(context, *arguments)

    def init_hash(self) -> dict[str, object]:
        """Return an empty hash: manifests cannot make a context."""
        return {}

    def load(self, path: str, kind: str, read: Callable[[bytes], Any]) -> Any:
        """Return the result of `read` for a file; for functions in Python."""
        build = self.request.scope.build
        return files_of(build).load(build.world, path, kind, read, state_of(build).stamps)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _method(name: str, *forms: Form) -> tuple[str, Function]:
    return name, Function(f"function Puppet::LookupContext[{name}]", *forms)


# The methods that manifests may call. Parameters have types but no names.
METHODS: dict[str, Function] = dict(
    (
        _method("not_found", Form(run=Context.not_found)),
        _method("explain", Form("&Callable[0,0] block", run=Context.explain)),
        _method("interpolate", Form("Any ", run=Context.interpolate)),
        _method("cache", Form("Optional[Scalar] ", "Any ", run=Context.cache)),
        _method("cache_all", Form("Hash[Optional[Scalar],Any] ", run=Context.cache_all)),
        _method("cache_has_key", Form("Optional[Scalar] ", run=Context.cache_has_key)),
        _method("cached_value", Form("Optional[Scalar] ", run=Context.cached_value)),
        _method(
            "cached_entries",
            Form("&Callable[1,1] block", run=Context.cached_entries),
            Form("&Callable[2,2] block", run=Context.cached_entries),
            Form(run=Context.cached_entries),
        ),
        _method(
            "cached_file_data",
            Form("String ", "&?Callable[1,1] block", run=Context.cached_file_data),
        ),
    )
)
