"""Values as strings.

to_string(value, formats)     the result of String.new(value, formats)
interpolated(value)           the text of "${value}" and notice(value)
"""

from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.interpolated import interpolated

__all__ = ["FormatError", "interpolated", "to_string"]
