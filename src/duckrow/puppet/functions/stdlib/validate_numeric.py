"""Refuse what is no number, or not between two others."""

from __future__ import annotations

from duckrow.puppet.functions.platform_numbers import to_float
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.functions.stdlib.validate_number import number_checked

LEGACY = number_checked("validate_numeric", "a Numeric", to_float, "validate_integer")
FUNCTION = use_validate_legacy(LEGACY, "Stdlib::Compat::Numeric")
