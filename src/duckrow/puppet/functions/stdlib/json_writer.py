"""JSON of the language's values, as the reference's platform writes it."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.ruby.errors import RubyError
from duckrow.puppet.ruby.library.json_write import Writer, quoted
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JsonWriter(Writer):
    """What JSON does not know is written as its text."""

    __slots__ = ()

    def other(self, value: Any) -> str:
        return quoted(to_text(value))

    def key(self, key: Any) -> str:
        return to_text(key)


def written(writer: Writer, value: Any) -> str:
    """Write a value; what cannot be written is an error of the manifest."""
    try:
        return writer.write(value)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None
