"""scanf(text, format) |$values| { }: takes values out of a text."""

from __future__ import annotations

from duckrow.puppet.functions.scan import Format
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope


def _scanf(_scope: Scope, text: str, form: str, block: Block | None = None) -> Any:
    found, _ = Format(form).scan(text)
    return found if block is None else block(found)


FUNCTION = Function("scanf", Form("String data", "String format", "&?Callable block", run=_scanf))
