"""The interface of a rule: how values of one kind become a string.

A rule gets the value, the formats, the indentation, and a function that formats the parts of the
value.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.types.format.format_map import FormatMap
    from duckrow.puppet.types.format.indentation import Indentation

    Convert = Callable[[Any, FormatMap, Indentation], str]
    Rule = Callable[[Any, FormatMap, Indentation, Convert], str]
