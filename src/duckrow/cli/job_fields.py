"""The fields of a job of `duckrow compile --jobs`: their types, and which of them are ignored."""

from __future__ import annotations

from duckrow.cli.given_paths import expect_readable
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Fields that other engines know; false has no effect and is not reported as ignored.
_OF_OTHER_ENGINES = ("preload", "apply")


def _is_string(value: object) -> bool:
    return isinstance(value, str)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_anything(_: object) -> bool:
    return True


_STRING = (_is_string, "a string")
_OBJECT = (_is_object, "an object")
_FLAG = (_is_flag, "true or false")
# The fields of a job: a check of the value, and its type in words.
_FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "id": (_is_anything, ""),
    "code": _STRING,
    "manifest": _STRING,
    "modulepath": (_is_list, "a list of strings"),
    "facts": (lambda it: _is_string(it) or _is_object(it), "an object or the path of a file"),
    "node": _STRING,
    "environment": _STRING,
    "environment_dir": _STRING,
    "hiera": _STRING,
    "settings": _OBJECT,
    "classes": (lambda it: _is_list(it) or _is_object(it), "a list of strings or an object"),
    "parameters": _OBJECT,
    "trusted": _OBJECT,
    "server_facts": _OBJECT,
    "repeat": (_is_whole, "a whole number"),
    "catalog": _FLAG,
    "ral": _FLAG,
    "log_level": _STRING,
}


def ignored_fields(job: dict[str, Any]) -> list[str]:
    """List the fields of a job that have no effect."""
    unknown = [name for name in job if name not in _FIELDS]
    return [name for name in unknown if job[name] or name not in _OF_OTHER_ENGINES]


def expect_usable(job: dict[str, Any]) -> None:
    """Raise if a field has the wrong type or the manifest cannot be read."""
    for name, (is_right, kind) in _FIELDS.items():
        value = job.get(name)
        if value is not None and not is_right(value):
            raise InputError(f"{name} must be {kind}")
    if job.get("manifest") and job.get("code") is None:
        expect_readable(job["manifest"])
