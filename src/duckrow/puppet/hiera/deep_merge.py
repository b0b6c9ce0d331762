"""Merge two values recursively: hashes key by key, lists as ordered sets.

`source` wins over `dest`; values that cannot be merged are replaced. Options, with the names they
have in data: knockout_prefix (an item or value with this prefix removes the existing one; the
prefix is a regular expression of Ruby and matches at the beginning of each line),
sort_merged_arrays, merge_hash_arrays (hashes in lists are merged by position), overwrite_arrays,
unpack_arrays, extend_existing_arrays, preserve_unmergeables.

Neither value is changed.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.compare import merge_sort, no_order_message, order
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def deep_merge(source: object, dest: object, options: Mapping[str, object] | None = None) -> Any:
    """Merge a value over another."""
    return _Merge(options or {}).merge(source, dest)


class _Merge:
    """One merge with its options."""

    __slots__ = (
        "by_position",
        "extends",
        "is_sorted",
        "joint",
        "keeps_arrays",
        "overwrites",
        "prefix",
    )

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.prefix: str | None = options.get("knockout_prefix")
        self.overwrites = not options.get("preserve_unmergeables")
        self.joint = options.get("unpack_arrays")
        self.keeps_arrays = not options.get("overwrite_arrays")
        self.is_sorted = bool(options.get("sort_merged_arrays"))
        self.by_position = bool(options.get("merge_hash_arrays"))
        self.extends = bool(options.get("extend_existing_arrays"))
        if self.prefix == "":
            raise EvaluationError("knockout_prefix cannot be an empty string in deep_merge!")
        if self.prefix is not None and not self.overwrites:
            raise EvaluationError(
                "overwrite_unmergeable must be true if knockout_prefix is specified in deep_merge!"
            )

    def merge(self, source: Any, dest: Any) -> Any:
        if source is None:
            return dest
        if (dest is None or dest is False) and self.overwrites:
            return source
        if isinstance(source, dict):
            return self._hash(source, dest)
        if isinstance(source, list):
            return self._list(source, dest)
        if isinstance(dest, list) and self.extends:
            return [*dest, source]
        return self._replace(source, dest)

    def _hash(self, source: dict[Any, Any], dest: Any) -> Any:
        if isinstance(dest, dict):
            dest = dict(dest)
        for key, value in source.items():
            if isinstance(dest, dict):
                there = dest.get(key)
                if there is None or there is False:
                    there = value
                dest[key] = self.merge(value, there)
            elif isinstance(dest, list) and self.extends:
                dest = [*dest, source]
            elif self.overwrites:
                # From here on the rest of the source is merged with itself, which makes its lists
                # unique.
                dest = dict(source)
        return dest

    def _list(self, source: list[Any], dest: Any) -> Any:
        if not self.keeps_arrays:
            return source
        if self.joint:
            source = _unpacked(source, self.joint)
            dest = _unpacked(dest, self.joint) if isinstance(dest, list) else dest
        if self.prefix is not None and self.prefix in source:
            dest = type(dest)() if isinstance(dest, list | dict | str) else None
            source = [item for item in source if item != self.prefix]
        if not isinstance(dest, list):
            return self._replace(source, dest) if self.overwrites else dest
        if self.prefix is not None:
            source, dest = self._knock_out(source, dest)
        if self.by_position and _all_hashes(source) and _all_hashes(dest):
            merged = [
                self.merge(source[index] if index < len(source) else {}, item)
                for index, item in enumerate(dest)
            ]
            merged += source[len(dest) :]
        else:
            merged = united(dest, source)
        return ordered(merged) if self.is_sorted else merged

    def _knock_out(self, source: list[object], dest: list[object]) -> tuple[list[Any], list[Any]]:
        gone: list[Any] = []
        kept: list[Any] = []
        for item in source:
            bare = self._without_prefix(item) if isinstance(item, str) else item
            if bare == item:
                kept.append(item)
            else:
                gone += [bare, item]
        return kept, [item for item in dest if item not in gone] if gone else dest

    def _replace(self, source: object, dest: object) -> Any:
        if not self.overwrites:
            return dest
        if self.prefix is None:
            return source
        if isinstance(source, str):
            return source if self._without_prefix(source) == source else ""
        if isinstance(source, list):
            return [
                item for item in source if not isinstance(item, str) or not self._prefixes(item)
            ]
        return source

    def _without_prefix(self, text: str) -> str:
        """Return a string without the prefixes of its lines."""
        out, end = "", 0
        for begin, next_end in self._prefixes(text):
            out += text[end:begin]
            end = next_end
        return out + text[end:]

    def _prefixes(self, text: str) -> list[tuple[int, int]]:
        """Return the offsets where the prefixes of a string begin and end."""
        from duckrow.regexp import PatternError, RegexpError, regexp
        from duckrow.regexp.show import inspected

        source = f"^{self.prefix}"
        try:
            return [match.span() for match in regexp(source).find_all(text)]
        except PatternError as error:
            raise EvaluationError(f"{error.message}: {inspected(source, 0)}") from None
        except RegexpError as error:
            raise EvaluationError(str(error)) from None


def _unpacked(items: list[Any], joint: str) -> list[Any]:
    text = joint.join(map(str, items))
    return list(text.split(joint)) if text else []


def _all_hashes(items: list[object]) -> bool:
    return all(isinstance(item, dict) for item in items)


def united(first: list[object], second: list[object]) -> list[Any]:
    """Return the items of both lists, each once."""
    return unique([*first, *second])


def unique(items: list[object]) -> list[Any]:
    """Return the items of a list, each once."""
    seen: dict[Any, Any] = {}
    for item in items:
        seen.setdefault(to_key(item), item)
    return list(seen.values())


def ordered(items: list[object]) -> list[Any]:
    """Return a list in order."""
    return merge_sort(items, _compare)


def _compare(left: object, right: object) -> int:
    found = order(left, right)
    if found is None:
        raise EvaluationError(no_order_message(left, right))
    return found
