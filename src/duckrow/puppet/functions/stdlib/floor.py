"""Round down, as Ruby code asks for it."""

from __future__ import annotations

from math import floor

from duckrow.puppet.functions.stdlib.rounded import round_function

FUNCTION = round_function("floor", floor)
