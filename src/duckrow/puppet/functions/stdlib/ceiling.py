"""Round up, as Ruby code asks for it."""

from __future__ import annotations

from math import ceil

from duckrow.puppet.functions.stdlib.rounded import round_function

FUNCTION = round_function("ceiling", ceil)
