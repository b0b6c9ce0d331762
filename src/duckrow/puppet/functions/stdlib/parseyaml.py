"""Read a text that is YAML."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import expect_text
from duckrow.puppet.functions.stdlib.parsed import parsed
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _parseyaml(_scope: Scope, arguments: list[Any]) -> Any:
    return parsed(arguments, _read)


def _read(text: Any) -> Any:
    from duckrow.puppet.functions.stdlib.yaml_reader import read_yaml

    return read_yaml(expect_text(text).encode("utf-8", "surrogateescape"))


FUNCTION = LegacyFunction("parseyaml", _parseyaml)
