"""What a function that gives data may ask: the value of its parameter `Puppet::LookupContext`."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import NotFoundJump
from duckrow.puppet.hiera.files import files_of
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.types.object_builtin import LOOKUP_CONTEXT
from duckrow.puppet.types.object_value import PuppetObject
from duckrow.puppet.values.immutable import set_field
from duckrow.puppet.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.puppet.hiera.request import Request


class FunctionMemo:
    """What is kept for one function at one location during a compile."""

    __slots__ = ("answers", "cache", "data", "module_name")

    def __init__(self, module_name: str | None) -> None:
        self.module_name = module_name
        self.data: Any = None  # the hash of a data_hash function
        self.answers: dict[str, Any] = {}  # of other functions, by key
        self.cache: dict[Any, Any] = {}  # what the function itself keeps


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

    # ---- what manifests call as methods; the names are those of the language

    def not_found(self) -> NoReturn:
        """Say that there is no value for the key; the search goes on elsewhere."""
        raise NotFoundJump

    def explain(self, block: Callable[[], Any]) -> None:
        """Add a text to the explanation, if there is one."""
        if self.request.explainer is not None:
            self.request.explainer.text(str(block()))

    def interpolate(self, value: Any) -> Any:
        return interpolate(value, self.request, True)

    def cache(self, key: Any, value: Any) -> Any:
        self.memo.cache[to_key(key)] = value
        return value

    def cache_all(self, values: dict[Any, Any]) -> None:
        self.memo.cache.update(values)

    def cache_has_key(self, key: Any) -> bool:
        return to_key(key) in self.memo.cache

    def cached_value(self, key: Any) -> Any:
        return self.memo.cache.get(to_key(key))

    def cached_entries(self, block: Any = None) -> Any:
        """Give what is kept as a list of pairs, or each pair to a block."""
        pairs = [[from_key(key), value] for key, value in self.memo.cache.items()]
        if block is None:
            return pairs
        for pair in pairs:
            if block.takes(2):
                block.call(*pair)
            else:
                block.call(pair)
        return None

    def cached_file_data(self, path: str, block: Any = None) -> Any:
        """Give the text of a file, or what a block makes of it; read again only when changed."""
        build = self.request.scope.build
        if block is None:
            return files_of(build).load(build.world, path, "text", _text)
        made: dict[str, Any] = build.memo.setdefault("hiera.blocks", {})
        if path not in made:
            made[path] = block.call(files_of(build).load(build.world, path, "text", _text))
        return made[path]

    def method(self, name: str) -> Callable[..., Any] | None:
        """Give a method by its name in the language."""
        found: Callable[..., Any] | None = getattr(self, name) if name in METHODS else None
        return found

    def load(self, path: str, kind: str, read: Callable[[bytes], Any]) -> Any:
        """Give what `read` makes of a file; for functions that are written in Python."""
        build = self.request.scope.build
        return files_of(build).load(build.world, path, kind, read)


METHODS = frozenset(
    (
        "not_found explain interpolate cache cache_all cache_has_key cached_value cached_entries "
        "cached_file_data"
    ).split()
)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
