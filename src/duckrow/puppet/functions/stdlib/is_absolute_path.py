"""Tell whether a path is absolute, on Unix or on Windows."""

from __future__ import annotations

import re

from duckrow.puppet.functions.module_files import is_absolute
from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_WINDOWS = re.compile(
    r"(?mi)^(?:[A-Z]:[\\/]|[\\/][\\/][^\\/]+[\\/][^\\/]+|[\\/][\\/]\?[\\/][^\\/]+)"
)


def is_absolute_path(scope: Scope, arguments: list[Any]) -> bool:
    """Tell whether the first argument is an absolute path; what is no text is warned about."""
    path = arguments[0]
    if is_absolute(scope, path):
        return True
    if type(path) is not str:
        return is_absolute(scope, path)  # asked for each system, and so warned about twice
    return _WINDOWS.search(path) is not None


LEGACY = LegacyFunction("is_absolute_path", is_absolute_path, arity=1)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Absolute_Path")
