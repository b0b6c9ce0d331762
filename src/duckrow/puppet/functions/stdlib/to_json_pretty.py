"""Write a hash or an array as JSON on several lines."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.json_writer import JsonWriter, written
from duckrow.puppet.ruby.library.json_write import pretty_writer
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _to_json_pretty(_scope: Scope, data: Any, skips_undef: Any = False, options: Any = None) -> str:
    if skips_undef:
        if type(data) is list:
            data = [item for item in data if item is not None]
        else:
            data = {key: item for key, item in data.items() if item is not None}
    return written(pretty_writer(JsonWriter, options or {}), data) + "\n"


FUNCTION = Function(
    "to_json_pretty",
    Form(
        "Variant[Hash, Array] data",
        "Optional[Boolean] skip_undef?",
        "Struct[{indent => Optional[String], space => Optional[String], "
        "space_before => Optional[String], object_nl => Optional[String], "
        "array_nl => Optional[String], allow_nan => Optional[Boolean], "
        "max_nesting => Optional[Integer[-1, default]]}] opts?",
        run=_to_json_pretty,
    ),
)
