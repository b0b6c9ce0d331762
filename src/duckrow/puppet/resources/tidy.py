"""tidy: old or large files below a directory, to be removed."""

from __future__ import annotations

import re

from duckrow.puppet.resources.behaviour import Behaviour, munging_failed, word_of
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired

AGES = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
SIZES = {"b": 1, "k": 1024, "m": 1024**2, "g": 1024**3, "t": 1024**4}
_AMOUNT = re.compile(r"^([0-9]+)(\w?)\w*$", re.MULTILINE | re.ASCII)

TABLE = ResourceTypeTable(
    "tidy",
    namevars=("path",),
    is_isomorphic=False,
    properties={},
    parameters={
        "path": "",
        "recurse": "true false inf /^[0-9]+$/",
        "max_files": "/^[0-9]+$/",
        "matches": "",
        "backup": "",
        "age": "",
        "size": "",
        "type": "atime mtime ctime",
        "rmdirs": "true false yes no",
    },
    summary="Removes files that are old, large or not wanted.",
    attribute_help={
        "path": "The file or directory.",
        "recurse": "Whether, or how many levels deep, to look below a directory.",
        "max_files": "How many files there may be before there is a warning or error.",
        "matches": "Patterns of names; only those are removed.",
        "backup": "Where the content is kept before.",
        "age": "How old a file must be, such as 2w or 3d.",
        "size": "How large a file must be, such as 10m.",
        "type": "Which time counts: atime, mtime or ctime.",
        "rmdirs": "Whether empty directories are removed too.",
    },
)


class TidyType(Behaviour):
    """Files to be removed come before it, as resources of their own."""

    __slots__ = ()
    providers = ("tidy",)
    defaults = {"type": "atime"}
    is_depth_first = True

    def munge_path(self, desired: Desired, value: object) -> str:
        parts: list[str] = []
        for part in str(value).split("/"):
            if part == "..":
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        return "/" + "/".join(parts)

    def munge_recurse(self, desired: Desired, value: object) -> bool | int:
        word = word_of(value)
        if word in ("true", "inf", "false"):
            return word != "false"
        if word.isascii() and word.isdigit():
            return int(word)
        raise munging_failed("recurse", value, f"Invalid recurse value {inspect(value)}")

    def munge_max_files(self, desired: Desired, value: object) -> int:
        word = word_of(value)
        if not (word.isascii() and word.isdigit()):
            raise ValueError(f"Invalid value {inspect(value)}. Valid values match /^[0-9]+$/.")
        return int(word)

    def munge_matches(self, desired: Desired, value: object) -> list[str]:
        if desired["recurse"] in (None, False, 0):
            raise ValueError("Tidy can't use matches with recurse 0, false, or undef")
        return [str(each) for each in (value if type(value) is list else [value])]

    def munge_age(self, desired: Desired, value: object) -> int:
        return _amount(value, AGES, "d", "age")

    def munge_size(self, desired: Desired, value: object) -> int:
        return _amount(value, SIZES, "k", "size")


def _amount(value: object, units: dict[str, int], usual: str, what: str) -> int:
    found = _AMOUNT.search(value) if type(value) is str else None
    if found is None:
        raise ValueError(f"Invalid tidy {what} {word_of(value)}")
    unit = found[2].lower() or usual
    if unit not in units:
        raise ValueError(f"Invalid {what} unit '{unit}'")
    return int(found[1]) * units[unit]


BEHAVIOUR = TidyType(TABLE)
