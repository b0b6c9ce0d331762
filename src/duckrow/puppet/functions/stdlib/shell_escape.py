"""Quote a text for the Bourne shell, character by character."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_UNSAFE = re.compile(r"[^A-Za-z0-9_\-.,:+/@\n]")


def _shell_escape(_scope: Scope, value: Any) -> str:
    return shell_escaped(to_text(value))


def shell_escaped(text: str) -> str:
    """Write a text so that the shell takes it for one word."""
    return _UNSAFE.sub(r"\\\g<0>", text).replace("\n", "'\n'") or "''"


FUNCTION = Function("shell_escape", Form("Any string", run=_shell_escape))
