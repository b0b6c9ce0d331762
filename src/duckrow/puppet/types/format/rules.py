"""The shape of a rule: how values of one kind become text.

A rule is given the value, the formats, the place where the text will stand, and the way to ask
for the text of what is inside the value.
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
