"""Write a text so that PowerShell takes it literally."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_CHANGED = str.maketrans({**{char: "`" + char for char in " '`|\n$"}, '"': '\\`"'})


def _powershell_escape(_scope: Scope, value: Any) -> str:
    return to_text(value).translate(_CHANGED)


FUNCTION = Function("powershell_escape", Form("Any string", run=_powershell_escape))
