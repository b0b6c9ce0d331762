"""DeepMerge: hashes that are merged with the hashes and arrays in them."""

from __future__ import annotations

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.definitions import add_method
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_PREFIX = "--"
_INVALID = "DeepMerge::InvalidParameter"


class _Merge:
    """One merge and its options."""

    __slots__ = ("_options", "_overwrites", "_prefix", "_ruby")

    def __init__(self, ruby: Interpreter, options: dict[str, object]) -> None:
        self._ruby = ruby
        self._options = options
        self._overwrites = not self._has("preserve_unmergeables")
        prefix = options.get("knockout_prefix")
        self._prefix = to_s(ruby, prefix) if truthy(prefix) else None
        if self._prefix == "":
            raise RubyError(_INVALID, "knockout_prefix cannot be an empty string in deep_merge!")
        if self._prefix is not None and not self._overwrites:
            raise RubyError(
                _INVALID,
                "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!",
            )

    def _has(self, option: str) -> bool:
        return truthy(self._options.get(option))

    def merge(self, source: Any, target: Any) -> Any:
        """Return the target with the source merged into it; hashes and arrays are changed."""
        self._ruby.tick()
        if source is None:
            return target
        if not truthy(target) and self._overwrites:
            return source
        if isinstance(source, dict):
            return self._merge_hash(source, target)
        if isinstance(source, list):
            return source if self._has("overwrite_arrays") else self._merge_array(source, target)
        if isinstance(target, list) and self._has("extend_existing_arrays"):
            target.append(source)
            return target
        return self._replace(source, target)

    def _merge_hash(self, source: dict[Any, Any], target: Any) -> Any:
        for key, value in list(source.items()):
            if isinstance(target, dict):
                known = target.get(key)
                if not truthy(known):
                    known = value.copy() if isinstance(value, dict | list) else value
                target[key] = self.merge(value, known)
            elif isinstance(target, list) and self._has("extend_existing_arrays"):
                target.append(source)
            elif self._overwrites:
                target = self._replace(source, target)
        return target

    def _merge_array(self, source: list[Any], target: Any) -> Any:
        mark = self._options.get("unpack_arrays")
        if truthy(mark):
            source = self._unpacked(source, mark)
            target = self._unpacked(target, mark) if isinstance(target, list) else target
        if self._prefix is not None and self._prefix in source:
            source[:] = [each for each in source if each != self._prefix]
            if isinstance(target, list | dict):
                target.clear()
            else:
                target = None
        if not isinstance(target, list):
            return self._replace(source, target) if self._overwrites else target
        if self._prefix is not None:
            self._knock_out(source, target, self._prefix)
        is_of_hashes = all(isinstance(each, dict) for each in (*source, *target))
        if self._has("merge_hash_arrays") and is_of_hashes:
            more: list[Any] = [{}] * (len(target) - len(source))
            pairs = zip([*source, *more], target, strict=False)
            found = [self.merge(one, other) for one, other in pairs] + source[len(target) :]
        else:
            found = send(self._ruby, target, "|", source)
        return send(self._ruby, found, "sort") if self._has("sort_merged_arrays") else found

    def _unpacked(self, values: list[Any], mark: object) -> list[Any]:
        return list(send(self._ruby, send(self._ruby, values, "join", mark), "split", mark))

    @staticmethod
    def _knock_out(source: list[Any], target: list[Any], prefix: str) -> None:
        """Remove the elements that the source names with the prefix, and these names."""
        marked = [each for each in source if isinstance(each, str) and each.startswith(prefix)]
        removed = {*marked, *(each.removeprefix(prefix) for each in marked)}
        source[:] = [each for each in source if each not in marked]
        target[:] = [each for each in target if not (isinstance(each, str) and each in removed)]

    def _replace(self, source: Any, target: Any) -> Any:
        """Return the value that takes the place of one that cannot be merged."""
        if not self._overwrites:
            return target
        if self._prefix is None:
            return source
        prefix = self._prefix
        if isinstance(source, str):
            return "" if source.startswith(prefix) else source
        if isinstance(source, list):
            source[:] = [
                each for each in source if not (isinstance(each, str) and each.startswith(prefix))
            ]
        return source


def _merge(
    ruby: Interpreter, _self: object, source: object, target: object, options: object = None
) -> object:
    """DeepMerge.deep_merge!(source, target, options)."""
    given = {} if options is None else to_hash(ruby, options)
    named = {to_s(ruby, key): value for key, value in given.items()}
    return _Merge(ruby, named).merge(source, target)


def _method(**defaults: object) -> Any:
    def merge(ruby: Interpreter, self: object, source: object, options: object = None) -> object:
        given = {} if options is None else to_hash(ruby, options)
        named = {to_s(ruby, key): value for key, value in given.items()}
        return _Merge(ruby, {**defaults, **named}).merge(source, self)

    return merge


HASH = {
    "deep_merge": _method(preserve_unmergeables=True),
    "deep_merge!": _method(),
    "ko_deep_merge!": _method(knockout_prefix=_PREFIX),
}


def require(ruby: Interpreter) -> bool:
    """Add the methods to Hash; return whether they are new."""
    hash_ = known_class(ruby, "Hash")
    if "deep_merge!" in hash_.methods:
        return False
    for name, method in HASH.items():
        add_method(ruby, hash_, name, method)
    return True


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    singleton = {"deep_merge!": _merge}
    return {
        "DeepMerge": RubyModule("DeepMerge", None, is_class=False, singleton=singleton),
        "DeepMerge::DEFAULT_FIELD_KNOCKOUT_PREFIX": _PREFIX,
        _INVALID: RubyModule(_INVALID, known_class(ruby, "StandardError")),
    }
