"""Refuse what is no absolute path, on Unix or on Windows."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.each_checked import each_checked
from duckrow.puppet.functions.stdlib.is_absolute_path import is_absolute_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _refusal(scope: Scope, value: Any) -> str | None:
    for path in value if type(value) is list else [value]:
        if not is_absolute_path(scope, [path]):
            return f"{inspect(path)} is not an absolute path."
    return None


LEGACY = each_checked("validate_absolute_path", _refusal)
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::Absolute_Path")
