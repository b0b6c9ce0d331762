"""Filters leave out changes that have no effect; their names are octocatalog-diff's."""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from duckrow.diff.changes import Change

_CONTENT = ("parameters", "content")
_ENSURE = ("parameters", "ensure")
# Attributes that count also for a file that is removed.
_OF_ABSENT = frozenset(("ensure", "backup", "force", "provider"))


def apply_filters(changes: list[Change], names: Iterable[str]) -> list[Change]:
    """Return the changes that the filters of these names keep."""
    for name in names:
        leaves_out = FILTERS[name](changes)
        changes = [each for each in changes if not (each.is_change and leaves_out(each))]
    return changes


def check_filters(names: Iterable[str]) -> None:
    """Reject the name of a filter that does not exist."""
    for name in names:
        if name not in FILTERS:
            raise InputError(
                f"The filter {name} is not valid", hint=f"the filters are {', '.join(FILTERS)}"
            )


def _absent_file(changes: list[Change]) -> Callable[[Change], bool]:
    gone = {
        each.title
        for each in changes
        if each.type == "File" and each.path == _ENSURE and each.new in ("absent", "false", False)
    }
    return lambda each: (
        each.type == "File"
        and each.title in gone
        and each.path[:1] == ("parameters",)
        and each.path[-1] not in _OF_ABSENT
    )


def _equal_numbers(_: list[Change]) -> Callable[[Change], bool]:
    return lambda each: (
        isinstance(each.old, list)
        and isinstance(each.new, list)
        and list(map(_number, each.old)) == list(map(_number, each.new))
    )


def _number(value: Any) -> Any:
    """Return a number, or text that looks like one, as a float; true is no number."""
    if isinstance(value, str):
        digits = value.removeprefix("-")
        whole, _, part = digits.partition(".")
        is_number = (whole + part).isascii() and (whole == "" or whole.isdigit())
        is_number = is_number and (part.isdigit() if "." in digits else bool(whole))
        return float(value) if is_number else ("text", value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return (type(value).__name__, value)


def _single_item(_: list[Change]) -> Callable[[Change], bool]:
    def leaves_out(each: Change) -> bool:
        one, other = each.old, each.new
        if isinstance(one, list) == isinstance(other, list):
            return False
        many, single = (one, other) if isinstance(one, list) else (other, one)
        assert isinstance(many, list)
        return len(many) == 1 and type(many[0]) is type(single) and bool(many[0] == single)

    return leaves_out


def _equal_content(
    ends: tuple[str, ...], load: Callable[[bytes], object], *, ignores_case: bool
) -> Callable[[list[Change]], Callable[[Change], bool]]:
    def leaves_out(each: Change) -> bool:
        title = each.title.lower() if ignores_case else each.title
        if each.type != "File" or each.path != _CONTENT or not title.endswith(ends):
            return False
        if not isinstance(each.old, str) or not isinstance(each.new, str):
            return False
        from duckrow.diff.changes import same

        try:
            return same(load(each.old.encode()), load(each.new.encode()))
        except Exception:
            return False

    return lambda _: leaves_out


def _load_json(content: bytes) -> object:
    from duckrow.data.json import load

    return load(content)


def _load_yaml(content: bytes) -> object:
    from duckrow.data.yaml import load

    return load(content, "content")


FILTERS: dict[str, Callable[[list[Change]], Callable[[Change], bool]]] = {
    "AbsentFile": _absent_file,
    "EquivalentArrayNoDatatypes": _equal_numbers,
    "JSON": _equal_content((".json",), _load_json, ignores_case=True),
    "SingleItemArray": _single_item,
    "YAML": _equal_content((".yaml", ".yml"), _load_yaml, ignores_case=False),
}
