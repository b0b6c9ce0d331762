"""Read a text that is JSON."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import expect_text
from duckrow.puppet.functions.stdlib.parsed import parsed
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _parsejson(_scope: Scope, arguments: list[Any]) -> Any:
    return parsed(arguments, _read)


def _read(text: Any) -> Any:
    from duckrow.data.json import load

    return load(expect_text(text).encode("utf-8", "surrogateescape"))


FUNCTION = LegacyFunction("parsejson", _parsejson)
