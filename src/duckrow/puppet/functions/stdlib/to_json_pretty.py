"""Write a hash or an array as JSON on several lines."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.json_writer import JsonWriter
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_TEXTS = {
    "indent": "indent",
    "space": "space",
    "space_before": "space_before",
    "object_nl": "object_end",
    "array_nl": "array_end",
}


def _to_json_pretty(_scope: Scope, data: Any, skips_undef: Any = False, options: Any = None) -> str:
    if skips_undef:
        if type(data) is list:
            data = [item for item in data if item is not None]
        else:
            data = {key: item for key, item in data.items() if item is not None}
    return _writer(options or {}).write(data) + "\n"


def _writer(options: dict[str, Any]) -> JsonWriter:
    writer = JsonWriter()
    writer.indent, writer.space = "  ", " "
    writer.object_end = writer.array_end = "\n"
    for option, name in _TEXTS.items():
        if options.get(option) is not None:
            setattr(writer, name, options[option])
    if "max_nesting" in options:
        depth = options["max_nesting"]
        writer.most_depth = 0 if depth is None or depth == -1 else depth
    writer.allows_nan = bool(options.get("allow_nan"))
    return writer


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
