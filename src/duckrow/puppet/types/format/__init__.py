"""Values as text.

to_string(value, formats)     what String.new(value, formats) gives
interpolated(value)           what "${value}" and notice(value) show
"""

from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.interpolated import interpolated

__all__ = ["FormatError", "interpolated", "to_string"]
