"""basename, dirname and stdlib::extname, as Ruby splits paths."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _checked(path: str) -> str:
    if "\0" in path:
        raise EvaluationError("path name contains null byte")
    return path


def base_name(path: str, suffix: str = "") -> str:
    """Return the last part; the suffix `.*` stands for any extension."""
    name = _checked(path).rstrip("/").rpartition("/")[2]
    if not name:
        return "/" if path else ""
    if _checked(suffix) == ".*":
        return name.removesuffix(extension(name))
    return name if name == suffix or not suffix else name.removesuffix(suffix)


def directory_name(path: str) -> str:
    """Return the path without its last part."""
    parts = _checked(path).rstrip("/")
    if not parts:
        return "/" if path else "."
    before, slash, _ = parts.rpartition("/")
    if not slash:
        return "."
    before = before.rstrip("/")
    # Several leading slashes become one.
    return "/" + before.lstrip("/") if path.startswith("/") else before


def extension(path: str) -> str:
    """Return the extension with its dot; leading dots do not count."""
    name = base_name(path).lstrip(".")
    _, dot, rest = name.rpartition(".")
    return dot + rest if dot else ""


def _basename(_scope: Scope, arguments: list[Any]) -> str:
    """Return the last part of a path, without the suffix."""
    if not arguments:
        raise EvaluationError("basename(): No arguments given")
    if len(arguments) > 2:
        raise EvaluationError(f"basename(): Too many arguments given ({len(arguments)})")
    for value, which in zip(arguments, ("first", "second"), strict=False):
        if type(value) is not str:
            raise EvaluationError(f"basename(): Requires string as {which} argument")
    return base_name(*arguments)


BASENAME = LegacyFunction("basename", _basename)


def _dirname(_scope: Scope, arguments: list[object]) -> str:
    """Return a path without its last part."""
    if not arguments:
        raise EvaluationError("dirname(): No arguments given")
    if len(arguments) > 1:
        raise EvaluationError(f"dirname(): Too many arguments given ({len(arguments)})")
    path = arguments[0]
    if type(path) is not str:
        raise EvaluationError("dirname(): Requires string as argument")
    if not path:
        raise EvaluationError("dirname(): Requires a non-empty string as argument")
    return directory_name(path)


DIRNAME = LegacyFunction("dirname", _dirname)


def _extname(_scope: Scope, path: str) -> str:
    """Return the extension of a file name, with its dot."""
    return extension(path)


EXTNAME = Function("stdlib::extname", Form("String filename", run=_extname, returns="String"))
