"""The words for values that cannot be converted."""

from __future__ import annotations

from duckrow.puppet.types.describe.names import shown
from duckrow.puppet.types.infer import infer_generic
from duckrow.puppet.types.new.errors import ConversionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type


def not_convertible(value: object, wanted: str) -> str:
    """Return the message that a value cannot be converted: a string, or the type of others."""
    if isinstance(value, str):
        return f"The string '{value}' cannot be converted to {wanted}"
    return f"Value of type {shown(infer_generic(value))} cannot be converted to {wanted}"


def not_supported(type_: Type) -> ConversionError:
    """Return the error for a type that nothing can be converted to."""
    return ConversionError(f"Creation of new instance of type '{shown(type_)}' is not supported")
