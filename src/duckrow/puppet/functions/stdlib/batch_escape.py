"""Quote a text for cmd.exe."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_CHANGED = str.maketrans({'"': '""', "$": "\\$", "\\": "\\\\"})


def _batch_escape(_scope: Scope, value: Any) -> str:
    return f'"{to_text(value).translate(_CHANGED)}"'


FUNCTION = Function("batch_escape", Form("Any string", run=_batch_escape))
