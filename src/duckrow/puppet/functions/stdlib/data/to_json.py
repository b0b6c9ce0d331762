"""to_json(value) and to_json_pretty(value)."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library.json_write import Writer, pretty_writer, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


class JsonWriter(Writer):
    """Write values that JSON does not have as strings."""

    __slots__ = ()

    def other(self, value: Any) -> str:
        return quoted(to_text(value))

    def key(self, key: Any) -> str:
        return to_text(key)


def written(writer: Writer, value: Any) -> str:
    """Convert a value to JSON; report Ruby's errors as errors of the manifest."""
    try:
        return writer.write(value)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


def _to_json(_scope: Scope, value: object) -> str:
    """Convert a value to JSON."""
    return written(JsonWriter(Interpreter()), value)


TO_JSON = Function("to_json", Form("Any data", run=_to_json))


def _to_json_pretty(_scope: Scope, data: Any, skips_undef: Any = False, options: Any = None) -> str:
    """Convert a hash or an array to indented JSON."""
    if skips_undef:
        if type(data) is list:
            data = [item for item in data if item is not None]
        else:
            data = {key: item for key, item in data.items() if item is not None}
    return written(pretty_writer(Interpreter(), JsonWriter, options or {}), data) + "\n"


TO_JSON_PRETTY = Function(
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
